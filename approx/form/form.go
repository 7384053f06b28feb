// Package form holds the forms that an approximation K̃ of a kernel matrix K takes, and what the
// methods in package approx share to make them:
//
//   - [Factor], K̃ = F·Fᵀ with F stored, or made by a feature map φ, row by row, when needed;
//   - [Blocks], exact square blocks on the diagonal;
//   - [Coupled], K̃ = W·L·Wᵀ with W block diagonal;
//   - [SparseInverse], K̃ = (L·Lᵀ)⁻¹ with a sparse triangular L.
//
// Each implements [model.Approximation]: entries, products, solves, norms, eigenpairs, and the extension to new points.
// A [Chain] turns kernel values at landmarks into features; [Projection] and [Regularized] make it from the landmarks'
// kernel matrix. Functions whose names end in Memory estimate the memory that a form takes.
//
// A wrong shape is misuse and panics with a text that starts "form: ".
package form

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// base is what all forms have.
type base struct {
	x         *mat.Dense // the points
	kernel    model.Kernel
	landmarks []int // rows on which K̃ rests; nil for methods without landmarks among the rows
	warnings  []string
	sketch    func() *mat.Dense // makes S; nil if there is none
}

func newBase(g *model.Gram, landmarks []int, warnings []string) base {
	return base{x: g.X(), kernel: g.Kernel(), landmarks: landmarks, warnings: warnings}
}

func (b *base) Landmarks() []int   { return b.landmarks }
func (b *base) Warnings() []string { return b.warnings }

func (b *base) Sketch() *mat.Dense {
	if b.sketch == nil {
		return nil
	}
	return b.sketch()
}

// Bytes returns the size of an r×c matrix in bytes.
func Bytes(r, c int) int64 { return 8 * int64(r) * int64(c) }

// TileBytes returns the size of the largest tile of an r×c matrix in bytes.
func TileBytes(r, c int) int64 { return Bytes(min(r, linalg.TileRows(c)), c) }

// FactorMemory estimates the memory of K̃ = F·Fᵀ with q columns, F = K[:, landmarks]·B for the given number of
// landmarks: F, its eigenvectors, and some q×q matrices to compute them. fit is the peak of the fit in bytes.
func FactorMemory(n, q, landmarks int, fit int64) model.Memory {
	f, small := Bytes(n, q), min(n, q)
	return model.Memory{
		Fit: max(fit, f), Stored: f, Pairs: Bytes(n, small),
		Decompose: f + Bytes(n, small) + Bytes(q, small) + 3*Bytes(small, small),
		Point:     Bytes(1, landmarks+q+small), Coordinates: Bytes(1, small),
	}
}

// MapMemory estimates the memory of K̃ = F·Fᵀ if a feature map of width q on the given number of
// landmarks makes F, which is stored up to model.DefaultFactorLimit. selecting is the peak while the landmarks
// are selected, and making the peak while the map is made afterwards, without F itself.
func MapMemory(n, q, landmarks int, selecting, making int64) model.Memory {
	f, pieces := Bytes(n, q), TileBytes(n, 2*landmarks+q)
	out := FactorMemory(n, q, landmarks, 0)
	out.Fit = max(selecting, making+Bytes(n, 1))
	out.Streamed = max(out.Fit, making+pieces+5*Bytes(q, q)+3*Bytes(n, 1))
	if f <= model.DefaultFactorLimit(n) {
		out.Fit = max(selecting, making+f*5/4)
		return out
	}
	out.Stored = Bytes(landmarks, q)
	out.Decompose += out.Stored + pieces - f
	return out
}

// ProjectionMemory returns the bytes that Projection needs for a core of m columns: the core, the matrix
// it was copied from, and its factorisation.
func ProjectionMemory(m int) int64 { return 3 * Bytes(m, m) }

// NystromMemory estimates the memory of the projection on m selected columns, truncated to rank k.
// selecting is the peak while the columns are selected.
func NystromMemory(n, m, k int, selecting int64) model.Memory {
	return MapMemory(n, min(m, cmp.Or(k, m)), m, selecting, ProjectionMemory(m))
}

func checkLength(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("form: %s with a vector of length %d, want %d", what, got, want))
	}
}

func checkMul(dst, x *mat.Dense, n int) {
	r, b := x.Dims()
	dr, db := dst.Dims()
	if r != n || dr != n || db != b {
		panic(fmt.Sprintf("form: MulTo of a %d×%d into a %d×%d matrix, want %d rows and equal columns", r, b, dr, db, n))
	}
}

func checkBlock(dst *mat.Dense, rows, cols []int, n int) {
	wantR, wantC := n, n
	if rows != nil {
		wantR = len(rows)
	}
	if cols != nil {
		wantC = len(cols)
	}
	if r, c := dst.Dims(); r != wantR || c != wantC {
		panic(fmt.Sprintf("form: Block into a %d×%d matrix, want %d×%d", r, c, wantR, wantC))
	}
}

// Columns reads K[:, idx], n×len(idx), or all of K for a nil idx. The error is the context's or a
// *model.DegenerateError.
func Columns(ctx context.Context, g *model.Gram, idx []int) (*mat.Dense, error) {
	n, m := g.N(), len(idx)
	if idx == nil {
		m = n
	}
	c := mat.NewDense(n, m, nil)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(m)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.Block(c.Slice(lo, hi, 0, m).(*mat.Dense), linalg.Sequence(lo, hi), idx)
	}
	return c, CheckFinite(c)
}

// Entries reads K[rows, cols]. The error is the context's or a *model.DegenerateError.
func Entries(ctx context.Context, g *model.Gram, rows, cols []int) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := mat.NewDense(len(rows), len(cols), nil)
	g.Block(k, rows, cols)
	return k, CheckFinite(k)
}

// Diagonal reads the n entries Kᵢᵢ. If they are finite, so are all entries of a positive semi-definite K.
func Diagonal(g *model.Gram) ([]float64, error) {
	d := make([]float64, g.N())
	g.Diag(d)
	return d, CheckFinite(mat.NewDense(1, len(d), d))
}

// at returns idx[p], or p if idx is nil, which stands for all.
func at(idx []int, p int) int {
	if idx == nil {
		return p
	}
	return idx[p]
}

// CheckFinite returns a *model.DegenerateError if an entry of k is not finite. A polynomial kernel of
// high degree, for example, overflows on data that are not standardised.
func CheckFinite(k *mat.Dense) error {
	rows, _ := k.Dims()
	for i := range rows {
		row := linalg.Vector(k.RawRowView(i))
		if squares := blas64.Dot(row, row); !math.IsNaN(squares) && !math.IsInf(squares, 0) {
			continue
		}
		for _, v := range row.Data { // finite entries may have squares that are not
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
	}
	return nil
}

// Core reads W = K[I, I] for the rows I. It counts n·|I| entries: those of W and of the columns K[:, I],
// which the caller then reads through the Gram that it returns.
func Core(ctx context.Context, g *model.Gram, rows []int) (columns *model.Gram, w *mat.SymDense, err error) {
	columns = g.Charge(int64(g.N()) * int64(len(rows)))
	k, err := Entries(ctx, columns, rows, rows)
	if err != nil {
		return nil, nil, err
	}
	return columns, linalg.Symmetric(k), nil
}
