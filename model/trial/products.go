package trial

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// lastProducts has the products with the kernel matrix that was used last. They take more memory than the figures
// that come from them. The zero value is ready to use.
type lastProducts struct {
	mu       sync.Mutex
	of       *Matrix
	products *exact.Products
}

// at returns the products with a matrix.
func (l *lastProducts) at(m *Matrix) *exact.Products {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of != m {
		l.of, l.products = m, m.Reference.Products(m.rightSides()...)
	}
	return l.products
}

// ProductsMemory returns the bytes that products with a matrix of n rows need, and those that they keep.
func ProductsMemory(n int) (need, kept int64) { return exact.ProductsMemory(n, 2) }

// rightSides returns the centred targets, and the centred truth if it is known.
func (m *Matrix) rightSides() [][]float64 {
	_, rest := learn.Centred(m.Rows.Train.Y)
	sides := [][]float64{rest}
	if truth := m.Rows.Train.Truth; truth != nil {
		_, z := learn.Centred(truth)
		sides = append(sides, z)
	}
	return sides
}

// fromProducts returns the exact regression with estimates of its traces. For data without a truth the risk is NaN:
// that of the fitted values would need further solutions. If the solutions have not converged to some digits, there
// are only traces, and a warning.
func (m *Matrix) fromProducts(ctx context.Context, mu float64) (*ExactRegression, error) {
	const wanted, usable = 1e-5, 1e-3 // residuals
	train, nan := m.Rows.Train, math.NaN()
	found, err := m.last.at(m).At(ctx, mu)
	if err != nil {
		return nil, err
	}
	n := float64(len(train.Y))
	out := &ExactRegression{Risk: learn.Risk{Bias: nan}, RiskSE: nan, Noise: train.Noise, DF: found.Dimension.Value, DFSE: found.Dimension.SE, LogDetSE: found.LogDet.SE,
		Evidence: learn.Evidence{Rows: len(train.Y), LogDet: found.LogDet.Value, Square: nan}}
	if found.Residual > wanted {
		out.Warnings = []string{fmt.Sprintf("exact regression: after %d products with K its residual is %.1e, not %.0e: raise mu", found.Passes, found.Residual, wanted)}
	}
	if !(found.Residual <= usable) {
		return out, nil
	}
	alpha := found.Solutions[0]
	offset, rest := learn.Centred(train.Y)
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
