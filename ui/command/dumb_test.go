package command

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"

	"gramscope/approx"
)

// onDumbTerminal runs a command line on a terminal that knows no escape sequences,
// and returns all that it wrote.
func onDumbTerminal(t *testing.T, args ...string) (status int, shown string) {
	t.Helper()
	if _, err := os.Stat("/dev/ptmx"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no pseudo-terminals here")
	}
	t.Setenv("TERM", "dumb")
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	all := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, master) // which ends with an error once the terminal is closed
		all <- b.String()
	}()
	status = Report(Run(t.Context(), approx.Methods(), args, tty, tty, tty), tty)
	tty.Close()
	return status, <-all
}

// TestDumbTerminal: no command writes an escape sequence there, and those that draw on the
// screen say so.
func TestDumbTerminal(t *testing.T) {
	for line, want := range map[string]struct {
		status int
		text   string
	}{
		"bimodal":       {2, "TERM is dumb; `gramscope sweep`"},
		"-":             {2, "TERM is dumb; `gramscope sweep`"},
		"view rows.csv": {2, "TERM is dumb; the files are CSV"},
		"lesson scores": {0, "# "},
		"sweep --n 30 --m 5 --workers 1 --methods nystrom,fourier --reps 2": {0, "fourier"},
	} {
		status, shown := onDumbTerminal(t, strings.Fields(line)...)
		if status != want.status || !strings.Contains(shown, want.text) || strings.ContainsAny(shown, "\x1b\a") {
			t.Errorf("%s: status %d, want %d, and %q in\n%q", line, status, want.status, want.text, shown)
		}
	}
}
