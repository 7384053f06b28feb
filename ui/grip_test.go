package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

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
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	whole := m.built[0]
	mouseAt(m, 1, 0, tea.MouseButtonWheelUp, tea.MouseActionPress)
	mouseAt(m, 1, 0, tea.MouseButtonWheelUp, tea.MouseActionPress)
	b := m.built[0]
	if !b.Zoomed || b.X.Hi != whole.X.Hi || !(b.X.Lo > whole.X.Lo) || math.Abs(b.Y.Lo-whole.Y.Lo) > 1e-6 ||
		!(b.Y.Hi < whole.Y.Hi) {
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
	m := newToy(t, "braille", "none", 100, 30)
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
		t.Errorf("what was in the middle is at %v: from %v, %v to %v, %v; crosshair %v", u, b.X, b.Y, now.X, now.Y,
			m.cross.On)
	}
	mouseAt(m, 0.1, 0.1, tea.MouseButtonLeft, tea.MouseActionMotion)
	if m.built[0].X != now.X {
		t.Error("the chart moves after the button was released")
	}
}

// A click on a sample moves the crosshair there, and points at its method.
func TestClickOnASample(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	l, _ := m.built[0].Settled()
	m.Point(m.MethodIndex("broken"))
	if mouseAt(m, 0.5, 0.5, tea.MouseButtonLeft, tea.MouseActionRelease); m.cross.On {
		t.Error("a button that was pressed elsewhere clicks")
	}
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
	if pointed := m.Methods[m.Pointed].Name; !strings.Contains(titleOf(m), "m=10") || pointed == "broken" {
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

// TestClickTakesAnEntry: of the menu on top, as enter does; beside its entries a click does nothing.
func TestClickTakesAnEntry(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 10}} {
		m := newToy(t, "braille", "none", size[0], size[1])
		feed(t, m, 2)
		click := func(x, y int) {
			m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
		}
		place := func(text string) (x, y int) {
			for y, line := range strings.Split(m.View(), "\n") {
				if before, _, found := strings.Cut(line, text); found {
					return ansi.StringWidth(before), y
				}
			}
			t.Fatalf("%q is not in\n%s", text, m.View())
			return 0, 0
		}
		press(m, "v")
		x, y := place("show ─")
		for _, at := range [][2]int{{0, 0}, {x, y}, {0, y + 1}, {x - 3, y + 1}, {size[0] - 1, y + 1}, {x, size[1] - 2}} {
			if click(at[0], at[1]); m.mode() != inMenu {
				t.Fatalf("a click on %d, %d, beside the entries, closes the menu in %v", at[0], at[1], size)
			}
		}
		press(m, "down", "down", "down", "down", "down", "down", "down") // where there is little room the list scrolls
		want := m.menu.Items[m.menu.Pointed()].Name
		if press(m, "up"); m.menu.Items[m.menu.Pointed()].Name == want {
			t.Fatalf("%s is still pointed at", want)
		}
		x, y = place(" " + want + " ")
		if click(x+1, y); m.mode() == inMenu || m.figure().Name != want {
			t.Errorf("in %v a click on %s shows %s, menu open: %t", size, want, m.figure().Name, m.mode() == inMenu)
		}
		press(m, "a") // which stays open
		before := len(m.Setting.Spec.Methods)
		x, y = place(" eager ")
		if click(x+1, y); m.mode() != inMethods || len(m.Setting.Spec.Methods) != before-1 {
			t.Errorf("in %v a click on a method leaves %d of %d ticked", size, len(m.Setting.Spec.Methods), before)
		}
		press(m, "esc", "d", "f", "r", "i", "e", "d")
		x, y = place(" friedman ")
		if click(x+1, y); m.Setting.Store.Source().Name() != "friedman" || len(m.open()) > 0 {
			t.Errorf("in %v a click on friedman takes %s", size, m.Setting.Store.Source().Name())
		}
	}
}
