//go:build unix

package command_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model/lesson"
	"gramscope/ui/command"
	"gramscope/ui/keep"
	"gramscope/ui/session"
	"gramscope/ui/terminaltest"
)

// explorer is an explorer in a process of its own, on a terminal of its own.
type explorer struct {
	*terminaltest.Terminal
	*exec.Cmd
	t *testing.T
}

// exploring starts an explorer that keeps its results in a folder.
func exploring(t *testing.T, state, line string) explorer {
	t.Helper()
	x := explorer{terminaltest.New(t, 160, 40), exec.Command(os.Args[0]), t}
	x.Env = append(os.Environ(), "GRAMSCOPE_TEST_RUNS="+line, "XDG_STATE_HOME="+state, "TERM=xterm-256color",
		"LC_ALL=C.UTF-8")
	x.Stdin, x.Stdout, x.Stderr = x.TTY, x.TTY, x.TTY
	x.Lead(x.Cmd)
	if err := x.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Process.Kill(); x.Process.Wait() })
	return x
}

// quit quits an explorer and waits for its end.
func (x explorer) quit() {
	x.t.Helper()
	x.Press("q")
	if err := x.Wait(); err != nil {
		x.t.Errorf("%v: %q", err, x.Shown())
	}
}

// keptLines waits until the last exploration of a folder has at least that many whole lines, and returns it.
func keptLines(t *testing.T, state string, least int) (path string, lines []string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if last, err := keep.Last(filepath.Join(state, "gramscope")); err == nil {
			content, _ := os.ReadFile(last)
			if lines = strings.SplitAfter(string(content), "\n"); len(lines) > least {
				return last, lines[:len(lines)-1]
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d lines are kept in %s", len(lines), state)
		}
	}
}

// checkKept reads an exploration, and returns the number of its results.
func checkKept(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Read(bytes.NewReader(content), path, approx.Methods())
	if err != nil || len(s.Results) == 0 {
		t.Fatalf("%s: %v\n%s", path, err, content)
	}
	return bytes.Count(content, []byte(`{"of":`))
}

const slow = "--methods nystrom --workers 1 --reps 100 --n 400 bimodal" // takes longer than the tests wait

// TestQuitInMidRun: results that came before q are kept, and continued.
func TestQuitInMidRun(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	x := exploring(t, state, slow)
	keptLines(t, state, 6)
	x.Press("2")
	x.WaitFor("2 Spectrum")
	x.quit()
	path, lines := keptLines(t, state, 6)
	n := checkKept(t, path)
	x = exploring(t, state, "--continue")
	x.WaitFor("2 Spectrum")
	keptLines(t, state, len(lines)+5)
	x.quit()
	path, now := keptLines(t, state, len(lines)+5)
	if after := checkKept(t, path); after <= n || strings.Join(now[:len(lines)], "") != strings.Join(lines, "") {
		t.Errorf("%d results of before, %d after", n, after)
	}
	for args, shows := range map[string]string{"--no-keep --n 50 --reps 1": "runs, done",
		"--no-keep --continue --n 50 --reps 1": "runs, done", "lesson gamma --no-keep": lesson.Title("gamma")} {
		before, _ := os.ReadDir(filepath.Join(state, "gramscope"))
		x = exploring(t, state, args)
		x.WaitFor(shows)
		x.quit()
		if files, _ := os.ReadDir(filepath.Join(state, "gramscope")); len(files) != len(before) ||
			files[0].Name() != before[0].Name() {
			t.Errorf("%v: %v, before %v", args, files, before)
		}
	}
}

// TestLessonIsContinued: --continue comes back to an open lesson, also to one from a file, and says if the file has
// changed or is gone.
func TestLessonIsContinued(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	x := exploring(t, state, "lesson gamma")
	keptLines(t, state, 2)
	x.quit()
	x = exploring(t, state, "--continue")
	x.WaitFor(lesson.Title("gamma"))
	x.quit()

	example, err := lesson.Parse("", lesson.Example(), approx.Methods())
	here, err2 := os.Getwd()
	own, err3 := filepath.Rel(here, filepath.Join(t.TempDir(), "continued.md"))
	if err := errors.Join(err, err2, err3, os.RemoveAll(filepath.Join(state, "gramscope"))); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(own, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(lesson.Example())
	x = exploring(t, state, "lesson "+own)
	keptLines(t, state, 2)
	x.quit()
	x = exploring(t, state, "--continue")
	x.WaitFor(example.Title)
	x.quit()
	if strings.Contains(x.Shown(), "has changed") {
		t.Errorf("%q", x.Shown())
	}
	write(lesson.Example() + "More.\n")
	x = exploring(t, state, "--continue")
	x.WaitFor("continued.md has changed since the session was written")
	x.WaitFor(example.Title)
	x.quit()
	os.Remove(own)
	x = exploring(t, state, "--continue")
	x.WaitFor("continued.md: no such file")
	x.quit()
}

// TestKilledExplorer: whenever an explorer is killed, the lines that it kept are whole, but for a torn last one, and
// come back.
func TestKilledExplorer(t *testing.T) { checkKilledExplorer(t, slow, 2) }

func checkKilledExplorer(t *testing.T, line string, kills int) {
	t.Parallel()
	state := t.TempDir()
	before := 0
	for i := range kills {
		x := exploring(t, state, line)
		keptLines(t, state, before+2+7*i) // the session, and a result
		x.Process.Kill()
		x.Process.Wait()
		path, lines := keptLines(t, state, before)
		before = len(lines)
		checkKept(t, path)
		line = "--continue"
		if i%2 == 0 { // a line that is torn at another place
			file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			torn := lines[len(lines)-1]
			file.WriteString(torn[:len(torn)/2])
			file.Close()
		}
	}
	x := exploring(t, state, "--continue")
	keptLines(t, state, before+1)
	x.quit()
	path, _ := keptLines(t, state, before+1)
	checkKept(t, path)
	if files, _ := os.ReadDir(filepath.Join(state, "gramscope")); len(files) != 1 {
		t.Errorf("one exploration has %d files", len(files))
	}
}

// origins lists those of the results that a file has, a line each.
func origins(t *testing.T, path string) (list string) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`{"of":("[^,]+),`).FindAllStringSubmatch(string(content), -1) {
		if !strings.Contains(list, found[1]) {
			list += found[1] + "\n"
		}
	}
	return list
}

// TestContinueOtherData: results are computed anew if the data have changed; what the user is told if the folder can't
// be written, also when it quits, and if what is kept is damaged.
func TestContinueOtherData(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	file := filepath.Join(t.TempDir(), "rows.csv")
	rows := "x,y\n" + strings.Repeat("1,2\n3,4\n5,7\n2,2\n9,1\n", 8)
	write := func(rows string) {
		if err := os.WriteFile(file, []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(rows)
	x := exploring(t, state, file)
	x.WaitFor("runs, done")
	x.quit()
	write(strings.Replace(rows, "9,1", "8,1", 1))
	x = exploring(t, state, "--continue")
	x.WaitFor("runs, done")
	x.quit()
	if path, _ := keptLines(t, state, 3); strings.Count(origins(t, path), "\n") != 2 {
		t.Errorf("%s has results on the data of before alone", path)
	}

	x = exploring(t, file, "--n 50")
	x.WaitFor(": this exploration can't be kept here: ")
	x.WaitFor("runs, done")
	x.quit()
	x.WaitFor("note: " + filepath.Join(file, "gramscope")) // what is not kept

	path, _ := keptLines(t, state, 3)
	for damaged, want := range map[string]string{
		"method,error\nnystrom,1\n":      "the file was edited or damaged: ",
		"{\"gramscope_session\":1,\n\"x": "the file was edited or damaged: unexpected end",
	} {
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		x = exploring(t, state, "--continue")
		x.WaitFor(want)
		x.WaitFor("; remove the file, and --continue opens the exploration before")
		if x.Wait(); x.ProcessState.ExitCode() != 1 {
			t.Errorf("%q: %v", damaged, x.ProcessState)
		}
		if content, _ := os.ReadFile(path); string(content) != damaged {
			t.Errorf("the damaged file was changed to %q", content)
		}
	}
}

// TestNothingToContinue: what the user is told if nothing is kept, or two sessions are named.
func TestNothingToContinue(t *testing.T) {
	for line, want := range map[string]string{
		"--continue":                      "there is no exploration to continue",
		"--continue --session other.json": "--session and --continue both name a session",
	} {
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		err := command.Run(context.Background(), approx.Methods(), strings.Fields(line), os.Stdin, os.Stdout, os.Stderr)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestSlowDataAreNamed: while data come slowly, before there is a screen, a line says what is being read.
func TestSlowDataAreNamed(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip(err) // a system without named pipes
	}
	x := exploring(t, t.TempDir(), pipe)
	x.WaitFor("reading " + pipe + " …\r\n")
	if err := os.WriteFile(pipe, []byte("x,y\n"+strings.Repeat("1,2\n3,4\n5,7\n2,2\n9,1\n", 8)), 0o600); err != nil {
		t.Fatal(err)
	}
	x.WaitFor("runs, done")
	x.quit()
}
