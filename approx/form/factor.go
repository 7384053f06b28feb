package form

import (
	"context"
	"iter"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Factor is K̃ = F·Fᵀ, which is positive semi-definite by construction. If a feature map φ makes F =
// φ(X), F need not be stored: its rows can be computed again whenever they are needed.
type Factor struct {
	base
	n, q int        // dimensions of F; q = 0 for K̃ = 0
	f    *mat.Dense // F if it is stored, else nil
	part model.Part // φ; the zero Part if F was not made by a map

	// own makes the part that extends F to new points, if F was not made by a map; else it is
	// nil. Its error is the context's.
	own func(ctx context.Context) (model.Part, error)
}

var _ model.Mapper = (*Factor)(nil)

// NewFactor returns K̃ = F·Fᵀ for a stored F, n×q.
func NewFactor(g *model.Gram, f *mat.Dense, landmarks []int, warnings []string) *Factor {
	n, q := f.Dims()
	return &Factor{base: newBase(g, landmarks, warnings), n: n, q: q, f: f}
}

// WithSketch sets the function that Sketch calls, and returns a.
func (a *Factor) WithSketch(draw func() *mat.Dense) *Factor {
	a.sketch = draw
	return a
}

// WithColumns makes S of distinct rows: column j has weights[j] at rows[j]. It returns a.
func (a *Factor) WithColumns(rows []int, weights []float64) *Factor {
	return a.WithSketch(func() *mat.Dense {
		s := mat.NewDense(a.n, len(rows), nil)
		for j, i := range rows {
			s.Set(i, j, weights[j])
		}
		return s
	})
}

// Stored returns F = φ(X) if F is stored and was made by a map, else nil.
func (a *Factor) Stored() *mat.Dense {
	if a.own != nil {
		return nil
	}
	return a.f
}

// Unmade returns φ if F is not stored, else the zero Part.
func (a *Factor) Unmade() model.Part {
	if a.f != nil {
		return model.Part{}
	}
	return a.part
}

// Bytes returns the size of F, whether it is stored or not.
func (a *Factor) Bytes() int64 { return 8 * int64(a.n) * int64(a.q) }

// Rank returns the number of columns of F, at most n. Methods that project keep only columns that are
// numerically independent.
func (a *Factor) Rank() int { return min(a.n, a.q) }

// rows returns the given rows of F, for q ≥ 1. The caller must not change them.
func (a *Factor) rows(idx []int) *mat.Dense {
	if a.f != nil {
		return linalg.Selected(a.f, idx)
	}
	return a.part.Features(a.kernel, linalg.Selected(a.x, idx))
}

// pieces yields F, for q ≥ 1, in pieces with the number of their first row: one piece if F is stored,
// else one for each tile.
func (a *Factor) pieces() iter.Seq2[int, *mat.Dense] {
	if a.f == nil {
		return a.part.Pieces(a.kernel, a.x)
	}
	return func(yield func(int, *mat.Dense) bool) { yield(0, a.f) }
}

// piecesOf yields F[idx] as pieces does, in tiles or in one piece. idx is not empty.
func (a *Factor) piecesOf(idx []int, atOnce bool) iter.Seq2[int, *mat.Dense] {
	if a.f == nil && !atOnce {
		return a.part.Pieces(a.kernel, linalg.Selected(a.x, idx))
	}
	height := linalg.TileRows(a.q)
	if atOnce {
		height = len(idx)
	}
	return func(yield func(int, *mat.Dense) bool) {
		for lo, hi := range linalg.Tiles(len(idx), height) {
			if !yield(lo, a.rows(idx[lo:hi])) {
				return
			}
		}
	}
}

// normal returns FᵀF+μI. The error is the context's.
func (a *Factor) normal(ctx context.Context, mu float64) (*mat.SymDense, error) {
	g := mat.NewSymDense(a.q, nil)
	for _, f := range a.pieces() {
		if err := linalg.Syrk(ctx, blas.Trans, 1, f.RawMatrix(), 1, g.RawSymmetric()); err != nil {
			return nil, err
		}
	}
	return linalg.AddRidge(g, mu), nil
}

func (a *Factor) Diag(dst []float64) {
	checkLength("Diag", len(dst), a.n)
	clear(dst)
	if a.q == 0 {
		return
	}
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		for p := range rows {
			for _, v := range f.RawRowView(p) {
				dst[lo+p] += v * v
			}
		}
	}
}

func (a *Factor) Block(dst *mat.Dense, rows, cols []int) {
	checkBlock(dst, rows, cols, a.n)
	if a.q == 0 {
		dst.Zero()
		return
	}
	isSymmetric := len(rows) > 0 && len(cols) == len(rows) && &cols[0] == &rows[0] // only half of it is computed
	if rows == nil {
		rows = linalg.Sequence(0, a.n)
	}
	if cols == nil {
		cols = linalg.Sequence(0, a.n)
	}
	r, c := dst.Dims()
	for i, left := range a.piecesOf(rows, a.q <= c) { // F[rows] is no larger than dst
		height, _ := left.Dims()
		from := 0
		if isSymmetric {
			corner := dst.Slice(i, i+height, i, i+height).(*mat.Dense).RawMatrix()
			half := blas64.Symmetric{N: height, Stride: corner.Stride, Data: corner.Data, Uplo: blas.Upper}
			blas64.Syrk(blas.NoTrans, 1, left.RawMatrix(), 0, half)
			if from = i + height; from == c {
				break
			}
		}
		for j, right := range a.piecesOf(cols[from:], a.f != nil && a.q <= r) {
			width, _ := right.Dims()
			dst.Slice(i, i+height, from+j, from+j+width).(*mat.Dense).Mul(left, right.T())
		}
	}
	if isSymmetric {
		linalg.Mirror(dst)
	}
}

func (a *Factor) MulTo(dst, x *mat.Dense) {
	checkMul(dst, x, a.n)
	if a.q == 0 {
		dst.Zero()
		return
	}
	_, b := x.Dims()
	z := mat.NewDense(a.q, b, nil)
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		multiply(z, 1, blas.Trans, f, x.Slice(lo, lo+rows, 0, b).(*mat.Dense))
	}
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		multiply(dst.Slice(lo, lo+rows, 0, b).(*mat.Dense), 0, blas.NoTrans, f, z)
	}
}

func (a *Factor) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	if a.q == 0 {
		return 0, 0, ctx.Err()
	}
	g, err := a.smaller(ctx)
	if err != nil {
		return 0, 0, err
	}
	return linalg.Norms(ctx, g, rng)
}
