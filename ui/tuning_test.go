package ui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/tune"
)

// TestSearchFlow searches with real work: on opening the screen, again after a
// change, and not on the first screen.
func TestSearchFlow(t *testing.T) {
	m := run(t)
	m.change(func(s *setting) { s.spec.Test = 0.2 })
	settle(t, m)
	if m.heat.key != "" {
		t.Fatal("the first screen searches")
	}
	press(m, "6")
	settle(t, m)
	if len(m.heat.maps) != 2 || m.heat.maps[0].method != "plain" || m.heat.maps[1].method != tune.Exact {
		t.Fatalf("maps %+v", m.heat.maps)
	}
	for _, h := range m.heat.maps {
		for _, e := range h.columns {
			if e.Folds != heatFolds || e.Failure != "" {
				t.Fatalf("%s: a column with %d folds, failure %q", h.method, e.Folds, e.Failure)
			}
		}
	}
	h, on, stale := m.heat.now()
	column, row, ok := h.best()
	if stale || !ok || h.method != tune.Exact {
		t.Fatalf("the map of %s is shown, stale %v, best %v", h.method, stale, ok)
	}
	for c := range on.gammas {
		for r := range on.mus {
			if h.value(c, r) < h.value(column, row) {
				t.Errorf("cell %d, %d is better than the best", c, r)
			}
		}
	}
	if curves := m.learnedLines().Series; len(curves) == 0 || len(curves[0].X) != len(m.learned.axis.Values) {
		t.Errorf("%d curves of the test error", len(curves))
	}
	if rows, _ := m.figures("plain"); len(rows) == 0 || !(rows[0].Regression.RiskRatio > 0) {
		t.Error("the present setting is not compared with the exact regression")
	}
	press(m, "enter")
	settle(t, m)
	if got := m.setting.gamma(m.widths()); got != on.gammas[column] {
		t.Errorf("γ = %v taken over, want %v", got, on.gammas[column])
	}
	press(m, "1")
	settle(t, m)
	key := m.heat.key
	press(m, "r")
	settle(t, m)
	if m.heat.key != key {
		t.Error("a search starts on the first screen")
	}
	press(m, "6")
	settle(t, m)
	if m.heat.key == key || !m.heat.done || m.heat.failed != nil || !m.heat.begun() {
		t.Errorf("no search for the seed that was changed meanwhile (%v)", m.heat.failed)
	}
}

// Leaving the screen ends a search, and what it still sends is dropped.
func TestLeavingStopsTheSearch(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 2)
	r := m.runner
	sent := make(chan struct{})
	r.start(tuneLane, func(_ context.Context, post func(any)) {
		post(madeUpColumn(madeUpGrounds(), "plain", 4, 5))
		close(sent)
	})
	<-sent
	press(m, "1")
	m.Update(wake{})
	if m.heat.maps[0].columns[4].Folds > 0 {
		t.Error("a figure of the search that was stopped came through")
	}
	started := 0
	m.launch = func(l lane, _ work) {
		if l == tuneLane {
			started++
		}
	}
	press(m, "6")
	if started != 1 {
		t.Errorf("%d searches on coming back, want 1", started)
	}
	if _, _, stale := m.heat.now(); !stale {
		t.Error("the unfinished map is gone")
	}
}

// What a map depends on asks for another; γ and μ on it do not.
func TestWhatAsksForAnotherMap(t *testing.T) {
	for name, tt := range map[string]struct {
		act  func(*explorer)
		want bool
	}{
		"γ":              {func(m *explorer) { m.panel.chosen = "gamma"; press(m, "+") }, false},
		"σ":              {func(m *explorer) { m.panel.chosen = "sigma"; press(m, "+") }, false},
		"μ":              {func(m *explorer) { m.panel.chosen = "mu"; press(m, "+") }, false},
		"γ off the map":  {func(m *explorer) { m.panel.chosen = "gamma"; press(m, ">", ">", ">") }, true},
		"μ off the map":  {func(m *explorer) { m.panel.chosen = "mu"; press(m, "<", "<", "<") }, true},
		"m":              {func(m *explorer) { m.panel.chosen = "m"; press(m, "+") }, true},
		"n":              {func(m *explorer) { m.panel.chosen = "n"; press(m, "-") }, true},
		"seed":           {func(m *explorer) { press(m, "r") }, true},
		"kernel":         {func(m *explorer) { m.panel.chosen = "kernel"; press(m, "+") }, true},
		"another's zeal": {func(m *explorer) { m.panel.chosen = "zeal"; press(m, "+") }, false},
		"own zeal":       {func(m *explorer) { m.table.at = 1; m.panel.chosen = "zeal"; press(m, "+") }, true},
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
		m.launch = func(l lane, _ work) {
			if l == tuneLane {
				started++
			}
		}
		tt.act(m)
		if (started > 0) != tt.want {
			t.Errorf("%s: %d searches started, want some: %v", name, started, tt.want)
		}
		if _, _, stale := m.heat.now(); stale != tt.want {
			t.Errorf("%s: the map at hand is stale: %v", name, stale)
		}
	}
}

func TestLargeNIsSampledForTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.change(func(s *setting) { s.spec.N = 3000 })
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	spec := m.heatSpec()
	if spec.N != heatRows || !slices.Contains(spec.Methods, tune.Exact) {
		t.Errorf("a search on %d rows of %v", spec.N, spec.Methods)
	}
	on := madeUpGrounds()
	on.n, on.of = heatRows, 3000
	m.receive(tuneLane, searching{on: on})
	m.receive(tuneLane, madeUpColumn(on, "plain", 1, 5))
	m.arrange()
	if !strings.Contains(m.View(), "rmse of plain, 1000 rows") || !strings.Contains(m.note.text, "1000 of the 3000 rows") {
		t.Errorf("the map does not say how many rows it is of:\n%s", m.View())
	}
}

// The grid is run again with the exact regression, and each row lands at its
// point.
func TestGridIsCompared(t *testing.T) {
	m := run(t)
	m.change(func(s *setting) { s.spec.Test = 0.2 })
	press(m, "6", "tab")
	pickValue(t, m, "risk ratio")
	settle(t, m)
	for _, name := range []string{"plain", "eager", "spectral"} {
		for k, rows := range m.out.grid[name] {
			if len(rows) != 2 {
				t.Fatalf("%s: %d rows at a point, want 2", name, len(rows))
			}
			for _, r := range rows {
				if r.Mu != m.out.axis.Values[k] || !(r.Regression.RiskRatio > 0) || !(r.Regression.RMSETestExact > 0) {
					t.Errorf("%s at point %d: μ = %v, want %v; risk ratio %v", name, k, r.Mu, m.out.axis.Values[k], r.Regression.RiskRatio)
				}
			}
		}
	}
	if p := m.exactNow("bach_p"); !(p > 0) {
		t.Errorf("Bach's sufficient columns are %v", p)
	}
	if m.out.done != m.out.total {
		t.Errorf("%d of %d runs: what is run again counts", m.out.done, m.out.total)
	}
}

// The curve of K leaves the processors to the runs, unless its chart is looked at.
func TestCurveWaitsForTheRuns(t *testing.T) {
	for _, keys := range [][]string{nil, {"tab", "tab"}} {
		m := newToy(t, "braille", "none", 120, 40)
		press(m, keys...)
		looksAt := m.focus == secondPane
		if looksAt != (keys != nil) {
			t.Fatalf("the second chart has the focus after %v: %v", keys, looksAt)
		}
		feed(t, m, 1)
		if m.rank.wanted == looksAt {
			t.Errorf("the curve waits while there are runs to come: %v; its chart is looked at: %v", m.rank.wanted, looksAt)
		}
		feed(t, m, m.setting.spec.Reps)
		if m.rank.wanted {
			t.Error("the curve waits after the last run")
		}
	}
}

// The curve of K waits until its screen is shown.
func TestCurveWaitsForItsScreen(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	curves := 0
	m.launch = func(l lane, _ work) {
		if l == curveLane {
			curves++
		}
	}
	press(m, "r")
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	feedLearned(t, m, 0)
	if curves > 0 || !m.rank.wanted {
		t.Errorf("%d curves of K start on the regression screen; wanted %v", curves, m.rank.wanted)
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
	m.change(func(s *setting) { s.set(model.Gamma(nil), 1e6) })
	if _, ok := nearest(m.heatSpec().Gammas, 1e6); !ok {
		t.Errorf("γ = 1e6 is not among %v", m.heatSpec().Gammas)
	}
	press(m, "r")
	key := m.heat.key
	if m.heat.gammas != nil {
		t.Errorf("without distances γ is searched among %v", m.heat.gammas)
	}
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	if _, ok := nearest(m.heat.gammas, 1e6); !ok || m.heat.key == key {
		t.Errorf("with them it is searched among %v", m.heat.gammas)
	}
}

// After undo the sweep over μ has the present μ in it again.
func TestUndoBringsTheGridBack(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.panel.chosen = "mu"
	press(m, ">", ">", ">", ">")
	inside := func() bool {
		mu := m.setting.value(model.Ridge(nil), m.widths())
		return mu >= slices.Min(m.learned.axis.Values) && mu <= slices.Max(m.learned.axis.Values)
	}
	if !inside() {
		t.Errorf("μ left the grid %v", m.learned.axis.Values)
	}
	press(m, "u", "u", "u", "u")
	if !inside() || m.out.axis.Values[0] != m.learned.axis.Values[0] {
		t.Errorf("after undo μ is not in the grid %v, or the sweep is over %v", m.learned.axis.Values, m.out.axis.Values)
	}
}

func TestTestRowsFollowTheData(t *testing.T) {
	for start, want := range map[float64]float64{0.2: 0.2, 0.3: 0.3, 0: 0} {
		m := newToy(t, "braille", "none", 80, 24)
		m.launch = func(lane, work) {}
		spec := m.setting.spec
		spec.Test = start
		source := m.setting.store.Source()
		m = newExplorer(Config{Source: source, Spec: spec, Methods: toyMethods(), Workers: 1}, m.look, m.runner, m.clock)
		m.launch = func(lane, work) {}
		m.useSource(withoutTarget{source}, nil)
		if start == 0.2 && m.setting.spec.Test != 0 {
			t.Errorf("%v of rows without target are for tests", m.setting.spec.Test)
		}
		m.useSource(source, nil)
		if got := m.setting.spec.Test; got != want {
			t.Errorf("from %v: %v of the rows are for tests, want %v", start, got, want)
		}
	}
}
