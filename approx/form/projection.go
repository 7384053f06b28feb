package form

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// eps is the spacing of float64 at 1.
const eps = 0x1p-52

// Projection returns B with F = C·B and F·Fᵀ = C·W⁺·Cᵀ for columns C of K and their core W, m×m, which
// is positive semi-definite up to rounding. For 0 < k < m the best rank-k part of W replaces W. F has q
// columns, where q is the numerical rank of W and may be 0. The error is the context's.
func Projection(ctx context.Context, w *mat.SymDense, k int) (b Chain, q int, err error) {
	if m := w.SymmetricDim(); k > 0 && k < m {
		return truncated(ctx, w, k)
	}
	b, q = Pivoted(w)
	return b, q, ctx.Err()
}

// PivotTolerance is the pivot, relative to the largest diagonal entry of the core, at which the
// remaining columns count as dependent on those before. With a smaller tolerance K̃ exceeds K by more
// than rounding errors where entries of K have such errors, as with two clusters far apart. The
// alternatives are worse: Cholesky of the core with a jitter fails on such entries and keeps m columns
// where far fewer are independent, and an eigendecomposition is no more accurate and much slower.
const PivotTolerance = 1e-12

// Pivoted returns B = P·R⁻¹, with q columns, from the Cholesky factorisation with complete pivoting
// PᵀWP = RᵀR (Fine and Scheinberg 2001).
func Pivoted(w *mat.SymDense) (b Chain, q int) {
	u, order := pivotedCholesky(w)
	if q = u.Rows; q == 0 {
		return nil, 0
	}
	triangle := blas64.Triangular{N: q, Stride: u.Stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: u.Data}
	return Chain{{Columns: order[:q], Of: w.SymmetricDim()}, {Inverse: []blas64.Triangular{triangle}}}, q
}

// pivotedCholesky returns R and P of PᵀWP = RᵀR, as in Pivoted. R has as many rows as the numerical rank of W.
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
	return linalg.Pivoted(own, PivotTolerance*largest)
}

// Regularized returns B with F = C·B and F·Fᵀ = C·S⁻¹·Cᵀ for columns C of K and their core W, where S is
// W plus a positive diagonal matrix. S is overwritten. F has q columns, the numerical rank of W. With
// PᵀWP = RᵀR as in Pivoted, S = LLᵀ and L⁻¹·W·P·R⁻¹ = QT, B is P·R⁻¹·Tᵀ.
func Regularized(w, s *mat.SymDense) (b Chain, q int) {
	b, q = Pivoted(w)
	if q == 0 {
		return nil, 0
	}
	l, _, _ := linalg.Jittered(context.Background(), s) // the error would be the context's
	v := b.From(mat.DenseCopyOf(w))
	blas64.Trsm(blas.Left, blas.Trans, 1, l.RawTriangular(), v.RawMatrix())
	triangulate(v)
	var t mat.TriDense
	t.SetRawTriangular(upper(v))
	return b.Then(Link{Dense: mat.DenseCopyOf(t.T())}), q
}

// truncated returns B = V·diag(w)^(−1/2) with the k leading eigenpairs of W, but only the q ≤ k whose
// eigenvalues are above m·eps times the largest, as in NumPy's pinv.
func truncated(ctx context.Context, w *mat.SymDense, k int) (b Chain, q int, err error) {
	m := w.SymmetricDim()
	values, vectors, err := linalg.Leading(ctx, w, k)
	if err != nil {
		return nil, 0, err
	}
	for q < k && values[q] > float64(m)*eps*values[0] {
		blas64.Scal(1/math.Sqrt(values[q]), linalg.Column(vectors, q))
		q++
	}
	if q == 0 {
		return nil, 0, nil
	}
	return Chain{{Dense: linalg.FirstColumns(vectors, q)}}, q, nil
}
