//go:build long

package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model/linalg"
)

// TestProductsCover: over seeds, the 95 % intervals of traces contain the figures from all eigenvalues in 90 to 99 %
// of all cases, and the mean of the estimates is the figure. The kernel is so narrow that K̃ leaves much of K.
func TestProductsCover(t *testing.T) { checkProductsCover(t, 200, 0.90, 0.99) }

// TestXNysTraceCovers: over 200 seeds, 90 to 99 % of the 95 % intervals contain the trace, and the mean of the
// estimates is the trace, for spectra from flat to steep. The matrix is diagonal: Gaussian vectors have no direction.
func TestXNysTraceCovers(t *testing.T) {
	const n, s, seeds = 120, 32, 200
	for name, value := range map[string]func(i float64) float64{
		"nearly flat": func(i float64) float64 { return 1 + 1/(1+i) },
		"polynomial":  func(i float64) float64 { return math.Pow(1+i, -2) },
		"a step":      func(i float64) float64 { return 1 / (1 + math.Exp(i-60)) },
		"exponential": func(i float64) float64 { return math.Exp(-i / 4) },
	} {
		trace, held, all := 0.0, 0, make([]float64, seeds)
		for i := range n {
			trace += value(float64(i))
		}
		for seed := range all {
			omega := linalg.Gaussian(n, s, rand.New(rand.NewPCG(uint64(seed), 29)))
			y := mat.DenseCopyOf(omega)
			for i := range n {
				floats.Scale(value(float64(i)), y.RawRowView(i))
			}
			e := XNysTrace(omega, y)
			all[seed] = e.Value
			if math.Abs(e.Value-trace) <= 1.96*e.SE {
				held++
			}
		}
		mean, deviation := stat.MeanStdDev(all, nil)
		t.Logf("%s: %.7g, mean %.7g, deviation %.2g, %d of %d", name, trace, mean, deviation, held, seeds)
		if held < 9*seeds/10 || held > 99*seeds/100 {
			t.Errorf("%s: %d of %d intervals contain the trace", name, held, seeds)
		}
		if math.Abs(mean-trace) > 3.5*deviation/math.Sqrt(seeds) {
			t.Errorf("%s: the mean is %v, want %v", name, mean, trace)
		}
	}
}

// checkProductsCover asks that the share of intervals which hold the figure is from least to most.
func checkProductsCover(t *testing.T, seeds uint64, least, most float64) {
	t.Helper()
	const n = LeastProducts
	for _, at := range []struct{ factor, ridge float64 }{{0.15, 1}, {0.3, 0.1}} {
		g, values := tracesAt(t, n, at.factor)
		var want Traces
		for _, v := range values {
			h := v / (v + at.ridge)
			want.Dimension.Value += h
			want.Squares.Value += h * h
			want.LogDet.Value += math.Log(v + at.ridge)
		}
		figures := map[string]func(*Traces) *Estimate{"tr H": func(t *Traces) *Estimate { return &t.Dimension },
			"‖H‖²": func(t *Traces) *Estimate { return &t.Squares }, "log det": func(t *Traces) *Estimate { return &t.LogDet }}
		held, all := map[string]float64{}, map[string][]float64{}
		for seed := range seeds {
			r, err := NewReference(g, false, [2]uint64{seed, 7})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Products().At(t.Context(), at.ridge)
			if err != nil {
				t.Fatal(err)
			}
			for name, of := range figures {
				e := of(&got)
				all[name] = append(all[name], e.Value)
				if math.Abs(e.Value-of(&want).Value) <= 1.96*e.SE {
					held[name] += 1 / float64(seeds)
				}
			}
		}
		for name, of := range figures {
			mean, deviation := stat.MeanStdDev(all[name], nil)
			truth := of(&want).Value
			t.Logf("%v: %s = %.7g, mean %.7g, deviation %.2g, held %.3f", at, name, truth, mean, deviation, held[name])
			if held[name] < least || held[name] > most {
				t.Errorf("%v: %.3f of the intervals contain %s, want %v to %v", at, held[name], name, least, most)
			}
			if math.Abs(mean-truth) > 3.5*deviation/math.Sqrt(float64(seeds)) {
				t.Errorf("%v: the mean of %s is %v ± %.2g, want %v", at, name, mean, deviation/math.Sqrt(float64(seeds)), truth)
			}
		}
	}
}
