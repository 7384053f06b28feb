package ui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/tune"
	"gramscope/ui/lab"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/regression"
)

// TestSearchFlow searches with real work: on opening the screen, again after a
// change, and not on the first screen.
func TestSearchFlow(t *testing.T) {
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	settle(t, m)
	if m.regression().Map.Key != "" {
		t.Fatal("the first screen searches")
	}
	press(m, "6")
	settle(t, m)
	if len(m.regression().Map.Maps) != 2 || m.regression().Map.Maps[0].Method != "plain" || m.regression().Map.Maps[1].Method != tune.Exact {
		t.Fatalf("maps %+v", m.regression().Map.Maps)
	}
	for _, h := range m.regression().Map.Maps {
		for _, e := range h.Columns {
			if e.Folds != regression.Folds || e.Failure != nil {
				t.Fatalf("%s: a column with %d folds, failure %q", h.Method, e.Folds, e.Failure)
			}
		}
	}
	h, on, stale := m.regression().Map.Now()
	column, row, ok := h.Best()
	if stale || !ok || h.Method != tune.Exact {
		t.Fatalf("the map of %s is shown, stale %v, best %v", h.Method, stale, ok)
	}
	for c := range on.Gammas {
		for r := range on.Mus {
			if h.Value(c, r) < h.Value(column, row) {
				t.Errorf("cell %d, %d is better than the best", c, r)
			}
		}
	}
	if curves := m.linesOf(onLearned).Series; len(curves) == 0 || len(curves[0].X) != len(m.Own.Values) {
		t.Errorf("%d curves of the test error", len(curves))
	}
	if rows, _ := m.Figures("plain"); len(rows) == 0 || !(rows[0].Regression.RiskRatio > 0) {
		t.Error("the present setting is not compared with the exact regression")
	}
	press(m, "enter")
	settle(t, m)
	if got := m.Setting.Gamma(m.Widths()); got != on.Gammas[column] {
		t.Errorf("γ = %v taken over, want %v", got, on.Gammas[column])
	}
	press(m, "1")
	settle(t, m)
	key := m.regression().Map.Key
	press(m, "r")
	settle(t, m)
	if m.regression().Map.Key != key {
		t.Error("a search starts on the first screen")
	}
	press(m, "6")
	settle(t, m)
	if m.regression().Map.Key == key || !m.regression().Map.Done || m.regression().Map.Failed != nil || !m.regression().Map.Begun() {
		t.Errorf("no search for the seed that was changed meanwhile (%v)", m.regression().Map.Failed)
	}
}

// Leaving the screen ends a search, and what it still sends is dropped.
func TestLeavingStopsTheSearch(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 2)
	r := m.Runner
	sent := make(chan struct{})
	r.Start(regression.Lane, func(_ context.Context, post func(any)) {
		post(madeUpColumn(madeUpGrounds(), "plain", 4, 5))
		close(sent)
	})
	<-sent
	press(m, "1")
	m.Update(lab.Wake{})
	if m.regression().Map.Maps[0].Columns[4].Folds > 0 {
		t.Error("a figure of the search that was stopped came through")
	}
	started := 0
	m.Launch = func(l lab.Lane, _ lab.Work) {
		if l == regression.Lane {
			started++
		}
	}
	press(m, "6")
	if started != 1 {
		t.Errorf("%d searches on coming back, want 1", started)
	}
	if _, _, stale := m.regression().Map.Now(); !stale {
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
		"own zeal":       {func(m *explorer) { m.Pointed = 1; m.panel.Chosen = "zeal"; press(m, "+") }, true},
		"the pointer on a method that runs": {func(m *explorer) {
			m.focusOn(methodsPane)
			press(m, "down")
		}, true},
		"the pointer on one that does not": {func(m *explorer) {
			m.focusOn(methodsPane)
			press(m, "up")
		}, false},
		"another figure": {func(m *explorer) { press(m, "tab", "v", "down", "enter") }, false},
	} {
		m := learnToy(t, "braille", "none", 120, 40)
		feedLearned(t, m, 7)
		started := 0
		m.Launch = func(l lab.Lane, _ lab.Work) {
			if l == regression.Lane {
				started++
			}
		}
		tt.act(m)
		if (started > 0) != tt.want {
			t.Errorf("%s: %d searches started, want some: %v", name, started, tt.want)
		}
		if _, _, stale := m.regression().Map.Now(); stale != tt.want {
			t.Errorf("%s: the map at hand is stale: %v", name, stale)
		}
	}
}

func TestLargeNIsSampledForTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.receive(lab.SweepLane, lab.FoundWidths{Key: m.Setting.WidthsKey(), Widths: lab.Widths{Known: true, Median: 0.18, Mean: 0.27}})
	spec := m.regression().HeatSpec()
	if spec.N != regression.Rows || !slices.Contains(spec.Methods, tune.Exact) {
		t.Errorf("a search on %d rows of %v", spec.N, spec.Methods)
	}
	on := madeUpGrounds()
	on.N, on.Of = regression.Rows, 3000
	m.receive(regression.Lane, regression.Searching{On: on})
	m.receive(regression.Lane, madeUpColumn(on, "plain", 1, 5))
	m.arrange()
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
		for k, rows := range m.Out.Grid[name] {
			if len(rows) != 2 {
				t.Fatalf("%s: %d rows at a point, want 2", name, len(rows))
			}
			for _, r := range rows {
				if r.Mu != m.Out.Axis.Values[k] || !(r.Regression.RiskRatio > 0) || !(r.Regression.RMSETestExact > 0) {
					t.Errorf("%s at point %d: μ = %v, want %v; risk ratio %v", name, k, r.Mu, m.Out.Axis.Values[k], r.Regression.RiskRatio)
				}
			}
		}
	}
	if p := m.ExactNow("bach_p"); !(p > 0) {
		t.Errorf("Bach's sufficient columns are %v", p)
	}
	if m.Out.Done != m.Out.Total {
		t.Errorf("%d of %d runs: what is run again counts", m.Out.Done, m.Out.Total)
	}
}

// The curve of K waits until its screen is shown.
func TestCurveWaitsForItsScreen(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	curves := 0
	m.Launch = func(l lab.Lane, _ lab.Work) {
		if l == explore.Lane {
			curves++
		}
	}
	press(m, "r")
	m.receive(lab.SweepLane, lab.FoundWidths{Key: m.Setting.WidthsKey(), Widths: lab.Widths{Known: true, Median: 0.18, Mean: 0.27}})
	feedLearned(t, m, 0)
	if curves > 0 || !m.explore().Curve.Wanted {
		t.Errorf("%d curves of K start on the regression screen; wanted %v", curves, m.explore().Curve.Wanted)
	}
	press(m, "1")
	feedLearned(t, m, 0) // of that screen's sweep
	if curves != 1 {
		t.Errorf("%d curves of K start on the first screen, want 1", curves)
	}
}

// Where the distances are not known the usual γ are searched, until they show
// that the knob is not among these.
func TestMapFollowsAWidthThatIsFoundLater(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.change(func(s *lab.Setting) { s.Set(model.Gamma(nil), 1e6) })
	if _, ok := regression.Nearest(m.regression().HeatSpec().Gammas, 1e6); !ok {
		t.Errorf("γ = 1e6 is not among %v", m.regression().HeatSpec().Gammas)
	}
	press(m, "r")
	key := m.regression().Map.Key
	if m.regression().Map.Gammas != nil {
		t.Errorf("without distances γ is searched among %v", m.regression().Map.Gammas)
	}
	m.receive(lab.SweepLane, lab.FoundWidths{Key: m.Setting.WidthsKey(), Widths: lab.Widths{Known: true, Median: 0.18, Mean: 0.27}})
	if _, ok := regression.Nearest(m.regression().Map.Gammas, 1e6); !ok || m.regression().Map.Key == key {
		t.Errorf("with them it is searched among %v", m.regression().Map.Gammas)
	}
}

// After undo the sweep over μ has the present μ in it again.
func TestUndoBringsTheGridBack(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.panel.Chosen = "mu"
	press(m, ">", ">", ">", ">")
	inside := func() bool {
		mu := m.Setting.Value(model.Ridge(nil), m.Widths())
		return mu >= slices.Min(m.Own.Values) && mu <= slices.Max(m.Own.Values)
	}
	if !inside() {
		t.Errorf("μ left the grid %v", m.Own.Values)
	}
	press(m, "u", "u", "u", "u")
	if !inside() || m.Out.Axis.Values[0] != m.Own.Values[0] {
		t.Errorf("after undo μ is not in the grid %v, or the sweep is over %v", m.Own.Values, m.Out.Axis.Values)
	}
}

func TestTestRowsFollowTheData(t *testing.T) {
	for start, want := range map[float64]float64{0.2: 0.2, 0.3: 0.3, 0: 0} {
		m := newToy(t, "braille", "none", 80, 24)
		m.Launch = func(lab.Lane, lab.Work) {}
		spec := m.Setting.Spec
		spec.Test = start
		source := m.Setting.Store.Source()
		m = newExplorer(Config{Source: source, Spec: spec, Methods: toyMethods(), Workers: 1}, m.look, m.Runner, m.Clock)
		m.Launch = func(lab.Lane, lab.Work) {}
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
