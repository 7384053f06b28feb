package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// choleskyBlock is the order up to which a matrix is factorised column by column.
const choleskyBlock = 64

// AddRidge replaces a by a + ridge·I and returns it.
func AddRidge(a *mat.SymDense, ridge float64) *mat.SymDense {
	for i := range a.SymmetricDim() {
		a.SetSym(i, i, a.At(i, i)+ridge)
	}
	return a
}

// LAPACK is gonum's LAPACK with a faster Cholesky factorisation. The zero value is gonum's own.
type LAPACK struct {
	gonum.Implementation
	blas Implementation
}

// Dpotrf computes the Cholesky factorisation of one triangle in place, as gonum's Dpotrf
// does, and reports whether A is positive definite.
func (l LAPACK) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) (ok bool) {
	if l.blas.on == nil || n < choleskyBlock/4 || ul != blas.Upper && ul != blas.Lower ||
		!fits(blas.NoTrans, n, n, a, lda) {
		return l.Implementation.Dpotrf(ul, n, a, lda)
	}
	t := blas.NoTrans
	if ul == blas.Upper { // its transpose is the lower triangular factor
		t = blas.Trans
	}
	ok, _ = l.blas.on.cholesky(context.Background(), general(t, a, lda), n)
	return ok
}

// CholeskyInPlace returns the upper triangular U with UᵀU = A, in the memory of a, whose upper triangle it overwrites.
// ok is false if A is not positive definite. It checks ctx between blocks and returns its error.
func CholeskyInPlace(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, ok bool, err error) {
	raw := a.RawSymmetric()
	ok, err = Host.on.cholesky(ctx, general(blas.Trans, raw.Data, raw.Stride), raw.N)
	if !ok || err != nil {
		return nil, false, err
	}
	u = new(mat.TriDense)
	u.SetRawTriangular(blas64.Triangular{
		Uplo: blas.Upper, Diag: blas.NonUnit, N: raw.N, Stride: raw.Stride, Data: raw.Data})
	return u, true, nil
}

// cholesky overwrites the lower triangle of order n with L of A = LLᵀ. It divides the matrix into halves,
// so that most of the work is products.
func (on *instructions) cholesky(ctx context.Context, a view, n int) (ok bool, err error) {
	if n <= choleskyBlock {
		return on.choleskyColumns(a, n), ctx.Err()
	}
	half := roundUp(n/2, choleskyBlock)
	rest := n - half
	if ok, err := on.cholesky(ctx, a, half); !ok || err != nil {
		return false, err
	}
	below := a.from(half, 0)
	t := triangular{on: on, t: a, n: half, x: below.transposed(), columns: rest}
	if err := t.run(ctx); err != nil {
		return false, err
	}
	if err := on.update(ctx, rest, rest, half, -1, below, below.transposed(), a.from(half, half), blas.Lower); err != nil {
		return false, err
	}
	return on.cholesky(ctx, a.from(half, half), rest)
}

// choleskyColumns is cholesky column by column, in a copy with contiguous rows.
func (on *instructions) choleskyColumns(a view, n int) (ok bool) {
	s := borrow(n*n + n)
	defer scratches.Put(s)
	l, dots := s.buf[:n*n], s.buf[n*n:]
	for i := range n {
		a.copyRow(l[i*n:i*n+i+1], i)
	}
	for j := range n {
		clear(dots)
		if j > 0 {
			on.rowDots(dots[j:], j, l[j*n:], n, l[j*n:])
		}
		d := l[j*n+j] - dots[j]
		if !(d > 0) {
			return false
		}
		d = math.Sqrt(d)
		l[j*n+j] = d
		for i := j + 1; i < n; i++ {
			l[i*n+j] = (l[i*n+j] - dots[i]) / d
		}
	}
	for i := range n {
		for j := range i + 1 {
			a.data[a.at+i*a.row+j*a.column] = l[i*n+j]
		}
	}
	return true
}

// Jittered returns the Cholesky factor U of A + jI = UᵀU and j, the smallest out of 0, eps·tr A,
// 10·eps·tr A … for which it exists. a must be positive semidefinite up to rounding; it is overwritten by
// a + jI. The error is the context's. Jittered panics if a is not finite.
func Jittered(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, jitter float64, err error) {
	const least = 0x1p-1022 // eps·tr A may underflow, and must not stay 0
	n := a.SymmetricDim()
	if n == 0 {
		return new(mat.TriDense), 0, ctx.Err()
	}
	for {
		factor := mat.NewSymDense(n, nil)
		factor.CopySym(a)
		u, ok, err := CholeskyInPlace(ctx, factor)
		if ok || err != nil {
			return u, jitter, err
		}
		more := max(9*jitter, least, 2*roundoff*math.Abs(mat.Trace(a)))
		jitter += more
		if math.IsNaN(jitter) || math.IsInf(jitter, 0) {
			panic("linalg: a matrix to factorise that is not finite")
		}
		for i := range n {
			a.SetSym(i, i, a.At(i, i)+more)
		}
	}
}

// InverseDiagonal returns the diagonal of (UᵀU)⁻¹, the squared lengths of the rows of U⁻¹. It computes
// U⁻¹ by blocks of columns, in O(n³). The error is the context's.
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

// PivotTolerance is the pivot, relative to the largest diagonal entry of a core, at which the
// remaining columns count as dependent on those before. With a smaller tolerance K̃ exceeds K by more
// than rounding errors where entries of K have such errors, as with two clusters far apart. The
// alternatives are worse: Cholesky of the core with a jitter fails on such entries and keeps m columns
// where far fewer are independent, and an eigendecomposition is no more accurate and much slower.
const PivotTolerance = 1e-12

// Pivoted computes the Cholesky factorisation with complete pivoting of a positive semidefinite a, n×n:
// UᵀU = A[order, order]. It stops before the first pivot that is at most tolerance, which bounds the
// diagonal of the remainder. U is rank×n and upper trapezoidal, and in the memory of a.
func Pivoted(a *mat.SymDense, tolerance float64) (u blas64.General, order []int) {
	raw := a.RawSymmetric()
	order = make([]int, raw.N)
	_, rank, _ := lapack64.Pstrf(raw, order, tolerance, make([]float64, 2*raw.N))
	return blas64.General{Rows: rank, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}, order
}

// Regress returns what remains of the last diagonal entry of A+δI after the others are eliminated, for a positive
// semi-definite A of order m+1 and δ > 0, and writes the coefficients (A_SS+δI)⁻¹·A_Sm of the first m, S, to dst.
// Each remainder is at least δ but for rounding errors, which the ridge outweighs if A is small against δ/ε. The
// lower triangle of A is read, and overwritten by the Cholesky factor of A+δI.
func Regress(dst []float64, a blas64.General, delta float64) (rest float64) {
	m := len(dst)
	row := func(i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+i+1] }
	for i := range m + 1 {
		l := row(i)
		for j := range i {
			l[j] = (l[j] - floats.Dot(l[:j], row(j)[:j])) / row(j)[j]
		}
		rest = max(l[i]+delta-floats.Dot(l[:i], l[:i]), delta)
		l[i] = math.Sqrt(rest)
	}
	copy(dst, row(m)[:m])
	for i := m - 1; i >= 0; i-- {
		l := row(i)
		dst[i] /= l[i]
		floats.AddScaled(dst[:i], -dst[i], l[:i])
	}
	return rest
}
