package ui

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/legible"
	"gramscope/model/lab"
	"gramscope/ui/samples"
)

// faults are panics of the explorer's parts. A panic does not end the program: the state is left as it is, and the
// footer names the error.
type faults struct {
	named []string // in order, without repetitions
	blank bool     // the screen can't be drawn
}

// mostFaults limits the number of faults that are named: further ones differ only in their numbers.
const mostFaults = 100

// safely runs part, and reports whether it ended without a panic. A panic that comes back at every message is named
// once.
func (m *controller) safely(part func()) bool {
	fault := attempt(part)
	if fault != "" && !slices.Contains(m.faults.named, fault) && len(m.faults.named) < mostFaults {
		m.faults.named = append(m.faults.named, fault)
		m.Note = lab.Note{Alarm: true}
		m.InfoOnce(fault)
		if m.keeper.Kept() {
			m.InfoOnce("the exploration is kept: gramscope --continue comes back to it")
		}
	}
	return fault == ""
}

// attempt runs f. If f panics, attempt returns what the user is told, on one line, else "".
func attempt(f func()) (fault string) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Sprintf("internal error in %s: %s (please report it)", panicPlace(), legible.Text(fmt.Sprint(p)))
		}
	}()
	f()
	return ""
}

// panicPlace returns the file and the line of the panic that attempt recovers from.
func panicPlace() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicked := false
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if panicked && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
	}
	return "an unknown place"
}

// view returns the window's text if the screen can't be drawn. It calls no code that draws screens.
func (f *faults) view(w, h int) string {
	const head = "gramscope: this screen can't be drawn"
	lines := append([]string{head, "esc goes back to the first screen, ctrl+l redraws, ctrl+c quits"}, f.named...)
	wrapped := strings.Split(ansi.Wrap(strings.Join(lines, "\n"), max(w, 1), " "), "\n")
	return strings.Join(wrapped[:max(0, min(len(wrapped), h))], "\n")
}

// retreat closes everything and shows the first screen. It sets fields and calls few functions, because a function has
// just panicked.
func (m *explorer) retreat() {
	m.modals.close()
	m.lessons.Open = false
	m.panel.Field.Stop()
	m.position = newPosition(m.screens, m.lessons)
	m.numbers, m.cross = false, samples.Crosshair{}
	m.follow()
}
