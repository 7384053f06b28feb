package sweep

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// TestSquaresToSevenDigits: Σ(y−ŷ)² is left to predictions if the rounding error of the sums, or that of the
// predictor's values, may change its seventh digit, and for a kernel whose values have no bound.
func TestSquaresToSevenDigits(t *testing.T) {
	predictor := func(k model.Kernel, weight float64) *model.Predictor {
		w := mat.NewDense(100, 1, nil)
		w.Set(7, 0, -weight)
		return &model.Predictor{Kernel: k, Outputs: 1,
			Parts: []model.PredictorPart{{}, {Landmarks: mat.NewDense(100, 2, nil), Weights: w}}}
	}
	gaussian, linear := kernel.Gaussian{Gamma: 1}, kernel.Linear{}
	const limit = 1e-7 / (100 * 0x1p-52) // of the weight, where residuals are about 1
	for name, c := range map[string]struct {
		of    trial.Learned
		p     *model.Predictor
		known bool
	}{
		"known":         {trial.Learned{Squares: 50, SquaresError: 4.9e-6}, predictor(gaussian, 0.9*limit), true},
		"sums":          {trial.Learned{Squares: 50, SquaresError: 5.1e-6}, predictor(gaussian, 1), false},
		"weights":       {trial.Learned{Squares: 50}, predictor(gaussian, 1.1*limit), false},
		"inner product": {trial.Learned{Squares: 50}, predictor(linear, 1), false},
		"negative":      {trial.Learned{Squares: -1}, predictor(gaussian, 1), false},
		"none":          {trial.Learned{Squares: math.NaN(), SquaresError: math.NaN()}, predictor(gaussian, 1), false},
	} {
		if got := squaresOf(c.of, c.p, 50); math.IsNaN(got) == c.known || c.known && got != 50 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
