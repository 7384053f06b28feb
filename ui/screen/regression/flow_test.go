package regression

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// computing is a screen whose jobs start.
func computing(t *testing.T) *screentest.Bench[*Screen] {
	m := screentest.New(t, New, screentest.Methods(), "plain", "eager", "spectral", "broken")
	m.Edit(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	return m
}

// TestSearchFlow searches with real work: at first, and again after a change.
func TestSearchFlow(t *testing.T) {
	m := computing(t)
	m.Settle()
	for i, want := range []string{"cross-validated rmse of plain", "cross-validated rmse of exact",
		"cross-validated rmse of plain"} {
		if i > 0 {
			m.Press(0, "v")
			m.Settle()
		}
		h, method := heat(m), want
		if !strings.HasSuffix(h.Figure, want) || !h.Cursor {
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
	best, work := heat(m), m.Runner.Generation(Jobs)
	if curves := m.Lines(1).Series; len(curves) == 0 || len(curves[0].X) != len(m.Swept().Values) {
		t.Errorf("%d curves of the test error", len(curves))
	}
	if rows, _ := m.Figures("plain"); len(rows) == 0 || !(rows[0].Get("risk_ratio") > 0) {
		t.Error("the present setting is not compared with the exact regression")
	}
	m.Press(0, "enter")
	m.Settle()
	if got := m.Setting.Gamma(); got != best.X.Values[best.Column] || m.Runner.Generation(Jobs) != work {
		t.Errorf("γ = %v taken over, want %v and no other search", got, best.X.Values[best.Column])
	}
	m.Change(func(s *lab.Setting) { s.Spec.Seed++ })
	m.Settle()
	if next := heat(m); m.Runner.Generation(Jobs) == work || len(next.Values) == 0 ||
		reflect.DeepEqual(next.Values, best.Values) {
		t.Error("no search for another seed")
	}
}

// TestLeavingStopsTheSearch: leaving the screen ends a search, and what it has still posted is
// dropped.
func TestLeavingStopsTheSearch(t *testing.T) {
	m, started := toy(t)
	feed(m, 2)
	sent := make(chan struct{})
	m.Runner.Start(Jobs, func(_ context.Context, post func(any)) error {
		post(screentest.MapColumn("plain", 4, 5))
		close(sent)
		return nil
	})
	<-sent
	m.Send(screen.Left{})
	for e := range m.Runner.Drain() {
		m.Send(e.Body)
	}
	if !math.IsNaN(heat(m).Values[0][4]) {
		t.Error("a figure of the search that was stopped came through")
	}
	*started = 0
	if m.Follow(); *started != 1 {
		t.Errorf("%d searches on coming back, want 1", *started)
	}
	if heat(m).Figure != "" || !strings.Contains(m.Title(0, 200), "plain at γ=") {
		t.Error("the unfinished map is gone")
	}
}

// TestWhatAsksForAnotherMap: what a map depends on does; γ and μ on it do not.
func TestWhatAsksForAnotherMap(t *testing.T) {
	type bench = screentest.Bench[*Screen]
	turn := func(name model.Name, steps int, big bool) func(*bench) {
		return func(m *bench) {
			at := slices.IndexFunc(m.Knobs(), func(k model.Param) bool { return k.Name == name })
			for range max(steps, -steps) {
				m.Turn(m.Knobs()[at], steps/max(steps, -steps), big)
				m.Follow()
			}
		}
	}
	for name, tt := range map[string]struct {
		act  func(*bench)
		want bool
	}{
		"γ":                                 {turn("gamma", 1, false), false},
		"σ":                                 {turn("sigma", 1, false), false},
		"μ":                                 {turn("mu", 1, false), false},
		"γ off the map":                     {turn("gamma", 3, true), true},
		"μ off the map":                     {turn("mu", -3, true), true},
		"m":                                 {turn("m", 1, false), true},
		"n":                                 {turn("n", -1, false), true},
		"seed":                              {func(m *bench) { m.Change(func(s *lab.Setting) { s.Spec.Seed++ }) }, true},
		"kernel":                            {turn("kernel", 1, false), true},
		"another's zeal":                    {turn("zeal", 1, false), false},
		"own zeal":                          {func(m *bench) { m.Point(1); turn("zeal", 1, false)(m) }, true},
		"the pointer on a method that runs": {func(m *bench) { m.PointAt("eager") }, true},
		"the pointer on one that does not":  {func(m *bench) { m.PointAt("idle") }, false},
		"another figure":                    {func(m *bench) { m.Press(1, "v"); m.Pick("bias and variance") }, false},
	} {
		m, started := toy(t)
		feed(m, 7)
		*started = 0
		tt.act(m)
		if (*started > 0) != tt.want {
			t.Errorf("%s: %d searches started, want some: %v", name, *started, tt.want)
		}
		if stale := len(heat(m).Values) == 0; stale != tt.want {
			t.Errorf("%s: the map at hand is stale: %v", name, stale)
		}
	}
}

func TestLargeNIsSampledForTheMap(t *testing.T) {
	m, _ := toy(t)
	m.Change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.FindDistances()
	on := grounds()
	on.N, on.Of = 1000, 3000
	m.Send(Searching{On: on}, screentest.MapColumn("plain", 1, 5))
	if text := m.Text(0, 48, 20); !strings.Contains(text, "5-fold rmse of plain on 1000 rows") {
		t.Errorf("the map does not say how many rows it is of:\n%s", text)
	}
}

// TestGridIsCompared: the grid is run again with the exact regression, and each row lands at its
// point.
func TestGridIsCompared(t *testing.T) {
	m := computing(t)
	m.Press(1, "v")
	m.Pick("risk ratio")
	m.Settle()
	for _, name := range []string{"plain", "eager", "spectral"} {
		if len(m.Outcome.Grid(name)) != len(m.Swept().Values) {
			t.Fatalf("%s has %d points", name, len(m.Outcome.Grid(name)))
		}
		for k, rows := range m.Outcome.Grid(name) {
			if len(rows) != 2 {
				t.Fatalf("%s: %d rows at a point, want 2", name, len(rows))
			}
			for _, r := range rows {
				if r.Mu != m.Outcome.Axis.Values[k] || !(r.Get("risk_ratio") > 0) || !(r.Get("rmse_test_exact") > 0) {
					t.Errorf("%s at point %d: μ = %v, want %v; risk ratio %v", name, k, r.Mu, m.Outcome.Axis.Values[k],
						r.Get("risk_ratio"))
				}
			}
		}
	}
	if p := m.ExactNow("bach_p"); !(p > 0) {
		t.Errorf("Bach's sufficient columns are %v", p)
	}
	if m.Outcome.Done != m.Outcome.Total {
		t.Errorf("%d of %d runs: what is run again counts", m.Outcome.Done, m.Outcome.Total)
	}
}

// TestUndoBringsTheGridBack: after undo the sweep over μ has the present μ in it again.
func TestUndoBringsTheGridBack(t *testing.T) {
	m, _ := toy(t)
	for range 4 {
		m.Turn(model.Ridge(nil), 1, true)
		m.Follow()
	}
	inside := func() bool {
		mu := m.Setting.Value(model.Ridge(nil))
		return mu >= slices.Min(m.Swept().Values) && mu <= slices.Max(m.Swept().Values)
	}
	if !inside() {
		t.Errorf("μ left the grid %v", m.Swept().Values)
	}
	for range 4 {
		m.GoBack()
	}
	if !inside() || m.Outcome.Axis.Values[0] != m.Swept().Values[0] {
		t.Errorf("after undo μ is not in the grid %v, or the sweep is over %v", m.Swept().Values, m.Outcome.Axis.Values)
	}
}
