package exact

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// scattered returns n rows of a normal distribution in two dimensions, of which the last `far` are far from all others.
func scattered(n, far int, rng *rand.Rand) *mat.Dense {
	x := linalg.Gaussian(n, 2, rng)
	for i := n - far; i < n; i++ {
		angle, radius := 2*math.Pi*rng.Float64(), 8+30*rng.Float64()
		x.SetRow(i, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
	}
	return x
}

// TestOutlying: of a cloud with some rows far out it is these, and those of which most is left come first. There are none
// among the corners of a simplex, which are all equally far apart, nor among equal rows.
func TestOutlying(t *testing.T) {
	const n, far = 1000, 12
	rng := rand.New(rand.NewPCG(1, 2))
	corners, equal := mat.NewDense(200, 200, nil), mat.NewDense(300, 2, nil)
	for i := range 200 {
		corners.Set(i, i, 1)
	}
	for name, c := range map[string]struct {
		x          *mat.Dense
		most, want int
	}{
		"scattered": {scattered(n, far, rng), 30, far}, "the first": {scattered(n, far, rng), 5, 5}, "corners": {corners, 30, 0}, "equal": {equal, 30, 0},
	} {
		g := model.NewGram(model.NewPoints(c.x, model.SquaredEuclidean), gaussian(0.5))
		for seed := range uint64(5) {
			got, err := Outlying(t.Context(), g, c.most, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatal(err)
			}
			outer := 0 // some of the cloud's edge may be among the rows, too
			for _, i := range got {
				if i >= n-far {
					outer++
				}
			}
			if c.want == 0 && len(got) > 0 || outer < c.want || len(got) > c.most {
				t.Errorf("%s, seed %d: %v", name, seed, got)
			}
		}
	}
}

// TestEstimatesWithChosenRows: with outlying rows in every sample, an error and a trace that are mostly theirs are estimated without bias,
// the standard error of the estimate is right, and it is about half of what it is without them, or less.
func TestEstimatesWithChosenRows(t *testing.T) {
	const n, far, rows, draws = 600, 20, 100, 150
	x := scattered(n, far, rand.New(rand.NewPCG(3, 4)))
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), gaussian(0.5))
	k := whole(g)
	var inverse, a mat.Dense
	core := mat.DenseCopyOf(k.Slice(0, 40, 0, 40)) // of landmarks in the cloud
	for i := range 40 {
		core.Set(i, i, core.At(i, i)+1e-8)
	}
	if err := inverse.Inverse(core); err != nil {
		t.Fatal(err)
	}
	a.Product(k.Slice(0, n, 0, 40), &inverse, k.Slice(0, 40, 0, n))
	all, err := NewReference(g, true, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, figure := range map[string]func(*Comparison) (Estimate, error){
		"error": func(c *Comparison) (Estimate, error) { return c.Error(t.Context()) }, "trace": func(c *Comparison) (Estimate, error) { return c.Trace(t.Context()) },
	} {
		want, err := figure(all.Compare(stored{a: &a}))
		if err != nil {
			t.Fatal(err)
		}
		spread := map[bool]float64{}
		for _, with := range []bool{true, false} {
			sum, squares, deviations := 0.0, 0.0, 0.0
			for seed := range uint64(draws) {
				var chosen []int
				if with {
					if chosen, err = Outlying(t.Context(), g, 30, rand.New(rand.NewPCG(seed, 5))); err != nil {
						t.Fatal(err)
					}
				}
				r, err := NewSampled(g, rows, chosen, [2]uint64{seed, 7})
				if err != nil {
					t.Fatal(err)
				}
				if s := r.SampledRows(); len(s) != rows+len(chosen) || len(slices.Compact(slices.Sorted(slices.Values(s)))) != len(s) {
					t.Fatalf("%d rows are sampled, with %d chosen ones: %v", len(s), len(chosen), s)
				}
				e, err := figure(r.Compare(stored{a: &a}))
				if err != nil {
					t.Fatal(err)
				}
				sum, squares, deviations = sum+e.Value, squares+e.SE*e.SE, deviations+(e.Value-want.Value)*(e.Value-want.Value)
			}
			spread[with] = math.Sqrt(deviations / draws)
			if mean := sum / draws; with && math.Abs(mean-want.Value) > 4*spread[with]/math.Sqrt(draws)+0.005*want.Value {
				t.Errorf("%s: the mean estimate is %v, want %v", name, mean, want.Value)
			}
			if ratio := math.Sqrt(squares / deviations); with && (ratio < 0.75 || ratio > 1.35) {
				t.Errorf("%s: the standard error is %.2f times the deviation", name, ratio)
			}
		}
		if spread[true] > 0.55*spread[false] { // what is left is that of the cloud, and of ‖K‖_F
			t.Errorf("%s is %v: it deviates by %v with outlying rows, by %v without", name, want.Value, spread[true], spread[false])
		}
	}
}
