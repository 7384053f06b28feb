package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data/atomicfile"
	"gramscope/data/legible"
	"gramscope/data/remedy"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/samples"
	"gramscope/ui/save"
	"gramscope/ui/session"
)

// rescue records panics of the explorer's parts. A panic does not end the program: the state is left as it is, the
// footer names the error, and the session is written to a file in the present folder.
type rescue struct {
	faults []string // in order, without repetitions
	places []string // lines of code whose panics have made the program write the session
	path   string   // the latest session's file, once it is written
	blank  bool     // the screen can't be drawn
}

// mostRescues limits the number of files that are written: a panic at every message must not fill the folder.
const mostRescues = 5

// safely runs part, and reports whether it ended without a panic.
func (m *controller) safely(part func()) bool {
	place, cause := attempt(part)
	if place == "" {
		return true
	}
	m.rescued.take(place + ": " + cause)
	m.Note = lab.Note{Text: fmt.Sprintf("internal error in %s: %s (please report it)", place, cause), Alarm: true}
	if !m.Computes() || len(m.rescued.places) == mostRescues || slices.Contains(m.rescued.places, place) {
		return false
	}
	m.rescued.places = append(m.rescued.places, place)
	if at, cause := attempt(func() { m.Launch(job.Rescue, writeRescue(m.sessionLeft())) }); at != "" {
		m.Note.Text += "; the session can't be written: " + cause
	}
	return false
}

func (r *rescue) take(fault string) {
	if !slices.Contains(r.faults, fault) && len(r.faults) < 100 {
		r.faults = append(r.faults, fault)
	}
}

// attempt runs f. If f panics, attempt returns the line of code and the panic's value on one line, else two empty
// texts.
func attempt(f func()) (place, cause string) {
	defer func() {
		if p := recover(); p != nil {
			place = panicPlace()
			cause = legible.Text(fmt.Sprint(p))
		}
	}()
	f()
	return "", ""
}

// panicPlace returns the file and the line of the panic that is being recovered from.
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

// sessionLeft returns the present session. If making it panics or it is not valid, sessionLeft returns one with the
// present setting only.
func (m *controller) sessionLeft() *session.Session {
	var s *session.Session
	if at, _ := attempt(func() { s = m.session() }); at == "" {
		return s
	}
	b := lab.New(lab.Config{Source: m.Setting().Store.Source(), Spec: m.Setting().Spec, Methods: m.Methods()}, m.Runner, m.Clock)
	fresh := newController(b, Config{LoadOptions: m.loading}, m.look)
	fresh.SetSetting(m.Setting())
	return fresh.session()
}

// writeRescue writes a session to a new file in the present folder, or in the folder of temporary files if that is
// not possible.
func writeRescue(s *session.Session) job.Work {
	return func(_ context.Context, post func(any)) error {
		var failed error
		for _, folder := range []string{"", os.TempDir()} {
			for i := 1; ; i++ {
				to := atomicfile.Destination{Path: filepath.Join(folder, fmt.Sprintf("gramscope-recovered-%d.json", i)), What: "the session", Another: remedy.Do("write it with w")}
				err := to.Write(s.Write)
				if err == nil {
					post(save.Saved{Path: to.Path})
					return nil
				}
				if !errors.Is(err, fs.ErrExist) {
					failed = err
					break
				}
			}
		}
		return failed
	}
}

// rescueWritten handles the end of writing the session.
func (m *explorer) rescueWritten(body any) {
	if b, ok := body.(save.Saved); ok {
		m.rescued.path = b.Path
		m.InfoOnce("the session is saved in " + b.Path + "; gramscope --session restores it")
	}
	if err := job.Error(body); err != nil {
		m.Info(lab.Message(err))
	}
}

// view returns the window's text if the screen can't be drawn. It uses none of the code that draws screens.
func (r *rescue) view(note string, w, h int) string {
	lines := []string{"gramscope: this screen can't be drawn", "esc goes back to the first screen, ctrl+l redraws, ctrl+c quits"}
	if r.path != "" {
		lines = append(lines, "the session is saved in "+r.path)
	}
	lines = append(lines, note) // last, because the window may have too few lines for all of it
	var wrapped []string
	for _, s := range lines {
		s = strings.Map(func(c rune) rune {
			if c < ' ' || c > '~' {
				return ' '
			}
			return c
		}, s)
		wrapped = append(wrapped, strings.Split(ansi.Wrap(s, max(w, 1), " "), "\n")...)
	}
	return strings.Join(wrapped[:max(0, min(len(wrapped), h))], "\n")
}

// retreat closes everything and shows the first screen. It sets fields and calls few functions, because one of them
// has just panicked.
func (m *explorer) retreat() {
	m.modals.close()
	m.lessons.Open = false
	m.panel.Field.Stop()
	m.position = newPosition(m.screens, m.lessons)
	m.numbers, m.cross = false, samples.Crosshair{}
	m.follow()
}
