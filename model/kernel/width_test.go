package kernel

import (
	"math"
	"testing"

	"gramscope/model"
)

// TestWidth: a width is γ and σ of a family, be it given as one of them or by a rule;
// the last number counts, and the rule comes back without one.
func TestWidth(t *testing.T) {
	gaussian, laplacian, linear := gaussian(), laplacian(), linear()
	distances := Distances{Known: true, Median: 0.5, Mean: 0.25}
	mean := WidthByRule(Mean)
	for _, c := range []struct {
		width        Width
		family       Family
		distances    Distances
		gamma, sigma float64
		text         string
	}{
		{Width{}, gaussian, distances, 2, 0.5, "sigma=median"},
		{mean, gaussian, distances, 8, 0.25, "sigma=mean"},
		{mean, laplacian, distances, 4, 0.25, "sigma=mean"},
		{mean, gaussian, Distances{}, math.NaN(), math.NaN(), "sigma=mean"},
		{mean.WithGamma(2), gaussian, distances, 2, 0.5, "gamma=2"},
		{mean.WithGamma(2), laplacian, Distances{}, 2, 0.5, "gamma=2"},
		{mean.WithGamma(2).WithSigma(0.1), laplacian, Distances{}, 10, 0.1, "sigma=0.1"},
		{mean.WithGamma(2).Unset(), gaussian, distances, 8, 0.25, "sigma=mean"},
		{mean.WithGamma(2), linear, distances, math.NaN(), math.NaN(), "gamma=2"},
		{mean.WithSigma(2), linear, distances, math.NaN(), math.NaN(), "sigma=2"},
		{mean, linear, distances, math.NaN(), math.NaN(), "sigma=mean"},
	} {
		gamma, sigma := c.width.Gamma(c.family, c.distances), c.width.Sigma(c.family, c.distances)
		if !same(gamma, c.gamma) || !same(sigma, c.sigma) || c.width.String() != c.text {
			t.Errorf("%v of %s: γ = %v, σ = %v, want %v and %v of %s", c.width, c.family.Name, gamma, sigma, c.gamma, c.sigma,
				c.text)
		}
	}
}

// same reports whether two numbers are equal but for rounding, or no numbers both.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-15*b || math.IsNaN(a) && math.IsNaN(b) }

// TestNumberOfAWidth: it is kept as it was given, by the parameter's name.
func TestNumberOfAWidth(t *testing.T) {
	for _, name := range []model.Name{model.GammaName, model.SigmaName} {
		w, ok := Width{}.With(name, 0.1)
		if got, v, has := w.Number(); !ok || !has || got != name || v != 0.1 || w.IsByRule() {
			t.Errorf("%s = 0.1 is %s = %v", name, got, v)
		}
	}
	if w, ok := (Width{}).With(model.BudgetName, 3); ok || !w.IsByRule() {
		t.Errorf("m is taken for the width %v", w)
	}
}
