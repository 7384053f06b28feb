package approx

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// chain is a matrix A₁·A₂⋯, kept as its factors: B with F = C·B, by which the kernel's values at
// the landmarks become features, in the sample and outside. The empty one is the identity.
type chain []link

// link is one of the factors: the one field that is set.
type link struct {
	columns []int               // keep these of so many, in this order
	of      int                 //
	scale   []float64           // a diagonal matrix
	dense   *mat.Dense          //
	sparse  sketch              // with of rows
	inverse []blas64.Triangular // the inverses of upper triangles, blocks on the diagonal
}

// From is k·A₁·A₂⋯; k may be overwritten.
func (c chain) From(k *mat.Dense) *mat.Dense {
	rows, _ := k.Dims()
	for _, l := range c {
		switch {
		case l.columns != nil:
			k = pickColumns(k, l.columns)
		case l.scale != nil:
			for i := range rows {
				floats.Mul(k.RawRowView(i), l.scale)
			}
		case l.dense != nil:
			var next mat.Dense
			next.Mul(k, l.dense)
			k = &next
		case l.sparse != nil:
			next := mat.NewDense(rows, len(l.sparse), nil)
			l.sparse.times(next, k)
			k = next
		default:
			linalg.Parallel(rows, func(lo, hi int) { // the rows are independent
				from := 0
				for _, r := range l.inverse {
					part := k.Slice(lo, hi, from, from+r.N).(*mat.Dense)
					blas64.Trsm(blas.Right, blas.NoTrans, 1, r, part.RawMatrix())
					from += r.N
				}
			})
		}
	}
	return k
}

// Onto is A₁·A₂⋯·w.
func (c chain) Onto(w *mat.Dense) *mat.Dense {
	w = mat.DenseCopyOf(w)
	_, b := w.Dims()
	for _, l := range slices.Backward(c) {
		switch {
		case l.columns != nil:
			wide := mat.NewDense(l.of, b, nil)
			for p, j := range l.columns {
				wide.SetRow(j, w.RawRowView(p))
			}
			w = wide
		case l.scale != nil:
			for i, s := range l.scale {
				floats.Scale(s, w.RawRowView(i))
			}
		case l.dense != nil:
			var next mat.Dense
			next.Mul(l.dense, w)
			w = &next
		case l.sparse != nil:
			w = l.sparse.spread(w, l.of)
		default:
			from := 0
			for _, r := range l.inverse {
				part := w.Slice(from, from+r.N, 0, b).(*mat.Dense)
				blas64.Trsm(blas.Left, blas.NoTrans, 1, r, part.RawMatrix())
				from += r.N
			}
		}
	}
	return w
}

// after is the chain that begins with another factor.
func (c chain) after(first link) chain { return append(chain{first}, c...) }

// then is the chain that ends with another factor.
func (c chain) then(last link) chain { return append(c[:len(c):len(c)], last) }

// inverseOf is the link of R⁻¹ for the upper triangle of r, which is copied.
func inverseOf(r mat.Matrix) link {
	return link{inverse: []blas64.Triangular{upper(mat.DenseCopyOf(r))}}
}

func pickColumns(a *mat.Dense, idx []int) *mat.Dense {
	rows, _ := a.Dims()
	out := mat.NewDense(rows, len(idx), nil)
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, to := a.RawRowView(i), out.RawRowView(i)
			for p, j := range idx {
				to[p] = in[j]
			}
		}
	})
	return out
}

// needed are those of the landmarks, rows nil for all, that B has a use for, and what
// of B is to be applied to them: the others need no kernel values.
func (c chain) needed(rows []int) ([]int, chain) {
	if len(c) == 0 || c[0].columns == nil {
		return rows, c
	}
	kept := make([]int, len(c[0].columns))
	for p, j := range c[0].columns {
		kept[p] = at(rows, j)
	}
	return kept, c[1:]
}

// times is C·B, q wide, in the memory of C as far as that goes.
func (c chain) times(a *mat.Dense, q int) *mat.Dense {
	n, m := a.Dims()
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(m)) {
		a.Slice(lo, hi, 0, q).(*mat.Dense).Copy(c.From(a.Slice(lo, hi, 0, m).(*mat.Dense)))
	}
	return narrowed(a, q)
}

// onLandmarks is the part whose features are k(z, X[rows])·B, rows nil for all.
func onLandmarks(x *mat.Dense, rows []int, b chain, width int) model.Part {
	rows, b = b.needed(rows)
	if rows != nil {
		x = linalg.Rows(x, rows)
	}
	return model.Part{Landmarks: x, Map: b, Width: width}
}
