package approx

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// eps is the spacing of float64 at 1.
const eps = 0x1p-52

// tiles calls read with consecutive ranges of row numbers that cover [0, n), each of
// a tile of so many columns, and looks at the context between them.
func tiles(ctx context.Context, n, columns int, read func(rows []int)) error {
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(columns)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := make([]int, hi-lo)
		for i := range rows {
			rows[i] = lo + i
		}
		read(rows)
	}
	return nil
}

// columns reads K[:, idx], n×len(idx).
func columns(ctx context.Context, g *model.Gram, idx []int) (*mat.Dense, error) {
	c := mat.NewDense(g.N(), len(idx), nil)
	err := tiles(ctx, g.N(), len(idx), func(rows []int) {
		lo, hi := rows[0], rows[0]+len(rows)
		g.Block(c.Slice(lo, hi, 0, len(idx)).(*mat.Dense), rows, idx)
	})
	if err != nil {
		return nil, err
	}
	return c, checkFinite(c)
}

// projection returns B with F = C·B and F·Fᵀ = C·W⁺·Cᵀ for columns C of K and their
// core W, m×m, positive semi-definite up to rounding; for 0 < k < m with the
// best rank-k part of W in W's place. F has q columns, as many as W has numerical
// rank, which may be 0.
func projection(ctx context.Context, w *mat.SymDense, k int) (b chain, q int, err error) {
	if m := w.SymmetricDim(); k > 0 && k < m {
		return truncated(ctx, w, k)
	}
	b, q = pivoted(w)
	return b, q, ctx.Err()
}

// pivotTolerance is the pivot, relative to the largest diagonal entry of the
// core, at which the remaining columns count as dependent on those before.
// Measured for Gaussian kernels from wide to narrow, n = 300, m up to n: at
// 1e-12 K̃ has a relative error below 3e-13 for m = n and exceeds K by less than
// 1e-10 where the entries of K carry rounding errors of 2e-13 (two clusters far
// apart); at 1e-14 that is 1e-7. Cholesky of the core with a jitter of eps·tr W
// fails on such entries, and keeps m columns where far fewer are independent;
// an eigendecomposition is no more accurate and takes many times as long.
const pivotTolerance = 1e-12

// pivoted is P·R⁻¹, with q columns, from the Cholesky factorisation with complete
// pivoting PᵀWP = RᵀR (Fine and Scheinberg 2001).
func pivoted(w *mat.SymDense) (b chain, q int) {
	u, order := pivotedCholesky(w)
	if q = u.Rows; q == 0 {
		return nil, 0
	}
	triangle := blas64.Triangular{N: q, Stride: u.Stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: u.Data}
	return chain{{columns: order[:q], of: w.SymmetricDim()}, {inverse: []blas64.Triangular{triangle}}}, q
}

// pivotedCholesky factorises PᵀWP = RᵀR with complete pivoting: as many rows of R as
// the numerical rank, and P.
func pivotedCholesky(w *mat.SymDense) (blas64.General, []int) {
	largest := 0.0
	for i := range w.SymmetricDim() {
		largest = max(largest, w.At(i, i))
	}
	if largest == 0 {
		return blas64.General{}, nil
	}
	own := mat.NewSymDense(w.SymmetricDim(), nil)
	own.CopySym(w)
	return linalg.Pivoted(own, pivotTolerance*largest)
}

// truncated is V·diag(w)^(−1/2) with the k leading eigenpairs of W, or fewer, q,
// where they fall below m·eps of the largest, the rule of NumPy's pinv.
func truncated(ctx context.Context, w *mat.SymDense, k int) (b chain, q int, err error) {
	m := w.SymmetricDim()
	values, vectors, err := linalg.Leading(ctx, w, k)
	if err != nil {
		return nil, 0, err
	}
	for q < k && values[q] > float64(m)*eps*values[0] {
		blas64.Scal(1/math.Sqrt(values[q]), column(vectors, q))
		q++
	}
	switch {
	case q == 0:
		return nil, 0, nil
	case q < k:
		vectors = mat.DenseCopyOf(vectors.Slice(0, m, 0, q))
	}
	return chain{{dense: vectors}}, q, nil
}

// pickTransposed returns the rows idx of a as columns.
func pickTransposed(a *mat.Dense, idx []int) *mat.Dense {
	_, cols := a.Dims()
	out := mat.NewDense(cols, len(idx), nil)
	for r, i := range idx {
		out.SetCol(r, a.RawRowView(i))
	}
	return out
}
