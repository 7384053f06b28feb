package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Wrong arguments, sizes of 0 and α = 0 are passed on to gonum, which checks them.

// Dgemm computes C = α·op(A)·op(B) + β·C, as gonum's Dgemm.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	p, ok := i.gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if !ok {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	_ = p.run(context.Background()) // this context never ends
}

// gemm returns the product for Dgemm; ok is false if gonum is to compute it.
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

// Dsyrk computes one triangle of C = α·op(A)·op(A)ᵀ + β·C, as gonum's Dsyrk.
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
	// op(A) and its transpose are in the same place in memory.
	p, ok := i.gemm(tA, transpose(tA), n, n, k, alpha, a, lda, a, lda, beta, c, ldc)
	p.triangle = ul
	return p, ok
}

// Dsymm computes C = α·A·B + β·C or C = α·B·A + β·C for a symmetric A, as gonum's Dsymm.
func (i Implementation) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
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

// piece is the order of the pieces that are passed to gonum one by one, so that the context can be
// checked between them. It is a multiple of gonum's block size.
const piece = 256

// Gemm computes C = α·op(A)·op(B) + β·C as [blas64.Gemm] does. It checks ctx between blocks. When it has
// ended, Gemm returns its error and C is undefined.
func Gemm(ctx context.Context, tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) error {
	m, k := dims(tA, a)
	inner, n := dims(tB, b)
	if inner != k || c.Rows != m || c.Cols != n {
		panic("linalg: the shapes of a product do not match")
	}
	if p, ok := Host.gemm(tA, tB, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta, c.Data, c.Stride); ok {
		return p.run(ctx)
	}
	if m*n*k < quick {
		blas64.Gemm(tA, tB, alpha, a, b, beta, c)
		return ctx.Err()
	}
	for i0, i1 := range Tiles(m, piece) {
		for j0, j1 := range Tiles(n, piece) {
			beta := beta
			for k0, k1 := range Tiles(k, piece) {
				if err := ctx.Err(); err != nil {
					return err
				}
				blas64.Gemm(tA, tB, alpha, partOf(tA, a, i0, i1, k0, k1), partOf(tB, b, k0, k1, j0, j1), beta, part(c, i0, i1, j0, j1))
				beta = 1
			}
		}
	}
	return nil
}

// Syrk computes the stored triangle of C = α·op(A)·op(A)ᵀ + β·C as [blas64.Syrk] does, with
// a context as in [Gemm].
func Syrk(ctx context.Context, t blas.Transpose, alpha float64, a blas64.General, beta float64, c blas64.Symmetric) error {
	n, k := dims(t, a)
	if c.N != n {
		panic("linalg: the shapes of a product do not match")
	}
	if p, ok := Host.syrk(c.Uplo, t, n, k, alpha, a.Data, a.Stride, beta, c.Data, c.Stride); ok {
		return p.run(ctx)
	}
	if n*n*k < quick {
		blas64.Syrk(t, alpha, a, beta, c)
		return ctx.Err()
	}
	whole := blas64.General{Rows: n, Cols: n, Stride: c.Stride, Data: c.Data}
	for i0, i1 := range Tiles(n, piece) {
		lo, hi := 0, i0 // the columns beside the diagonal block, which are a product
		if c.Uplo == blas.Upper {
			lo, hi = i1, n
		}
		err := Gemm(ctx, t, transpose(t), alpha, partOf(t, a, i0, i1, 0, k), partOf(t, a, lo, hi, 0, k), beta, part(whole, i0, i1, lo, hi))
		if err != nil {
			return err
		}
		diagonal := blas64.Symmetric{Uplo: c.Uplo, N: i1 - i0, Stride: c.Stride, Data: part(whole, i0, i1, i0, i1).Data}
		beta := beta
		for k0, k1 := range Tiles(k, piece) {
			if err := ctx.Err(); err != nil {
				return err
			}
			blas64.Syrk(t, alpha, partOf(t, a, i0, i1, k0, k1), beta, diagonal)
			beta = 1
		}
	}
	return nil
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

// partOf returns the part of A with op(part) = op(A)[i0:i1, j0:j1].
func partOf(t blas.Transpose, a blas64.General, i0, i1, j0, j1 int) blas64.General {
	if t == blas.NoTrans {
		return part(a, i0, i1, j0, j1)
	}
	return part(a, j0, j1, i0, i1)
}
