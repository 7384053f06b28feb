package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Gemm is C = α·op(A)·op(B) + β·C, as [blas64.Gemm], with a context that it looks at
// between blocks: once that has ended it returns its error, and C is undefined.
func Gemm(ctx context.Context, tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) error {
	m, k := a.Rows, a.Cols
	if tA != blas.NoTrans {
		m, k = k, m
	}
	n, inner := b.Cols, b.Rows
	if tB != blas.NoTrans {
		n, inner = inner, n
	}
	if inner != k || c.Rows != m || c.Cols != n {
		panic("linalg: the shapes of a product do not match")
	}
	return Host.mul(ctx, tA, tB, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta, c.Data, c.Stride)
}

// Syrk is the triangle that C stores of C = α·op(A)·op(A)ᵀ + β·C, as
// [blas64.Syrk], with a context as [Gemm].
func Syrk(ctx context.Context, t blas.Transpose, alpha float64, a blas64.General, beta float64, c blas64.Symmetric) error {
	n, k := a.Rows, a.Cols
	if t != blas.NoTrans {
		n, k = k, n
	}
	if c.N != n {
		panic("linalg: the shapes of a product do not match")
	}
	return Host.square(ctx, c.Uplo, t, n, k, alpha, a.Data, a.Stride, beta, c.Data, c.Stride)
}

// piece is the side of what gonum is given at a time where a context is to be
// looked at, a multiple of its own blocks.
const piece = 256

// mul is Dgemm with a context.
func (i Implementation) mul(ctx context.Context, tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) error {
	if p, ok := i.gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc); ok {
		return p.run(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !worth(m, n, k) || !fits(tA, m, k, a, lda) || !fits(tB, k, n, b, ldb) || !fits(blas.NoTrans, m, n, c, ldc) {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return nil
	}
	va, vb := general(tA, a, lda), general(tB, b, ldb)
	for i0 := 0; i0 < m; i0 += piece {
		for j0 := 0; j0 < n; j0 += piece {
			beta := beta
			for k0 := 0; k0 < k; k0 += piece {
				if err := ctx.Err(); err != nil {
					return err
				}
				i.Implementation.Dgemm(tA, tB, min(piece, m-i0), min(piece, n-j0), min(piece, k-k0), alpha,
					a[va.from(i0, k0).at:], lda, b[vb.from(k0, j0).at:], ldb, beta, c[i0*ldc+j0:], ldc)
				beta = 1
			}
		}
	}
	return nil
}

// square is Dsyrk with a context.
func (i Implementation) square(ctx context.Context, ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) error {
	if p, ok := i.syrk(ul, t, n, k, alpha, a, lda, beta, c, ldc); ok {
		return p.run(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !worth(n, n, k) || !fits(t, n, k, a, lda) || !fits(blas.NoTrans, n, n, c, ldc) || ul != blas.Lower && ul != blas.Upper {
		i.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return nil
	}
	// Beside the diagonal blocks, in one of the triangles, are products.
	va := general(t, a, lda)
	for i0 := 0; i0 < n; i0 += piece {
		size, beta := min(piece, n-i0), beta
		lo, hi := 0, i0
		if ul == blas.Upper {
			lo, hi = i0+size, n
		}
		if hi > lo {
			err := i.mul(ctx, t, transpose(t), size, hi-lo, k, alpha,
				a[va.from(i0, 0).at:], lda, a[va.from(lo, 0).at:], lda, beta, c[i0*ldc+lo:], ldc)
			if err != nil {
				return err
			}
		}
		for k0 := 0; k0 < k; k0 += piece {
			if err := ctx.Err(); err != nil {
				return err
			}
			i.Implementation.Dsyrk(ul, t, size, min(piece, k-k0), alpha, a[va.from(i0, k0).at:], lda, beta, c[i0*ldc+i0:], ldc)
			beta = 1
		}
	}
	return nil
}
