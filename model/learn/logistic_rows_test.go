package learn

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// manyRows returns n rows of q features and labels. label gets a row's features, its number and a random
// number.
func manyRows(n, q int, label func(x []float64, i int, noise float64) bool) (*mat.Dense, []float64) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(q)))
	phi, y := mat.NewDense(n, q, nil), make([]float64, n)
	for i := range n {
		row := phi.RawRowView(i)
		for j := range row {
			row[j] = rng.NormFloat64() / float64(1+j)
		}
		if y[i] = -1; label(row, i, rng.NormFloat64()) {
			y[i] = 1
		}
	}
	return phi, y
}

var manyLabels = map[string]func(x []float64, i int, noise float64) bool{
	"noisy":             func(x []float64, _ int, noise float64) bool { return x[0]+x[1]+noise > 0 },
	"separable":         func(x []float64, _ int, _ float64) bool { return x[0]+x[1] > 0 },
	"rare":              func(_ []float64, i int, _ float64) bool { return i%999 == 0 },
	"none in a sample":  func(x []float64, i int, noise float64) bool { return i%8 == 3 && x[0]+noise > 0 },
	"only in a sample":  func(x []float64, i int, noise float64) bool { return i%8 == 0 && x[0]+noise > 0 },
	"other in a sample": func(x []float64, i int, noise float64) bool { return (x[0]+noise/9 > 0) == (i%8 == 0) },
	"sorted":            func(_ []float64, i int, _ float64) bool { return i > 3000 },
}

// TestSampleThatMisleads: there is no start from a sample with too few rows a feature, from one of a single class,
// from one with other labels than the rest, and from one that is fitted much more closely than the rest.
func TestSampleThatMisleads(t *testing.T) {
	for name, c := range map[string]struct {
		n, q  int
		label func(x []float64, i int, noise float64) bool
		mu    float64
		nil   bool
	}{
		"good":         {5000, 40, manyLabels["noisy"], 1e-6, false},
		"few":          {1600, 40, manyLabels["noisy"], 1, true},
		"single class": {5000, 12, manyLabels["none in a sample"], 1, true},
		"other labels": {5000, 12, manyLabels["other in a sample"], 1, true},
		"close":        {5000, 100, manyLabels["noisy"], 1e-6, true},
		"not close":    {5000, 100, manyLabels["noisy"], 100, false},
	} {
		phi, y := manyRows(c.n, c.q, c.label)
		if start, err := sampleMinimum(t.Context(), phi, y, c.mu); err != nil || (start == nil) != c.nil {
			t.Errorf("%s: %v, %v", name, start, err)
		}
	}
}

// TestLogisticSparesHessians: on many rows the sample's minimum is close to that on all rows, and one or two
// Hessians of all rows suffice.
func TestLogisticSparesHessians(t *testing.T) {
	const n, q, mu = 20000, 40, 1.0
	phi, y := manyRows(n, q, manyLabels["noisy"])
	start, err := sampleMinimum(t.Context(), phi, y, mu)
	if err != nil || start == nil {
		t.Fatal(start, err)
	}
	d, hessians := NewLogisticDescent(q, mu), 0
	d.Best.W, d.Best.Bias = start.W, start.Bias
	for first := 0.0; !d.Done; {
		before := d.factor.Data
		if err := d.onRows(t.Context(), phi, y, true); err != nil {
			t.Fatal(err)
		}
		if len(before) == 0 || &before[0] != &d.factor.Data[0] {
			hessians++
		}
		if first == 0 {
			first = d.Best.Objective
		}
		if d.Done && !(first < 1.02*d.Best.Objective) {
			t.Errorf("the start's objective is %v, the minimum %v", first, d.Best.Objective)
		}
	}
	if hessians > 2 || !(d.Best.Gap < 1e-12) {
		t.Errorf("%d Hessians, gap %v", hessians, d.Best.Gap)
	}
}
