package sweep_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// stages runs a plan on one worker and returns the stages that Watch saw, for each run.
func stages(t *testing.T, plan *sweep.Plan) [][]string {
	t.Helper()
	seen := make([][]string, len(plan.Cells))
	plan.Watch = func(run int, s sweep.Stage) { seen[run] = append(seen[run], s.String()) }
	for r := range plan.Run(t.Context(), 1) {
		if r.Failure != "" {
			t.Fatal(r.Failure)
		}
	}
	plan.Wait()
	return seen
}

func staged(t *testing.T, figures sweep.Figures, over ...sweep.Axis) *sweep.Plan {
	t.Helper()
	s := sweep.DefaultSpec(120)
	s.Methods, s.Figures, s.Test, s.Over, s.Values = []string{"nystrom", "best"}, figures, 0.2, over, model.Values{"m": 20}
	plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Watch is called for each stage that a run enters, in order. A run that takes the fit from another
// ridge does not enter the stages of the fit.
func TestStagesOfRuns(t *testing.T) {
	got := stages(t, staged(t, sweep.AllFigures(), sweep.Axis{Name: "mu", Values: []float64{0.1, 1}}))
	first := "kernel fit error error spectral regression norms stable rank eigenpairs floor d_eff regression exact regression bounds "
	later := "kernel stable rank eigenpairs floor d_eff regression exact regression bounds "
	for i, want := range []string{first, first, later, later} {
		if text := strings.Join(got[i], " "); text != want {
			t.Errorf("run %d: %q, want %q", i, text, want)
		}
	}
	got = stages(t, staged(t, sweep.Figures{}))
	if text := strings.Join(got[0], " "); text != "kernel fit error " {
		t.Errorf("without figures: %q", text)
	}
}

// The stages that a run enters are those of its work, for all sets of figures. Their names fit into
// StageWidth.
func TestWorkIsOfTheStages(t *testing.T) {
	for _, figures := range []sweep.Figures{sweep.AllFigures(), sweep.DefaultFigures(120), {}, {sweep.FigureError}, {sweep.FigureError, sweep.FigureRegression}} {
		plan := staged(t, figures)
		for i, entered := range stages(t, plan) {
			var parts []string
			for _, p := range plan.Work(plan.Cells[i]) {
				if parts = append(parts, p.Stage.String()); !(p.Operations > 0) || math.IsInf(p.Operations, 1) {
					t.Errorf("%s: %v operations", p.Stage, p.Operations)
				}
				if len(p.Stage.String()) > sweep.StageWidth {
					t.Errorf("%s is longer than %d", p.Stage, sweep.StageWidth)
				}
			}
			slices.Sort(entered)
			slices.Sort(parts)
			if entered, parts := slices.Compact(entered)[1:], slices.Compact(parts); !slices.Equal(entered, parts) {
				t.Errorf("run %d with %v enters %v, and its work is %v", i, figures, entered, parts)
			}
		}
	}
}

// Parts that runs share have the same key, and others have different keys.
func TestWorkThatIsShared(t *testing.T) {
	keys := func(plan *sweep.Plan) (all map[string]int) {
		all = map[string]int{}
		for _, c := range plan.Cells {
			for _, p := range plan.Work(c) {
				all[fmt.Sprint(p.Stage, " ", p.Method)] = 0
			}
		}
		for name := range all {
			distinct := map[string]bool{}
			for _, c := range plan.Cells {
				for _, p := range plan.Work(c) {
					if fmt.Sprint(p.Stage, " ", p.Method) == name {
						distinct[p.Key] = true
					}
				}
			}
			all[name] = len(distinct)
		}
		return all
	}
	overM := keys(staged(t, sweep.AllFigures(), sweep.Axis{Name: "m", Values: []float64{10, 20, 30}}))
	overMu := keys(staged(t, sweep.AllFigures(), sweep.Axis{Name: "mu", Values: []float64{0.1, 1, 10}}))
	overGamma := keys(staged(t, sweep.AllFigures(), sweep.Axis{Name: "gamma", Values: []float64{0.1, 1, 10}}))
	for name, want := range map[string][3]int{
		"kernel ": {1, 1, 3}, "error ": {1, 1, 3}, "stable rank ": {1, 1, 3}, "floor ": {1, 1, 3}, "d_eff ": {1, 3, 3}, "exact ": {1, 3, 3}, "bounds ": {1, 3, 3},
		"fit nystrom": {3, 1, 3}, "error best": {3, 1, 3}, "regression best": {3, 3, 3},
	} {
		if got := [3]int{overM[name], overMu[name], overGamma[name]}; got != want {
			t.Errorf("%s: %v times over m, mu and gamma, want %v", name, got, want)
		}
	}
}

// The operations of a fit grow with n and with m, for all methods. Methods that read all of K take at
// least the operations of reading it.
func TestFitWork(t *testing.T) {
	for _, m := range approx.Methods() {
		f := m.New()
		for _, p := range f.Params() {
			if p.Name == "m" {
				if err := p.Set(100); err != nil {
					t.Fatal(err)
				}
			}
		}
		small, large := m.Work(f, 2000, 10), m.Work(f, 8000, 10)
		if grown := math.Log(large/small) / math.Log(4); !(small > 0) || grown < 0.8 || grown > 3.2 || m.Quadratic(f) && grown < 1.3 {
			t.Errorf("%s: %.3g operations at n = 2000, as the power %.2g of n", m.Name, small, grown)
		}
		if reads := 2000. * 2000 * 20; m.Quadratic(f) && small < reads {
			t.Errorf("%s: %.3g operations, fewer than reading K takes", m.Name, small)
		}
		if m.Quadratic(f) || !m.Uses("m") || m.Clusters {
			continue
		}
		for _, p := range f.Params() {
			if p.Name == "m" {
				p.Set(400)
			}
		}
		if more := m.Work(f, 8000, 10); more < 3*large {
			t.Errorf("%s: %.3g operations for m = 400, %.3g for 100", m.Name, more, large)
		}
	}
}

// TestAccumulationWork: accum·m columns of K are summed up for a factor of width m.
func TestAccumulationWork(t *testing.T) {
	of := func(name string, accum float64) float64 {
		all := approx.Methods()
		m := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == name })]
		f := m.New()
		for _, p := range f.Params() {
			if v, known := map[model.Name]float64{"m": 100, "accum": accum}[p.Name]; known {
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		return m.Work(f, 1e5, 10)
	}
	const columns = 80. // operations of an entry of K
	if got, want := of("accumulation", 16)-of("accumulation", 1), 1500*1e5*columns; math.Abs(got/want-1) > 0.02 {
		t.Errorf("1500 further columns take %.4g operations, want %.4g", got, want)
	}
	if one, plain := of("accumulation", 1), of("nystrom", 1); math.Abs(one/plain-1) > 0.02 {
		t.Errorf("a single accumulation takes %.4g operations, nystrom %.4g", one, plain)
	}
}

// A run that is refused for its memory has no work.
func TestRefusedRunsAreNoWork(t *testing.T) {
	s := sweep.DefaultSpec(600)
	s.Methods, s.Assignment = []string{"fourier", "rls"}, s.WithAll(model.Values{"m": 2, "gamma": 1})
	s.Figures, s.ExactLimit = sweep.Figures{}, 1
	refused := func(limit int64) [2]bool {
		s.MaxMemory = limit
		plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
		if err != nil {
			return [2]bool{true, true}
		}
		return [2]bool{plan.Work(plan.Cells[0]) == nil, plan.Work(plan.Cells[1]) == nil}
	}
	limit := int64(64 << 20)
	if refused(limit) != [2]bool{} {
		t.Fatal("refused with 64 MB")
	}
	for ; refused(limit) == [2]bool{}; limit -= limit / 100 {
	}
	if got := refused(limit); got != [2]bool{false, true} {
		t.Errorf("with %d bytes no work for fourier and rls: %v, want the second alone", limit, got)
	}
}

// TestNormsOfStreamedRows: K̃'s stable rank is bit for bit the same with a regression, whose normal
// equations yield it, and without one.
func TestNormsOfStreamedRows(t *testing.T) {
	var ranks []float64
	for _, figures := range []sweep.Figures{{sweep.FigureApproxRank}, {sweep.FigureApproxRank, sweep.FigureRegression}} {
		s := sweep.DefaultSpec(100_001) // so many rows that no factor is stored
		s.Methods, s.Figures, s.Assignment = []string{"nystrom"}, figures, s.WithAll(model.Values{"m": 5, "gamma": 0.2})
		plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
		if err != nil {
			t.Fatal(err)
		}
		for r := range plan.Run(t.Context(), 1) {
			if r.Failure != "" || (r.Regression != nil) != (len(figures) == 2) {
				t.Fatalf("%+v", r)
			}
			ranks = append(ranks, r.Metrics.StableRank)
		}
	}
	if !(ranks[0] > 1) || ranks[0] != ranks[1] {
		t.Errorf("stable rank %v, with a regression %v", ranks[0], ranks[1])
	}
}

// TestWorkOfEachFigure: the estimate of a run's work counts every figure.
func TestWorkOfEachFigure(t *testing.T) {
	operations := func(figures sweep.Figures) (sum float64) {
		plan := staged(t, figures)
		for _, part := range plan.Work(plan.Cells[0]) {
			sum += part.Operations
		}
		return sum
	}
	for _, f := range sweep.AllFigures() {
		all := sweep.AllFigures()
		if operations(all) <= operations(all.Without(f)) {
			t.Errorf("%s takes no operations", f)
		}
	}
}
