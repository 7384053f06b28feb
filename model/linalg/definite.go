package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Jittered returns the Cholesky factor U, A + jI = UᵀU, with the smallest j out of 0,
// eps·tr A, 10·eps·tr A … with which it exists, and that j, for an a that is positive
// semidefinite but for rounding errors. a is overwritten by a + jI. The error is the
// context's; an a that is not finite makes it panic.
func Jittered(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, jitter float64, err error) {
	const least = 0x1p-1022 // eps·tr A may underflow, and must not stay 0
	for {
		u, ok, err := Cholesky(ctx, a)
		if ok || err != nil {
			return u, jitter, err
		}
		more := max(9*jitter, least, 2*eps*math.Abs(mat.Trace(a)))
		jitter += more
		if math.IsNaN(jitter) || math.IsInf(jitter, 0) {
			panic("linalg: a matrix to factorise that is not finite")
		}
		for i := range a.SymmetricDim() {
			a.SetSym(i, i, a.At(i, i)+more)
		}
	}
}

// InverseDiagonal is the diagonal of (UᵀU)⁻¹: the squared lengths of the rows of U⁻¹.
// It finds U⁻¹ by blocks of columns, O(n³). The error is the context's.
func InverseDiagonal(ctx context.Context, u *mat.TriDense) ([]float64, error) {
	const width = 128
	corner := u.RawTriangular()
	n := corner.N
	diagonal := make([]float64, n)
	columns := newGeneral(n, min(n, width))
	for lo, hi := range Tiles(n, width) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := part(columns, 0, hi, 0, hi-lo)
		for i := range hi {
			clear(row(x, i))
			if i >= lo {
				row(x, i)[i-lo] = 1
			}
		}
		corner.N = hi
		if err := Trsm(ctx, blas.Left, blas.NoTrans, 1, corner, x); err != nil {
			return nil, err
		}
		for i := range hi {
			for _, v := range row(x, i) {
				diagonal[i] += v * v
			}
		}
	}
	return diagonal, nil
}

// Pivoted is the Cholesky factorisation with complete pivoting of a positive
// semidefinite a, UᵀU = A[order, order]: rows of U up to the first pivot that is no
// more than tolerance, so that the rest differs by that on the diagonal at most. It
// overwrites a, n×n, in whose memory U is, rank×n and upper trapezoidal.
func Pivoted(a *mat.SymDense, tolerance float64) (u blas64.General, order []int) {
	raw := a.RawSymmetric()
	order = make([]int, raw.N)
	_, rank, _ := lapack64.Pstrf(raw, order, tolerance, make([]float64, 2*raw.N))
	return blas64.General{Rows: rank, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}, order
}
