package model

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// MulTo writes K·X into dst, both n×b, and counts all of K once. Where K is
// not kept it is evaluated tile by tile, and of the symmetric matrix what lies
// right of a tile on the diagonal once for both halves.
func (g *Gram) MulTo(ctx context.Context, dst, x *mat.Dense) error {
	n := g.N()
	r, b := dst.Dims()
	checkDims("MulTo", r, b, n, b)
	g.whole.Store(true)
	k, err := g.forProducts(ctx)
	if err != nil {
		return err
	}
	if k != nil {
		g.share()
		linalg.MulSymmetric(dst, k, x)
		return ctx.Err()
	}
	dst.Zero()
	rows := linalg.TileRows(n)
	buf := make([]float64, min(rows, n)*n)
	for lo, hi := range linalg.Tiles(n, rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := mat.NewDense(hi-lo, n-lo, buf[:(hi-lo)*(n-lo)])
		g.evaluateRange(k, lo, hi, lo, n)
		addProduct(dst.Slice(lo, hi, 0, b).(*mat.Dense), k, x.Slice(lo, n, 0, b).(*mat.Dense))
		if hi < n {
			right := k.Slice(0, hi-lo, hi-lo, n-lo).(*mat.Dense)
			addTransposed(dst.Slice(hi, n, 0, b).(*mat.Dense), right, x.Slice(lo, hi, 0, b).(*mat.Dense))
		}
	}
	return nil
}

func addProduct(dst, a, x *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), x.RawMatrix(), 1, dst.RawMatrix())
}

func addTransposed(dst, a, x *mat.Dense) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, a.RawMatrix(), x.RawMatrix(), 1, dst.RawMatrix())
}
