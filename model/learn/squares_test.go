package learn

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// TestSquaresWithoutAPass: Σ(y−ŷ)² from the sums is that of the predictions within its bound, which is small
// for a regression with noise. For targets that the features meet exactly, the sums cancel and the bound says so.
func TestSquaresWithoutAPass(t *testing.T) {
	for _, width := range []float64{1, 0.05, 0.001} {
		e, x, noisy := mapped(t, 1500, 20, width)
		for i := range 750 { // opposite points, at which sines sum to 0
			for j, v := range x.RawRowView(i) {
				x.Set(750+i, j, -v)
			}
		}
		met := mat.Col(nil, 21, e.Features(x))
		for name, y := range map[string][]float64{"noisy": noisy, "met": met} {
			normal, err := NewNormal(t.Context(), e, nil, x, y, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, mu := range []float64{1, 1e-6, 1e-10} {
				fit, err := normal.At(t.Context(), mu)
				if err != nil {
					t.Fatal(err)
				}
				want := MeanSquare(fit.Values(x), y) * float64(len(y))
				squares, bound := fit.Squares()
				if !(math.Abs(squares-want) <= bound+1e-12*want) {
					t.Errorf("%s, width %g, μ = %g: Σ(y−ŷ)² is %v, by a pass %v, the bound is %v", name, width, mu, squares, want,
						bound)
				}
				if name == "noisy" && width == 1 && bound > 1e-9*squares || name == "met" && mu < 1e-9 && bound < squares/10 {
					t.Errorf("%s, width %g, μ = %g: the bound is %v for %v", name, width, mu, bound, squares)
				}
			}
		}
	}
	if !(sumError > 1024*0x1p-52) || linalg.TileRows(1) > 1024 {
		t.Error("a tile's sums may have a larger error")
	}
}
