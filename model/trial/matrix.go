package trial

import (
	"context"
	"math"
	"sync/atomic"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
)

// Matrix is a kernel matrix with its figures, for the comparison with approximations.
type Matrix struct {
	Rows      *Rows
	Gram      *model.Gram
	Reference *exact.Reference

	used  atomic.Bool
	last  *lastProducts
	exact Memo[float64, *ExactRegression] // by ridge
}

// use stores K if that saves time: a matrix of up to 32 MB before the first trial, a larger one before the second.
func (m *Matrix) use(ctx context.Context) error {
	n := m.Gram.N()
	if !m.Reference.Exact() || !m.used.Swap(true) && 8*n*n > 32<<20 {
		return nil
	}
	_, err := m.Gram.Store(ctx)
	return err
}

// newMatrix returns a matrix. If entire, its figures are exact and computed from all of K; else they are estimates.
func newMatrix(rows *Rows, of Setting, entire bool, last *lastProducts) (*Matrix, error) {
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
	DF                float64 // degrees of freedom

	DFSE, LogDetSE, RiskSE float64  // standard errors of DF, Evidence.LogDet and the total risk if they are estimates, else NaN
	Warnings               []string // on solutions that have not converged
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
		exact, err := learn.NewExact(ctx, m.Gram.View(), train.Y, mu)
		if err != nil {
			return nil, err
		}
		exact.Eigenvalues = values
		out := &ExactRegression{Evidence: exact.Evidence(train.Y), Fitted: exact.Fitted, Truth: train.Truth, Noise: train.Noise, Risk: learn.Risk{Bias: math.NaN()},
			DF: exact.DF(), DFSE: math.NaN(), LogDetSE: math.NaN(), RiskSE: math.NaN()}
		if out.Truth == nil {
			out.Truth, out.Noise = exact.Fitted, exact.Noise()
		}
		if test != nil {
			out.Predicted = exact.At(model.Cross(m.Gram.Kernel(), test.X, train.X))
		}
		if !math.IsNaN(out.Noise) {
			out.Risk = exact.Risk(out.Truth, out.Noise)
		}
		return out, nil
	})
}
