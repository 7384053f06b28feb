//go:build long

package tune

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gramscope/approx"
	"gramscope/model"
)

// TestSearchFindsTheBestOfTheGrid: on a set whose best γ and m are known from all cells of the grid, by the search
// of [Plan.Run] on all rows. The scores of the last rung are those of the grid, bit for bit.
func TestSearchFindsTheBestOfTheGrid(t *testing.T) {
	source := given{set: waves(2600, 5)}
	spec := specOn(2600, "nystrom", "fourier")
	spec.Gammas = prepared(t, spec.Spec, approx.Methods(), source).Gammas
	s := searchFor(t, spec, approx.Methods(), source)
	if fmt.Sprint(s.Rungs) != "[{520 520} {2080 520}]" {
		t.Fatalf("rungs %v", s.Rungs)
	}
	events := scored(s, 2)
	standing, ok := s.Standing(events)
	if !ok || standing.Rung != 1 || s.Missed() != nil {
		t.Fatalf("%+v, missed %v", standing, s.Missed())
	}
	least, fits := math.Inf(1), 0
	scores := map[string]float64{}
	for _, m := range spec.Over[0].Values {
		grid := spec.Spec
		grid.Assignment = grid.Assignment.With(model.BudgetName, m)
		p := prepared(t, grid, approx.Methods(), source)
		for _, e := range Latest(searched(p, 2)) {
			fits += e.Folds
			for mu, score := range e.Scores {
				least = min(least, score.Loss.Mean)
				scores[fmt.Sprint(e.Method, m, e.Gamma, mu)] = score.Loss.Mean
			}
		}
	}
	best := standing.Ranked[standing.Best]
	if !(math.Abs(best.Loss.Mean-least) <= 1e-12*least) {
		t.Errorf("the search finds %v, the grid %v", best.Loss.Mean, least)
	}
	last := 0
	for _, e := range events {
		if e.Rung != 1 {
			continue
		}
		if last++; e.Folds < 5 {
			continue
		}
		c := s.Configurations[e.Configuration]
		for _, mu := range e.Mus {
			if got, want := Mean(e.At(mu)).Mean, scores[fmt.Sprint(c.Method, c.Values[model.BudgetName], e.Gamma, mu)]; !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%s at γ %d, μ %d: %v, on the grid %v", s.Describe(e.Configuration), e.Gamma, mu, got, want)
			}
		}
	}
	if last == 0 || 2*last > fits {
		t.Errorf("%d fits to all rows, the grid has %d", last, fits)
	}
	var gammas []int
	for _, e := range events[:7*5] {
		if e.Folds == 5 {
			gammas = append(gammas, e.Gamma)
		}
	}
	if fmt.Sprint(gammas) != "[3 2 4 1 5 0 6]" {
		t.Errorf("the first γ are %v", gammas)
	}
	// On the first rung the neighbours of each best γ are scored, too.
	first := s.boards(events)[0]
	for i := range s.Configurations {
		c, _ := first.bestOf(i)
		for _, gamma := range []int{c.Gamma - 1, c.Gamma + 1} {
			if _, known := first[Candidate{i, gamma}]; !known && gamma >= 0 && gamma < len(s.Gammas) {
				t.Errorf("%s is best at γ %d, and not scored at %d", s.Describe(i), c.Gamma, gamma)
			}
		}
	}
	// The choice, fitted to all rows, is at least nearly as good as any other on the front.
	choice := standing.Ranked[standing.Choice]
	if p, cell := s.Cell(choice.Candidate, choice.Mu); p.Spec.Values[model.BudgetName] != s.Configurations[choice.Configuration].Values[model.BudgetName] {
		t.Errorf("the plan of the choice has m = %v", p.Spec.Values)
	} else if final, err := p.Refit(context.Background(), cell); err != nil || final.Rank > int(p.Spec.Values[model.BudgetName]) {
		t.Errorf("%+v, %v", final, err)
	}
}

// Apart from times, the events are the same for any number of workers, and another seed changes them.
func TestSearchIsTheSameForAnyWorkers(t *testing.T) {
	spec := specOn(2600, "nystrom", "fourier", Exact)
	spec.Gammas, spec.ExactLimit = []float64{0.3, 1}, 600
	source := given{set: waves(2600, 5)}
	one, four := searchFor(t, spec, approx.Methods(), source), searchFor(t, spec, approx.Methods(), source)
	events := scored(one, 1)
	times := []cmp.Option{cmpopts.IgnoreFields(Scored{}, "Seconds", "Elapsed", "wall", "fitted"), cmpopts.EquateNaNs()}
	if diff := cmp.Diff(events, scored(four, 4), times...); diff != "" {
		t.Errorf("(-1 worker +4 workers)\n%s", diff)
	}
	exact := map[int]int{}
	for _, e := range events {
		if one.Configurations[e.Configuration].Method == Exact {
			exact[e.Rows]++
		}
	}
	if len(exact) != 1 || exact[520] < 5 {
		t.Errorf("exact regression has fits on %v rows", exact)
	}
	standing, _ := one.Standing(events)
	for _, r := range one.ranked(one.boards(events)[0]) {
		if one.Configurations[r.Configuration].Method == Exact {
			t.Error("exact regression is ranked, and is not allowed on all rows")
		}
	}
	reference, ok := one.Reference(events, standing)
	if !ok || reference.Rows != 520 || reference.Measured || !(reference.AllSeconds > reference.Seconds) || math.IsNaN(reference.Gains.SE) {
		t.Errorf("%v, %+v", ok, reference)
	}
	spec.Seed = 2
	if other := scored(searchFor(t, spec, approx.Methods(), source), 2); cmp.Equal(events, other, times...) {
		t.Error("another seed leads to the same events")
	}
}
