package learn

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// RMSE is √((1/b)·Σ(ŷ−y)²) over b rows, ≥ 0; NaN without rows.
func RMSE(predicted, y []float64) float64 { return math.Sqrt(MeanSquare(predicted, y)) }

// MeanSquare is (1/b)·Σ(aᵢ−bᵢ)², ≥ 0; NaN without rows.
func MeanSquare(a, b []float64) float64 {
	if len(a) == 0 {
		return math.NaN()
	}
	d := floats.Distance(a, b, 2)
	return d * d / float64(len(a))
}

// R2 is 1 − Σ(ŷ−y)²/Σ(y−ȳ)², at most 1; 0 for predicting the rows' own mean. NaN
// where y has one value.
func R2(predicted, y []float64) float64 {
	if len(y) == 0 {
		return math.NaN()
	}
	_, rest := Centred(y)
	return 1 - ratio(math.Pow(floats.Distance(predicted, y, 2), 2), sumOfSquares(rest))
}
