package lab

import (
	"testing"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestUnmetFollowsTheParameters: fourier does not suit the laplacian kernel while its frequencies have
// directions, and does as soon as they are independent again.
func TestUnmetFollowsTheParameters(t *testing.T) {
	source, _, err := synthetic.Find("moons")
	if err != nil {
		t.Fatal(err)
	}
	s := Setting{Spec: sweep.DefaultSpec(60), Store: sweep.NewStore(source)}
	for _, m := range approx.Methods() {
		if m.Name != "fourier" {
			continue
		}
		for _, c := range []struct {
			kernel      string
			frequencies float64
			unmet       bool
		}{{"laplacian", model.FrequenciesSimplex, true}, {"laplacian", model.FrequenciesIID, false},
			{"matern32", model.FrequenciesSimplex, false}, {"linear", model.FrequenciesIID, true}} {
			s.Spec.Kernel, s.Spec.Values = c.kernel, model.Values{model.FrequenciesName: c.frequencies}
			if why := s.Unmet(m); (why != "") != c.unmet {
				t.Errorf("%+v: %q", c, why)
			}
		}
	}
}
