package ui

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/screentest"
)

// TestSearchesOnItsScreenOnly: the screen of γ and μ searches when it is opened, and the first
// screen never does. Leaving ends a search, which starts again on coming back.
func TestSearchesOnItsScreenOnly(t *testing.T) {
	t.Parallel()
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	settle(t, m)
	if m.Runner.Generation(regression.Jobs) > 0 {
		t.Fatal("the first screen searches")
	}
	press(m, "6")
	settle(t, m)
	best := m.heat()
	if len(best.Values) == 0 {
		t.Fatalf("no map:\n%s", m.View())
	}
	press(m, "1")
	settle(t, m)
	work := m.Runner.Generation(regression.Jobs)
	press(m, "r")
	settle(t, m)
	if m.Runner.Generation(regression.Jobs) != work {
		t.Error("a search starts on the first screen")
	}
	press(m, "6", "1")
	if m.Runner.Busy(regression.Jobs) {
		t.Error("a search goes on although its screen was left")
	}
	work = m.Runner.Generation(regression.Jobs)
	press(m, "6")
	settle(t, m)
	if next := m.heat(); m.Runner.Generation(regression.Jobs) == work || len(next.Values) == 0 ||
		reflect.DeepEqual(next.Values, best.Values) {
		t.Errorf("no search for the seed that was changed meanwhile:\n%s", m.View())
	}
}

// The curve of K waits until its screen is shown.
func TestCurveWaitsForItsScreen(t *testing.T) {
	m := learnToy(t, "braille", "none", 100, 30)
	curves := m.countWork(explore.Jobs)
	press(m, "r")
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	feedLearned(t, m, 0)
	if *curves > 0 {
		t.Errorf("%d curves of K start on the regression screen", *curves)
	}
	press(m, "1")
	feedLearned(t, m, 0) // of that screen's sweep
	if *curves != 1 {
		t.Errorf("%d curves of K start on the first screen, want 1", *curves)
	}
}

func TestTestRowsFollowTheData(t *testing.T) {
	for start, want := range map[float64]float64{0.2: 0.2, 0.3: 0.3, 0: 0} {
		m := newToy(t, "braille", "none", 80, 24)
		m.Launch = func(job.Kind, job.Work) {}
		spec := m.Setting.Spec
		spec.Test = start
		source := m.Setting.Store.Source()
		m = newExplorer(Config{Source: source, Spec: spec, Methods: screentest.Methods(), Workers: 1}, m.look, m.Runner,
			m.Clock)
		m.Launch = func(job.Kind, job.Work) {}
		m.useSource(withoutTarget{source}, nil)
		if start == 0.2 && m.Setting.Spec.Test != 0 {
			t.Errorf("%v of rows without target are for tests", m.Setting.Spec.Test)
		}
		m.useSource(source, nil)
		if got := m.Setting.Spec.Test; got != want {
			t.Errorf("from %v: %v of the rows are for tests, want %v", start, got, want)
		}
	}
}

// TestClickOnACell: each click on a pane reaches the cell of the map that is drawn there.
func TestClickOnACell(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		m := learnToy(t, "braille", "none", size[0], size[1])
		feedLearned(t, m, 7)
		m.focusOn(frame.First)
		m.layOut()
		r, mus, clicked := m.layout.Panes[frame.First], madeUpGrounds().Mus, 0
		for y, line := range strings.Split(ansi.Strip(m.View()), "\n") {
			if len([]rune(line)) < r.X+12 {
				continue
			}
			label, _, ok := strings.Cut(string([]rune(line)[r.X:r.X+12]), "┤")
			mu, err := tickValue(label)
			row := slices.IndexFunc(mus, func(v float64) bool { return math.Abs(v/mu-1) < 0.01 })
			if !ok || err != nil || row < 0 || y < r.Y || y >= r.Y+r.H {
				continue
			}
			press(m, "*") // a map of which only some rows are seen scrolls with the cursor
			m.focusOn(frame.Knobs)
			for _, action := range []tea.MouseAction{tea.MouseActionPress, tea.MouseActionRelease} {
				m.Update(tea.MouseMsg{X: r.X + ansi.StringWidth(label) + 1, Y: y, Button: tea.MouseButtonLeft, Action: action})
			}
			if h := m.heat(); !h.Cursor || h.Column != 0 || h.Row != row || m.focus != frame.First {
				t.Errorf("%v: a click beside μ = %v puts the cursor at %d, %d, the focus on %d", size, mu, h.Column, h.Row, m.focus)
			}
			m.focusOn(frame.First)
			clicked++
		}
		if clicked < 3 {
			t.Errorf("%v: %d rows of the map are named:\n%s", size, clicked, m.View())
		}
	}
}
