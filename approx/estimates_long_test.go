//go:build long

package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestErrorIntervals: 90 to 99 % of the 95 % intervals of the sampled errors, Frobenius and trace, contain the
// exact error, for a wide and a narrow kernel, for residuals on all rows or on few, and if half or a quarter
// of the rows is sampled.
func TestErrorIntervals(t *testing.T) {
	sizes, seeds := []int{4200}, uint64(40)
	all, held := 0, [2]int{}
	for _, n := range sizes {
		for width, factor := range map[string]float64{"wide": 1, "narrow": 0.25} {
			x := linalg.Gaussian(n, 5, rand.New(rand.NewPCG(uint64(n), 1)))
			median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
			k := kernelOf(t, "gaussian", 1/(2*factor*factor*median*median))
			g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
			names := []string{"nystrom", "fourier", "bka", "squeak"}
			methods := make([]model.Approximation, len(names))
			for i, values := range []model.Values{{"m": 60}, {"m": 200}, {"clusters": 8}, {"m": 60, "score-ridge": 1}} {
				methods[i] = fitTo(t, g, names[i], values)
			}
			inside := sampledErrors(t, g, methods, seeds)
			for i, name := range names {
				all += int(seeds)
				for j, figure := range []string{"error", "trace error"} {
					held[j] += inside[i][j]
					t.Logf("n = %d, %s, %s: %d of %d intervals hold the exact %s", n, width, name, inside[i][j], seeds, figure)
					if zero := figure == "trace error" && (name == "fourier" || name == "bka"); seeds >= 200 && !zero &&
						(inside[i][j] < 180 || inside[i][j] > 198) {
						t.Errorf("n = %d, %s, %s: %d of %d intervals hold the exact %s", n, width, name, inside[i][j], seeds, figure)
					}
				}
			}
		}
	}
	for _, count := range held {
		if share := float64(count) / float64(all); share < 0.85 || share > 0.995 {
			t.Errorf("%d of %d intervals hold the exact error", count, all)
		}
	}
}

// sampledErrors returns, for each approximation, the number of seeds whose intervals contain its exact error,
// and the number for its exact trace error.
func sampledErrors(t *testing.T, g *model.Gram, methods []model.Approximation, seeds uint64) [][2]int {
	t.Helper()
	whole, err := exact.NewReference(g, true, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	figures := func(r *exact.Reference, a model.Approximation) (out [2]exact.Estimate) {
		c := r.Compare(a)
		for j, figure := range []func(context.Context) (exact.Estimate, error){c.Error, c.Trace} {
			var err error
			if out[j], err = figure(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	want, inside := make([][2]exact.Estimate, len(methods)), make([][2]int, len(methods))
	for i, a := range methods {
		want[i] = figures(whole, a)
	}
	for seed := range seeds {
		r, err := exact.NewReference(g, false, [2]uint64{seed, 5})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range methods {
			for j, got := range figures(r, a) {
				if !(got.SE >= 0) {
					t.Fatalf("%+v", got)
				}
				if math.Abs(got.Value-want[i][j].Value) <= 1.96*got.SE+1e-12 {
					inside[i][j]++
				}
				if seed == 0 {
					t.Logf("error %.4g, its standard error %.2g %%", want[i][j].Value, 100*got.SE/got.Value)
				}
			}
		}
	}
	return inside
}

// fitTo is the approximation of a method of this package.
func fitTo(t *testing.T, g *model.Gram, name string, values model.Values) model.Approximation {
	t.Helper()
	for _, m := range Methods() {
		if m.Name != name {
			continue
		}
		f := m.New()
		for _, p := range f.Params() {
			if v, ok := values[p.Name]; ok {
				if err := p.Set(v); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, err := f.Fit(t.Context(), g.View(), rand.New(rand.NewPCG(7, 7)))
		if err != nil {
			t.Fatal(name, err)
		}
		return a
	}
	t.Fatalf("no method %s", name)
	return nil
}
