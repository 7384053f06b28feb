package trial

import (
	"context"
	"math"
	"sync/atomic"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
)

// Matrix is a kernel matrix with its exact figures, which trials are compared with.
type Matrix struct {
	Rows      *Rows
	Gram      *model.Gram
	Reference *exact.Reference

	used  atomic.Bool
	exact Memo[float64, *ExactRegression] // by ridge
}

// use stores K where that saves time: a matrix of up to 32 MB before the first trial, a
// larger one before the second.
func (m *Matrix) use(ctx context.Context) error {
	n := m.Gram.N()
	if !m.Reference.Exact() || !m.used.Swap(true) && 8*n*n > 32<<20 {
		return nil
	}
	_, err := m.Gram.Store(ctx)
	return err
}

// newMatrix returns a matrix with exact figures, which read all of K, if entire, else with
// estimates.
func newMatrix(rows *Rows, of Setting, entire bool) (*Matrix, error) {
	m := &Matrix{Rows: rows, Gram: rows.Gram(of.Kernel)}
	seed := [2]uint64{of.Draw.Seed, Hash("reference", of.Draw.Rep)}
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
	Truth             []float64  // what Risk is about: that of the data, or Fitted
	Noise             float64    // its standard deviation: that of the data, or the residuals'
}

// Exact returns the exact regression at a ridge, computed once, O(n³). A
// *model.SingularError is that of learn.NewExact.
func (m *Matrix) Exact(ctx context.Context, mu float64) (*ExactRegression, error) {
	return m.exact.Get(mu, 0, 0, func() (*ExactRegression, error) {
		train, test := m.Rows.Train, m.Rows.Test
		values, err := m.Reference.Eigenvalues(ctx) // before the regression: both need as much memory
		if err != nil {
			return nil, err
		}
		exact, err := learn.NewExact(ctx, m.Gram.View(), train.Y, mu)
		if err != nil {
			return nil, err
		}
		exact.Eigenvalues = values
		out := &ExactRegression{Fitted: exact.Fitted, Truth: train.Truth, Noise: train.Noise, Risk: learn.Risk{Bias: math.NaN()}}
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
