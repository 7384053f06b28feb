package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Store computes all of K and keeps it for all views, if it takes at most CacheLimit. The error is the context's.
func (g *Gram) Store(ctx context.Context) error {
	g.kept.mu.Lock()
	defer g.kept.mu.Unlock()
	n := g.N()
	if g.kept.k.Load() != nil || 8*n*n > CacheLimit {
		return nil
	}
	if g.points.seen.Load() { // a second kernel on these points: more will follow
		if err := g.points.Store(ctx); err != nil {
			return err
		}
	}
	k, err := inTiles(ctx, n, func(rows *mat.Dense, lo, hi int) { g.read(rows, linalg.Sequence(lo, hi), nil) })
	if err != nil {
		return err
	}
	g.points.seen.Store(true)
	g.kept.k.Store(k)
	return nil
}

// Keep stores all of K, if it takes at most CacheLimit, at the first product with it or call of Store. It is not stored
// earlier, as writing 8n² bytes takes longer than evaluating entries once. Results do not depend on Keep, as every
// product then uses the stored K.
func (g *Gram) Keep() { g.kept.later.Store(true) }

// Symmetric returns a copy of all of K, 8n² bytes, that the caller may overwrite. It counts all of K once.
func (g *Gram) Symmetric(ctx context.Context) (*mat.SymDense, error) {
	n := g.N()
	g.whole.Store(true)
	k, err := inTiles(ctx, n, func(rows *mat.Dense, lo, hi int) {
		upper := rows.Slice(0, hi-lo, lo, n).(*mat.Dense) // half of it is enough
		g.read(upper, linalg.Sequence(lo, hi), linalg.Sequence(lo, n))
	})
	if err != nil {
		return nil, err
	}
	return mat.NewSymDense(n, k.RawMatrix().Data), nil
}

// MulTo writes K·X into dst, both n×b, and counts all of K once. If K is not kept it is evaluated tile by tile, and
// each tile right of the diagonal only once, for both halves.
func (g *Gram) MulTo(ctx context.Context, dst, x *mat.Dense) error {
	n := g.N()
	_, b := x.Dims()
	g.count("MulTo", dst, n, b)
	g.whole.Store(true)
	wasKept := g.kept.k.Load() != nil
	if g.kept.later.Load() {
		if err := g.Store(ctx); err != nil {
			return err
		}
	}
	if k := g.kept.k.Load(); k != nil {
		if wasKept {
			g.share()
		}
		linalg.MulSymmetric(dst, k, x)
		return ctx.Err()
	}
	dst.Zero()
	rows := linalg.TileRows(n)
	buf := make([]float64, min(rows, n)*n)
	for lo, hi := range linalg.Tiles(n, rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := mat.NewDense(hi-lo, n-lo, buf[:(hi-lo)*(n-lo)])
		g.read(k, linalg.Sequence(lo, hi), linalg.Sequence(lo, n))
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), rowsOf(x, lo, n), 1, rowsOf(dst, lo, hi))
		if hi < n {
			right := k.Slice(0, hi-lo, hi-lo, n-lo).(*mat.Dense)
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, right.RawMatrix(), rowsOf(x, lo, hi), 1, rowsOf(dst, hi, n))
		}
	}
	return nil
}

func rowsOf(a *mat.Dense, lo, hi int) blas64.General {
	_, cols := a.Dims()
	return a.Slice(lo, hi, 0, cols).(*mat.Dense).RawMatrix()
}

// krylovBlock is how many vectors Leading multiplies with at a time. An eigenvalue of K may be this many times
// degenerate (those of the periodic kernel are double) and all its copies are still found.
const krylovBlock = 16

// Leading returns the r eigenvalues of K that are largest in absolute value, descending in that,
// and their eigenvectors, n×r. It reads all of K. Only those of an indefinite K are negative.
//
// For r ≤ n/4 it is a block Lanczos iteration with full re-orthogonalisation and Rayleigh–Ritz projection (Golub and
// Van Loan, 10.3.6), stopped when the residuals are so small that the error of the rank-r approximation exceeds the
// optimum by less than 1e-9 of the optimum, or by rounding errors; otherwise, and where that converges too slowly, a
// full eigendecomposition, O(n³); see fullLimit for n above 4096. 1 ≤ r ≤ n; else it panics.
func (g *Gram) Leading(ctx context.Context, r int, rng *rand.Rand) (values []float64, vectors *mat.Dense, err error) {
	n := g.N()
	if r < 1 || r > n {
		panic("model: Leading of a rank outside 1..n")
	}
	small := 4*r > n || n <= 4*krylovBlock
	if !small {
		values, vectors, err = g.krylov(ctx, r, rng)
	}
	if small || errors.Is(err, linalg.ErrSlow) {
		values, vectors, err = g.leadingInFull(ctx, r)
	}
	for i, v := range values {
		if v < 0 && -v <= float64(n)*linalg.Eps*math.Abs(values[0]) {
			values[i] = 0 // a rounding error
		}
	}
	return values, vectors, err
}

// LeadingMemory returns what Leading takes, in bytes: a basis of a few times r dimensions and the projection on it. If
// Ritz values need more, or the spectrum is so flat that all of K is decomposed, Leading asks [Gram.Afford].
func LeadingMemory(n, r int) int64 {
	if 4*r > n || n <= 4*krylovBlock {
		return 8 * int64(n) * int64(3*n+r)
	}
	return krylovMemory(n, r, usualLimit(n, r))
}

// krylovMemory returns the memory of a Krylov space of at most limit dimensions: there are two copies of the basis
// while it grows.
func krylovMemory(n, r, limit int) int64 {
	dims, count := int64(n), int64(r)
	width := int64(limit + krylovBlock)
	used := min(width, 2*count+4*krylovBlock)
	return 8 * (dims*width*5/3 + width*width + 4*used*used + dims*(count+3*krylovBlock))
}

// usualLimit returns a dimension at which most Krylov spaces have converged.
func usualLimit(n, r int) int { return min(n/2, 4*r+20*krylovBlock) }

// fullLimit is the largest n that is worth a full eigendecomposition. Above it Leading returns the Ritz pairs of a
// space of 4r+320 dimensions, whose eigenvalues are a little too small where the spectrum is flat.
const fullLimit = 4096

func (g *Gram) leadingInFull(ctx context.Context, r int) ([]float64, *mat.Dense, error) {
	n := g.N()
	need := Memory{Fit: 8 * int64(n) * int64(3*n+r)}
	if err := g.Afford(need, "and a spectrum that takes a full eigendecomposition", nil); err != nil {
		return nil, nil, err
	}
	return linalg.Dominant(ctx, func() (*mat.SymDense, error) { return g.Symmetric(ctx) }, r)
}

func (g *Gram) krylov(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, dims := g.N(), 0
	usual := usualLimit(n, r)
	limit := usual
	if n <= fullLimit {
		limit = n / 2
	}
	k := linalg.Krylov{
		N: n, Block: krylovBlock, Limit: limit, Last: n > fullLimit,
		Mul: func(dst, x *mat.Dense) error {
			if dims += krylovBlock; dims > usual && dims <= usual+krylovBlock {
				need := Memory{Fit: krylovMemory(n, r, limit)}
				if err := g.Afford(need, "and a spectrum that takes a large Krylov space", nil); err != nil {
					return err
				}
			}
			return g.MulTo(ctx, dst, x)
		},
	}
	return k.Leading(ctx, r, rng)
}
