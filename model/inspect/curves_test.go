package inspect

import (
	"math"
	"testing"

	"gramscope/model"
)

func TestCurves(t *testing.T) {
	p := pictured(t, "bimodal", 40, model.Values{"gamma": 2, "m": 3}, "nystrom")
	ctx, c := t.Context(), p.Cells[0]
	row := collect(p.Run(ctx, 1))[0]
	for i, factor := range []float64{1, 10} {
		d, err := EffectiveDimension(ctx, p, c, factor*row.ScoreRidge)
		if err != nil || i == 0 && d != row.Get("d_eff") || i == 1 && d >= row.Get("d_eff") {
			t.Errorf("effective dimension %v at %g times the ridge, in the row %v (%v)", d, factor, row.Get("d_eff"), err)
		}
	}
	for sigma, want := range map[float64]float64{0.001: 40, p.Sigma: row.Get("stable_rank"), 1000: 1} {
		for range 2 { // computed, and remembered
			if got, err := StableRank(ctx, p, c, sigma); err != nil || math.Abs(got-want) > 1e-3*want {
				t.Errorf("stable rank %v at σ = %v, want %v (%v)", got, sigma, want, err)
			}
		}
	}
}
