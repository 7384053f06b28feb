package sweep

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
)

// Bounds are the theory's predictions for a row, NaN where they do not apply.
// Package exact documents the assumptions of each.
type Bounds struct {
	BachD        float64 // d_max at μ
	BachColumns  float64 // columns that suffice for a risk of 1+4δ times the exact one's, δ = 0.1
	SqueakSize   float64 // bound on the size of SQUEAK's dictionary at γₛ, with q̄ copies a point
	SqueakRisk   float64 // bound on the risk ratio at μ of a γₛ-approximation
	FourierError float64 // bound on the error of every entry of K̃ with m independent Fourier features, with probability 0.95
	RootRate     float64 // 1/√m
}

// BoundNames are the names of the columns of bounds.
func BoundNames() []string { return namesFor(FigureBounds) }

// addBounds fills in the theory's predictions. Those that need leverage scores take
// O(n³) operations for each ridge. They stay NaN above the exact limit.
func addBounds(ctx context.Context, c run, r *Result) error {
	nan := math.NaN()
	b := &Bounds{nan, nan, nan, nan, nan, nan}
	r.Bounds = b
	b.SqueakRisk = exact.SqueakRiskFactor(r.ScoreRidge, r.Mu, r.parameter(model.Epsilon(nil)))
	if m, ok := r.Params[model.BudgetName]; ok {
		b.RootRate, b.FourierError = exact.RootRate(int(m)), fourierBound(c, int(m))
	}
	dMax, known, err := c.on.Reference.MaximalDegrees(ctx, r.Mu)
	if err == nil && known {
		diagonal := make([]float64, r.N)
		c.on.Gram.View().Diag(diagonal)
		b.BachD, b.BachColumns = dMax, exact.BachColumns(r.N, r.Mu, dMax, floats.Max(diagonal), 0.1)
		var dEff exact.Estimate
		if dEff, err = c.on.Reference.EffectiveDimension(ctx, r.ScoreRidge); err == nil {
			b.SqueakSize = exact.SqueakColumns(r.parameter(model.QBar(nil)), dEff.Value)
		}
	}
	if singular := new(model.SingularError); errors.As(err, &singular) {
		return nil // addDimension has added the warning
	}
	return err
}

// fourierBound returns the uniform error bound of m Fourier features on the smallest ball around
// the mean that contains all points. It fails with probability 0.05. The result is NaN for kernels
// without a spectral density, and for methods whose frequencies are dependent, because the bound
// uses Hoeffding's inequality.
func fourierBound(c run, m int) float64 {
	spectral, ok := c.Gram.Kernel().(model.Spectral)
	if !ok || c.Method.Independent == nil || !c.Method.Independent(c.Fitter()) {
		return math.NaN()
	}
	x := c.Rows.Train.X
	_, d := x.Dims()
	bound := exact.UniformError((m+1)/2, d, spectral.FrequencySpread(d), 2*radius(x), 0.05)
	if math.IsInf(bound, 1) {
		return math.NaN()
	}
	return bound
}

// radius returns the largest distance of a row from the mean of all rows.
func radius(x *mat.Dense) float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), x.RawRowView(i))
	}
	largest := 0.0
	for i := range n {
		largest = math.Max(largest, floats.Distance(x.RawRowView(i), mean, 2))
	}
	return largest
}
