package explore

import (
	"testing"

	"pgregory.net/rapid"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

func TestWidthsOfTheCurveAreAllowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := lab.Setting{Store: sweep.NewStore(synthetic.Generators()[0]), Spec: sweep.DefaultSpec(40)}
		s.Spec.Kernel = rapid.SampledFrom([]string{"gaussian", "laplacian", "matern32", "polynomial"}).Draw(t, "kernel")
		gamma := model.Gamma(nil)
		g := rapid.OneOf(rapid.Float64Range(gamma.Min, gamma.Max), rapid.SampledFrom([]float64{gamma.Min, gamma.Max})).Draw(t,
			"γ")
		s.Set(gamma, g)
		median := rapid.SampledFrom([]float64{1e-9, 1e-3, 1, 1e3, 1e9}).Draw(t, "median")
		v := curveOfK{}
		s.Know(kernel.Distances{Known: true, Median: median, Mean: median})
		v.request(s)
		if len(v.axis()) == 0 {
			t.Fatal("no values")
		}
		for _, sigma := range v.axis() {
			if _, err := s.Family().Kernel(kernel.Values{"gamma": s.Family().GammaOf(sigma), "degree": 2}); err != nil {
				t.Fatalf("σ = %v: %v", sigma, err)
			}
		}
	})
}
