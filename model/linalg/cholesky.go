package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapack "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// choleskyBlock is the order up to which a factorisation goes column by column.
const choleskyBlock = 64

// Cholesky is the upper triangular U with UᵀU = A, or ok = false for an A that is
// not positive definite. It looks at ctx between blocks, and returns its error once
// that has ended. A is left as it is.
func Cholesky(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, ok bool, err error) {
	from := a.RawSymmetric()
	n := from.N
	if n == 0 {
		return new(mat.TriDense), true, ctx.Err()
	}
	data := make([]float64, n*n)
	for r := range n {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		copy(data[r*n+r:(r+1)*n], from.Data[r*from.Stride+r:])
	}
	return Host.factorise(ctx, mat.NewSymDense(n, data))
}

// CholeskyInPlace is [Cholesky] in the memory of a, which is overwritten: U is its
// upper triangle.
func CholeskyInPlace(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, ok bool, err error) {
	return Host.factorise(ctx, a)
}

func (i Implementation) factorise(ctx context.Context, a *mat.SymDense) (u *mat.TriDense, ok bool, err error) {
	raw := a.RawSymmetric()
	if i.on != nil {
		ok, err = i.on.cholesky(ctx, factor(blas.Upper, raw.Data, raw.Stride), raw.N)
	} else {
		ok, err = i.leftLooking(ctx, raw.N, raw.Data, raw.Stride)
	}
	if !ok || err != nil {
		return nil, false, err
	}
	u = new(mat.TriDense)
	u.SetRawTriangular(blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: raw.N, Stride: raw.Stride, Data: raw.Data})
	return u, true, nil
}

// leftLooking is gonum's Dpotrf of an upper triangle, with a context.
func (i Implementation) leftLooking(ctx context.Context, n int, a []float64, lda int) (ok bool, err error) {
	for j := 0; j < n; j += choleskyBlock {
		size := min(choleskyBlock, n-j)
		rest := n - j - size
		if err := i.square(ctx, blas.Upper, blas.Trans, size, j, -1, a[j:], lda, 1, a[j*lda+j:], lda); err != nil {
			return false, err
		}
		if !(lapack.Implementation{}).Dpotf2(blas.Upper, size, a[j*lda+j:], lda) {
			return false, nil
		}
		if rest == 0 {
			break
		}
		right := a[j*lda+j+size:]
		if err := i.mul(ctx, blas.Trans, blas.NoTrans, size, rest, j, -1, a[j:], lda, a[j+size:], lda, 1, right, lda); err != nil {
			return false, err
		}
		i.Dtrsm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, size, rest, 1, a[j*lda+j:], lda, right, lda)
	}
	return true, ctx.Err()
}

// factor is the triangle where a lower triangular factor is found, that of an upper
// one being its transpose.
func factor(ul blas.Uplo, a []float64, lda int) view {
	if ul == blas.Upper {
		return general(blas.Trans, a, lda)
	}
	return general(blas.NoTrans, a, lda)
}

// cholesky overwrites the lower triangle of order n with the L of LLᵀ: by halves, so
// that most of the work is products.
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

// choleskyColumns is cholesky column by column, in a copy whose rows are
// contiguous.
func (on *instructions) choleskyColumns(a view, n int) (ok bool) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	room := s.room(n*n + n)
	l, dots := room[:n*n], room[n*n:]
	for i := range n {
		for j := range i + 1 {
			l[i*n+j] = a.data[a.at+i*a.row+j*a.column]
		}
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
