//go:build long

package tune

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gramscope/approx"
	"gramscope/model"
)

// TestSearchFindsTheBestOfTheGrid: on a set whose best γ and m are known from all cells of the grid, by the search
// of a grid on all rows. The scores of the last rung are those of the grid, bit for bit.
func TestSearchFindsTheBestOfTheGrid(t *testing.T) {
	source := given{set: waves(2600, 5)}
	spec := specOn(2600, "nystrom", "fourier")
	spec.Gammas = prepared(t, gridOf(spec, 10), approx.Methods(), source).Gammas
	s := searchFor(t, spec, approx.Methods(), source)
	if fmt.Sprint(s.Rungs) != "[{520 520} {2080 520}]" {
		t.Fatalf("rungs %v", s.Rungs)
	}
	events := searched(s, 2)
	standing, ok := s.Standing(events)
	if !ok || standing.Rung != 1 || s.Missed != nil {
		t.Fatalf("%+v, missed %v", standing, s.Missed)
	}
	least, fits := math.Inf(1), 0
	scores := map[string]float64{}
	for _, m := range spec.Over[0].Values {
		p := prepared(t, gridOf(spec, m), approx.Methods(), source)
		for _, e := range searched(p, 2) {
			fits++
			for _, score := range p.Complete(e) {
				least = min(least, score.Loss.Mean)
				scores[fmt.Sprint(p.Configurations[score.Configuration].Method, m, score.Gamma, score.Mu)] = score.Loss.Mean
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
		last++
		for _, score := range s.Complete(e) {
			c := s.Configurations[score.Configuration]
			if got, want := score.Loss.Mean,
				scores[fmt.Sprint(c.Method, c.Values[model.BudgetName], score.Gamma,
					score.Mu)]; !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%s: %v, on the grid %v", s.Describe(score.Configuration), got, want)
			}
		}
	}
	if last == 0 || 2*last > fits {
		t.Errorf("%d fits to all rows, the grid has %d", last, fits)
	}
	choice := standing.Ranked[standing.Choice]
	if final, err := s.Refit(context.Background(), choice.Cell); err != nil ||
		final.Rank > int(s.Configurations[choice.Configuration].Values[model.BudgetName]) {
		t.Errorf("%+v, %v", final, err)
	}
}

// gridOf is a grid at an m with the methods and lists of a search.
func gridOf(s Spec, m float64) Spec {
	s.Assignment, s.Over, s.Grid = s.Assignment.With(model.BudgetName, m), nil, true
	return s
}

// Apart from times, the events are the same for any number of workers, and another seed changes them.
func TestSearchIsTheSameForAnyWorkers(t *testing.T) {
	spec := specOn(2600, "nystrom", "fourier", Exact)
	spec.Gammas, spec.ExactLimit = []float64{0.3, 1}, 600
	source := given{set: waves(2600, 5)}
	one, four := searchFor(t, spec, approx.Methods(), source), searchFor(t, spec, approx.Methods(), source)
	events := searched(one, 1)
	times := []cmp.Option{cmpopts.IgnoreFields(Score{}, "Seconds"), cmpopts.EquateNaNs()}
	if diff := cmp.Diff(events, searched(four, 4), times...); diff != "" {
		t.Errorf("(-1 worker +4 workers)\n%s", diff)
	}
	exact := map[int]int{}
	for _, e := range events {
		if one.Configurations[e.Scores[0].Configuration].Method == Exact {
			exact[e.Rung]++
		}
	}
	if len(exact) != 1 || exact[0] < 5 {
		t.Errorf("exact regression has fits on %v rows", exact)
	}
	standing, _ := one.Standing(events)
	first, _ := one.Standing(slices.DeleteFunc(slices.Clone(events), func(e Event) bool { return e.Rung > 0 }))
	for _, r := range first.Ranked {
		if one.Configurations[r.Configuration].Method == Exact {
			t.Error("exact regression is ranked, and is not allowed on all rows")
		}
	}
	reference, ok := one.Reference(events, standing)
	if !ok || reference.Rung != 0 || !(reference.Seconds > 0) || math.IsNaN(reference.Above.SE) {
		t.Errorf("%v, %+v", ok, reference)
	}
	spec.Seed = 2
	if other := searched(searchFor(t, spec, approx.Methods(), source), 2); cmp.Equal(events, other, times...) {
		t.Error("another seed leads to the same events")
	}
}
