package form

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
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
	Scale   []float64           // a diagonal matrix
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
		case l.Scale != nil:
			for i := range rows {
				floats.Mul(k.RawRowView(i), l.Scale)
			}
		case l.Dense != nil:
			var next mat.Dense
			next.Mul(k, l.Dense)
			k = &next
		case l.Sparse != nil:
			next := mat.NewDense(rows, len(l.Sparse), nil)
			l.Sparse.Times(next, k)
			k = next
		default:
			linalg.Parallel(rows, func(lo, hi int) { // the rows are independent
				from := 0
				for _, r := range l.Inverse {
					part := k.Slice(lo, hi, from, from+r.N).(*mat.Dense)
					blas64.Trsm(blas.Right, blas.NoTrans, 1, r, part.RawMatrix())
					from += r.N
				}
			})
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
		case l.Scale != nil:
			for i, s := range l.Scale {
				floats.Scale(s, w.RawRowView(i))
			}
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
	return Link{Inverse: []blas64.Triangular{upper(mat.DenseCopyOf(r))}}
}

// needed returns the landmarks whose kernel values B uses, and the chain to apply to these values. The
// landmarks are numbers of rows, of which nil stands for all.
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
