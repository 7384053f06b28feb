package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// bandOf is the band of a method's curve in the first chart.
func bandOf(t *testing.T, m *explorer, name string) chart.Series {
	t.Helper()
	at := slices.IndexFunc(m.built[0].Series, func(s chart.Series) bool { return s.Name == name })
	if at < 0 || len(m.built[0].Series[at].Lo) == 0 {
		t.Fatalf("no band of %s", name)
	}
	return m.built[0].Series[at]
}

// TestBandIsChosen: B shows another spread of the same repetitions, and the title says which.
func TestBandIsChosen(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 160, 45)
	m.change(func(s *lab.Setting) { s.Spec.Reps = 4 })
	m.showValue("stable rank") // which differs from draw to draw
	m.Init()
	settle(t, m)
	title := func() string { return strings.Split(m.View(), "\n")[1] }
	first := bandOf(t, m, "eager")
	if !strings.Contains(title(), "band ± standard error") {
		t.Errorf("the title: %s", title())
	}
	press(m, "B")
	second := bandOf(t, m, "eager")
	for i := range first.Y {
		a, b := first.Hi[i]-first.Y[i], second.Hi[i]-second.Y[i]
		if first.Y[i] != second.Y[i] || math.Abs(b-2*a) > 1e-9*b {
			t.Errorf("± %v of four repetitions, and ± %v", b, a)
		}
	}
	if !strings.Contains(title(), "band ± standard deviation") || !strings.Contains(m.Note.Text, "± standard deviation") {
		t.Errorf("the title: %s; the note: %s", title(), m.Note.Text)
	}
	press(m, "B")
	if third := bandOf(t, m, "eager"); slices.Equal(third.Hi, second.Hi) ||
		!strings.Contains(title(), "lower to upper quartile") {
		t.Errorf("the quartiles are %v; the title: %s", third.Hi, title())
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !strings.Contains(title(), "quartiles") {
		t.Errorf("at 80 columns the title is %s", title())
	}
	press(m, "[")
	if !strings.Contains(title(), "m=") || strings.Contains(title(), "±") {
		t.Errorf("quartiles at the crosshair: %s", title())
	}
	press(m, "esc", "B", "B")
	if m.Spread != lab.StandardDeviation {
		t.Errorf("B leads to %s", m.Spread)
	}
	m.change(func(s *lab.Setting) { s.Spec.Reps = 1 })
	press(m, "B")
	if !strings.Contains(m.Note.Text, "the knob reps takes more") {
		t.Errorf("of one repetition: %s", m.Note.Text)
	}
}

// TestBarsWhereTheAxisIsAResult: in both directions, as the title says, on the first screen and on
// the chart of costs.
func TestBarsWhereTheAxisIsAResult(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 160, 45)
	m.Init()
	settle(t, m)
	command(m, "value stable rank")
	command(m, "against effective dimension")
	settle(t, m)
	s := bandOf(t, m, "eager")
	if len(s.XLo) != len(s.X) || s.XLo[0] >= s.XHi[0] || s.Lo[0] >= s.Hi[0] {
		t.Errorf("bars from %v to %v and from %v to %v", s.XLo, s.XHi, s.Lo, s.Hi)
	}
	if title := strings.Split(m.View(), "\n")[1]; !strings.Contains(title, "   bars ±") {
		t.Errorf("the title: %s", title)
	}
}
