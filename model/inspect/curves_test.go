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
	var curve []float64
	err := StableRanks(ctx, p, c, []float64{0.001, p.Sigma, 1000}, func(_ int, v float64) { curve = append(curve, v) })
	if err != nil || math.Abs(curve[0]-40) > 1 || math.Abs(curve[1]-row.Get("stable_rank")) > 1e-3 ||
		math.Abs(curve[2]-1) > 1e-3 {
		t.Errorf("stable ranks %v, in the row %v (%v); narrow kernels have n = 40, wide ones 1", curve,
			row.Get("stable_rank"), err)
	}
}
