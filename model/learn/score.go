package learn

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Risk is the expected squared error of the regression on its own rows, per row: E(1/n)‖ŷ−z‖² over noise
// of standard deviation σ about a known truth z,
//
//	bias      (1/n)·‖(I−H)(z−z̄)‖²
//	variance  (σ²/n)·‖H‖_F²
//
// (Bach, COLT 2013). The offset is taken as known, as the truth's mean z̄. A regression uses the target's mean instead,
// whose variance adds at most σ²/n. Risk does not judge a single fit, as it does not depend on the noise that was
// drawn. It needs data with a known truth; on real data GCV and LOO estimate risk + σ².
type Risk struct {
	Bias, Variance float64 // ≥ 0, in squared units of y
}

// NoRisk returns a risk that is not known.
func NoRisk() Risk { return Risk{math.NaN(), math.NaN()} }

// Total returns bias + variance.
func (r Risk) Total() float64 { return r.Bias + r.Variance }

// riskOf returns the risk for lost = (I−H)(z−z̄) and squares = ‖H‖_F².
func riskOf(lost []float64, noise, squares float64) Risk {
	n := float64(len(lost))
	return Risk{Bias: ratio(sumOfSquares(lost), n), Variance: ratio(noise*noise*squares, n)}
}

// RMSE returns √((1/b)·Σ(ŷ−y)²) over b rows, ≥ 0; NaN without rows.
func RMSE(predicted, y []float64) float64 { return math.Sqrt(MeanSquare(predicted, y)) }

// MeanSquare returns (1/b)·Σ(aᵢ−bᵢ)², ≥ 0; NaN without rows.
func MeanSquare(a, b []float64) float64 {
	d := floats.Distance(a, b, 2)
	return d * d / float64(len(a))
}

// R2 returns 1 − Σ(ŷ−y)²/Σ(y−ȳ)², at most 1. It is 0 if the mean of y is predicted, and NaN if all y are equal.
func R2(predicted, y []float64) float64 {
	_, rest := Centred(y)
	return 1 - ratio(math.Pow(floats.Distance(predicted, y, 2), 2), sumOfSquares(rest))
}

// Accuracy returns the fraction of rows whose class was predicted, in [0, 1]; NaN without rows.
func Accuracy(predicted, truth []int) float64 {
	if len(predicted) != len(truth) {
		panic(fmt.Sprintf("learn: Accuracy of %d predictions for %d rows", len(predicted), len(truth)))
	}
	right := 0
	for i, class := range truth {
		if predicted[i] == class {
			right++
		}
	}
	return float64(right) / float64(len(truth))
}

// LogLoss returns the mean of −log p of the true classes, ≥ 0, for probabilities, b×count. As in
// scikit-learn's log_loss they are clipped to [eps, 1−eps] and each row is divided by its sum, so a true
// class of probability 0 contributes 36 instead of ∞. It is NaN without rows.
func LogLoss(probabilities *mat.Dense, truth []int) float64 {
	if len(truth) == 0 {
		return math.NaN()
	}
	rows, _ := probabilities.Dims()
	if rows != len(truth) {
		panic(fmt.Sprintf("learn: LogLoss of %d rows of probabilities for %d rows", rows, len(truth)))
	}
	sum := 0.0
	for i, class := range truth {
		row, total := probabilities.RawRowView(i), 0.0
		for _, p := range row {
			total += clipped(p)
		}
		sum -= math.Log(clipped(row[class]) / total)
	}
	return sum / float64(len(truth))
}

// clipped returns a probability whose logarithm is finite.
func clipped(p float64) float64 { return min(max(p, linalg.Eps), 1-linalg.Eps) }

// Centred returns the mean of y, and y minus its mean. The second round makes the mean of equal numbers
// exactly that number, and the differences 0.
func Centred(y []float64) (offset float64, rest []float64) {
	rest = slices.Clone(y)
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

// ratio returns a/b, or NaN if that is not finite.
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

func checkSize(what string, v float64) {
	if !(v >= 0) || math.IsInf(v, 1) {
		panic(fmt.Sprintf("learn: %s = %v, want a finite number of at least 0", what, v))
	}
}
