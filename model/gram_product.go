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
	_, b := x.Dims()
	g.count("MulTo", dst, n, b)
	g.whole.Store(true)
	if g.kept.later.Load() {
		if _, err := g.Store(ctx); err != nil {
			return err
		}
	}
	if k := g.kept.k.Load(); k != nil {
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
		g.evaluate(k, lo, hi, lo, n)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), rowsOf(x, lo, n), 1, rowsOf(dst, lo, hi))
		if hi < n {
			right := k.Slice(0, hi-lo, hi-lo, n-lo).(*mat.Dense)
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, right.RawMatrix(), rowsOf(x, lo, hi), 1, rowsOf(dst, hi, n))
		}
	}
	return nil
}

func rowsOf(a *mat.Dense, lo, hi int) blas64.General {
	_, cols := a.Dims()
	return a.Slice(lo, hi, 0, cols).(*mat.Dense).RawMatrix()
}
