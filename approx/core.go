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
		read(sequence(lo, hi))
	}
	return nil
}

// sequence is lo … hi−1.
func sequence(lo, hi int) []int {
	s := make([]int, hi-lo)
	for i := range s {
		s[i] = lo + i
	}
	return s
}

// columns reads K[:, idx], n×len(idx); nil stands for all of K.
func columns(ctx context.Context, g *model.Gram, idx []int) (*mat.Dense, error) {
	n, m := g.N(), len(idx)
	if idx == nil {
		m = n
	}
	c := mat.NewDense(n, m, nil)
	err := tiles(ctx, n, m, func(rows []int) {
		g.Block(c.Slice(rows[0], rows[0]+len(rows), 0, m).(*mat.Dense), rows, idx)
	})
	if err != nil {
		return nil, err
	}
	return c, checkFinite(c)
}

// entriesOf reads K[rows, cols], which must be finite.
func entriesOf(ctx context.Context, g *model.Gram, rows, cols []int) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := mat.NewDense(len(rows), len(cols), nil)
	g.Block(k, rows, cols)
	return k, checkFinite(k)
}

// diagonal reads the n entries Kᵢᵢ, which are finite if and only if all of K is.
func diagonal(g *model.Gram) ([]float64, error) {
	d := make([]float64, g.N())
	g.Diag(d)
	return d, checkFinite(mat.NewDense(1, len(d), d))
}

// projection returns B with F = C·B and F·Fᵀ = C·W⁺·Cᵀ for columns C of K and their core W, m×m,
// positive semi-definite up to rounding; for 0 < k < m with W's best rank-k part in its place.
// F has q columns, W's numerical rank, which may be 0.
func projection(ctx context.Context, w *mat.SymDense, k int) (b chain, q int, err error) {
	if m := w.SymmetricDim(); k > 0 && k < m {
		return truncated(ctx, w, k)
	}
	b, q = pivoted(w)
	return b, q, ctx.Err()
}

// pivotTolerance is the pivot, relative to the largest diagonal entry of the
// core, at which the remaining columns count as dependent on those before.
// Measured for Gaussian kernels from wide to narrow, n = 300, m up to n: at 1e-12 K̃ has a relative
// error below 3e-13 for m = n and exceeds K by less than 1e-10 where the entries of K carry
// rounding errors of 2e-13 (two clusters far apart); at 1e-14 that is 1e-7. Cholesky of the core
// with a jitter of eps·tr W fails on such entries, and keeps m columns where far fewer are
// independent; an eigendecomposition is no more accurate and takes many times as long.
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

// pivotedCholesky is R, with as many rows as the numerical rank, and P of PᵀWP = RᵀR (see pivoted).
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

// regularized is B with F = C·B and F·Fᵀ = C·S⁻¹·Cᵀ for columns C of K, their core W, and S = W + a
// positive diagonal matrix, which is overwritten; as thin as the rank of W allows, q columns: with
// PᵀWP = RᵀR as in pivoted, V = L⁻¹·W·P·R⁻¹ for LLᵀ = S, and V = QT it is P·R⁻¹·Tᵀ.
func regularized(w, s *mat.SymDense) (b chain, q int) {
	b, q = pivoted(w)
	if q == 0 {
		return nil, 0
	}
	l, _, _ := linalg.Jittered(context.Background(), s) // the error would be the context's
	v := b.From(mat.DenseCopyOf(w))
	blas64.Trsm(blas.Left, blas.Trans, 1, l.RawTriangular(), v.RawMatrix())
	triangulate(v)
	var t mat.TriDense
	t.SetRawTriangular(upper(v))
	return b.then(link{dense: mat.DenseCopyOf(t.T())}), q
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
	if q == 0 {
		return nil, 0, nil
	}
	return chain{{dense: narrowed(vectors, q)}}, q, nil
}

// unseen is the singular value at which a direction of a basis counts as missed by the sampled
// rows, relative to √(v/n), what v of n rows see of a direction that is spread evenly.
const unseen = 0.03

// pseudoInverse is A⁺, k×v, for v rows of a basis of n_s rows, v ≥ k, without
// the directions that these rows missed.
func pseudoInverse(a *mat.Dense, n int) *mat.Dense {
	v, k := a.Dims()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("approx: the singular values of a finite matrix did not converge")
	}
	least := unseen * math.Sqrt(float64(v)/float64(n))
	values := svd.Values(nil)
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	for j, value := range values {
		scale := 0.0
		if value > least {
			scale = 1 / value
		}
		blas64.Scal(scale, column(&right, j))
	}
	out := mat.NewDense(k, v, nil)
	out.Mul(&right, left.T())
	return out
}
