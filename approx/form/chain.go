package form

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Chain is a matrix B = A₁·A₂⋯, stored as its factors. F = C·B turns the kernel's values at the
// landmarks into features, for the sample and for new points. An empty Chain is the identity.
type Chain []Link

// Link is a factor of a Chain. Exactly one field is set, and Of beside Columns and Sparse.
type Link struct {
	Columns []int               // selects these columns, in this order, of Of columns
	Of      int                 // rows of the factor, for Columns and Sparse
	Dense   *mat.Dense          // any matrix
	Sparse  Sparse              // a sparse matrix of Of rows
	Inverse []blas64.Triangular // inverses of upper triangles, as blocks on the diagonal
}

// From returns k·A₁·A₂⋯. It may overwrite k.
func (c Chain) From(k *mat.Dense) *mat.Dense {
	rows, _ := k.Dims()
	for _, l := range c {
		switch {
		case l.Columns != nil:
			k = linalg.Columns(k, l.Columns)
		case l.Dense != nil:
			var next mat.Dense
			next.Mul(k, l.Dense)
			k = &next
		case l.Sparse != nil:
			next := mat.NewDense(rows, len(l.Sparse), nil)
			l.Sparse.Times(next, k)
			k = next
		default:
			from := 0
			for _, r := range l.Inverse {
				part := k.Slice(0, rows, from, from+r.N).(*mat.Dense)
				blas64.Trsm(blas.Right, blas.NoTrans, 1, r, part.RawMatrix())
				from += r.N
			}
		}
	}
	return k
}

// Onto returns A₁·A₂⋯·w.
func (c Chain) Onto(w *mat.Dense) *mat.Dense {
	w = mat.DenseCopyOf(w)
	_, b := w.Dims()
	for _, l := range slices.Backward(c) {
		switch {
		case l.Columns != nil:
			wide := mat.NewDense(l.Of, b, nil)
			for p, j := range l.Columns {
				wide.SetRow(j, w.RawRowView(p))
			}
			w = wide
		case l.Dense != nil:
			var next mat.Dense
			next.Mul(l.Dense, w)
			w = &next
		case l.Sparse != nil:
			w = l.Sparse.spread(w, l.Of)
		default:
			from := 0
			for _, r := range l.Inverse {
				part := w.Slice(from, from+r.N, 0, b).(*mat.Dense)
				blas64.Trsm(blas.Left, blas.NoTrans, 1, r, part.RawMatrix())
				from += r.N
			}
		}
	}
	return w
}

// After returns the chain with another factor in front: first·A₁·A₂⋯.
func (c Chain) After(first Link) Chain { return append(Chain{first}, c...) }

// Then returns the chain with another factor at its end: A₁·A₂⋯·last.
func (c Chain) Then(last Link) Chain { return append(c[:len(c):len(c)], last) }

// Inverse returns the factor R⁻¹ for the upper triangle of r, which is copied.
func Inverse(r mat.Matrix) Link {
	return Link{Inverse: []blas64.Triangular{upper(mat.DenseCopyOf(r).RawMatrix())}}
}

// needed returns the landmarks whose kernel values B uses, and the chain to apply to these values. The
// landmarks are numbers of rows; nil stands for all rows.
func (c Chain) needed(rows []int) ([]int, Chain) {
	if len(c) == 0 || c[0].Columns == nil {
		return rows, c
	}
	kept := make([]int, len(c[0].Columns))
	for p, j := range c[0].Columns {
		kept[p] = at(rows, j)
	}
	return kept, c[1:]
}

// Times returns C·B, which has q columns. It overwrites C.
func (c Chain) Times(a *mat.Dense, q int) *mat.Dense {
	n, m := a.Dims()
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(m)) {
		a.Slice(lo, hi, 0, q).(*mat.Dense).Copy(c.From(a.Slice(lo, hi, 0, m).(*mat.Dense)))
	}
	return linalg.FirstColumns(a, q)
}

// OnLandmarks returns the part with the features k(z, X[rows])·B of a point z. Nil rows stand for all.
func OnLandmarks(x *mat.Dense, rows []int, b Chain, width int) model.Part {
	rows, b = b.needed(rows)
	if rows != nil {
		x = linalg.Rows(x, rows)
	}
	return model.Part{Landmarks: x, Map: b, Width: width}
}

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

// Pivoted returns B = P·R⁻¹, with q columns, from the Cholesky factorisation with complete pivoting
// PᵀWP = RᵀR (Fine and Scheinberg 2001).
func Pivoted(w *mat.SymDense) (b Chain, q int) {
	u, order := pivotedCholesky(w)
	if q = u.Rows; q == 0 {
		return nil, 0
	}
	u.Cols = q
	return Chain{{Columns: order[:q], Of: w.SymmetricDim()}, {Inverse: []blas64.Triangular{upper(u)}}}, q
}

// pivotedCholesky returns R and P of PᵀWP = RᵀR, as in Pivoted. R has as many rows as the numerical rank of W.
func pivotedCholesky(w *mat.SymDense) (blas64.General, []int) {
	largest := 0.0
	for i := range w.SymmetricDim() {
		largest = max(largest, w.At(i, i))
	}
	own := mat.NewSymDense(w.SymmetricDim(), nil)
	own.CopySym(w)
	return linalg.Pivoted(own, linalg.PivotTolerance*largest)
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
	t.SetRawTriangular(upper(v.RawMatrix()))
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
	for q < k && values[q] > float64(m)*linalg.Eps*values[0] {
		blas64.Scal(1/math.Sqrt(values[q]), linalg.Column(vectors, q))
		q++
	}
	if q == 0 {
		return nil, 0, nil
	}
	return Chain{{Dense: linalg.FirstColumns(vectors, q)}}, q, nil
}
