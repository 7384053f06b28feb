package ui

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/frame"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/screentest"
)

// TestSearchFlow searches with real work: on opening the screen, again after a
// change, and not on the first screen.
func TestSearchFlow(t *testing.T) {
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	settle(t, m)
	if m.Runner.Generation(regression.Jobs) > 0 {
		t.Fatal("the first screen searches")
	}
	press(m, "6")
	settle(t, m)
	for i, method := range []string{tune.Exact, "plain", tune.Exact} { // which comes last
		if i > 0 {
			press(m, "v")
		}
		h := m.heat()
		if !strings.HasSuffix(h.Figure, " of "+method+", 5 folds") || !h.Cursor {
			t.Fatalf("%q is shown, with a best cell: %v", h.Figure, h.Cursor)
		}
		for r, row := range h.Values {
			for c, v := range row {
				if !(v >= h.Values[h.Row][h.Column]) || math.IsInf(v, 0) {
					t.Errorf("%s: cell %d, %d has %v, the best %v", method, c, r, v, h.Values[h.Row][h.Column])
				}
			}
		}
	}
	best := m.heat()
	if curves := m.linesOf(onLearned).Series; len(curves) == 0 || len(curves[0].X) != len(m.Swept().Values) {
		t.Errorf("%d curves of the test error", len(curves))
	}
	if rows, _ := m.Figures("plain"); len(rows) == 0 || !(rows[0].Regression.RiskRatio > 0) {
		t.Error("the present setting is not compared with the exact regression")
	}
	press(m, "enter")
	settle(t, m)
	if got := m.Setting().Gamma(m.Widths()); got != best.X.Values[best.Column] {
		t.Errorf("γ = %v taken over, want %v", got, best.X.Values[best.Column])
	}
	press(m, "1")
	settle(t, m)
	work := m.Runner.Generation(regression.Jobs)
	press(m, "r")
	settle(t, m)
	if m.Runner.Generation(regression.Jobs) != work {
		t.Error("a search starts on the first screen")
	}
	press(m, "6")
	settle(t, m)
	if next := m.heat(); m.Runner.Generation(regression.Jobs) == work || len(next.Values) == 0 || reflect.DeepEqual(next.Values, best.Values) {
		t.Errorf("no search for the seed that was changed meanwhile:\n%s", m.View())
	}
}

// Leaving the screen ends a search, and what it still sends is dropped.
func TestLeavingStopsTheSearch(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 2)
	r := m.Runner
	sent := make(chan struct{})
	r.Start(regression.Jobs, func(_ context.Context, post func(any)) error {
		post(madeUpColumn(madeUpGrounds(), "plain", 4, 5))
		close(sent)
		return nil
	})
	<-sent
	press(m, "1")
	m.Update(job.Wake{})
	if !math.IsNaN(m.heat().Values[0][4]) {
		t.Error("a figure of the search that was stopped came through")
	}
	started := m.countWork(regression.Jobs)
	press(m, "6")
	if *started != 1 {
		t.Errorf("%d searches on coming back, want 1", *started)
	}
	if m.heat().Figure != "" || !strings.Contains(m.titleOf(onHeat, 200), "plain at γ=") {
		t.Error("the unfinished map is gone")
	}
}

// What a map depends on asks for another; γ and μ on it do not.
func TestWhatAsksForAnotherMap(t *testing.T) {
	for name, tt := range map[string]struct {
		act  func(*explorer)
		want bool
	}{
		"γ":              {func(m *explorer) { m.panel.Chosen = "gamma"; press(m, "+") }, false},
		"σ":              {func(m *explorer) { m.panel.Chosen = "sigma"; press(m, "+") }, false},
		"μ":              {func(m *explorer) { m.panel.Chosen = "mu"; press(m, "+") }, false},
		"γ off the map":  {func(m *explorer) { m.panel.Chosen = "gamma"; press(m, ">", ">", ">") }, true},
		"μ off the map":  {func(m *explorer) { m.panel.Chosen = "mu"; press(m, "<", "<", "<") }, true},
		"m":              {func(m *explorer) { m.panel.Chosen = "m"; press(m, "+") }, true},
		"n":              {func(m *explorer) { m.panel.Chosen = "n"; press(m, "-") }, true},
		"seed":           {func(m *explorer) { press(m, "r") }, true},
		"kernel":         {func(m *explorer) { m.panel.Chosen = "kernel"; press(m, "+") }, true},
		"another's zeal": {func(m *explorer) { m.panel.Chosen = "zeal"; press(m, "+") }, false},
		"own zeal":       {func(m *explorer) { m.Point(1); m.panel.Chosen = "zeal"; press(m, "+") }, true},
		"the pointer on a method that runs": {func(m *explorer) {
			m.focusOn(frame.Methods)
			press(m, "down")
		}, true},
		"the pointer on one that does not": {func(m *explorer) {
			m.focusOn(frame.Methods)
			press(m, "up")
		}, false},
		"another figure": {func(m *explorer) { press(m, "tab", "v", "down", "enter") }, false},
	} {
		m := learnToy(t, "braille", "none", 120, 40)
		feedLearned(t, m, 7)
		started := m.countWork(regression.Jobs)
		tt.act(m)
		if (*started > 0) != tt.want {
			t.Errorf("%s: %d searches started, want some: %v", name, *started, tt.want)
		}
		if stale := len(m.heat().Values) == 0; stale != tt.want {
			t.Errorf("%s: the map at hand is stale: %v", name, stale)
		}
	}
}

func TestLargeNIsSampledForTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	on := madeUpGrounds()
	on.N, on.Of = 1000, 3000
	m.receive(regression.Jobs, regression.Searching{On: on})
	m.receive(regression.Jobs, madeUpColumn(on, "plain", 1, 5))
	m.layOut()
	if !strings.Contains(m.View(), "rmse of plain, 1000 rows") || !strings.Contains(m.Note.Text, "1000 of the 3000 rows") {
		t.Errorf("the map does not say how many rows it is of:\n%s", m.View())
	}
}

// The grid is run again with the exact regression, and each row lands at its
// point.
func TestGridIsCompared(t *testing.T) {
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	press(m, "6", "tab")
	pickValue(t, m, "risk ratio")
	settle(t, m)
	for _, name := range []string{"plain", "eager", "spectral"} {
		for k, rows := range m.Outcome().Grid(name) {
			if len(rows) != 2 {
				t.Fatalf("%s: %d rows at a point, want 2", name, len(rows))
			}
			for _, r := range rows {
				if r.Mu != m.Outcome().Axis().Values[k] || !(r.Regression.RiskRatio > 0) || !(r.Regression.RMSETestExact > 0) {
					t.Errorf("%s at point %d: μ = %v, want %v; risk ratio %v", name, k, r.Mu, m.Outcome().Axis().Values[k], r.Regression.RiskRatio)
				}
			}
		}
	}
	if p := m.ExactNow("bach_p"); !(p > 0) {
		t.Errorf("Bach's sufficient columns are %v", p)
	}
	if m.Outcome().Done() != m.Outcome().Total() {
		t.Errorf("%d of %d runs: what is run again counts", m.Outcome().Done(), m.Outcome().Total())
	}
}

// The curve of K waits until its screen is shown.
func TestCurveWaitsForItsScreen(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	curves := m.countWork(explore.Jobs)
	press(m, "r")
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
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

// After undo the sweep over μ has the present μ in it again.
func TestUndoBringsTheGridBack(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.panel.Chosen = "mu"
	press(m, ">", ">", ">", ">")
	inside := func() bool {
		mu := m.Setting().Value(model.Ridge(nil), m.Widths())
		return mu >= slices.Min(m.Swept().Values) && mu <= slices.Max(m.Swept().Values)
	}
	if !inside() {
		t.Errorf("μ left the grid %v", m.Swept().Values)
	}
	press(m, "u", "u", "u", "u")
	if !inside() || m.Outcome().Axis().Values[0] != m.Swept().Values[0] {
		t.Errorf("after undo μ is not in the grid %v, or the sweep is over %v", m.Swept().Values, m.Outcome().Axis().Values)
	}
}

func TestTestRowsFollowTheData(t *testing.T) {
	for start, want := range map[float64]float64{0.2: 0.2, 0.3: 0.3, 0: 0} {
		m := newToy(t, "braille", "none", 80, 24)
		m.Launch = func(job.Kind, job.Work) {}
		spec := m.Setting().Spec
		spec.Test = start
		source := m.Setting().Store.Source()
		m = newExplorer(Config{Source: source, Spec: spec, Methods: screentest.Methods(), Workers: 1}, m.look, m.Runner, m.Clock)
		m.Launch = func(job.Kind, job.Work) {}
		m.useSource(withoutTarget{source}, nil)
		if start == 0.2 && m.Setting().Spec.Test != 0 {
			t.Errorf("%v of rows without target are for tests", m.Setting().Spec.Test)
		}
		m.useSource(source, nil)
		if got := m.Setting().Spec.Test; got != want {
			t.Errorf("from %v: %v of the rows are for tests, want %v", start, got, want)
		}
	}
}
