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

// squares returns ‖K‖_F², if that is asked for, and ‖K−A‖_F² for an approximation A, nil being
// none, by a pass over half of both matrices: the squares on the diagonal, and what is
// right of them twice. The sums have a fixed order.
func (r *Reference) squares(ctx context.Context, a model.Approximation, ofK bool) (whole, apart float64, err error) {
	n := r.N()
	wholes, aparts := make([]float64, panels(n)), make([]float64, panels(n))
	err = r.eachPanel(ctx, func(panel, lo, hi int, room *tileRoom) {
		add := func(times float64, from, to int) {
			k := r.gram.Part(room.entries[:], lo, hi, from, to)
			if ofK {
				wholes[panel] += times * sumOfSquares(k)
			}
			if a != nil {
				aparts[panel] += times * room.apart(k, a, lo, hi, from, to)
			}
		}
		add(1, lo, hi)
		for from := hi; from < n; from += wideTile {
			add(2, from, min(n, from+wideTile))
		}
	})
	return inOrder(wholes), inOrder(aparts), err
}

// panels returns how many of squareTile rows there are.
func panels(n int) int { return (n + squareTile - 1) / squareTile }

// eachPanel calls f for each panel of rows, lo to hi, with room for tiles: several at a time,
// a long one and a short one by turns where f goes through what is right of the diagonal.
func (r *Reference) eachPanel(ctx context.Context, f func(panel, lo, hi int, room *tileRoom)) error {
	n := r.N()
	count := panels(n)
	linalg.Parallel((count+1)/2, func(first, last int) {
		room := tileRooms.Get().(*tileRoom)
		defer tileRooms.Put(room)
		for p := first; p < last; p++ {
			for _, panel := range slices.Compact([]int{p, count - 1 - p}) {
				if ctx.Err() != nil {
					return
				}
				f(panel, panel*squareTile, min(n, (panel+1)*squareTile), room)
			}
		}
	})
	return ctx.Err()
}

// tileRoom is room for a tile of K, where it is not kept, and one of K̃, for one thread.
type tileRoom struct {
	entries, others [squareTile * wideTile]float64
}

// tileRooms are those that no thread works in.
var tileRooms = sync.Pool{New: func() any { return new(tileRoom) }}

// apart returns ‖k−A‖_F² of the rows lo to hi and the columns from to to, k being K there.
func (t *tileRoom) apart(k *mat.Dense, a model.Approximation, lo, hi, from, to int) (sum float64) {
	e := mat.NewDense(hi-lo, to-from, t.others[:(hi-lo)*(to-from)])
	rows := sequence(lo, hi)
	cols := rows // of a square half is computed
	if from != lo {
		cols = sequence(from, to)
	}
	a.Block(e, rows, cols)
	for i := range rows {
		sum += linalg.SquaredDistance(k.RawRowView(i), e.RawRowView(i))
	}
	return sum
}

// sumOfSquares adds up row by row, so that the order is fixed.
func sumOfSquares(m *mat.Dense) (sum float64) {
	rows, _ := m.Dims()
	for i := range rows {
		row := vector(m.RawRowView(i))
		sum += blas64.Dot(row, row)
	}
	return sum
}
