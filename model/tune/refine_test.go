package tune

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gramscope/approx"
	"gramscope/model"
)

// TestCutOffFoldsAreKept: fits that the end of the time cuts off leave no score, and no other fit's score takes their
// place; folds that were finished are not fitted again.
func TestCutOffFoldsAreKept(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var fits atomic.Int32
	third := make(chan struct{})
	method := toy("stuck", func(of context.Context) error {
		switch fits.Add(1) {
		case 3: // until the time ends
			close(third)
			<-of.Done()
			return of.Err()
		case 4:
			<-third
		case 5:
			cancel()
		}
		return nil
	})
	spec := specOn(100, "stuck")
	spec.Over[0].Values, spec.Gammas, spec.Mus = []float64{20}, []float64{1}, []float64{0.1}
	out := make(chan Scored, 100)
	r := newRun(context.Background(), searchFor(t, spec, []model.Method{method}, given{set: waves(100, 5)}), 2, out)
	c := Candidate{0, 0}
	cut := r.batch(ctx, []Candidate{c}, nil)
	folds := len(r.outcomes[r.key(c)]) // those before the fold whose fit was the third to begin
	if !slices.Equal(cut, []Candidate{c}) || folds > 3 || r.total != 5 {
		t.Fatalf("%v is cut off with %d folds of %d", cut, folds, r.total)
	}
	r.Wait()
	before := int(fits.Load())
	cut = r.batch(context.Background(), []Candidate{c}, nil)
	if more := int(fits.Load()) - before; cut != nil || more != 5-folds || r.total != 5 || r.done != 5 {
		t.Errorf("%v is cut off the second time, %d more fits after %d, %d of %d", cut, more, folds, r.done, r.total)
	}
	got := Mean(r.board[c].At(0)).Mean
	whole := newRun(context.Background(), searchFor(t, spec, []model.Method{toy("stuck", func(context.Context) error { return nil })}, given{set: waves(100, 5)}), 2, out)
	whole.batch(context.Background(), []Candidate{c}, nil)
	if want := Mean(whole.board[c].At(0)).Mean; got != want || math.IsNaN(got) {
		t.Errorf("the loss is %v, in one batch %v", got, want)
	}
}

// TestFineGammas: without a list of γ the search begins with the default one, and ends at a finer γ with a lower loss.
func TestFineGammas(t *testing.T) {
	spec := specOn(300, "nystrom")
	source := given{set: waves(300, 5)}
	coarse := prepared(t, spec.Spec, approx.Methods(), source).Gammas
	s := searchFor(t, spec, approx.Methods(), source)
	events := scored(s, 2)
	for i, e := range events[:len(coarse)*5] {
		if want := coarse[[]int{3, 2, 4, 1, 5, 0, 6}[i/5]]; s.Gammas[e.Gamma] != want {
			t.Errorf("event %d: γ %v, want %v", i, s.Gammas[e.Gamma], want)
		}
	}
	standing, _ := s.Standing(events)
	best := standing.Ranked[standing.Best]
	beside := []int{best.Gamma - 1, best.Gamma + 1}
	for _, e := range events {
		beside = slices.DeleteFunc(beside, func(gamma int) bool { return e.Candidate == Candidate{best.Configuration, gamma} })
	}
	spec.Gammas = coarse
	rough := searchFor(t, spec, approx.Methods(), source)
	on, _ := rough.Standing(scored(rough, 2))
	if least := on.Ranked[on.Best].Loss.Mean; !(best.Loss.Mean < least) || len(beside) > 0 {
		t.Errorf("the least loss is %v at γ %d, %v on the default list; %v were not scored", best.Loss.Mean, best.Gamma, least, beside)
	}
}

// TestAround: both sides of the best while nothing is known beyond it, else the one towards the vertex of the parabola.
func TestAround(t *testing.T) {
	square := func(least float64, at ...int) map[int]float64 {
		losses := map[int]float64{}
		for _, i := range at {
			losses[i] = 3 + (float64(i)-least)*(float64(i)-least)
		}
		return losses
	}
	failed := square(10, 8, 10)
	failed[12] = math.NaN()
	for name, c := range map[string]struct {
		losses     map[int]float64
		best, step int
		want       []int
	}{
		"alone":            {square(10, 10), 10, 4, []int{6, 14}},
		"at the end":       {square(10, 10), 10, 12, nil},
		"one side":         {square(10, 10, 12), 10, 2, []int{8}},
		"one side is far":  {square(10, 10, 14), 10, 2, []int{8, 12}},
		"above":            {square(10.8, 6, 10, 14), 10, 1, []int{11}},
		"below":            {square(8.9, 6, 10, 14), 10, 2, []int{8}},
		"near enough":      {square(10.4, 8, 10, 12), 10, 1, nil},
		"neighbours known": {square(10.4, 9, 10, 11), 10, 1, nil},
		"far on one side":  {square(10.2, 9, 10, 14), 10, 1, []int{12}},
		"a failure":        {failed, 10, 1, nil},
	} {
		if got := around(c.best, c.step, c.losses, 21); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestFineRidges: without a list of μ the search ends at a finer μ with a lower loss, and goes below the default list where
// its end is best.
func TestFineRidges(t *testing.T) {
	spec := specOn(200, Exact)
	spec.Over, spec.Gammas, spec.Mus = nil, []float64{0.1}, nil
	for name, noise := range map[string]float64{"noisy": 1, "smooth": 0} {
		set := waves(200, 3)
		for i := range set.Y {
			set.Y[i] = math.Sin(set.X.At(i, 0)) + noise*set.Y[i]
		}
		spec.Mus = nil
		s := searchFor(t, spec, approx.Methods(), given{set: set})
		standing, _ := s.Standing(scored(s, 2))
		best := standing.Ranked[standing.Best]
		spec.Mus = DefaultMus()
		on := searchFor(t, spec, approx.Methods(), given{set: set})
		coarse, _ := on.Standing(scored(on, 2))
		if least := coarse.Ranked[coarse.Best].Loss.Mean; !(best.Loss.Mean < least) {
			t.Errorf("%s: the least loss is %v at μ = %v, %v on the default list", name, best.Loss.Mean, s.Mus[best.Mu], least)
		}
		if mu := s.Mus[best.Mu]; (mu < DefaultMus()[0]) != (name == "smooth") || slices.Contains(DefaultMus(), mu) {
			t.Errorf("%s: μ = %v is best of %v", name, mu, best.Mus)
		}
	}
}

// TestScaleOfClasses: where each μ takes a fit of its own, the first γ shows which μ are good for the others, and only γ
// beyond one that is clearly worse are left out.
func TestScaleOfClasses(t *testing.T) {
	set := waves(150, 5)
	for i, y := range set.Y {
		set.Y[i] = 0
		if y > 5 {
			set.Y[i] = 1
		}
	}
	spec := specOn(150, "nystrom")
	spec.Mus = nil
	s := searchFor(t, spec, approx.Methods(), given{set: set})
	r := newRun(context.Background(), s, 2, make(chan Scored, 1000))
	pilot := r.pilot()
	r.scale(r.ctx, pilot)
	middle := (len(s.Gammas) - 1) / 2
	left := 0
	for gamma := 0; gamma < len(s.Gammas); gamma += s.fine {
		e, known := r.board[Candidate{pilot, gamma}]
		if known && gamma != middle && len(e.Mus) > windowRidges || known && gamma == middle && len(e.Mus) != len(DefaultMus()) {
			t.Errorf("γ %d has μ %v", gamma, e.Mus)
		}
		if known {
			continue
		}
		left++
		worse := false
		for inner := range r.board {
			worse = worse || (inner.Gamma-middle)*(gamma-middle) > 0 && max(inner.Gamma-middle, middle-inner.Gamma) < max(gamma-middle, middle-gamma) && !r.board.mayBeBest(inner)
		}
		if !worse {
			t.Errorf("γ %d is left out", gamma)
		}
	}
	if left == 0 || len(r.board) < 3 {
		t.Errorf("%d γ are left out, %d scored", left, len(r.board))
	}
}

// TestScales: γ is refined beside that of the best, at smaller distances on higher levels, and what is near the best is scored at its γ.
// At the distances of the default list, all configurations have γ beside their own.
func TestScales(t *testing.T) {
	for level, want := range []string{
		"nystrom m=20 at 4; nystrom m=20 at 12; nystrom m=40 at 2; nystrom m=40 at 10; nystrom m=40 at 8; ",
		"nystrom m=20 at 6; nystrom m=20 at 10; nystrom m=40 at 8; ",
		"nystrom m=20 at 7; nystrom m=20 at 9; nystrom m=40 at 8; ",
	} {
		r := laterRun(t)
		r.level = level
		r.board.add(scoredAs(r.find(t, "nystrom m=20", 8), 1))
		r.board.add(scoredAs(r.find(t, "nystrom m=40", 6), 1.0005))
		for gamma, loss := range map[int]float64{11: 8, 15: 3, 19: 4} {
			r.board.add(scoredAs(r.find(t, "nystrom m=10", gamma), loss))
		}
		if got := r.list(r.scales()); got != want {
			t.Errorf("level %d: %s, want %s", level, got, want)
		}
	}
}
