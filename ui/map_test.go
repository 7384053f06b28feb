package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/chart"
	"gramscope/ui/frame"
)

// mapToy is an explorer on the regression screen with a complete map of 7×7 cells, which has the focus. Its best cell
// is at γ = 64 and μ = 0.01.
func mapToy(t *testing.T, w, h int) *explorer {
	t.Helper()
	m := learnToy(t, "braille", "none", w, h)
	feedLearned(t, m, 7)
	m.focusOn(frame.First)
	m.layOut()
	return m
}

// mouseOnCell sends events of the mouse on a cell of the map, counted by rows from 1.
func mouseOnCell(t *testing.T, m *explorer, cell int, b tea.MouseButton, actions ...tea.MouseAction) {
	t.Helper()
	r := m.layout.Panes[frame.First]
	w, h := m.chartSize(0)
	for y := range r.H - 1 {
		for x := range r.W {
			if m.charts()[0].Near(x, y, w, h) == cell {
				for _, a := range actions {
					m.Update(tea.MouseMsg{X: r.X + x, Y: r.Y + 1 + y, Button: b, Action: a})
				}
				return
			}
		}
	}
	t.Fatalf("cell %d is nowhere", cell)
}

// TestMapByMouse: the title has the cell under the mouse, and a click puts the cursor on it. The map does not zoom.
// TestFrozenMapSaysSo: nothing is searched then.
func TestFrozenMapSaysSo(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	press(m, "f", "6")
	redraw(m)
	if !strings.Contains(m.texts[0], "frozen: f resumes") {
		t.Errorf("the map\n%s", m.texts[0])
	}
}

func TestMapByMouse(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 45}} {
		m := mapToy(t, size[0], size[1])
		const upperLeft = 6*7 + 1
		mouseOnCell(t, m, upperLeft, tea.MouseButtonNone, tea.MouseActionMotion)
		if title := titleOf(m); !strings.Contains(title, "γ=0.25") || !strings.Contains(title, "μ=100") {
			t.Errorf("over the upper left cell the title is %q", title)
		}
		m.Update(tea.MouseMsg{X: 3, Y: 5, Action: tea.MouseActionMotion})
		if title := titleOf(m); !strings.Contains(title, "γ=64") {
			t.Errorf("over the knobs the title is %q", title)
		}
		mouseOnCell(t, m, 1, tea.MouseButtonWheelUp, tea.MouseActionPress)
		mouseOnCell(t, m, 1, tea.MouseButtonLeft, tea.MouseActionPress, tea.MouseActionRelease)
		if now := m.heat(); len(now.X.Values) != 7 || !now.Cursor || now.Column != 0 || now.Row != 0 {
			t.Errorf("a click on the lower left puts the cursor at %d, %d", now.Column, now.Row)
		}
		if press(m, "i"); !strings.Contains(m.Note.Text, "nothing to zoom") {
			t.Errorf("i says %q", m.Note.Text)
		}
	}
}

// What a search shows on this screen is not in a session, and neither is the part of it that is zoomed.
func TestZoomOfASearchIsNotKept(t *testing.T) {
	m := searchToy(t, "braille", 100, 30)
	m.focusOn(frame.First)
	if press(m, "i"); !m.built[0].Zoomed {
		t.Fatal("the search does not zoom")
	}
	if kept := shownIn(m, "regression.zoom.1.x"); kept != "" {
		t.Errorf("the session has %v", kept)
	}
}

// TestNothingToZoom: before there are points the middle is that of the chart.
func TestNothingToZoom(t *testing.T) {
	m := learnToy(t, "braille", "none", 100, 30)
	m.openScreen(slices.IndexFunc(m.screens, func(s numbered) bool { return s.Name() == "Points" }))
	m.whole[0] = chart.Lines{}
	if u, v := m.middle(0); u != 0.5 || v != 0.5 {
		t.Errorf("the middle is at %v, %v", u, v)
	}
}
