package command

import (
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/terminaltest"
)

// onDumbTerminal runs a command line on a terminal that knows no escape sequences,
// and returns all that it wrote.
func onDumbTerminal(t *testing.T, args ...string) (status int, shown string) {
	t.Helper()
	t.Setenv("TERM", "dumb")
	x := terminaltest.New(t, 120, 40)
	status = Report(Run(t.Context(), approx.Methods(), args, x.TTY, x.TTY, x.TTY), x.TTY)
	return status, x.End()
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
