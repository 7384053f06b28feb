package sweep

import (
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// Cost estimates the operations of a fit and of the regressions on it at so many ridges. The unit is an operation of a
// matrix product; slower operations count as several; see [model.Method.Work]. A ridge regression is solved anew at
// each ridge: by normal equations, or with K for exact regression, whose Cholesky factor takes n³/3.
func (p *Plan) Cost(c trial.Setting, ridges int) float64 {
	const (
		evaluating   = 60 // to evaluate an entry of K, besides its d products
		decomposing  = 8  // an operation of the decomposition of a factor
		diagonalised = 16 // an operation of the decomposition of blocks
	)
	n, d, at := float64(c.Draw.N), float64(p.store.Source().Dims()), float64(ridges)
	m := memory.Of(p.store.Source()).Method(c, c.Draw.N)
	q := float64(m.Coordinates) / memory.Float64 // the width of K̃'s factor, or of its blocks
	blocks := q >= n && c.Method.Memory != nil
	switch {
	case c.Method.Memory == nil:
		q = n
	case blocks:
		q = float64(m.Stored) / memory.Float64 / n
	}
	learned := decomposing * n * (1 + q*q)
	switch {
	case c.Method.Name == trial.Exact:
		learned = n * n * (2*d + evaluating + at*n/3)
	case c.Learner == trial.LearnRidge:
		learned = 2*n*q*q + at*q*q*q
	case blocks:
		learned = diagonalised * n * q * q
	}
	return c.Method.Work(c.Fitter(), c.Draw.N, int(d)) + learned
}
