package approx

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// PivotedCholesky is the incomplete Cholesky factorisation with complete pivoting, each step at the first of the
// largest diagonal entries of K−K̃. It stops before M steps if none is above 1e-12 of the largest entry of K: then the
// columns taken span all others. K̃ is that of nystrom on the pivots: a projection, 0 ⪯ K−K̃ ⪯ K, which equals K on
// their rows and columns. Nothing is random. It costs O(n·q²) for q steps.
type PivotedCholesky struct {
	M int // steps, ≥ 1; clamped to n
}

func pivotedCholesky() model.Method {
	return method(model.Method{
		Name: "pivoted-cholesky",
		Doc: "greedy incomplete Cholesky\n\n" +
			"K̃ = F·Fᵀ by m steps of Cholesky, each at the largest diagonal entry of K−K̃.\n\n" +
			"Use it for a deterministic result, on data without outliers. Every step takes the point farthest from those " +
			"taken so far, so outliers come first and dense parts late; rpcholesky balances the two. On narrow kernels all " +
			"diagonal entries are near 1 and the choice is arbitrary: the first rows win.",
		Family:    model.Factorisations,
		When:      "for smooth wide kernels and the smallest errors; the same result every time",
		Ref:       "Fine and Scheinberg, JMLR 2, 2001; Harbrecht, Peters and Schneider, Appl. Numer. Math. 62, 2012",
		Cost:      "n·(m+1)",
		Nests:     always,
		Choosing:  4,
		Landmarks: true,
	}, func(f *PivotedCholesky, n, d int) model.Memory { return eliminationMemory(n, min(f.M, n)) })
}

func (f *PivotedCholesky) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

// Fit takes the steps. rng is not used.
func (f *PivotedCholesky) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(pivotedCholesky(), f, g, rng)
	m, _, warnings := clamped(f.M, 0, g.N())
	e, err := newElimination(g, m)
	if err != nil {
		return nil, err
	}
	for !e.done() && ctx.Err() == nil {
		if err := e.step(floats.MaxIdx(e.left)); err != nil {
			return nil, err
		}
	}
	return form.AsApproximation(e.approximation(warnings), ctx.Err())
}

// eliminationMemory estimates the memory of m steps on all rows: F, and the triangle at its pivots.
func eliminationMemory(n, m int) model.Memory {
	out := form.FactorMemory(n, m, m, form.Bytes(n, m)*5/4+2*form.Bytes(m, m)+3*form.Bytes(n, 1))
	out.Streamed = out.Fit + form.TileBytes(n, 3*m) + 5*form.Bytes(m, m)
	return out
}

// elimination is a Cholesky factorisation in progress: K̃ = F·Fᵀ on some rows of K.
type elimination struct {
	g      *model.Gram
	rows   []int      // the rows of K in F; nil for all
	f      *mat.Dense // F, with columns allocated for the steps to come
	filled int        // columns of F so far
	left   []float64  // diagonal of K−K̃; 0 where it is below floor
	floor  float64    // diagonal entries up to this count as rounding errors
	pivots []int      // positions, in [0, len(left)), eliminated so far
}

// newElimination reads the diagonal, and allocates r columns for F.
func newElimination(g *model.Gram, r int) (*elimination, error) {
	n := g.N()
	left := make([]float64, n)
	g.Diag(left)
	if trace := floats.Sum(left); math.IsNaN(trace) || math.IsInf(trace, 0) {
		return nil, &model.DegenerateError{What: "the trace of the kernel matrix", Value: trace}
	}
	e := &elimination{g: g, f: mat.NewDense(n, r, nil), left: left, floor: linalg.PivotTolerance * floats.Max(left)}
	for i := range left {
		e.subtract(i, 0)
	}
	return e, nil
}

// done reports whether F is full or nothing is left.
func (e *elimination) done() bool {
	_, r := e.f.Dims()
	return e.filled == r || floats.Max(e.left) == 0
}

// subtract subtracts v from the residual's diagonal.
func (e *elimination) subtract(i int, v float64) {
	if e.left[i] -= v; e.left[i] <= e.floor {
		e.left[i] = 0
	}
}

// step eliminates the column at p, where the residual must not be 0. It reads an entry for each row.
func (e *elimination) step(p int) error {
	c := mat.NewDense(len(e.left), 1, nil)
	pivot := p
	if e.rows != nil {
		pivot = e.rows[p]
	}
	e.g.Block(c, e.rows, []int{pivot})
	if err := form.CheckFinite(c); err != nil {
		return err
	}
	column, t := c.RawMatrix().Data, e.filled
	if t > 0 {
		done := e.f.Slice(0, len(column), 0, t).(*mat.Dense).RawMatrix()
		blas64.Gemv(blas.NoTrans, -1, done, linalg.Vector(e.f.RawRowView(p)[:t]), 1, linalg.Vector(column))
	}
	for _, q := range e.pivots { // already reproduced
		column[q] = 0
	}
	root := math.Sqrt(max(column[p], e.floor)) // more accurate than e.left[p]
	for i, v := range column {
		v /= root
		e.f.Set(i, t, v)
		e.subtract(i, v*v)
	}
	e.f.Set(p, t, root)
	e.left[p] = 0
	e.pivots = append(e.pivots, p)
	e.filled++
	return nil
}

// approximation returns K̃ for an elimination on all rows.
func (e *elimination) approximation(warnings []string) *form.Factor {
	if e.filled == 0 {
		return form.ZeroSample(e.g, nil, warnings)
	}
	f := linalg.FirstColumns(e.f, e.filled)
	// F[pivots, :] is a lower triangle L, and F = K[:, pivots]·L⁻ᵀ.
	b := form.Chain{form.Inverse(linalg.Rows(f, e.pivots).T())}
	return form.OfMap(e.g, f, form.OnLandmarks(e.g.X(), e.pivots, b, e.filled), e.pivots, warnings)
}
