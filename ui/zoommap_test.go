package ui

import (
	"fmt"
	"gramscope/ui/chart"
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
)

// mapToy is an explorer on the regression screen with a complete map of 7×7 cells, which has the focus. Its best cell is at γ = 64 and
// μ = 0.01.
func mapToy(t *testing.T, w, h int) *explorer {
	t.Helper()
	m := learnToy(t, "braille", "none", w, h)
	feedLearned(t, m, 7)
	m.focusOn(frame.First)
	m.layOut()
	return m
}

// cells returns how many columns and rows of the map are shown.
func cells(m *explorer) (columns, rows int) {
	drawn := m.heat()
	return len(drawn.X.Values), len(drawn.Y.Values)
}

// Keys zoom the map of γ and μ around the cell at the cursor, and a session has the part.
func TestMapZoomsByKeys(t *testing.T) {
	m := mapToy(t, 100, 30)
	if line := lastLine(m); strings.Contains(line, "move") || strings.Contains(line, "whole") {
		t.Errorf("nothing is zoomed, and the last line is %q", line)
	}
	press(m, "i")
	if line := lastLine(m); !strings.Contains(line, "I whole chart  ctrl+←→↑↓ move") {
		t.Errorf("the last line is %q", line)
	}
	if title := titleOf(m); !strings.Contains(title, "zoomed") || strings.Contains(title, "no values") || !strings.Contains(title, "γ=64") {
		t.Fatalf("the title is %q", title)
	}
	if columns, rows := cells(m); columns < 3 || columns > 4 || rows < 3 || rows > 4 {
		t.Errorf("i shows %d×%d of 7×7 cells", columns, rows)
	}
	drawn := m.heat()
	if !drawn.Cursor || drawn.X.Values[drawn.Column] != 64 || drawn.Y.Values[drawn.Row] != 0.01 || drawn.Value(drawn.Column, drawn.Row) != 0.5 {
		t.Errorf("the cursor is at %d, %d of %v and %v", drawn.Column, drawn.Row, drawn.X.Values, drawn.Y.Values)
	}
	if pictured := m.charts()[0].Figure(80, 20).(chart.Heat); len(pictured.X.Values) != len(drawn.X.Values) {
		t.Errorf("the picture has the columns %v", pictured.X.Values)
	}
	zoom, session := m.charts()[0].Axes.Zoom, m.session()
	if kept := shownIn(m, "regression.zoom.1.x"); kept != fmt.Sprintf("%v:%v", zoom.X.Lo, zoom.X.Hi) || zoom.X.Lo >= 64 || zoom.X.Hi <= 64 || zoom.Y.Lo >= 0.01 || zoom.Y.Hi <= 0.01 {
		t.Errorf("the session has %v", kept)
	}
	first := drawn.X.Values[0]
	for range 8 {
		press(m, "left")
	}
	if at := m.heat(); !at.Cursor || at.Column != 0 || at.X.Values[0] != first {
		t.Errorf("← leads to column %d of %v: the cursor stays among what is shown", at.Column, at.X.Values)
	}
	press(m, "ctrl+right", "ctrl+up")
	if now := m.heat(); !(now.X.Values[0] > first) || !(now.Y.Values[0] > drawn.Y.Values[0]) {
		t.Errorf("moved to %v and %v", now.X.Values, now.Y.Values)
	}
	press(m, "ctrl+left", "ctrl+down")
	if now := m.heat(); now.X.Values[0] != first || now.Y.Values[0] != drawn.Y.Values[0] {
		t.Errorf("moved back to %v and %v", now.X.Values, now.Y.Values)
	}
	for range 9 {
		press(m, "i")
	}
	if columns, rows := cells(m); columns < 1 || rows < 1 || columns > 2 || rows > 2 || strings.Contains(titleOf(m), "no values") {
		t.Errorf("as near as possible: %d×%d cells: %s", columns, rows, titleOf(m))
	}
	press(m, "I")
	if columns, rows := cells(m); columns != 7 || rows != 7 || strings.Contains(titleOf(m), "zoomed") {
		t.Errorf("I shows %d×%d cells: %s", columns, rows, titleOf(m))
	}
	fresh := mapToy(t, 100, 30)
	fresh.restore(session)
	fresh.dirty = true
	fresh.layOut()
	if columns, rows := cells(fresh); columns != len(drawn.X.Values) || rows != len(drawn.Y.Values) || !strings.Contains(titleOf(fresh), "zoomed") {
		t.Errorf("the session shows %d×%d cells: %s", columns, rows, titleOf(fresh))
	}
}

// V on the map is about its γ and μ, and on the chart beside it about the swept parameter.
func TestMoreOfTheMapByKey(t *testing.T) {
	m := mapToy(t, 100, 30)
	if press(m, "V"); !strings.Contains(m.Note.Text, "zoom in first") {
		t.Errorf("on the whole map V says %q", m.Note.Text)
	}
	if press(m, "i", "V"); !strings.Contains(m.Note.Text, "more γ and μ") || m.charts()[0].Axes.Zoom.On() {
		t.Errorf("on a part of it V says %q", m.Note.Text)
	}
	m.focusOn(frame.Second)
	if press(m, "V"); strings.Contains(m.Note.Text, "γ") {
		t.Errorf("beside it V says %q", m.Note.Text)
	}
}

// The wheel zooms the map at the mouse, and a drag moves it; a click puts the cursor on a cell, and a drag does not.
func TestMapZoomsByMouse(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 45}} {
		m := mapToy(t, size[0], size[1])
		whole := m.whole[0]
		const u, v = 0.75, 0.3
		x, y := whole.X.Value(u), whole.Y.Value(v)
		for range 4 {
			mouseAt(m, u, v, tea.MouseButtonWheelUp, tea.MouseActionPress)
		}
		atX, _ := m.built[0].X.Map(x)
		if atY, _ := m.built[0].Y.Map(y); !m.built[0].Zoomed || math.Abs(atX-u) > 0.03 || math.Abs(atY-v) > 0.1 {
			t.Errorf("the wheel over %v, %v moves it to %v, %v", u, v, atX, atY)
		}
		before := m.built[0]
		cursor := m.heat()
		mouseAt(m, 0.2, 0.5, tea.MouseButtonLeft, tea.MouseActionPress)
		mouseAt(m, 0.4, 0.5, tea.MouseButtonLeft, tea.MouseActionMotion)
		mouseAt(m, 0.5, 0.5, tea.MouseButtonLeft, tea.MouseActionRelease)
		if now := m.built[0]; !(now.X.Lo < before.X.Lo) || now.Y != before.Y {
			t.Errorf("a drag to the right moves %v, %v to %v, %v", before.X, before.Y, now.X, now.Y)
		}
		press(m, "I")
		if now := m.heat(); cursor.Cursor && now.X.Values[now.Column] != cursor.X.Values[cursor.Column] {
			t.Errorf("a drag moves the cursor to column %d", now.Column)
		}
		mouseAt(m, 0.01, 0.99, tea.MouseButtonNone, tea.MouseActionMotion)
		if title := titleOf(m); !strings.Contains(title, "γ=0.25") || !strings.Contains(title, "μ=100") {
			t.Errorf("over the upper left cell the title is %q", title)
		}
		m.Update(tea.MouseMsg{X: 3, Y: 5, Action: tea.MouseActionMotion})
		if title := titleOf(m); !strings.Contains(title, "γ=64") {
			t.Errorf("over the knobs the title is %q", title)
		}
		for range 2 {
			mouseAt(m, 1, 0, tea.MouseButtonWheelUp, tea.MouseActionPress)
		}
		shown := m.heat()
		mouseAt(m, 0, 0, tea.MouseButtonLeft, tea.MouseActionPress)
		mouseAt(m, 0, 0, tea.MouseButtonLeft, tea.MouseActionRelease)
		if now := m.heat(); len(shown.X.Values) == 7 || now.X.Values[0] != shown.X.Values[0] || !now.Cursor || now.Column != 0 || now.Row != 0 {
			t.Errorf("a click on the lower left of %v puts the cursor at %d, %d", shown.X.Values, now.Column, now.Row)
		}
	}
}

// What a search shows on this screen is not in a session, and neither is the part of it that is zoomed: that would be one of the map.
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
	m.whole[0] = chart.Lines{}
	if u, v := m.middleOfPlane(0); u != 0.5 || v != 0.5 {
		t.Errorf("the middle is at %v, %v", u, v)
	}
}
