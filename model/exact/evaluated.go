package exact

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// mulEvaluated is dst = K·x for n×b matrices, and ‖K‖_F²: of a K that is not kept, half of
// which is evaluated tile by tile, each tile near while both products with it are made. It
// takes O(n·b·n/squareTile) memory, and the sums have a fixed order.
func (r *Reference) mulEvaluated(ctx context.Context, dst, x *mat.Dense) (squares float64, err error) {
	n, b := x.Dims()
	sums, products := make([]float64, panels(n)), make([]*mat.Dense, panels(n)) // of the rows from the panel's first on
	rows := func(m *mat.Dense, from, to int) blas64.General {
		return m.Slice(from, to, 0, b).(*mat.Dense).RawMatrix()
	}
	err = r.eachPanel(ctx, func(panel, lo, hi int, room *tileRoom) {
		out := mat.NewDense(n-lo, b, nil)
		k := r.gram.Part(room.entries[:], lo, hi, lo, hi)
		sums[panel] = sumOfSquares(k)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), rows(x, lo, hi), 1, rows(out, 0, hi-lo))
		for from := hi; from < n; from += wideTile {
			to := min(n, from+wideTile)
			k := r.gram.Part(room.entries[:], lo, hi, from, to)
			sums[panel] += 2 * sumOfSquares(k)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), rows(x, from, to), 1, rows(out, 0, hi-lo))
			blas64.Gemm(blas.Trans, blas.NoTrans, 1, k.RawMatrix(), rows(x, lo, hi), 1, rows(out, from-lo, to-lo))
		}
		products[panel] = out
	})
	if err != nil {
		return 0, err
	}
	dst.Zero()
	for panel, part := range products {
		squares += sums[panel]
		below := dst.Slice(panel*squareTile, n, 0, b).(*mat.Dense)
		below.Add(below, part)
	}
	return squares, nil
}
