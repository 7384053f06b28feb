package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/chart"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
)

// titleOf returns the line with the titles of the charts.
func titleOf(m *explorer) string { return strings.Split(m.View(), "\n")[1] }

// within reports whether the first chart shows a part of its axes.
func within(m *explorer) bool {
	b, w := m.built[0], m.whole[0]
	return b.X.Lo >= w.X.Lo && b.X.Hi <= w.X.Hi && b.Y.Lo >= w.Y.Lo && b.Y.Hi <= w.Y.Hi
}

func TestZoomByKeys(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	if strings.Contains(titleOf(m), "zoomed") {
		t.Fatal("zoomed at the start")
	}
	if press(m, "O"); strings.Contains(titleOf(m), "zoomed") {
		t.Error("the whole chart is zoomed out of")
	}
	press(m, "[", "[", "i")
	crossed, ok := m.cross.At(m.built[0])
	b, w := m.built[0], m.whole[0]
	before, _ := w.X.Map(crossed)
	if now, _ := b.X.Map(crossed); !ok || !within(m) || !strings.Contains(titleOf(m), "zoomed") ||
		math.Abs(now-before) > 0.01 {
		t.Fatalf("zoomed from %v to %v around %v, which was at %v: %s", w.X, b.X, crossed, before, titleOf(m))
	}
	u0, _ := w.X.Map(b.X.Lo)
	u1, _ := w.X.Map(b.X.Hi)
	if math.Abs(u1-u0-0.5) > 0.01 {
		t.Errorf("half of the axis is its part from %v to %v", u0, u1)
	}
	press(m, "ctrl+right", "ctrl+up")
	if to := m.built[0]; !(to.X.Lo > b.X.Lo) || !(to.Y.Lo > b.Y.Lo) || !within(m) {
		t.Errorf("moved from %v, %v to %v, %v", b.X, b.Y, to.X, to.Y)
	}
	press(m, "ctrl+left", "ctrl+left", "ctrl+left", "ctrl+left", "ctrl+left", "ctrl+down", "ctrl+down", "ctrl+down",
		"ctrl+down")
	if to := m.built[0]; math.Abs(to.X.Lo-w.X.Lo) > 1e-6 || math.Abs(to.Y.Lo-w.Y.Lo) > 1e-6 || !to.Zoomed {
		t.Errorf("moved to the ends: %v, %v of %v, %v", to.X, to.Y, w.X, w.Y)
	}
	for range 40 {
		press(m, "i")
	}
	if text := m.View(); !within(m) || strings.Contains(text, "NaN") {
		t.Errorf("as near as possible: %v of %v\n%s", m.built[0].X, w.X, text)
	}
	press(m, "I")
	if m.built[0].Zoomed || m.built[0].X != w.X {
		t.Errorf("the whole chart is %v", m.built[0].X)
	}
	press(m, "i", "i", "O", "O", "O")
	if m.built[0].Zoomed {
		t.Errorf("zoomed out as often as in: %v of %v", m.built[0].X, w.X)
	}
}

// A zoom stays while the figures change, and ends where an axis shows another quantity.
func TestZoomStaysAndEnds(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	m.panel.Chosen = "gamma"
	press(m, "i")
	x, y := m.built[0].X, m.built[0].Y
	press(m, "+")
	settle(t, m)
	if m.built[0].X != x || m.built[0].Y != y {
		t.Errorf("γ moves the chart from %v, %v to %v, %v", x, y, m.built[0].X, m.built[0].Y)
	}
	m.send(m.first(), screen.ShowValue("stable_rank_approx"))
	press(m, "x", "x")
	if m.built[0].X.Lo != x.Lo || m.built[0].Y.Hi == y.Hi {
		t.Errorf("another figure over the same parameter is shown in %v, %v; before in %v, %v", m.built[0].X, m.built[0].Y, x,
			y)
	}
	m.chooseAxis("gamma")
	settle(t, m)
	press(m, "y", "y")
	if m.built[0].Zoomed {
		t.Errorf("another parameter is zoomed: %v", m.built[0].X)
	}
}

// A range that a logarithmic axis can't show is left out while the axis is one.
func TestZoomBelowALogAxis(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	axes := m.charts()[0].Axes
	press(m, "x")
	axes.Zoom.X.Lo, axes.Zoom.X.Hi = -5, 15
	press(m, "x")
	if log := m.built[0].X; log.Scale != chart.Log && m.built[0].Zoomed {
		press(m, "x")
	}
	for _, scale := range []bool{true, false} {
		if strings.Contains(m.View(), "NaN") || !(m.built[0].X.Lo < m.built[0].X.Hi) {
			t.Errorf("%v: %v\n%s", scale, m.built[0].X, m.View())
		}
		press(m, "x", "i")
	}
}

// Nothing is bound to the letters that editors move by: who presses them here expects another program.
func TestEditorsLettersDoNothing(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	for _, s := range m.screens {
		for _, key := range []string{"h", "j", "k", "l"} {
			for _, in := range []mode{onKnobs, onMethods, onFirst, onSecond, onText} {
				if b, ok := find(m.keys(""), in, s.key+lessonOpen, key); ok {
					t.Errorf("on screen %s, %s: %s", s.key, key, b.does)
				}
			}
		}
	}
	press(m, "esc") // which takes the first note away
	before := m.View()
	press(m, "h", "j", "k", "l")
	if m.View() != before {
		t.Errorf("the window changes:\n%s", m.View())
	}
}

// A session, and the parts of it that a command line can name, bring a zoom back.
func TestZoomComesBack(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	fresh := m.session()
	press(m, "i", "ctrl+right", "tab", "tab", "i", "i")
	s := m.session()
	again := resume(t, s)
	if again.built[0].X != m.built[0].X || again.built[0].Y != m.built[0].Y || again.built[1].X != m.built[1].X ||
		!again.built[1].Zoomed {
		t.Errorf("restored %v and %v, was %v and %v", again.built[0].X, again.built[1].X, m.built[0].X, m.built[1].X)
	}
	parts := s.Differences(fresh)
	if text := fmt.Sprint(parts); !strings.Contains(text, "{zoom.1.x") || !strings.Contains(text, "{zoom.2.y") {
		t.Errorf("the parts are %s", text)
	}
	fromParts := newToy(t, "braille", "none", 100, 30)
	if faults := fromParts.setShown(parts); faults != nil || len(s.Differences(fromParts.session())) > 0 {
		t.Errorf("parts give %v, not %v: %v", fromParts.fields(), s.Shown, faults)
	}
	for _, text := range []string{"NaN:1", "1:Inf", "2:1", "1:1", "1", "1:2:3", "a:b"} {
		if m.setShown(given("zoom.1.1.x", text)) == nil {
			t.Errorf("%q is taken for a part of an axis", text)
		}
	}
	if m.setShown(given("zoom.9.1.x", "1:2")) == nil {
		t.Error("there is a screen 9")
	}
}

// V adds values within the part that is shown, in one step of undo.
func TestMoreValuesWhereZoomed(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	before := slices.Clone(m.Outcome.Axis.Values)
	press(m, "i", "i")
	lo, hi := m.built[0].X.Lo, m.built[0].X.Hi
	press(m, "V")
	settle(t, m)
	after := m.Outcome.Axis.Values
	if len(after) <= len(before) || !strings.Contains(m.Note.Text, "more values of m") {
		t.Fatalf("%v, then %v: %s", before, after, m.Note.Text)
	}
	for _, v := range after {
		if !slices.Contains(before, v) && (v < lo || v > hi) {
			t.Errorf("%v is new and outside of %v to %v", v, lo, hi)
		}
	}
	if m.built[0].X.Lo != lo || m.built[0].X.Hi != hi || len(m.built[0].Series[0].X) != len(after) {
		t.Errorf("shown are %v, with samples at %v", m.built[0].X, m.built[0].Series[0].X)
	}
	press(m, "u")
	settle(t, m)
	if got := m.Outcome.Axis.Values; !slices.Equal(got, before) {
		t.Errorf("undone: %v, was %v", got, before)
	}
	for range 30 {
		press(m, "V")
	}
	if len(m.Setting.Axis.Values) > 200 || !strings.Contains(m.Note.Text, "no more values") {
		t.Errorf("%d values: %s", len(m.Setting.Axis.Values), m.Note.Text)
	}
	settle(t, m)
	press(m, "tab", "tab", "V")
	if !strings.Contains(m.Note.Text, "over something else") {
		t.Errorf("on the chart over σ: %s", m.Note.Text)
	}
}

// What can't be zoomed says so by the keys, and the wheel moves the focus to the chart under it.
func TestWhatDoesNotZoomSaysSo(t *testing.T) {
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	second := m.layout.Panes[frame.Second]
	m.Update(tea.MouseMsg{X: second.X + second.W/2, Y: second.Y + second.H/4, Button: tea.MouseButtonWheelUp,
		Action: tea.MouseActionPress})
	if m.focus != frame.Second || !m.built[1].Zoomed || m.built[0].Zoomed {
		t.Errorf("the wheel leaves the focus on pane %d; zoomed: %t, %t", m.focus, m.built[0].Zoomed, m.built[1].Zoomed)
	}
	press(m, "t")
	m.focusOn(frame.First)
	if press(m, "i"); m.built[0].Zoomed || !strings.Contains(m.Note.Text, "nothing to zoom") {
		t.Error("i over numbers zooms what is not seen")
	}
}

// As many turns of the wheel back show the whole chart, wherever the mouse is.
func TestWheelBackShowsAll(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	for _, turns := range []int{1, 2, 7} {
		for _, u := range []float64{0.03, 0.5, 0.77} {
			for _, button := range []tea.MouseButton{tea.MouseButtonWheelUp, tea.MouseButtonWheelDown} {
				for range turns {
					mouseAt(m, u, 1-u, button, tea.MouseActionPress)
				}
			}
			if m.built[0].Zoomed {
				t.Errorf("%d turns at %v leave %v, %v of %v, %v", turns, u, m.built[0].X, m.built[0].Y, m.whole[0].X, m.whole[0].Y)
			}
			press(m, "I")
		}
	}
}

// Keys zoom where there are curves, also in a chart that does not show the present setting.
func TestKeysZoomOnCurves(t *testing.T) {
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	press(m, "2")
	settlePicture(t, m)
	for _, pane := range []frame.Pane{frame.First, frame.Second} {
		m.focusOn(pane)
		press(m, "i", "i", "i", "i")
		if l := m.built[pane-frame.First]; !l.Zoomed || samplesShown(l) == 0 {
			t.Errorf("chart %d has no samples in %v, %v", pane, l.X, l.Y)
		}
	}
}

// Where the numbers of a sample leave no room, they come before the word that the chart is zoomed.
func TestNumbersComeBeforeZoomed(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 160} {
		m := newToy(t, "braille", "none", w, 24)
		m.Init()
		settle(t, m)
		press(m, "i", "[")
		title := []rune(titleOf(m))
		r := m.layout.Panes[frame.First]
		head := strings.TrimSpace(string(title[r.X : r.X+r.W]))
		if strings.Contains(head, "…") || !strings.Contains(head, "m=") || strings.Contains(head, "zoomed") != (w == 160) {
			t.Errorf("in %d cells: %q", w, head)
		}
	}
}
