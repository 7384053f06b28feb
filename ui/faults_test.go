package ui

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/keep"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// broken is a screen with a key more, whose work panics.
type broken struct {
	screen.Screen
	key, says string
}

func (b broken) Keys(at int) []screen.Key {
	breaks := screen.NewKey(b.key, "breaks", "", screen.Only(func() { panic(b.says) }))
	return append(b.Screen.Keys(at), breaks)
}

// TestPanicOfAPart: the state stays, the footer tells, once, and what was shown is kept.
func TestPanicOfAPart(t *testing.T) {
	folder := t.TempDir()
	k := keep.New(folder, "test", nil, "")
	m, _ := keptToy(t, k, nil)
	press(m, ":", "gamma 0.5", "enter", "2")
	settle(t, m)
	for !k.Kept() {
		runtime.Gosched()
	}
	m.screens[m.at].Screen = broken{m.screens[m.at].Screen, "Z", "the\n\x1b[31mroof"}
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("Z")}); cmd != nil {
		t.Errorf("a panic leads to %v", cmd())
	}
	if !strings.Contains(m.View(), "internal error in faults_test.go:") || !m.Note.Alarm {
		t.Errorf("the footer does not tell: %q", m.Note.Text)
	}
	if !strings.Contains(m.Note.Text, "gramscope --continue") {
		t.Errorf("the footer does not say how to come back: %q", m.Note.Text)
	}
	if strings.ContainsFunc(strings.ReplaceAll(m.View(), "\n", ""), unicode.IsControl) {
		t.Error("what the panic said reaches the terminal as it is")
	}
	if m.Setting.Gamma() != 0.5 || m.screen().Name() != "Spectrum" {
		t.Error("the state is another")
	}
	press(m, "Z")
	if m.Note.Text != "" || len(m.Notes) != 2 {
		t.Errorf("the fault is named again: %q, %q", m.Note.Text, m.Notes)
	}
	var now, then strings.Builder
	left := m.session()
	press(m, "1")
	if m.screen().Name() != "Explore" || m.Note.Text != "" {
		t.Error("the explorer does not go on")
	}
	press(m, "2")
	quit(t, m)
	_, s := lastOf(t, folder)
	if err := errors.Join(s.Write(&then), left.Write(&now)); err != nil || then.String() != now.String() {
		t.Errorf("%v; the session that is kept is %s", err, then.String())
	}
}

// TestPanicOfKeeping: a session that can't be made is named once, and the last one that could be is kept.
func TestPanicOfKeeping(t *testing.T) {
	folder := t.TempDir()
	m, _ := keptToy(t, keep.New(folder, "test", nil, ""), nil)
	press(m, "2")
	m.screens[1].Screen = stateless{m.screens[1].Screen}
	for range 3 {
		press(m, "x", "right")
	}
	if len(m.faults.named) != 1 || !strings.Contains(m.faults.named[0], "no state") {
		t.Errorf("the faults are %q", m.faults.named)
	}
	quit(t, m)
	if _, s := lastOf(t, folder); session.Text(s.Shown, "screen") != "2" {
		t.Errorf("screen %s is kept", session.Text(s.Shown, "screen"))
	}
}

// stateless is a screen without a part of a session.
type stateless struct{ screen.Screen }

func (stateless) State() []session.Field { panic("no state") }

// TestPanicOfTheKeeper: nothing is kept any more, and the explorer says so once.
func TestPanicOfTheKeeper(t *testing.T) {
	k := keep.New(t.TempDir(), "test", nil, "")
	m, _ := keptToy(t, k, nil)
	k.Of(nil).Keep("a", sweep.Result{}) // a source without a name
	for m.Runner.Busy(job.Keep) {
		m.Update(m.Runner.Wait())
	}
	press(m, "right", "left")
	if k.Keeps() || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "internal error") {
		t.Errorf("notes %q", m.Notes)
	}
	quit(t, m)
}

// TestPanicOfResults: one of several messages panics; those after it arrive, and
// the next ones will.
func TestPanicOfResults(t *testing.T) {
	m := idleToy(t)
	m.Runner.Post(job.Event{Kind: job.Sweep, Generation: m.Runner.Generation(job.Sweep),
		Body: lab.Row{OnGrid: true, Point: 999}})
	m.Runner.Post(job.Event{Kind: job.Sweep, Generation: m.Runner.Generation(job.Sweep),
		Body: lab.Row{Result: sweep.Result{Method: "toy", Rep: 99}}})
	m.Runner.Wait()
	_, cmd := m.Update(job.Wake{})
	if rows := m.Outcome.Now("toy"); len(rows) == 0 || rows[len(rows)-1].Rep != 99 {
		t.Error("what came after the panic was lost")
	}
	if len(m.faults.named) != 1 || !strings.Contains(m.faults.named[0], "index out of range [999]") {
		t.Errorf("the panics were %q", m.faults.named)
	}
	m.Runner.Post(job.Event{})
	if cmd == nil || cmd() == nil {
		t.Error("nobody waits for results any more")
	}
}

func TestPanicOfView(t *testing.T) {
	m := idleToy(t)
	press(m, "2")
	m.screens[1].Screen = broke{m.screens[1].Screen,
		func(c *screen.Chart) { c.Title = func(chart.Lines, int) string { panic("γ\x1b[31m of the title") } }}
	for _, size := range [][2]int{{120, 40}, {40, 12}, {30, 8}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text := m.View()
		flat := strings.Join(strings.Fields(text), " ")
		if !strings.Contains(flat, "can't be drawn") || !strings.Contains(flat, "ctrl+c quits") ||
			strings.Contains(flat, "\x1b") {
			t.Errorf("the view that stands for a broken one is %q", text)
		}
		lines := strings.Split(text, "\n")
		if len(lines) > size[1] || slices.ContainsFunc(lines, func(s string) bool { return ansi.StringWidth(s) > size[0] }) {
			t.Errorf("it does not fit into %v:\n%s", size, text)
		}
	}
	press(m, "esc")
	if text := m.View(); m.screen().Name() != "Explore" || strings.Contains(text, "can't be drawn") {
		t.Errorf("esc does not lead to the first screen:\n%s", text)
	}
}

// broke is a screen whose first chart has something done to it.
type broke struct {
	screen.Screen
	how func(*screen.Chart)
}

func (b broke) Panes() screen.Panes {
	p := b.Screen.Panes()
	b.how(&p.Charts[0])
	return p
}

// TestPanicOfAChart: the rest of the window is drawn.
func TestPanicOfAChart(t *testing.T) {
	m := idleToy(t)
	whole := m.screens[0].Screen
	m.screens[0].Screen = broke{whole,
		func(c *screen.Chart) { c.Lines = func() chart.Lines { panic("no ink") } }}
	press(m, "right")
	if text := m.View(); !strings.Contains(text, "this chart can't be drawn") || !strings.Contains(text, "no ink") ||
		!strings.Contains(text, "stable rank") {
		t.Errorf("the window is\n%s", text)
	}
	m.screens[0].Screen = whole
	press(m, "left")
	if text := m.View(); strings.Contains(text, "can't be drawn") {
		t.Errorf("the chart does not come back:\n%s", text)
	}
}

// TestPanicOfEverything: nothing of the screen works, and ctrl+c quits.
func TestPanicOfEverything(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.at = 99
	_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
	if cmd == nil || cmd() != tea.Quit() {
		t.Error("ctrl+c does not quit")
	}
	if text := m.View(); !strings.Contains(text, "can't be drawn") {
		t.Errorf("the view is %q", text)
	}
}
