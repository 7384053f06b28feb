package exact

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// squareTile is the order of the tiles in which a symmetric matrix is read: small enough for a cache, and large enough
// that packed parts of K̃'s factor are reused often. It is a multiple of the 24 columns and 8 rows that the widest
// kernel of linalg computes at a time. wideTile is the width of the tiles off the diagonal.
const squareTile, wideTile = 264, 528

// blocks is a symmetric matrix that is computed block by block, as a [model.Approximation] is.
type blocks interface {
	Block(dst *mat.Dense, rows, cols []int)
}

// squares returns ‖K−A‖_F², or ‖K‖_F² for a nil A. It reads half of both matrices: tiles on the diagonal count once,
// tiles to the right of it twice. The sums have a fixed order.
func (r *Reference) squares(ctx context.Context, a blocks) (float64, error) {
	n := r.N()
	sums := make([]float64, (n+squareTile-1)/squareTile)
	err := r.eachPanel(ctx, func(panel, lo, hi int, buffers *tileBuffers) {
		add := func(times float64, from, to int) {
			k := r.gram.Tile(buffers.entries[:], lo, hi, from, to)
			if a == nil {
				sums[panel] += times * sumOfSquares(k)
			} else {
				sums[panel] += times * buffers.apart(k, a, lo, hi, from, to)
			}
		}
		add(1, lo, hi)
		for from := hi; from < n; from += wideTile {
			add(2, from, min(n, from+wideTile))
		}
	})
	return inOrder(sums), err
}

// eachPanel calls f concurrently for each panel of rows, lo to hi, with buffers for tiles.
func (r *Reference) eachPanel(ctx context.Context, f func(panel, lo, hi int, buffers *tileBuffers)) error {
	return linalg.InParts(ctx, r.N(), squareTile, func(lo, hi int) {
		buffers := tilePool.Get().(*tileBuffers)
		defer tilePool.Put(buffers)
		f(lo/squareTile, lo, hi, buffers)
	})
}

// tileBuffers are the buffers of one goroutine: for a tile of K, unless K is stored, and for a tile of K̃.
type tileBuffers struct {
	entries, others [squareTile * wideTile]float64
}

// tilePool has the buffers that no goroutine uses.
var tilePool = sync.Pool{New: func() any { return new(tileBuffers) }}

// apart returns ‖k−A‖_F² over the rows lo to hi and the columns from to to, where k is K.
func (t *tileBuffers) apart(k *mat.Dense, a blocks, lo, hi, from, to int) (sum float64) {
	e := mat.NewDense(hi-lo, to-from, t.others[:(hi-lo)*(to-from)])
	rows := linalg.Sequence(lo, hi)
	cols := rows // the same slice: K̃ computes only half of a square tile
	if from != lo {
		cols = linalg.Sequence(from, to)
	}
	a.Block(e, rows, cols)
	for i := range rows {
		sum += linalg.SquaredDistance(k.RawRowView(i), e.RawRowView(i))
	}
	return sum
}

// sumOfSquares returns ‖m‖_F². It sums row by row, so the order is fixed.
func sumOfSquares(m *mat.Dense) (sum float64) {
	rows, _ := m.Dims()
	for i := range rows {
		row := linalg.Vector(m.RawRowView(i))
		sum += blas64.Dot(row, row)
	}
	return sum
}
