package command_test

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gramscope/approx"
	"gramscope/model/fitted"
	"gramscope/ui/command"
	"gramscope/ui/early"
	"gramscope/ui/terminaltest"
)

// TestMain is also the process that TestKilled… kills: with a command line in the
// environment it runs that, over and over where it ends in "again". It is the program
// where TestShellsComplete calls it from a shell.
func TestMain(m *testing.M) {
	early.Restore()
	if os.Getenv("GRAMSCOPE_TEST_RUNS_ARGS") != "" {
		os.Exit(command.Report(command.Run(context.Background(), approx.Methods(), os.Args[1:], os.Stdin, os.Stdout,
			os.Stderr), os.Stderr))
	}
	line, again := strings.CutSuffix(os.Getenv("GRAMSCOPE_TEST_RUNS"), " again")
	for n := 1; line != ""; n++ {
		args := strings.Fields(strings.ReplaceAll(line, "%d", strconv.Itoa(n)))
		err := command.Run(context.Background(), approx.Methods(), args, os.Stdin, os.Stdout, os.Stderr)
		if status := command.Report(err, os.Stderr); status != 0 || !again {
			os.Exit(status)
		}
	}
	os.Exit(terminaltest.WithOwnState(m))
}

// child starts the command line in a process of its own.
func child(t *testing.T, line string, stdout, stderr io.Writer) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "GRAMSCOPE_TEST_RUNS="+line), stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// TestKilledFit: at any time the model file is the old or the new one, and a fit that is
// not killed leaves nothing beside it.
func TestKilledFit(t *testing.T) { checkKilledFit(t, 3) }

func checkKilledFit(t *testing.T, kills int) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "model.json")
	line := "fit --n 60 --m 10 --seed %d --force --out " + path + " bimodal"
	for i := range kills {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := child(t, line+" again", write, write)
		write.Close()
		if _, err := bufio.NewReader(read).ReadString('\n'); err != nil { // the first is written
			t.Fatal(err)
		}
		for end := time.Now().Add(time.Duration(rand.IntN(20000)) * time.Microsecond); time.Now().Before(end); {
			if _, err := fitted.Read(path, 1e9); err != nil {
				t.Errorf("before kill %d: %v", i, err)
				break
			}
		}
		cmd.Process.Kill()
		cmd.Wait()
		read.Close()
		if _, err := fitted.Read(path, 1e9); err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
	}
	if status, _, errs := execute(t, context.Background(), "",
		strings.Fields(strings.ReplaceAll(line, "%d", "1"))...); status != 0 {
		t.Fatal(errs)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("%d files (%v)", len(entries), err)
	}
}

// TestKilledSweep: what a sweep had written when it was killed is taken from there by
// --resume, and the rest is computed anew.
func TestKilledSweep(t *testing.T) { checkKilledSweep(t, 2) }

func checkKilledSweep(t *testing.T, kills int) {
	t.Parallel()
	const line = "sweep --n 60 --methods nystrom,fourier --over m=5,10,20,30 --reps 8 --workers 1 --format csv"
	want := timeless(rowsOf(t, line))
	file := filepath.Join(t.TempDir(), "part.csv")
	unfinished, torn := 0, 0
	for i := range kills {
		out, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		cmd := child(t, line, out, nil)
		out.Close()
		awaitLines(t, file, 1+rand.IntN(len(want)/2)) // a header, and less than half of the rows
		cmd.Process.Kill()
		cmd.Wait()
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status, text, errs := execute(t, context.Background(), "", append(strings.Fields(line), "--resume", file)...)
		if status != 0 {
			t.Fatalf("kill %d: %s", i, errs)
		}
		whole := part[:strings.LastIndex(string(part), "\n")+1]
		if !strings.HasPrefix(text, string(whole)) {
			t.Fatalf("kill %d: the rows of the file do not stand in front", i)
		}
		if diff := cmp.Diff(want, timeless(parseRows(t, text))); diff != "" {
			t.Fatalf("kill %d: %s", i, diff)
		}
		if strings.Count(text, "\n") > strings.Count(string(whole), "\n") {
			unfinished++
		}
		if len(whole) < len(part) {
			torn++
		}
	}
	t.Logf("%d of %d files were not finished, %d of them with a torn line", unfinished, kills, torn)
	if unfinished < max(1, kills/4) { // rows come one by one
		t.Error("most sweeps had written all rows, though they were killed at less than half of them")
	}
}

// awaitLines waits until a file has so many.
func awaitLines(t *testing.T, file string, lines int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(text), "\n") >= lines {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("there are never %d lines: %s", lines, text)
		}
	}
}
