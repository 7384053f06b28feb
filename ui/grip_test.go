package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/frame"
)

// mouseAt sends an event at a position on the axes of the first chart.
func mouseAt(m *explorer, u, v float64, button tea.MouseButton, action tea.MouseAction) {
	r, a := m.layout.Panes[frame.First], m.areas[0]
	x := r.X + a.Left + int(math.Round(u*float64(a.Cols-1)))
	y := r.Y + 1 + a.Top + a.Rows - 1 - int(math.Round(v*float64(a.Rows-1)))
	m.Update(tea.MouseMsg{X: x, Y: y, Button: button, Action: action})
}

func TestWheelZoomsAtTheMouse(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	whole := m.built[0]
	mouseAt(m, 1, 0, tea.MouseButtonWheelUp, tea.MouseActionPress)
	mouseAt(m, 1, 0, tea.MouseButtonWheelUp, tea.MouseActionPress)
	b := m.built[0]
	if !b.Zoomed || b.X.Hi != whole.X.Hi || !(b.X.Lo > whole.X.Lo) || math.Abs(b.Y.Lo-whole.Y.Lo) > 1e-6 || !(b.Y.Hi < whole.Y.Hi) {
		t.Errorf("zoomed at the lower right corner from %v, %v to %v, %v", whole.X, whole.Y, b.X, b.Y)
	}
	for range 4 {
		mouseAt(m, 0.5, 0.5, tea.MouseButtonWheelDown, tea.MouseActionPress)
	}
	if m.built[0].Zoomed {
		t.Errorf("zoomed out again: %v of %v", m.built[0].X, m.whole[0].X)
	}
	press(m, "t") // numbers have no axes
	mouseAt(m, 0.5, 0.5, tea.MouseButtonWheelUp, tea.MouseActionPress)
	if m.built[0].Zoomed {
		t.Error("the wheel zooms over numbers")
	}
}

func TestDragMovesAChart(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	press(m, "i", "i")
	b := m.built[0]
	x := b.X.Value(0.5)
	mouseAt(m, 0.5, 0.5, tea.MouseButtonLeft, tea.MouseActionPress)
	mouseAt(m, 0.4, 0.5, tea.MouseButtonLeft, tea.MouseActionMotion)
	mouseAt(m, 0.25, 0.25, tea.MouseButtonLeft, tea.MouseActionRelease)
	now := m.built[0]
	if u, _ := now.X.Map(x); math.Abs(u-0.25) > 0.03 || !(now.Y.Lo > b.Y.Lo) || m.cross.On {
		t.Errorf("what was in the middle is at %v: from %v, %v to %v, %v; crosshair %v", u, b.X, b.Y, now.X, now.Y, m.cross.On)
	}
	mouseAt(m, 0.1, 0.1, tea.MouseButtonLeft, tea.MouseActionMotion)
	if m.built[0].X != now.X {
		t.Error("the chart moves after the button was released")
	}
}

// A click on a sample moves the crosshair there, and points at its method.
func TestClickOnASample(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	l, _ := m.built[0].Settled()
	for _, s := range l.Series {
		i := m.MethodIndex(s.Name)
		if i < 0 || len(s.X) == 0 {
			continue
		}
		u, _ := l.X.Map(s.X[0])
		v, _ := l.Y.Map(s.Y[0])
		mouseAt(m, u, v, tea.MouseButtonLeft, tea.MouseActionPress)
		mouseAt(m, u, v, tea.MouseButtonLeft, tea.MouseActionRelease)
		if at, ok := m.cross.At(m.built[0]); !ok || at != s.X[0] {
			t.Errorf("the crosshair is at %v, the sample of %s at %v", at, s.Name, s.X[0])
		}
	}
	if pointed := m.Methods()[m.Pointed()].Name; !strings.Contains(titleOf(m), "m=10") || pointed == "broken" {
		t.Errorf("the title is %q, and %s is pointed at", titleOf(m), pointed)
	}
}

// Movements with the button pressed are taken together; the release is never lost.
func TestFilterOfMovements(t *testing.T) {
	now := time.Unix(0, 0)
	c := calm{clock: func() time.Time { return now }}
	held := tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionMotion}
	passed := 0
	for range 1000 {
		now = now.Add(time.Millisecond)
		if c.filter(nil, held) != nil {
			passed++
		}
	}
	if passed < 55 || passed > 63 {
		t.Errorf("%d of 1000 movements in a second passed", passed)
	}
	if c.filter(nil, tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease}) == nil {
		t.Error("a release is dropped")
	}
}

// A box on screen 3 marks points, and screens 2 and 4 say so.
func TestBoxOnPoints(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	press(m, "3")
	for !m.points().Done {
		m.Update(m.Runner.Wait())
	}
	r := m.layout.Panes[frame.First]
	event := func(x, y int, action tea.MouseAction) {
		m.Update(tea.MouseMsg{X: r.X + x, Y: r.Y + y, Button: tea.MouseButtonLeft, Action: action})
	}
	event(5, 3, tea.MouseActionPress)
	event(8, 5, tea.MouseActionMotion)
	event(r.W-2, r.H-2, tea.MouseActionRelease)
	if len(m.Marked()) != 40 {
		t.Fatalf("a box over the whole chart marks %v", m.Marked())
	}
	for len(m.points().Now.Errors) < 2 {
		m.Update(m.Runner.Wait())
	}
	if text := m.View(); !strings.Contains(text, "marked: 40 of 40 points, 100.0 % of") {
		t.Errorf("the window says nothing of it:\n%s", text)
	}
	press(m, "M")
	event(5, 3, tea.MouseActionPress)
	event(5, 3, tea.MouseActionRelease)
	if len(m.Marked()) != 0 {
		t.Errorf("a click marks %v", m.Marked())
	}
	press(m, "m", "4")
	if !strings.Contains(titleOf(m), "marked") && m.Runner.Busy("matrix") {
		for !strings.Contains(titleOf(m), "marked") {
			m.Update(m.Runner.Wait())
		}
	}
	if !strings.Contains(titleOf(m), "marked") {
		t.Errorf("screen 4 does not know: %s", titleOf(m))
	}
}

// D drops the marked points, C keeps only them, and undo takes all back.
func TestMarkedPointsAreLeftOut(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.25 })
	press(m, "3", "D")
	if !strings.Contains(m.Note.Text, "the points are being computed") {
		t.Errorf("before there are points: %q", m.Note.Text)
	}
	ready := func() {
		t.Helper()
		for !m.points().Done || !m.Outcome().Finished() {
			m.Update(m.Runner.Wait())
		}
	}
	ready()
	if press(m, "D"); !strings.Contains(m.Note.Text, "no points are marked") || strings.Contains(lastLine(m), "D drop") {
		t.Errorf("nothing is marked: %q", m.Note.Text)
	}
	whole := m.Setting()
	_, tests, err := whole.Store.Source().Draw(whole.Spec.N, whole.Spec.Test, trial.Draw{Seed: whole.Spec.Seed, Rep: 1}.Rand())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		key  string
		rows func(marked int) int
	}{{"D", func(marked int) int { return 40 - marked }}, {"C", func(marked int) int { return marked }}} {
		for press(m, "m"); len(m.Marked()) < 6; {
			press(m, "m")
		}
		marked := m.Marked()
		if len(marked) == 0 || len(marked) == 40 {
			t.Fatalf("marked %v", marked)
		}
		if line := lastLine(m); !strings.Contains(line, "D drop") || !strings.Contains(line, "C crop") {
			t.Errorf("the footer names no key for marked points: %s", line)
		}
		press(m, c.key)
		for m.Setting().Store == whole.Store {
			m.Update(m.Runner.Wait())
		}
		if m.Update(nil); m.Setting().Spec.N != c.rows(len(marked)) || len(m.Marked()) > 0 {
			t.Errorf("%s: n = %d with %d marked; marked now %v", c.key, m.Setting().Spec.N, len(marked), m.Marked())
		}
		some := m.Setting().Store.Source().(*data.Subset)
		n, left := some.Left()
		if all, _ := tests.X.Dims(); left == 0 || left == all || some.Rows() != n+left || !strings.Contains(m.Note.Text, fmt.Sprintf("%d test rows", left)) {
			t.Errorf("%s: %d of %d test rows are left, of %d rows: %q", c.key, left, all, some.Rows(), m.Note.Text)
		}
		ready()
		if text := m.View(); !strings.Contains(text, m.Setting().Store.Source().Name()) {
			t.Errorf("%s: the window is\n%s", c.key, text)
		}
		if press(m, "c"); !strings.Contains(m.Note.Text, "can't name the rows of bimodal") || len(m.open()) > 0 {
			t.Errorf("%s: c says %q", c.key, m.Note.Text)
		}
		if s := m.session(); s.Data.Set != "bimodal" {
			t.Errorf("%s: a session of %q", c.key, s.Data.Set)
		}
		press(m, "u")
		ready()
		if m.Setting().Store != whole.Store || m.Setting().Spec.N != whole.Spec.N {
			t.Errorf("%s undone: n = %d of %s", c.key, m.Setting().Spec.N, m.Setting().Store.Source().Name())
		}
		if !slices.Equal(m.Marked(), marked) {
			t.Errorf("%s undone: marked are %v, were %v", c.key, m.Marked(), marked)
		}
	}
}

// TestMarkedPointsAreLeftOutTwice: undo takes the points back step by step, and w says that a session has all of them.
func TestMarkedPointsAreLeftOutTwice(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	press(m, "3")
	ready := func() {
		t.Helper()
		for m.Update(nil); !m.points().Done || !m.Outcome().Finished(); {
			m.Update(m.Runner.Wait())
		}
	}
	ready()
	sources := []string{m.Setting().Store.Source().Name()}
	for range 2 {
		for press(m, "m"); len(m.Marked()) < 3; {
			press(m, "m")
		}
		press(m, "D")
		for m.Setting().Store.Source().Name() == sources[len(sources)-1] {
			m.Update(m.Runner.Wait())
		}
		ready()
		sources = append(sources, m.Setting().Store.Source().Name())
	}
	if press(m, "w"); !strings.Contains(m.View(), "settings for all rows of bimodal") {
		t.Errorf("w does not say what a session lacks:\n%s", m.View())
	}
	press(m, "esc")
	for i := 1; i >= 0; i-- {
		press(m, "u")
		ready()
		if got := m.Setting().Store.Source().Name(); got != sources[i] {
			t.Errorf("undo leads to %s, want %s", got, sources[i])
		}
	}
}
