package form

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Factor is K̃ = F·Fᵀ, positive semi-definite by construction. Of a map the rows of
// F = φ(X) are made whenever they are asked for, unless F is kept.
type Factor struct {
	n, q      int        // of F; q = 0 for K̃ = 0
	f         *mat.Dense // F where it is kept, else nil
	landmarks []int      // nil for methods that rest on no rows
	warnings  []string
	sketch    func() *mat.Dense // S of model.Sketcher; nil where there is none

	x      *mat.Dense // the points
	kernel model.Kernel
	part   model.Part // φ; not for methods with a form of their own

	// own makes the part by which such an F goes on to new points, when that is wanted;
	// else nil. The error is the context's.
	own func(ctx context.Context) (model.Part, error)
}

var (
	_ model.Warner     = (*Factor)(nil)
	_ model.Landmarker = (*Factor)(nil)
	_ model.Sketcher   = (*Factor)(nil)
	_ model.Mapper     = (*Factor)(nil)
)

// NewFactor takes F, n×q.
func NewFactor(f *mat.Dense, landmarks []int, warnings []string) *Factor {
	n, q := f.Dims()
	return &Factor{n: n, q: q, f: f, landmarks: landmarks, warnings: warnings}
}

// WithSketch sets what Sketch returns.
func (a *Factor) WithSketch(draw func() *mat.Dense) *Factor {
	a.sketch = draw
	return a
}

// N is the number of rows of F.
func (a *Factor) N() int { return a.n }

func (a *Factor) Warnings() []string { return a.warnings }

func (a *Factor) Landmarks() []int { return a.landmarks }

// Kept is F of a map that is kept.
func (a *Factor) Kept() *mat.Dense {
	if a.own != nil {
		return nil
	}
	return a.f
}

// Unmade is φ where F is not kept.
func (a *Factor) Unmade() model.Part {
	if a.f != nil {
		return model.Part{}
	}
	return a.part
}

// Bytes are those of F, kept or not.
func (a *Factor) Bytes() int64 { return 8 * int64(a.n) * int64(a.q) }

// Sketch is S of K·S, n×q, or nil.
func (a *Factor) Sketch() *mat.Dense {
	if a.sketch == nil {
		return nil
	}
	return a.sketch()
}

// Rank is the number of columns of F, or n where that is smaller. The methods
// that project keep only columns that are numerically independent.
func (a *Factor) Rank() int { return min(a.n, a.q) }

// rows are those of F, q ≥ 1, read only.
func (a *Factor) rows(idx []int) *mat.Dense {
	if a.f != nil {
		return linalg.Selected(a.f, idx)
	}
	return a.part.Features(a.kernel, linalg.Selected(a.x, idx))
}

// pieces are F, q ≥ 1, whole where it is kept, else by tiles, each with its first row's place.
func (a *Factor) pieces() iter.Seq2[int, *mat.Dense] {
	if a.f == nil {
		return a.part.Pieces(a.kernel, a.x)
	}
	return func(yield func(int, *mat.Dense) bool) { yield(0, a.f) }
}

// piecesOf are pieces of F[idx], which is not empty: a tile at a time, or all at once.
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

// normal is FᵀF+μI. The error is the context's.
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
		linalg.Parallel(rows, func(from, to int) {
			for p := from; p < to; p++ {
				sum := 0.0
				for _, v := range f.RawRowView(p) {
					sum += v * v
				}
				dst[lo+p] = sum
			}
		})
	}
}

func (a *Factor) Block(dst *mat.Dense, rows, cols []int) {
	checkBlock(dst, rows, cols, a.n)
	if a.q == 0 {
		dst.Zero()
		return
	}
	isSymmetric := len(rows) > 0 && len(cols) == len(rows) && &cols[0] == &rows[0] // half of it is computed
	if rows == nil {
		rows = Sequence(0, a.n)
	}
	if cols == nil {
		cols = Sequence(0, a.n)
	}
	r, c := dst.Dims()
	for i, left := range a.piecesOf(rows, a.q <= c) { // F[rows] is no larger than dst
		height, _ := left.Dims()
		from := 0
		if isSymmetric {
			corner := dst.Slice(i, i+height, i, i+height).(*mat.Dense).RawMatrix()
			blas64.Syrk(blas.NoTrans, 1, left.RawMatrix(), 0, blas64.Symmetric{N: height, Stride: corner.Stride, Data: corner.Data, Uplo: blas.Upper})
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
	if b == 1 {
		y := mat.Col(nil, 0, x)
		a.up(1, a.down(y), 0, y)
		dst.SetCol(0, y)
		return
	}
	z := mat.NewDense(a.q, b, nil)
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, f.RawMatrix(), x.Slice(lo, lo+rows, 0, b).(*mat.Dense).RawMatrix(), 1, z.RawMatrix())
	}
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		dst.Slice(lo, lo+rows, 0, b).(*mat.Dense).Mul(f, z)
	}
}

// down is Fᵀx.
func (a *Factor) down(x []float64) []float64 {
	z := make([]float64, a.q)
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		blas64.Gemv(blas.Trans, 1, f.RawMatrix(), linalg.Vector(x[lo:lo+rows]), 1, linalg.Vector(z))
	}
	return z
}

// up is dst = α·F·z + β·dst.
func (a *Factor) up(alpha float64, z []float64, beta float64, dst []float64) {
	for lo, f := range a.pieces() {
		rows, _ := f.Dims()
		blas64.Gemv(blas.NoTrans, alpha, f.RawMatrix(), linalg.Vector(z), beta, linalg.Vector(dst[lo:lo+rows]))
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

// SolveTo uses Woodbury's identity x = (y − F·w)/μ with w the ridge solution (FᵀF+μI)⁻¹Fᵀy, by
// Cholesky, or where ‖K̃+μI‖/μ is above 1e12 by QR of F stacked on √μ·I, which does not square the
// condition; of an F that is not kept that gives R alone, and refinement the rest. Where y is nearly
// in the range of F, y − F·w cancels: iterative refinement, two to five steps, restores it. O(n·q²).
func (a *Factor) SolveTo(dst, y []float64, mu float64) error {
	checkSolve(dst, y, mu, a.n)
	if a.q == 0 {
		for i, v := range y {
			dst[i] = v / mu
		}
		return nil
	}
	solve, err := a.solver(mu)
	if err != nil {
		return err
	}
	x, step := make([]float64, a.n), make([]float64, a.n)
	rest, before := slices.Clone(y), math.Inf(1)
	for size := floats.Norm(rest, 2); size < before/2; size = floats.Norm(rest, 2) {
		before = size
		solve(step, rest)
		floats.Add(x, step)
		a.residual(rest, x, y, mu)
	}
	copy(dst, x)
	return nil
}

// residual is dst = y − (K̃+μI)·x.
func (a *Factor) residual(dst, x, y []float64, mu float64) {
	a.up(1, a.down(x), 0, dst)
	for i, v := range dst {
		dst[i] = y[i] - mu*x[i] - v
	}
}
