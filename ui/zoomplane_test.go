package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/chart"
)

// newToyPoints is a toy that shows the points of screen 3.
func newToyPoints(t *testing.T) *explorer {
	t.Helper()
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	press(m, "3")
	for !m.points().Done {
		m.Update(m.Runner.Wait())
	}
	return m
}

// The charts of points show one part of their plane: keys zoom around the points, the wheel at the mouse, and other
// axes or I show all.
func TestPointsZoom(t *testing.T) {
	m := newToyPoints(t)
	whole := m.whole[0]
	if m.built[0].Zoomed || !(whole.X.Lo < whole.X.Hi) || len(whole.Dots) == 0 {
		t.Fatalf("at the start: %v", whole)
	}
	press(m, "i")
	part := m.built[0]
	if now := strings.Count(titleOf(m), "zoomed"); now != 1 || !within(m) {
		t.Fatalf("i shows %v, %v: %s", part.X, part.Y, titleOf(m))
	}
	if length := (part.X.Hi - part.X.Lo) / (whole.X.Hi - whole.X.Lo); math.Abs(length-0.5) > 0.05 {
		t.Errorf("i shows %v of the axis", length)
	}
	if samplesShown(m.built[0]) == 0 {
		t.Errorf("i zooms where no points are: %s", titleOf(m))
	}
	if x, y := shownIn(m, "points.zoom.1.x"),
		shownIn(m, "points.zoom.1.y"); x != fmt.Sprintf("%v:%v", part.X.Lo, part.X.Hi) ||
		y != fmt.Sprintf("%v:%v", part.Y.Lo, part.Y.Hi) {
		t.Errorf("the session has %s, %s", x, y)
	}
	press(m, "ctrl+right")
	if to := m.built[0]; !(to.X.Lo > part.X.Lo) {
		t.Errorf("ctrl+→ moves %v to %v", part.X, to.X)
	}
	press(m, "I")
	if m.built[0].Zoomed || strings.Contains(titleOf(m), "zoomed") {
		t.Errorf("I shows %v", m.built[0].X)
	}
	const u, v = 0.8, 0.25
	x, y := whole.X.Value(u), whole.Y.Value(v)
	mouseAt(m, u, v, tea.MouseButtonWheelUp, tea.MouseActionPress)
	atX, _ := m.built[0].X.Map(x)
	if atY, _ := m.built[0].Y.Map(y); !m.built[0].Zoomed || math.Abs(atX-u) > 0.03 || math.Abs(atY-v) > 0.05 {
		t.Errorf("the wheel over %v, %v moves it to %v, %v", u, v, atX, atY)
	}
	press(m, "o", "down", "enter") // another x axis
	if m.built[0].X.ID == whole.X.ID || m.built[0].X.Lo == part.X.Lo || m.built[0].X != m.whole[0].X && m.built[0].Zoomed {
		t.Errorf("over %q: %v of %v", m.whole[0].X.ID, m.built[0].X, m.whole[0].X)
	}
}

// Keys zoom a plane where a point is: at the crosshair, or else near the middle.
func TestKeysZoomWherePointsAre(t *testing.T) {
	m := newToyPoints(t)
	press(m, "i", "i", "i", "i", "i", "i")
	if samplesShown(m.built[0]) == 0 {
		t.Errorf("no points in %v, %v", m.built[0].X, m.built[0].Y)
	}
	press(m, "I", "]", "]")
	p := m.whole[0].Cursor
	if p == nil {
		t.Fatal("no crosshair")
	}
	press(m, "i", "i", "i", "i", "i", "i")
	if !m.built[0].Shows(p.X, p.Y) {
		t.Errorf("the crosshair at %v is not in %v, %v", *p, m.built[0].X, m.built[0].Y)
	}
}

// samplesShown counts the samples that a chart shows.
func samplesShown(l chart.Lines) (count int) {
	for _, s := range append(l.Series, l.Places()) {
		for i := range min(len(s.X), len(s.Y)) {
			if l.Shows(s.X[i], s.Y[i]) {
				count++
			}
		}
	}
	return count
}
