//go:build long

package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestSampledDimension: over many samples, the overlap of R = K−LLᵀ and LLᵀ is estimated without bias and
// within its standard error. The interval of d_eff contains the one from all eigenvalues of K, and is far
// narrower than 0 ≤ d_eff − d_eff(LLᵀ) ≤ tr R/γ.
func TestSampledDimension(t *testing.T) { checkSampledDimension(t, 300, 40) }

func checkSampledDimension(t *testing.T, n int, seeds int) {
	t.Helper()
	ctx := context.Background()
	x := randomPoints(n, 4, 3)
	median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
	for _, c := range []struct{ width, ridge float64 }{{0.7, 0.3}, {0.7, 0.03}, {0.4, 10}, {0.4, 3}} {
		g := gramAt(x, gaussian(1/(2*c.width*c.width*median*median)))
		all, err := NewReference(g, true, [2]uint64{1, 7})
		if err != nil {
			t.Fatal(err)
		}
		want, err := all.EffectiveDimension(ctx, c.ridge)
		if err != nil {
			t.Fatal(err)
		}
		sharesHeld, held := 0, 0
		var z, narrower []float64
		for seed := range uint64(seeds) {
			r, err := NewReference(g, false, [2]uint64{seed + 10, 7})
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.partialFactor(ctx)
			if err != nil {
				t.Fatal(err)
			}
			o, err := r.overlapOf(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			got, off := o.weighted(p, c.ridge), 0.0
			if off = (got.Value - sharedExactly(g, p, c.ridge)) / got.SE; math.Abs(off) <= 1.96 {
				sharesHeld++
			}
			z = append(z, off)
			d, err := r.EffectiveDimension(ctx, c.ridge)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(d.Value-want.Value) <= 1.96*d.SE {
				held++
			}
			narrower = append(narrower, d.SE*c.ridge/p.trace)
		}
		mean, se := stat.MeanStdDev(z, nil)
		t.Logf("width %g, γ = %g: d_eff %.6g held %d of %d, SE of (tr R)/γ: %.2g; shares held %d, off by %.2f ± %.2f "+
			"standard errors",
			c.width, c.ridge, want.Value, held, seeds, stat.Mean(narrower, nil), sharesHeld, mean, se/math.Sqrt(float64(seeds)))
		if sharesHeld < seeds*85/100 || math.Abs(mean) > 0.5 || held < seeds*90/100 || stat.Mean(narrower, nil) > 0.15 {
			t.Errorf("width %g, γ = %g: the figures above are not those of an estimate without bias", c.width, c.ridge)
		}
	}
}

// sharedExactly returns ⟨I − γ²(LLᵀ+γI)⁻², K − LLᵀ⟩ computed from all entries.
func sharedExactly(g *model.Gram, p partial, ridge float64) float64 {
	k := mat.NewDense(len(p.rows), len(p.rows), nil)
	g.View().Block(k, p.rows, p.rows)
	var known, inverse, weight mat.Dense
	known.Mul(p.l, p.l.T())
	k.Sub(k, &known)
	shifted := linalg.Symmetric(&known)
	linalg.AddRidge(shifted, ridge)
	if err := inverse.Inverse(shifted); err != nil {
		panic(err)
	}
	weight.Mul(&inverse, &inverse)
	sum := 0.0
	for i := range p.rows {
		sum += k.At(i, i)
		for j := range p.rows {
			sum -= ridge * ridge * weight.At(i, j) * k.At(i, j)
		}
	}
	return sum
}
