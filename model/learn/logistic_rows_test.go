package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
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

// TestSolveWithTheHessian: the solution is that of the Hessian at the minimum, with the last Hessian of the descent and without one.
func TestSolveWithTheHessian(t *testing.T) {
	const n, q, mu = 60, 5, 0.3
	rng := rand.New(rand.NewPCG(4, 9))
	phi, y, right := mat.NewDense(n, q, nil), make([]float64, n), make([]float64, q+1)
	for i := range n {
		for j := range q {
			phi.Set(i, j, rng.NormFloat64())
		}
		if y[i] = 1; phi.At(i, 0)+rng.NormFloat64() < 0 {
			y[i] = -1
		}
	}
	for j := range right {
		right[j] = rng.NormFloat64()
	}
	first := NewLogisticDescent(q, mu)
	again := NewLogisticDescent(q, mu)
	for _, d := range []*LogisticDescent{first, again} {
		for !d.Done {
			if err := d.On(t.Context(), phi, y); err != nil {
				t.Fatal(err)
			}
		}
		again.Best.W, again.Best.Bias = first.Best.W, first.Best.Bias
		got, err := d.Solve(phi, y, right)
		if err != nil {
			t.Fatal(err)
		}
		for j := range right { // (H+μI)·got, from the rows
			sum := 0.0
			if j < q {
				sum = mu * got[j]
			}
			for i, f := range first.Best.Values(phi) {
				s := 1 / (1 + math.Exp(-f))
				row := append(mat.Row(nil, i, phi), 1)
				sum += s * (1 - s) * floats.Dot(row, got) * row[j]
			}
			if math.Abs(sum-right[j]) > 1e-5*(1+math.Abs(right[j])) {
				t.Errorf("entry %d of the product with the solution is %v, want %v", j, sum, right[j])
			}
		}
	}
	if again.Best.Iterations != 0 {
		t.Errorf("%d steps from the minimum", again.Best.Iterations)
	}
}

// TestDescentsAlike: from the Hessian of a descent on about the same features and from one that is far too small a descent ends
// at the same minimum, from the first without a Hessian of its own.
func TestDescentsAlike(t *testing.T) {
	const n, q, mu = 400, 8, 0.5
	phi, y := manyRows(n, q, manyLabels["noisy"])
	descend := func(d *LogisticDescent) (hessians int) {
		for !d.Done {
			before := d.factor.Data
			if err := d.On(t.Context(), phi, y); err != nil {
				t.Fatal(err)
			}
			if len(before) == 0 || &before[0] != &d.factor.Data[0] {
				hessians++
			}
		}
		return hessians
	}
	alone := NewLogisticDescent(q, mu)
	own := descend(alone)
	for scale, most := range map[float64]int{1.05: 0, 0.01: own + 1} {
		scaled := mat.NewDense(n, q, nil)
		scaled.Scale(scale, phi)
		other := NewLogisticDescent(q, mu)
		other.Best.W, other.Best.Bias = alone.Best.W, alone.Best.Bias
		if err := other.onRows(t.Context(), scaled, y, false); err != nil {
			t.Fatal(err)
		}
		d := NewLogisticDescent(q, mu)
		for j, w := range alone.Best.W {
			d.Best.W[j] = 1.01 * w
		}
		d.Best.Bias = alone.Best.Bias
		d.Like(other)
		if hessians := descend(d); hessians > most {
			t.Errorf("scale %v: %d Hessians, from 0 %d", scale, hessians, own)
		}
		for j, w := range alone.Best.W {
			if math.Abs(d.Best.W[j]-w) > 1e-6*(1+math.Abs(w)) {
				t.Errorf("scale %v: weight %d is %v, want %v", scale, j, d.Best.W[j], w)
			}
		}
	}
}
