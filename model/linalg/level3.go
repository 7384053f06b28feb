package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Wrong arguments, sizes of 0 and α = 0 are passed on to gonum, which checks them.

// Dgemm computes C = α·op(A)·op(B) + β·C, as gonum's Dgemm.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	p, ok := i.gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if !ok {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	_ = p.run(context.Background()) // this context never ends
}

// gemm returns the product for Dgemm; ok is false if gonum is to compute it.
func (i Implementation) gemm(tA, tB blas.Transpose, m, n, k int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) (product, bool) {
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || k <= 0 ||
		!fits(tA, m, k, a, lda) || !fits(tB, k, n, b, ldb) || !fits(blas.NoTrans, m, n, c, ldc) {
		return product{}, false
	}
	return product{
		on: i.on, m: m, n: n, k: k,
		a: general(tA, a, lda), b: general(tB, b, ldb), c: c, stride: ldc,
		alpha: alpha, beta: beta,
	}, true
}

// Dsyrk computes one triangle of C = α·op(A)·op(A)ᵀ + β·C, as gonum's Dsyrk.
func (i Implementation) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int,
	alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	p, ok := i.syrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
	if !ok {
		i.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	_ = p.run(context.Background())
}

func (i Implementation) syrk(ul blas.Uplo, tA blas.Transpose, n, k int,
	alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) (product, bool) {
	if ul != blas.Upper && ul != blas.Lower {
		return product{}, false
	}
	// op(A) and its transpose are in the same place in memory.
	p, ok := i.gemm(tA, transpose(tA), n, n, k, alpha, a, lda, a, lda, beta, c, ldc)
	p.triangle = ul
	return p, ok
}

// Dsymm computes C = α·A·B + β·C or C = α·B·A + β·C for a symmetric A, as gonum's Dsymm.
func (i Implementation) Dsymm(s blas.Side, ul blas.Uplo, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	p, ok := i.gemm(blas.NoTrans, blas.NoTrans, m, n, m, alpha, a, lda, b, ldb, beta, c, ldc)
	p.a.triangle = ul
	if s == blas.Right {
		p, ok = i.gemm(blas.NoTrans, blas.NoTrans, m, n, n, alpha, b, ldb, a, lda, beta, c, ldc)
		p.b.triangle = ul
	}
	if !ok || s != blas.Left && s != blas.Right || ul != blas.Upper && ul != blas.Lower {
		i.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	_ = p.run(context.Background())
}

// Gemm computes C = α·op(A)·op(B) + β·C as [blas64.Gemm] does. It checks ctx between blocks. When it has
// ended, Gemm returns its error and C is undefined.
func Gemm(ctx context.Context, tA, tB blas.Transpose, alpha float64, a, b blas64.General,
	beta float64, c blas64.General) error {
	m, k := dims(tA, a)
	inner, n := dims(tB, b)
	if inner != k || c.Rows != m || c.Cols != n {
		panic("linalg: the shapes of a product do not match")
	}
	if p, ok := Host.gemm(tA, tB, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta, c.Data, c.Stride); ok {
		return p.run(ctx)
	}
	blas64.Gemm(tA, tB, alpha, a, b, beta, c)
	return ctx.Err()
}

// Syrk computes the stored triangle of C = α·op(A)·op(A)ᵀ + β·C as [blas64.Syrk] does, with a context as in [Gemm].
func Syrk(ctx context.Context, t blas.Transpose, alpha float64, a blas64.General,
	beta float64, c blas64.Symmetric) error {
	n, k := dims(t, a)
	if c.N != n {
		panic("linalg: the shapes of a product do not match")
	}
	if p, ok := Host.syrk(c.Uplo, t, n, k, alpha, a.Data, a.Stride, beta, c.Data, c.Stride); ok {
		return p.run(ctx)
	}
	blas64.Syrk(t, alpha, a, beta, c)
	return ctx.Err()
}

// fits reports whether op(A), rows×columns, lies within a.
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

// transpose returns the opposite of t.
func transpose(t blas.Transpose) blas.Transpose {
	if t == blas.NoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

// dims returns the dimensions of op(A).
func dims(t blas.Transpose, a blas64.General) (rows, cols int) {
	if t == blas.NoTrans {
		return a.Rows, a.Cols
	}
	return a.Cols, a.Rows
}
