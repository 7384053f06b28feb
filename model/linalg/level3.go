package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
)

// Bad arguments, sizes 0 and α = 0 are left to gonum: its checks hold, and its
// messages.

// Dgemm is C = α·op(A)·op(B) + β·C, as gonum's Dgemm.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	p, ok := i.gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if !ok {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	_ = p.run(context.Background()) // which never ends
}

// gemm is the product that Dgemm makes, if it is not left to gonum.
func (i Implementation) gemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) (product, bool) {
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || k <= 0 || !fits(tA, m, k, a, lda) || !fits(tB, k, n, b, ldb) || !fits(blas.NoTrans, m, n, c, ldc) {
		return product{}, false
	}
	return product{
		on: i.on, m: m, n: n, k: k,
		a: general(tA, a, lda), b: general(tB, b, ldb), c: c, stride: ldc,
		alpha: alpha, beta: beta,
	}, true
}

// Dsyrk is one triangle of C = α·op(A)·op(A)ᵀ + β·C, as gonum's Dsyrk.
func (i Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	p, ok := i.syrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
	if !ok {
		i.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	_ = p.run(context.Background())
}

func (i Implementation) syrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) (product, bool) {
	if ul != blas.Upper && ul != blas.Lower {
		return product{}, false
	}
	// The transpose of op(A) has the same place in memory.
	p, ok := i.gemm(tA, transpose(tA), n, n, k, alpha, a, lda, a, lda, beta, c, ldc)
	p.triangle = ul
	return p, ok
}

// Dsyr2k is one triangle of C = α·op(A)·op(B)ᵀ + α·op(B)·op(A)ᵀ + β·C, as
// gonum's Dsyr2k.
func (i Implementation) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	first, ok := i.gemm(tA, transpose(tA), n, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if !ok || ul != blas.Upper && ul != blas.Lower {
		i.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	first.triangle = ul
	second := first
	second.a, second.b, second.beta = first.b.transposed(), first.a.transposed(), 1
	_ = first.run(context.Background())
	_ = second.run(context.Background())
}

// Dsymm is C = α·A·B + β·C or C = α·B·A + β·C for a symmetric A, as gonum's
// Dsymm.
func (i Implementation) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	k := m
	if s == blas.Right {
		k = n
	}
	p, ok := i.gemm(blas.NoTrans, blas.NoTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if s == blas.Right {
		p, ok = i.gemm(blas.NoTrans, blas.NoTrans, m, n, k, alpha, b, ldb, a, lda, beta, c, ldc)
	}
	if !ok || s != blas.Left && s != blas.Right || ul != blas.Upper && ul != blas.Lower {
		i.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	if s == blas.Left {
		p.a.triangle = ul
	} else {
		p.b.triangle = ul
	}
	_ = p.run(context.Background())
}

// worth is whether a product is worth cutting.
func worth(m, n, k int) bool { return m > 0 && n > 0 && k > 0 && m*n*k >= quick }

// fits is whether op(A), rows×columns, lies in a.
func fits(t blas.Transpose, rows, columns int, a []float64, lda int) bool {
	switch t {
	case blas.NoTrans:
	case blas.Trans, blas.ConjTrans:
		rows, columns = columns, rows
	default:
		return false
	}
	return lda >= max(1, columns) && len(a) >= (rows-1)*lda+columns
}

// transpose is the opposite of t; what is neither stays.
func transpose(t blas.Transpose) blas.Transpose {
	switch t {
	case blas.NoTrans:
		return blas.Trans
	case blas.Trans, blas.ConjTrans:
		return blas.NoTrans
	}
	return t
}
