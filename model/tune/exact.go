package tune

import (
	"context"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// exactAll solves with K itself: all the ridges at once, and those for which that
// fails each by a Cholesky factorisation.
func (p *Plan) exactAll(ctx context.Context, t task, mus []float64) ([]figures, cost, error) {
	n := len(t.train.Y)
	g := model.NewGram(model.NewPoints(t.train.X, t.kernel.Geometry()), t.kernel)
	start := time.Now()
	offset, rest := centred(t.train.Y)
	alphas := make([][]float64, len(mus))
	switch {
	case floats.Norm(rest, 2) == 0:
		for i := range alphas {
			alphas[i] = make([]float64, n)
		}
	case len(mus) > 1:
		k, err := wholeKernel(ctx, g)
		if err != nil {
			return nil, cost{}, err
		}
		if alphas, err = solvePath(ctx, k, rest, mus); err != nil {
			return nil, cost{}, err
		}
	}
	all := make([]figures, len(mus))
	var cross *mat.Dense
	if t.held != nil {
		cross = model.Between(t.kernel, t.held.X, t.train.X)
	}
	for i, mu := range mus {
		if alphas[i] == nil {
			exact, err := learn.NewExact(ctx, g.View(), t.train.Y, mu)
			if err != nil {
				if all[i], err = failed(err); err != nil {
					return nil, cost{}, err
				}
				continue
			}
			alphas[i] = exact.Alpha
		}
		if all[i] = nothing(); t.held != nil {
			all[i] = regressed(valuesOf(cross, alphas[i], offset), t.held.Y)
		}
	}
	return all, cost{seconds: time.Since(start).Seconds(), bytes: 8 * int64(n) * int64(n), rank: n}, nil
}

// wholeKernel is K, n×n.
func wholeKernel(ctx context.Context, g *model.Gram) (*mat.Dense, error) {
	n := g.N()
	k := mat.NewDense(n, n, nil)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(n)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.Rows(k.Slice(lo, hi, 0, n).(*mat.Dense), lo, hi)
	}
	if norm := k.Norm(1); math.IsNaN(norm) || math.IsInf(norm, 0) {
		return nil, &model.DegenerateError{What: "the norm of the kernel matrix", Value: norm}
	}
	return k, nil
}

// centred is the mean of y and y less it.
func centred(y []float64) (mean float64, rest []float64) {
	mean = stat.Mean(y, nil)
	rest = slices.Clone(y)
	floats.AddConst(-mean, rest)
	if constant(y) {
		mean = y[0]
		clear(rest)
	}
	return mean, rest
}

// valuesOf is offset + k·alpha.
func valuesOf(k *mat.Dense, alpha []float64, offset float64) []float64 {
	rows, _ := k.Dims()
	out := make([]float64, rows)
	mat.NewVecDense(rows, out).MulVec(k, mat.NewVecDense(len(alpha), alpha))
	floats.AddConst(offset, out)
	return out
}
