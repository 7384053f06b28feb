package exact

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// mulEvaluated is dst = K·x for n×b matrices, and ‖K‖_F²: of a K that is not kept, half of
// which is evaluated tile by tile, each tile near while both products with it are made: of
// few vectors, as rows, by which tiles are multiplied in the shape that is fastest. It
// takes O(n·b·n/squareTile) memory, and the sums have a fixed order.
func (r *Reference) mulEvaluated(ctx context.Context, dst, x *mat.Dense) (squares float64, err error) {
	n, b := x.Dims()
	vectors := mat.DenseCopyOf(x.T())
	sums, products := make([]float64, panels(n)), make([]*mat.Dense, panels(n)) // of the rows from the panel's first on
	columns := func(m *mat.Dense, from, to int) blas64.General {
		return m.Slice(0, b, from, to).(*mat.Dense).RawMatrix()
	}
	err = r.eachPanel(ctx, func(panel, lo, hi int, room *tileRoom) {
		out := mat.NewDense(b, n-lo, nil)
		k := r.gram.Part(room.entries[:], lo, hi, lo, hi)
		sums[panel] = sumOfSquares(k)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, columns(vectors, lo, hi), k.RawMatrix(), 1, columns(out, 0, hi-lo))
		for from := hi; from < n; from += wideTile {
			to := min(n, from+wideTile)
			k := r.gram.Part(room.entries[:], lo, hi, from, to)
			sums[panel] += 2 * sumOfSquares(k)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, columns(vectors, from, to), k.RawMatrix(), 1, columns(out, 0, hi-lo))
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, columns(vectors, lo, hi), k.RawMatrix(), 1, columns(out, from-lo, to-lo))
		}
		products[panel] = out
	})
	if err != nil {
		return 0, err
	}
	sum := mat.NewDense(b, n, nil)
	for panel, part := range products {
		squares += sums[panel]
		below := sum.Slice(0, b, panel*squareTile, n).(*mat.Dense)
		below.Add(below, part)
	}
	dst.Copy(sum.T())
	return squares, nil
}
