package exact

import (
	"context"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// A symmetric matrix is looked at by tiles of so many rows and columns: small enough for
// a cache, large enough for what is packed of K̃'s factor to be used often, and multiples
// of the 24 columns and 8 rows that the widest kernel of linalg computes at a time.
const squareTile, wideTile = 264, 528

// squares is ‖K−A‖_F² for an approximation A, nil being 0, by a pass over half of both
// matrices: the squares on the diagonal, and what is right of them twice. The sum has a
// fixed order.
func (r *Reference) squares(ctx context.Context, a model.Approximation) (float64, error) {
	n := r.N()
	panels := (n + squareTile - 1) / squareTile
	parts := make([]float64, panels)
	linalg.Parallel((panels+1)/2, func(first, last int) {
		w := newResidual(r.gram, a)
		defer tileRooms.Put(w.room)
		for p := first; p < last; p++ {
			pair := []int{p, panels - 1 - p} // a long one and a short one
			for _, panel := range slices.Compact(pair) {
				if ctx.Err() != nil {
					return
				}
				lo, hi := panel*squareTile, min(n, (panel+1)*squareTile)
				sum := w.squares(lo, hi, lo, hi)
				for from := hi; from < n; from += wideTile {
					sum += 2 * w.squares(lo, hi, from, min(n, from+wideTile))
				}
				parts[panel] = sum
			}
		}
	})
	sum := 0.0
	for _, v := range parts {
		sum += v
	}
	return sum, ctx.Err()
}

// tileRoom is room for a tile of K, where it is not kept, and one of K̃.
type tileRoom struct {
	entries, others [squareTile * wideTile]float64
}

// tileRooms are those that no thread works in.
var tileRooms = sync.Pool{New: func() any { return new(tileRoom) }}

// residual reads K−A tile by tile, for one thread.
type residual struct {
	gram *model.Gram
	a    model.Approximation
	room *tileRoom
}

func newResidual(g *model.Gram, a model.Approximation) *residual {
	return &residual{gram: g, a: a, room: tileRooms.Get().(*tileRoom)}
}

// squares is the sum of squares of K−A in the rows lo to hi and the columns from to to.
func (w *residual) squares(lo, hi, from, to int) float64 {
	k := w.gram.Part(w.room.entries[:], lo, hi, from, to)
	if w.a == nil {
		return sumOfSquares(k)
	}
	e := mat.NewDense(hi-lo, to-from, w.room.others[:(hi-lo)*(to-from)])
	rows := sequence(lo, hi-lo)
	cols := rows // of a square half is computed
	if from != lo {
		cols = sequence(from, to-from)
	}
	w.a.Block(e, rows, cols)
	sum := 0.0
	for i := range rows {
		sum += linalg.SquaredGap(k.RawRowView(i), e.RawRowView(i))
	}
	return sum
}

// sumOfSquares adds up row by row, so that the order is fixed.
func sumOfSquares(m *mat.Dense) float64 {
	rows, _ := m.Dims()
	sum := 0.0
	for i := range rows {
		row := vector(m.RawRowView(i))
		sum += blas64.Dot(row, row)
	}
	return sum
}
