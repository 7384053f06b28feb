package learn

import (
	"fmt"
	"math"
)

// Risk is the expected squared error of the regression on its own rows, a row:
// E(1/n)‖ŷ−z‖² over noise of standard deviation σ about a known truth z,
//
//	bias      (1/n)·‖(I−H)(z−z̄)‖²
//	variance  (σ²/n)·‖H‖_F²
//
// (Bach, COLT 2013). The offset is taken as known, the truth's mean z̄: the target's
// mean, which a regression uses in its place, adds at most its variance, σ²/n, to
// this. Nothing in it depends on the noise that was drawn: it is no measure of a
// single fit. It needs the truth, so that it is for data that were made; on real
// data GCV and LOO estimate risk + σ².
type Risk struct {
	Bias, Variance float64 // ≥ 0, in squared units of y
}

// Total is bias + variance.
func (r Risk) Total() float64 { return r.Bias + r.Variance }

// Centred returns the mean of y and y less its mean. The second round makes the
// mean of equal numbers that number, and so their rest 0.
func Centred(y []float64) (offset float64, rest []float64) {
	rest = append([]float64(nil), y...)
	for range 2 {
		sum := 0.0
		for _, v := range rest {
			sum += v
		}
		mean := sum / float64(len(y))
		offset += mean
		for i, v := range y {
			rest[i] = v - offset
		}
	}
	return offset, rest
}

func sumOfSquares(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// ratio is a/b, or NaN where that is no finite number.
func ratio(a, b float64) float64 {
	if r := a / b; !math.IsInf(r, 0) {
		return r
	}
	return math.NaN()
}

func checkLength(what string, got, want int) {
	if got != want || want == 0 {
		panic(fmt.Sprintf("learn: %s of %d numbers for %d rows", what, got, want))
	}
}

func checkMu(mu float64) {
	if !(mu >= 0) || math.IsInf(mu, 1) {
		panic(fmt.Sprintf("learn: a ridge mu = %v, want a finite number of at least 0", mu))
	}
}

func checkNoise(noise float64) {
	if !(noise >= 0) || math.IsInf(noise, 1) {
		panic(fmt.Sprintf("learn: noise of standard deviation %v", noise))
	}
}
