package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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
	Rounding float64 // eps·tr K/2μ, to which rounding errors of K alone change both
	Upper    float64 // Log with (y−ȳ)ᵀ(K̃+(α+μ)I)⁻¹(y−ȳ) for Square, α = tr(K−K̃) ≥ λ₁(K−K̃) (Titsias 2014)
}

// Gap returns Upper − Lower, in nats of all rows together. It is at least the Kullback–Leibler divergence of the
// process on K̃ from the posterior with K at the amplitude of Lower, and grows with n. It
// is about n·tr(K−K̃)/2μ for noisy targets, far more than that divergence.
func (b Bounds) Gap() float64 { return b.Upper - b.Lower }

// bounds returns the bounds from the terms of K̃ at μ, tr K, tr(K−K̃), and Square at μ+tr(K−K̃).
func bounds(e Evidence, mu, whole, trace, shifted float64) Bounds {
	upper := e
	upper.Square = shifted
	return Bounds{Evidence: e, Lower: e.Log() - trace/(2*mu), Rounding: eps * whole / (2 * mu), Upper: upper.Log()}
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

// Variances of a Gaussian process at new points are those of the function, for the amplitude s² = 1. s² times
// them are in squared units of y; s²μ more is the variance of a new target. They do not include the uncertainty
// of the offset ȳ.

// Variances returns k(z, z) − φφᵀ + μ·φ(ΦᵀΦ+μI)⁻¹φᵀ, φ = φ(z), at b new points with the features phi, b×q, and
// the kernel's values own = k(z, z): the deterministic training conditional (Seeger and others 2003), which is
// also that of the variational bound. It is wrong for features whose φφᵀ exceeds k(z, z), as Fourier features'
// does.
func (f *NormalFit) Variances(phi *mat.Dense, own []float64) []float64 {
	b, _ := phi.Dims()
	checkLength("own kernel values", len(own), b)
	q, r := f.half.Dims()
	out := make([]float64, 0, b)
	height := min(b, linalg.TileRows(r))
	memory := mat.NewDense(height, r, nil)
	for lo, hi := range linalg.Tiles(b, height) {
		tile, inside := phi.Slice(lo, hi, 0, q).(*mat.Dense), memory.Slice(0, hi-lo, 0, r).(*mat.Dense)
		multiply(inside, tile, f.half)
		out = append(out, variances(own[lo:hi], tile, inside, f.Mu)...)
	}
	return out
}

// VariancesAt is Variances at the points z, b×d, whose features are made a tile at a time.
func (f *NormalFit) VariancesAt(z *mat.Dense, own []float64) []float64 {
	out := make([]float64, 0, len(own))
	for lo, phi := range f.of.e.Parts[0].Pieces(f.of.e.Kernel, z) {
		rows, _ := phi.Dims()
		out = append(out, f.Variances(phi, own[lo:lo+rows])...)
	}
	return out
}

// variances returns own − ‖φ‖² + μ‖ψ‖² of the rows φ and ψ, at least 0.
func variances(own []float64, phi, psi *mat.Dense, mu float64) []float64 {
	out := make([]float64, len(own))
	for i, k := range own {
		p, s := phi.RawRowView(i), psi.RawRowView(i)
		out[i] = max(0, k-floats.Dot(p, p)) + mu*floats.Dot(s, s)
	}
	return out
}

// Variances returns the same as [NormalFit.Variances], k(z, z) − Σⱼe²ⱼ/(λⱼ+μ), from the rows e of
// E = Decomposition.Coordinates(Extension.Features(Z)), b×r; see [Fit.At]. E is nil for K̃ = 0.
func (f *Fit) Variances(e *mat.Dense, own []float64) []float64 {
	out := make([]float64, len(own))
	for i, k := range own {
		out[i] = k
		if e != nil {
			for j, v := range e.RawRowView(i) {
				out[i] -= v * v * f.inverse[j]
			}
		}
		out[i] = max(0, out[i])
	}
	return out
}

// varianceTile is the number of points whose variances are computed at a time.
const varianceTile = 64

// Variances returns k(z, z) − k(z, X)(K+μI)⁻¹k(X, z) at b new points, for k = k(Z, X), b×n, and own = k(z, z).
// It costs n² for each point.
func (x *Exact) Variances(k *mat.Dense, own []float64) []float64 {
	b, n := k.Dims()
	checkLength("own kernel values", len(own), b)
	out := make([]float64, b)
	tiles := (b + varianceTile - 1) / varianceTile
	linalg.Parallel(tiles, func(first, last int) {
		for tile := first; tile < last; tile++ {
			lo := tile * varianceTile
			hi := min(b, lo+varianceTile)
			part := mat.DenseCopyOf(k.Slice(lo, hi, 0, n).T())
			blas64.Trsm(blas.Left, blas.Trans, 1, x.cholesky, part.RawMatrix()) // U⁻ᵀk: one pass over U for the tile
			copy(out[lo:hi], own[lo:hi])
			for i := range n {
				for p, v := range part.RawRowView(i) {
					out[lo+p] -= v * v
				}
			}
			for p := lo; p < hi; p++ {
				out[p] = max(0, out[p])
			}
		}
	})
	return out
}

// Calibration says how well normal predictions with the means and the variances of b targets suit the targets.
type Calibration struct {
	Coverage float64 // share of the targets in their central 95 % intervals, in [0, 1]
	NLPD     float64 // mean negative log density of a target, in nats
}

// Calibrate compares targets with their predicted means and variances > 0; NaN without rows.
func Calibrate(mean, variance, y []float64) Calibration {
	if len(y) == 0 {
		return Calibration{math.NaN(), math.NaN()}
	}
	inside, sum := 0, 0.0
	for i, v := range variance {
		gap := y[i] - mean[i]
		if math.Abs(gap) <= quantile95*math.Sqrt(v) {
			inside++
		}
		sum += (math.Log(2*math.Pi*v) + gap*gap/v) / 2
	}
	n := float64(len(y))
	return Calibration{float64(inside) / n, ratio(sum, n)}
}

// quantile95 is the 97.5 % quantile of the normal distribution.
const quantile95 = 1.959963984540054
