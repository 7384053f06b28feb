package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Evidence is the log evidence of a Gaussian process with the covariance s²(A+μI) of the targets: log p(y−ȳ) at
// the amplitude s² that maximises it, in natural logarithms. The kernel's amplitude is s², and the variance of
// the noise is s²μ.
type Evidence struct {
	Rows   int     // n
	LogDet float64 // log|A+μI|
	Square float64 // (y−ȳ)ᵀ(A+μI)⁻¹(y−ȳ)
}

// Amplitude returns s² = Square/n, in squared units of y.
func (e Evidence) Amplitude() float64 { return e.Square / float64(e.Rows) }

// Log returns −(n/2)·(log(2πs²) + 1) − ½·log|A+μI|. It is NaN if all targets are equal.
func (e Evidence) Log() float64 {
	if !(e.Square > 0) {
		return math.NaN()
	}
	return -float64(e.Rows)/2*(math.Log(2*math.Pi*e.Amplitude())+1) - e.LogDet/2
}

// Bounds are a lower and an upper bound of the log evidence of K, from an approximation K̃ with 0 ⪯ K̃ ⪯ K.
// Both hold at every amplitude, and are those at the amplitude that maximises each. They are wrong for a K̃ that
// exceeds K in some direction.
type Bounds struct {
	Evidence         // of K̃ itself
	Lower    float64 // Log − tr(K−K̃)/2μ (Titsias 2009)
	Rounding float64 // eps·tr K/2μ, about the change of both by rounding errors of K
	Upper    float64 // Log with (y−ȳ)ᵀ(K̃+(α+μ)I)⁻¹(y−ȳ) for Square, α = tr(K−K̃) ≥ λ₁(K−K̃) (Titsias 2014)
}

// bounds returns the bounds from the terms of K̃ at μ, tr K, tr(K−K̃), and Square at μ+tr(K−K̃).
func bounds(e Evidence, mu, whole, trace, shifted float64) Bounds {
	upper := e
	upper.Square = shifted
	return Bounds{Evidence: e, Lower: e.Log() - trace/(2*mu), Rounding: linalg.Eps * whole / (2 * mu), Upper: upper.Log()}
}

// Evidence returns the bounds at ridge μ > 0 from whole = tr K. O(n).
func (r *Ridge) Evidence(mu, whole float64) Bounds {
	e := Evidence{Rows: r.d.N, Square: r.square(mu)}
	if free := r.d.N - len(r.values); free > 0 {
		e.LogDet = float64(free) * math.Log(mu)
	}
	for _, v := range r.values {
		e.LogDet += math.Log(v + mu)
	}
	trace := max(0, whole-floats.Sum(r.values))
	return bounds(e, mu, whole, trace, r.square(mu+trace))
}

// square returns (y−ȳ)ᵀ(K̃+μI)⁻¹(y−ȳ).
func (r *Ridge) square(mu float64) float64 {
	sum := 0.0
	for j, v := range r.values {
		sum += r.c[j] * r.c[j] / (v + mu)
	}
	for i, v := range r.rest {
		if mu >= r.inside[i] {
			sum += v * v / mu
		}
	}
	return sum
}

// Evidence returns the bounds; see [Ridge.Evidence]. It takes a second solution at a larger ridge, O(q³), and,
// where a fit is so close that Squares cancels, a pass over the rows. The error is the context's.
func (f *NormalFit) Evidence(ctx context.Context, whole float64) (Bounds, error) {
	trace := max(0, whole-mat.Trace(f.of.sums.Gram))
	e := Evidence{Rows: f.of.n, LogDet: f.logDet}
	var err error
	if e.Square, err = f.square(ctx); err != nil {
		return Bounds{}, err
	}
	shifted := &NormalFit{&NormalWeights{Mu: f.Mu + trace}, f.of}
	if shifted.W, err = f.of.sums.WeightsAt(ctx, shifted.Mu); err != nil {
		return Bounds{}, err
	}
	square, err := shifted.square(ctx)
	return bounds(e, f.Mu, whole, trace, square), err
}

// square returns (y−ȳ)ᵀ(K̃+μI)⁻¹(y−ȳ) as the least value (‖y−ȳ−Φw‖² + μ‖w‖²)/μ of the regression's
// objective, in which errors of w are of second order.
func (f *NormalFit) square(ctx context.Context) (float64, error) {
	const digits = 1e-9
	penalty := f.Mu * sumOfSquares(f.W)
	squares, bound := f.Squares()
	if !(bound <= digits*(squares+penalty)) {
		squares = 0
		err := f.of.through(ctx, mat.NewDense(len(f.W), 1, f.W), func(lo, hi int, values *mat.Dense) {
			for p, y := range f.of.y[lo:hi] {
				squares += (y - values.At(p, 0)) * (y - values.At(p, 0))
			}
		})
		if err != nil {
			return 0, err
		}
	}
	return (squares + penalty) / f.Mu, nil
}

// Evidence returns the log evidence of K itself. O(n).
func (x *Exact) Evidence(y []float64) Evidence {
	_, rest := Centred(y)
	e := Evidence{Rows: len(y), Square: floats.Dot(rest, x.Alpha)}
	for i := range x.cholesky.N {
		e.LogDet += 2 * math.Log(x.cholesky.Data[i*x.cholesky.Stride+i])
	}
	return e
}

// Calibration says how well normal predictions with the means and the variances of b targets suit the targets.
type Calibration struct {
	Coverage float64 // share of the targets in their central intervals of some probability, in [0, 1]
	NLPD     float64 // mean negative log density of a target, in nats
}

// Calibrate compares targets with their predicted means and variances > 0, and with their central intervals of a
// probability; NaN without rows.
func Calibrate(mean, variance, y []float64, probability float64) Calibration {
	quantile := math.Sqrt2 * math.Erfinv(probability) // of a normal variable
	inside, sum := 0, 0.0
	for i, v := range variance {
		gap := y[i] - mean[i]
		if math.Abs(gap) <= quantile*math.Sqrt(v) {
			inside++
		}
		sum += (math.Log(2*math.Pi*v) + gap*gap/v) / 2
	}
	n := float64(len(y))
	return Calibration{float64(inside) / n, ratio(sum, n)}
}
