//go:build long

package approx

import (
	"context"
	"math"
	"testing"

	"gramscope/model"
)

// The accumulation paper's claim, as an error of approximation, at its
// setting: n = 1000, m = ⌊1.5·n^(3/7)⌋ = 28, the Gaussian kernel
// of σ = n^(−1/7)/2. One accumulation errs several times as much as a Gaussian
// sketch, sixteen about as much, and more accumulations never err more.
func TestAccumulationComesCloseToGaussian(t *testing.T) {
	const n, m, reps = 1000, 28, 15
	sigma := 0.5 * math.Pow(n, -1.0/7)
	means, ses := map[string]float64{}, map[string]float64{}
	names := []string{"1", "4", "16", "Gaussian"}
	fitters := map[string]model.Fitter{"Gaussian": &GaussianSketch{M: m}}
	for i, name := range names[:3] {
		fitters[name] = &Accumulation{M: m, Accum: 1 << (2 * i)}
	}
	for rep := range uint64(reps) {
		g := gramOf(t, bimodal(n, seeded(rep)), "gaussian", 1/(2*sigma*sigma))
		if err := g.Store(context.Background()); err != nil {
			t.Fatal(err)
		}
		for name, f := range fitters {
			r := errorOf(t, g, f, seeded(1000+rep))
			means[name] += r / reps
			ses[name] += r * r / reps
		}
	}
	for _, name := range names {
		ses[name] = math.Sqrt((ses[name] - means[name]*means[name]) / (reps - 1))
		t.Logf("a = %s: %.4g ± %.2g", name, means[name], ses[name])
	}
	if r := means["1"] / means["Gaussian"]; r < 3 {
		t.Errorf("a = 1 errs %.2f times as much as a Gaussian sketch, want several times", r)
	}
	if r := means["16"] / means["Gaussian"]; r > 1.5 {
		t.Errorf("a = 16 errs %.2f times as much as a Gaussian sketch, want close to it", r)
	}
	for i, name := range names[1:] {
		before := names[i]
		if means[name] > means[before]+2*math.Hypot(ses[name], ses[before]) {
			t.Errorf("a = %s errs more than a = %s", name, before)
		}
	}
}

// With many accumulations the mean error is that of a Gaussian sketch; with
// one, on unevenly spread points, it is well above.
func TestAccumulationTendsToGaussian(t *testing.T) {
	const n, m, seeds = 120, 12, 100
	rng := seeded(6)
	x := normal(n, 2, rng)
	for i := range 8 { // a small cluster that uniform draws miss
		x.Set(i, 0, x.At(i, 0)+12)
	}
	g := gramOf(t, x, "gaussian", 0.2)
	mean := func(f model.Fitter) (mean, se float64) {
		sum, squares := 0.0, 0.0
		for seed := range uint64(seeds) {
			r := errorOf(t, g, f, seeded(seed))
			sum += r
			squares += r * r
		}
		mean = sum / seeds
		return mean, math.Sqrt((squares/seeds - mean*mean) / (seeds - 1))
	}
	gaussian, se := mean(&GaussianSketch{M: m})
	many, manySE := mean(&Accumulation{M: m, Accum: 200})
	one, oneSE := mean(&Accumulation{M: m, Accum: 1})
	if math.Abs(many-gaussian) > 3*math.Hypot(se, manySE) {
		t.Errorf("a = 200: error %.4g ± %.2g, Gaussian sketch %.4g ± %.2g", many, manySE, gaussian, se)
	}
	if one < gaussian+3*math.Hypot(se, oneSE) {
		t.Errorf("a = 1: error %.4g ± %.2g, not above the Gaussian sketch's %.4g", one, oneSE, gaussian)
	}
}
