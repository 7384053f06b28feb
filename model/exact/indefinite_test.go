package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// entries returns the kernel matrix of given entries.
func entries(n int, at func(i, j int) float64) *model.Gram {
	numbers := mat.NewDense(n, 1, nil)
	for i := range n {
		numbers.Set(i, 0, float64(i+1))
	}
	row := func(dst []float64, i int, columns []int) {
		for k, j := range columns {
			dst[k] = at(i, j)
		}
	}
	return model.NewGram(model.NewPoints(numbers, model.Entry), &model.Precomputed{Row: row, Symmetric: true})
}

// alternating has the eigenvalues (−0.8)ᵏ, k < 60, and zeros; its eigenvectors are cosines.
func alternating(n int) *model.Gram {
	k := mat.NewDense(n, n, nil)
	vectors, scaled := mat.NewDense(n, 60, nil), mat.NewDense(n, 60, nil)
	for i := range n {
		for j := range 60 {
			v := math.Sqrt(2/float64(n)) * math.Cos(math.Pi*(float64(i)+0.5)*float64(j+1)/float64(n))
			vectors.Set(i, j, v)
			scaled.Set(i, j, v*math.Pow(-0.8, float64(j)))
		}
	}
	k.Mul(scaled, vectors.T())
	return entries(n, k.At)
}

// TestFloorOfIndefinite: the floor is that of the largest |λ|, by NumPy for the small matrices, on all eigenvalues, on
// a Krylov space and for a full decomposition in place of that. There is no floor of the trace.
func TestFloorOfIndefinite(t *testing.T) {
	blocks := entries(4, func(i, j int) float64 {
		return map[bool]float64{true: 1, false: 2}[i == j] * map[bool]float64{true: 1}[i/2 == j/2]
	})
	minus := entries(4, func(i, j int) float64 { return map[bool]float64{true: 1, false: -2}[i == j] })
	series := func(rank int) float64 {
		return math.Sqrt((math.Pow(0.64, float64(rank)) - math.Pow(0.64, 60)) / (1 - math.Pow(0.64, 60)))
	}
	for _, c := range []struct {
		name         string
		gram         *model.Gram
		entire, rank int
		want         float64
	}{
		{"blocks", blocks, 4096, 1, 0.7416198487095663},
		{"blocks", blocks, 4096, 2, 0.31622776601683794},
		{"minus", minus, 4096, 1, 0.7205766921228921},
		{"all values", alternating(100), 4096, 7, series(7)},
		{"Krylov space", alternating(700), 100, 10, series(10)},
		{"Krylov space, a pass over K", alternating(700), 100, 40, series(40)},
		{"decomposition", alternating(300), 100, 10, series(10)},
	} {
		r, err := NewReference(c.gram, true, [2]uint64{1, 2})
		if err != nil {
			t.Fatal(err)
		}
		r.entire = c.entire
		floor, known, err := r.Floor(t.Context(), c.rank)
		if err != nil || !known || math.Abs(floor.Value-c.want) > 1e-6*c.want {
			t.Errorf("%s, rank %d: %v, %v, %v; want %v", c.name, c.rank, floor.Value, known, err, c.want)
		}
	}
	r, err := NewReference(alternating(300), false, [2]uint64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if e, known, err := r.Floor(t.Context(), 10); known || err != nil {
		t.Errorf("estimates: the floor of the error is %v, %v; want none", e, err)
	}
}
