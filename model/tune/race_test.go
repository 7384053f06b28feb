package tune

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gramscope/approx"
)

// TestClearlyAbove: a setting is given up if its losses at all μ are above the best by more than two standard errors of the
// paired differences, and 0.1 %.
func TestClearlyAbove(t *testing.T) {
	best := Ranked{Scored: Scored{Folds: 4, Mus: []int{0}, Losses: [][]float64{{10}, {20}, {30}, {40}}}}
	for name, c := range map[string]struct {
		losses [][]float64
		fault  error
		want   bool
	}{
		"both worse":    {[][]float64{{10.2}, {20.3}}, nil, true},
		"of two μ":      {[][]float64{{10.2, 9.9}, {20.3, 20.1}}, nil, false},
		"all of two μ":  {[][]float64{{10.2, 10.4}, {20.3, 20.5}}, nil, true},
		"unlike":        {[][]float64{{10.1}, {20.4}}, nil, false},
		"better":        {[][]float64{{9.8}, {19.7}}, nil, false},
		"hardly at all": {[][]float64{{10.02}, {20.02}}, nil, false},
		"failed partly": {[][]float64{{10.2}, {20.3}}, errors.New("singular"), false},
		"not a number":  {[][]float64{{math.NaN()}, {20.3}}, nil, false},
	} {
		e := Scored{Folds: 2, Mus: []int{0, 1}[:len(c.losses[0])], Losses: c.losses, Partial: c.fault}
		best.Loss = Mean(best.At(0))
		if got := e.clearlyAbove(best); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	e := Scored{Folds: 2, Mus: []int{0}, Losses: [][]float64{{10.2}, {20.4}}, wall: 3}.completed(best)
	if got := Mean(e.At(0)); math.Abs(got.Mean-25.3) > 1e-12 || e.Folds != 4 || e.wall != 6 {
		t.Errorf("with the folds it has not: %v of %d folds in %v s, want 25.3", got, e.Folds, e.wall)
	}
}

// TestRace: on all rows a γ that is clearly worse than the best of its configuration ends after two folds, and one that is not
// has all. The first γ of a configuration has all whatever its loss, and on a part of the rows each.
func TestRace(t *testing.T) {
	spec := specOn(1600, "nystrom")
	spec.Over[0].Values, spec.Mus, spec.Gammas = []float64{20}, []float64{0.1}, []float64{0.3, 0.31, 30, 40}
	s := searchFor(t, spec, approx.Methods(), given{set: waves(1600, 5)})
	for name, c := range map[string]struct {
		rung, fine int
		want       []int
	}{"part": {0, 4, []int{5, 5, 5}}, "all rows": {1, 4, []int{5, 5, 2}}, "given lists": {1, 1, []int{5, 5, 5}}} {
		s.fine, s.fineMu = c.fine, c.fine
		events := make(chan Scored, 100)
		r := newRun(context.Background(), s, 2, events)
		r.rung = c.rung
		r.batch(r.ctx, []Candidate{{0, 3}}, nil)
		if len(events) != 5 {
			t.Errorf("the first γ has %d folds", len(events))
		}
		r.batch(r.ctx, []Candidate{{0, 0}}, nil)
		cut := r.batch(r.ctx, []Candidate{{0, 1}, {0, 2}}, nil)
		close(events)
		last := map[int]Scored{}
		for e := range events {
			last[e.Gamma] = e
		}
		folds := []int{last[0].Folds, last[1].Folds, last[2].Folds}
		if e, known := r.board[Candidate{0, 2}]; !slices.Equal(folds, c.want) || cut != nil || !known || e.Folds != 5 || r.done != r.total {
			t.Errorf("%s: γ have %v folds, want %v; %d are entered, %d of %d fits done", name, folds, c.want, e.Folds, r.done, r.total)
		}
		if best, _ := r.board.bestOf(0); best.Gamma > 1 {
			t.Errorf("γ %d is best", best.Gamma)
		}
	}
}
