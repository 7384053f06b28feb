package trial

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// Matrix is a kernel matrix with its figures, for the comparison with approximations.
type Matrix struct {
	Rows      *Rows
	Gram      *model.Gram
	Reference *exact.Reference

	used  atomic.Bool
	last  *Memo[*Matrix, *exact.Products] // of the matrix used last alone, since they take much more memory than figures
	exact Memo[float64, *ExactRegression] // by ridge
}

// use stores K if that saves time: a matrix of up to 32 MB before the first trial, a larger one before the second.
func (m *Matrix) use(ctx context.Context) error {
	n := m.Gram.N()
	if !m.Reference.Exact() || !m.used.Swap(true) && 8*n*n > 32<<20 {
		return nil
	}
	return m.Gram.Store(ctx)
}

// newMatrix returns a matrix. If entire, its figures are exact and computed from all of K; else they are estimates.
func newMatrix(rows *Rows, of Setting, entire bool, last *Memo[*Matrix, *exact.Products]) (*Matrix, error) {
	m := &Matrix{Rows: rows, Gram: rows.Gram(of.Kernel), last: last}
	seed := [2]uint64{of.Draw.Seed, Hash("reference", of.Draw.Rep)}
	if of.Chooses {
		seed[1] = Hash("chooses", of.Draw.Rep)
	}
	if entire {
		m.Gram.Keep()
	}
	var err error
	m.Reference, err = exact.NewReference(m.Gram, entire, seed)
	return m, err
}

// ExactRegression is the regression with K itself at a ridge, without its factor.
type ExactRegression struct {
	Fitted, Predicted []float64  // at the training and the test rows
	Risk              learn.Risk // NaN where the noise is not known
	Truth             []float64  // of Risk: the truth of the data, or Fitted if it is not known
	Noise             float64    // standard deviation of the noise of the data, or else of the residuals
	Evidence          learn.Evidence
	DF, LogDet        exact.Estimate // degrees of freedom; log|K+μI|
	RiskSE            float64        // standard error of the total risk; NaN if that is exact
	Warnings          []string       // on solutions that have not converged
}

// Exact returns the exact regression at a ridge. It is computed once for each ridge, in O(n³) operations, or, if
// figures are estimates, from products with K. The error is a *model.SingularError if K+μI is singular.
func (m *Matrix) Exact(ctx context.Context, mu float64) (*ExactRegression, error) {
	return m.exact.Get(mu, 0, 0, func() (*ExactRegression, error) {
		if !m.Reference.Exact() && m.Gram.N() >= exact.LeastProducts {
			return m.fromProducts(ctx, mu)
		}
		train, test := m.Rows.Train, m.Rows.Test
		values, err := m.Reference.Eigenvalues(ctx) // before the regression: each needs as much memory as K
		if err != nil {
			return nil, err
		}
		fit, err := learn.NewExact(ctx, m.Gram.View(), train.Y, mu)
		if err != nil {
			return nil, err
		}
		fit.Eigenvalues = values
		out := &ExactRegression{
			Fitted: fit.Fitted, Risk: learn.NoRisk(), RiskSE: math.NaN(), Truth: train.Truth, Noise: train.Noise,
			Evidence: fit.Evidence(train.Y), DF: exact.Exactly(fit.DF()),
		}
		out.LogDet = exact.Exactly(out.Evidence.LogDet)
		if out.Truth == nil {
			out.Truth, out.Noise = fit.Fitted, fit.Noise()
		}
		if test != nil {
			out.Predicted = fit.At(model.Cross(m.Gram.Kernel(), test.X, train.X))
		}
		if !math.IsNaN(out.Noise) {
			out.Risk = fit.Risk(out.Truth, out.Noise)
		}
		return out, nil
	})
}

// ProductsMemory returns the bytes that products with a matrix of n rows need, and those that they keep.
func ProductsMemory(n int) (need, kept int64) { return exact.ProductsMemory(n, 2) }

// fromProducts returns the exact regression with estimates of its traces. For data without a truth the risk is NaN:
// the risk of the fitted values would need further solutions. If the solutions have not converged to some digits, there
// are only traces, and a warning.
func (m *Matrix) fromProducts(ctx context.Context, mu float64) (*ExactRegression, error) {
	const wanted, usable = 1e-5, 1e-3 // residuals
	train, nan := m.Rows.Train, math.NaN()
	offset, rest := learn.Centred(train.Y)
	sides := [][]float64{rest}
	if train.Truth != nil {
		_, truth := learn.Centred(train.Truth)
		sides = append(sides, truth)
	}
	products, _ := m.last.Get(m, 1, 1, func() (*exact.Products, error) { return m.Reference.Products(sides...), nil })
	found, err := products.At(ctx, mu)
	if err != nil {
		return nil, err
	}
	n := float64(len(train.Y))
	out := &ExactRegression{
		Risk: learn.NoRisk(), RiskSE: nan, Noise: train.Noise, DF: found.Dimension, LogDet: found.LogDet,
		Evidence: learn.Evidence{Rows: len(train.Y), LogDet: found.LogDet.Value, Square: nan},
	}
	if found.Residual > wanted {
		const text = "exact regression: after %d products with K its residual is %.1e, not %.0e: raise mu"
		out.Warnings = []string{fmt.Sprintf(text, found.Passes, found.Residual, wanted)}
	}
	if !(found.Residual <= usable) {
		return out, nil
	}
	alpha := found.Solutions[0]
	out.Fitted = append([]float64(nil), train.Y...)
	floats.AddScaled(out.Fitted, -mu, alpha)
	out.Evidence.Square = floats.Dot(rest, alpha)
	if out.Truth = train.Truth; out.Truth == nil {
		out.Truth, out.Noise = out.Fitted, mu*floats.Norm(alpha, 2)/math.Sqrt(n-found.Dimension.Value)
	} else if !math.IsNaN(out.Noise) {
		lost := mu * floats.Norm(found.Solutions[1], 2)
		noise := out.Noise * out.Noise / n
		out.Risk = learn.Risk{Bias: lost * lost / n, Variance: noise * found.Squares.Value}
		out.RiskSE = noise * found.Squares.SE
	}
	if test := m.Rows.Test; test != nil {
		rows, d := test.X.Dims()
		for lo, hi := range linalg.Tiles(rows, linalg.TileRows(len(train.Y))) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			k := model.Cross(m.Gram.Kernel(), test.X.Slice(lo, hi, 0, d).(*mat.Dense), train.X)
			out.Predicted = append(out.Predicted, learn.Values(k, alpha, offset)...)
		}
	}
	return out, nil
}
