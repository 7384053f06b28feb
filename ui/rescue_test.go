package ui

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// broken adds a key whose work panics, in every mode.
func broken(m *explorer, key string, f func(*explorer)) {
	m.keys = slices.Insert(m.keys, 0, binding{keys: []string{key}, in: anywhere, run: do(f)})
}

// rescuedTo waits until a session has been written, and reads it.
func rescuedTo(t *testing.T, m *explorer) *session.Session {
	t.Helper()
	for m.rescued.path == "" {
		msg := m.Runner.Wait()
		if msg == nil {
			t.Fatal("the runner has ended")
		}
		m.Update(msg)
	}
	s, err := sessionIn(m.rescued.path, m.Methods())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func files(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestPanicOfAPart: the state stays, the footer tells, and the session is beside the
// work; once, also if the panic returns, and over no file.
func TestPanicOfAPart(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("gramscope-recovered-1.json", []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	press(m, ":", "gamma 0.5", "enter", "2")
	broken(m, "Z", func(m *explorer) { panic("the\n\x1b[31mroof") })
	press(m, "Z")
	if !strings.Contains(m.View(), "internal error in rescue_test.go:") || !m.Note.Alarm {
		t.Errorf("the footer does not tell: %q", m.Note.Text)
	}
	if strings.ContainsFunc(strings.ReplaceAll(m.View(), "\n", ""), unicode.IsControl) {
		t.Error("what the panic said reaches the terminal as it is")
	}
	if m.Setting().Gamma(m.Widths()) != 0.5 || m.screen().Name() != "Spectrum" {
		t.Error("the state is another")
	}
	var kept, now strings.Builder
	if err := errors.Join(rescuedTo(t, m).Write(&kept), m.session().Write(&now)); err != nil || kept.String() != now.String() {
		t.Errorf("%v; the session that was kept is %s", err, kept.String())
	}
	if !strings.Contains(m.View(), "the session is saved in") || !strings.Contains(m.Note.Text, "gramscope-recovered-2.json") {
		t.Errorf("the footer does not name the file: %q", m.Note.Text)
	}
	for range 20 {
		press(m, "Z")
	}
	m.Runner.AwaitFiles(filePatience)
	if got := files(t); len(got) != 2 {
		t.Errorf("%d files were written: %v", len(got), got)
	}
	if content, _ := os.ReadFile("gramscope-recovered-1.json"); string(content) != "mine" {
		t.Error("a file that was there has been replaced")
	}
	press(m, "1")
	if m.screen().Name() != "Explore" || m.Note.Text != "" {
		t.Error("the explorer does not go on")
	}
}

func TestPanicsWriteFewFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newToy(t, "braille", "none", 100, 30)
	for _, f := range []func(*explorer){
		func(*explorer) { panic("") },
		func(*explorer) { panic(2) },
		func(*explorer) { panic(3) },
		func(*explorer) { panic(4) },
		func(*explorer) { panic(5) },
		func(*explorer) { panic(6) },
		func(*explorer) { panic(7) },
	} {
		broken(m, "Z", f)
		press(m, "Z")
		m.Runner.AwaitFiles(filePatience)
	}
	if got := files(t); len(got) != mostRescues {
		t.Errorf("%d files were written: %v", len(got), got)
	}
}

// TestPanicOfResults: one of several messages panics; those after it arrive, and
// the next ones will.
func TestPanicOfResults(t *testing.T) {
	m := idleToy(t)
	m.Runner.Post(job.Event{Kind: job.Sweep, Generation: m.Runner.Generation(job.Sweep), Body: lab.Floor{Point: 999}})
	m.Runner.Post(job.Event{Kind: job.Sweep, Generation: m.Runner.Generation(job.Sweep), Body: lab.Floor{Point: 0, Value: 0.25}})
	m.Runner.Wait()
	_, cmd := m.Update(job.Wake{})
	if m.Outcome().Floor()[0] != 0.25 {
		t.Error("what came after the panic was lost")
	}
	if len(m.rescued.faults) != 1 || !strings.Contains(m.rescued.faults[0], "index out of range [999]") {
		t.Errorf("the panics were %q", m.rescued.faults)
	}
	m.Runner.Post(job.Event{})
	if cmd == nil || cmd() == nil {
		t.Error("nobody waits for results any more")
	}
}

func TestPanicOfView(t *testing.T) {
	m := idleToy(t)
	press(m, "2")
	m.screens[1].Screen = broke{m.screens[1].Screen, func(c *screen.Chart) { c.Title = func(chart.Lines, int) string { panic("γ\x1b[31m of the title") } }}
	for _, size := range [][2]int{{120, 40}, {40, 12}, {30, 8}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text := m.View()
		flat := strings.Join(strings.Fields(text), " ")
		if !strings.Contains(flat, "can't be drawn") || !strings.Contains(flat, "ctrl+c quits") || strings.Contains(flat, "\x1b") {
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
	m.screens[0].Screen = broke{whole, func(c *screen.Chart) { c.Lines = func(curve.Axes) (chart.Lines, curve.Axes) { panic("no ink") } }}
	press(m, "right")
	if text := m.View(); !strings.Contains(text, "this chart can't be drawn") || !strings.Contains(text, "no ink") || !strings.Contains(text, "stable rank") {
		t.Errorf("the window is\n%s", text)
	}
	m.screens[0].Screen = whole
	press(m, "left")
	if text := m.View(); strings.Contains(text, "can't be drawn") {
		t.Errorf("the chart does not come back:\n%s", text)
	}
}

// TestPanicOfEverything: nothing of the screen works, not even what a session
// asks; the setting is kept, and ctrl+c quits.
func TestPanicOfEverything(t *testing.T) {
	t.Chdir(t.TempDir())
	m := newToy(t, "braille", "none", 100, 30)
	press(m, ":", "gamma 0.5", "enter")
	m.at = 99
	_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
	if cmd == nil || cmd() != tea.Quit() {
		t.Error("ctrl+c does not quit")
	}
	if text := m.View(); !strings.Contains(text, "can't be drawn") {
		t.Errorf("the view is %q", text)
	}
	m.Runner.AwaitFiles(filePatience)
	s, err := sessionIn("gramscope-recovered-1.json", m.Methods())
	if err != nil {
		t.Fatal(err)
	}
	if s.Spec.Width.String() != "gamma=0.5" || s.Data.Set != m.Setting().Store.Source().Name() {
		t.Errorf("the session that was kept is %+v", s)
	}
}
