package command

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/ui/terminaltest"
)

// TestSessionFromStandardInput: the explorer comes up as the piped session says, and
// takes its keys from the terminal.
func TestSessionFromStandardInput(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(sessionFile(t, `{"set":"bimodal"}`))
	if err != nil {
		t.Fatal(err)
	}
	x := terminaltest.New(t, 120, 40)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GRAMSCOPE_TEST_RUNS=--session -", "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(string(text)), x.TTY, x.TTY
	x.Lead(cmd) // /dev/tty is x, by standard output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	defer cmd.Process.Kill()
	x.WaitFor("γ=3 ") // the session's
	x.Press("2")
	x.WaitFor("2 Spectrum")
	x.Press("q")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestBadSessionsOnStandardInput(t *testing.T) {
	text, err := os.ReadFile(sessionFile(t, `{"file":"-"}`))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, c := range []struct {
		input  string
		args   []string
		status int
		parts  []string
	}{
		{"", []string{"--session", "-", "-"}, 2,
			[]string{"the session and the data can't both be standard input", "a file for one"}},
		{"", []string{"--session", "-"}, 1, []string{"standard input: empty", "key w"}},
		{"x,y\n1,2\n", []string{"--session", "-"}, 1, []string{"standard input:1: ", "damaged"}},
		{strings.Repeat(" ", 1<<20+1), []string{"--session", "-"}, 1, []string{"standard input: longer than 1 MB"}},
		{string(text), []string{"--session", "-"}, 1, []string{"came from standard input", "--session FILE -"}},
	} {
		x := terminaltest.New(t, 120, 40)
		var errs strings.Builder
		status := Report(Run(t.Context(), approx.Methods(), c.args, strings.NewReader(c.input), x.TTY, &errs), &errs)
		if status != c.status {
			t.Errorf("%q: status %d, want %d", c.args, status, c.status)
		}
		for _, part := range c.parts {
			if !strings.Contains(errs.String(), part) {
				t.Errorf("%q of %.20q: no %q in %q", c.args, c.input, part, errs.String())
			}
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v: %v", left, err)
	}
}
