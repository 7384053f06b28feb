package exact

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// mulEvaluated is dst = K·x for n×b matrices, and ‖K‖_F²: of a K that is not kept, half of
// which is evaluated tile by tile, each tile near while both products with it are made. It
// takes O(n·b·n/squareTile) memory, and the sums have a fixed order.
func (r *Reference) mulEvaluated(ctx context.Context, dst, x *mat.Dense) (squares float64, err error) {
	n, b := x.Dims()
	panels := (n + squareTile - 1) / squareTile
	sums, products := make([]float64, panels), make([]*mat.Dense, panels) // of the rows from the panel's first on
	linalg.Parallel((panels+1)/2, func(first, last int) {
		room := tileRooms.Get().(*tileRoom)
		defer tileRooms.Put(room)
		for p := first; p < last; p++ {
			for _, panel := range slices.Compact([]int{p, panels - 1 - p}) { // a long one and a short one
				if ctx.Err() != nil {
					return
				}
				lo, hi := panel*squareTile, min(n, (panel+1)*squareTile)
				out := mat.NewDense(n-lo, b, nil)
				rows := func(m *mat.Dense, from, to int) blas64.General {
					return m.Slice(from, to, 0, b).(*mat.Dense).RawMatrix()
				}
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
			}
		}
	})
	if err := ctx.Err(); err != nil {
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
