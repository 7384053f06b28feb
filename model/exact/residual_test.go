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
				if _, err := g.Store(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			r, err := NewReference(g, true, [2]uint64{1, 1})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Compare(a).Error(t.Context())
			if err != nil || !got.Exact || !(math.Abs(got.Value-want) <= 1e-12*want) {
				t.Errorf("n = %d, kept %v: %v, %v, want %v", n, kept, got, err, want)
			}
		}
	}
}

// TestFirstErrorIsOnePass: the first error also computes ‖K‖_F, in one pass over half of K. The result is
// that of a separate pass.
func TestFirstErrorIsOnePass(t *testing.T) {
	const n = 300
	g := gramAt(randomPoints(n, 3, 5), gaussian(0.3))
	var references [2]*Reference
	for i := range references {
		var err error
		if references[i], err = NewReference(g.View(), true, [2]uint64{3, 4}); err != nil {
			t.Fatal(err)
		}
	}
	first, other := references[0], references[1]
	before := first.gram.Entries()
	if _, err := first.Compare(thin{f: randomPoints(n, 2, 6)}).Error(t.Context()); err != nil {
		t.Fatal(err)
	}
	if read := first.gram.Entries() - before; read > n*n*9/10 {
		t.Errorf("%d entries of %d are read", read, n*n)
	}
	with, err := first.Frobenius(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if alone, err := other.Frobenius(t.Context()); err != nil || alone.Value != with.Value {
		t.Errorf("‖K‖_F is %v with an error, %v alone (%v)", with, alone, err)
	}
}
