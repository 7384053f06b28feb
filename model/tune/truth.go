package tune

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// TruthFrom names a choice of the function that counts as the truth.
type TruthFrom string

const (
	// TruthKnown is the function from which synthetic data were drawn, with their noise.
	TruthKnown TruthFrom = "known"

	// TruthGCV is the exact fit of y at the ridge with the smallest GCV, λ_GCV, with noise of
	// variance ‖y−ŷ‖²/(n−df). On real data, this measures the risk for data like these, and not
	// for these data. Well below λ_GCV exact regression follows noise, which this truth does not
	// have. A few columns then do better than all of them, and the sufficient m falls to 1. It is
	// the wrong choice at such ridges, and if K does not suit the target: the truth is then only
	// the part of the target that K can fit.
	TruthGCV TruthFrom = "gcv"

	// TruthTargets is y itself, without noise. The risk is all bias, the mean squared residual
	// (1/n)‖(I−H)(y−ȳ)‖². As there is no noise to follow, the sufficient m grows as the ridge
	// falls, up to the rank of K. It shows how much of K is needed to follow these numbers as
	// closely as K does, which is right for a target without noise, such as a computed one. It is
	// the wrong choice to see how much of K is needed to learn, as columns that only help to
	// follow the noise count too.
	TruthTargets TruthFrom = "targets"
)

// Truth is the reference for risks: the function z = E y at the rows, and the standard deviation of y about
// it. It has all eigenpairs of K, from which exact ridge regression is computed at every ridge.
type Truth struct {
	From   TruthFrom // never ""
	Values []float64 // z, one value for each row
	Noise  float64   // σ

	// BestMu is the ridge at which exact regression of y has the smallest GCV. With TruthTargets
	// no ridge is best, as the risk falls with the ridge; BestMu then only marks the range of
	// interest.
	BestMu float64
	Notes  []string

	pairs *model.Decomposition // of K
	exact *learn.Ridge         // of z on K
}

// FindTruth decomposes K, in O(n³). set must have the rows of g. from = "" stands for TruthKnown if set has
// a truth, and else for TruthGCV. (Bach's slides do not say which truth their experiment on real data has.)
//
// The error is a *trial.TargetError if the target has a single value. FindTruth panics for TruthKnown of a
// set without a truth, and for a set of other rows.
func FindTruth(ctx context.Context, g *model.Gram, set *data.Set, from TruthFrom) (*Truth, error) {
	n, y := g.N(), set.Y
	if len(y) != n || set.Truth != nil && len(set.Truth) != n {
		panic(fmt.Sprintf("tune: FindTruth of %d targets and %d true values on %d rows", len(y), len(set.Truth), n))
	}
	if from == "" {
		if from = TruthGCV; set.Truth != nil {
			from = TruthKnown
		}
	}
	if err := checkVaries(y); err != nil {
		return nil, err
	}
	if _, err := g.Store(ctx); err != nil {
		return nil, err
	}
	values, vectors, err := g.Leading(ctx, n, nil) // for all n eigenpairs it needs no generator
	if err != nil {
		return nil, err
	}
	t := &Truth{From: from, pairs: decomposition(values, vectors)}
	best, inside := leastGCV(learn.NewRidge(t.pairs, y), values[0])
	if best == nil {
		return nil, &model.DegenerateError{What: "the largest eigenvalue of the kernel matrix", Value: values[0]}
	}
	t.BestMu = best.Mu
	if !inside {
		t.Notes = append(t.Notes, fmt.Sprintf("GCV is smallest at the end of the range of ridges, mu = %.3g: the kernel's width does not suit the target, "+
			"or the target has no noise, or is nothing but noise; try another width", best.Mu))
	}
	switch {
	case from == TruthKnown && set.Truth != nil:
		t.Values, t.Noise = set.Truth, set.Noise
	case from == TruthGCV:
		t.Values, t.Noise = best.Fitted, residualDeviation(y, best)
	case from == TruthTargets:
		t.Values = y
	default:
		panic(fmt.Sprintf("tune: FindTruth from %q of a set with %d true values", from, len(set.Truth)))
	}
	t.exact = learn.NewRidge(t.pairs, t.Values)
	return t, nil
}

// checkVaries returns a *trial.TargetError if all targets are equal.
func checkVaries(y []float64) error {
	if slices.Min(y) != slices.Max(y) {
		return nil
	}
	return &trial.TargetError{Problem: fmt.Sprintf("the target is %g in all %d rows drawn, and a regression has nothing to learn", y[0], len(y)),
		Remedies: trial.AnotherTarget().Or(trial.MoreRows())}
}

// Mus returns the ridges of Bach's experiment: λ/λ_GCV from 100 down to 0.001, one per decade, the cheapest
// first.
func (t *Truth) Mus() []float64 {
	p := model.Ridge(nil)
	var mus []float64
	for e := 2; e >= -3; e-- {
		if mu, err := p.Check(t.BestMu * math.Pow(10, float64(e))); err == nil {
			mus = append(mus, mu)
		}
	}
	return mus
}

// decomposition returns K = U·diag(λ)·Uᵀ without the λ that are zero to working precision.
func decomposition(values []float64, u *mat.Dense) *model.Decomposition {
	n := len(values)
	r := 0
	for r < n && values[r] > 0x1p-52*values[0] {
		r++
	}
	group := model.EigenGroup{Values: values[:r:r]}
	if r > 0 {
		group.Q = u.Slice(0, n, 0, r).(*mat.Dense)
	}
	return &model.Decomposition{N: n, Groups: []model.EigenGroup{group}}
}

// leastGCV finds the ridge of the smallest GCV from 10⁻¹¹ to 10² times the largest eigenvalue. A ridge a
// thousand times smaller can then still be used. It tries four values per decade, and then golden section
// around the best. inside is false if the smallest is at an end of the range.
func leastGCV(r *learn.Ridge, largest float64) (best *learn.Fit, inside bool) {
	at := func(mu float64) *learn.Fit { // nil if mu is too small for this K
		fit, err := r.At(mu)
		if err != nil || math.IsNaN(fit.GCV) {
			return nil
		}
		if best == nil || fit.GCV < best.GCV {
			best = fit
		}
		return fit
	}
	var fits []*learn.Fit
	for e := -11.0; e <= 2; e += 0.25 {
		if fit := at(largest * math.Pow(10, e)); fit != nil {
			fits = append(fits, fit)
		}
	}
	i := slices.Index(fits, best)
	if i <= 0 || i == len(fits)-1 {
		return best, false
	}
	lo, hi := math.Log(fits[i-1].Mu), math.Log(fits[i+1].Mu)
	gcv := func(x float64) float64 {
		if fit := at(math.Exp(x)); fit != nil {
			return fit.GCV
		}
		return math.Inf(1)
	}
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := gcv(a), gcv(b)
	for range 20 { // until the ridge is accurate to 1e-4; GCV does not change beyond that
		if fa < fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = gcv(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = gcv(b)
		}
	}
	return best, true
}

// residualDeviation returns √(‖y−ŷ‖²/(n−df)).
func residualDeviation(y []float64, fit *learn.Fit) float64 {
	sum := 0.0
	for i, v := range y {
		sum += (v - fit.Fitted[i]) * (v - fit.Fitted[i])
	}
	return math.Sqrt(sum / (float64(len(y)) - fit.DF))
}

// maximalDegrees returns n·maxᵢ Hᵢᵢ of exact regression.
func (t *Truth) maximalDegrees(mu float64) float64 {
	kept := t.pairs.Values()
	for j, v := range kept {
		kept[j] = v / (v + mu)
	}
	return float64(t.pairs.N) * floats.Max(t.pairs.Diagonal(kept))
}
