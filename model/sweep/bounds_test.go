package sweep

import (
	"context"
	"math"
	"testing"

	"gramscope/approx"
	"gramscope/model"
)

// The uniform bound on Fourier features assumes independent frequencies. Orthogonal ones do not
// have it.
func TestFourierBoundIsForIndependentFrequencies(t *testing.T) {
	s := DefaultSpec(60)
	s.Methods, s.Figures, s.Standardize = []string{"fourier", "orthogonal-fourier", "nystrom"}, Figures{FigureBounds}, true
	s.Values = model.Values{"m": 40}
	s.Over = []Axis{{Name: model.FrequenciesName, Values: []float64{model.FrequenciesIID, model.FrequenciesQMC}}}
	p, err := Prepare(s, approx.Methods(), NewStore(generator(t, "friedman")))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range collect(p.Run(context.Background(), 1)) {
		independent := r.Method == "fourier" && r.Params[model.FrequenciesName] == model.FrequenciesIID
		if math.IsNaN(r.Get("rff_error")) == independent || math.IsNaN(r.Get("root_rate")) {
			t.Errorf("%s: %+v", r.Method, r)
		}
	}
}
