package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestErrorByTiles: the error of matrices of one tile, several tiles and a partial tile is that computed
// entry by entry, whether K is stored or evaluated.
func TestErrorByTiles(t *testing.T) {
	for _, n := range []int{100, 264, 265, 700, 1030, 1400} {
		g := gramAt(randomPoints(n, 3, uint64(n)), gaussian(0.1))
		a := nystrom(g, 10)
		k, approximation := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		g.View().Block(k, nil, nil)
		a.Block(approximation, nil, nil)
		norm, difference := 0.0, 0.0
		for i := range n {
			for j := range n {
				e := k.At(i, j) - approximation.At(i, j)
				norm += k.At(i, j) * k.At(i, j)
				difference += e * e
			}
		}
		want := math.Sqrt(difference / norm)
		for _, kept := range []bool{false, true} {
			if kept {
				if err := g.Store(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			r, err := NewReference(g, true, [2]uint64{1, 1})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Compare(a).Error(t.Context())
			if err != nil || !math.IsNaN(got.SE) || !(math.Abs(got.Value-want) <= 1e-12*want) {
				t.Errorf("n = %d, kept %v: %v, %v, want %v", n, kept, got, err, want)
			}
		}
	}
}
