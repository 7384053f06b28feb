package exact

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Metrics compare an approximation K̃ with K.
type Metrics struct {
	Error      float64 // ‖K−K̃‖_F/‖K‖_F
	ErrorSE    float64 // standard error of Error where it is an estimate, else NaN
	Spectral   float64 // ‖K−K̃‖₂/‖K‖₂; by Lanczos, hence never too large
	Trace      float64 // tr(K−K̃)/tr K; negative where K̃ has the larger trace
	StableRank float64 // ‖K̃‖_F²/‖K̃‖₂² of K̃; NaN for K̃ = 0
	Exact      bool
}

// Measure compares a with K: exactly from the whole residual, O(n²·rank), or,
// above the exact limit, from sampled rows. rng starts the Lanczos iterations
// and samples the rows.
func (r *Reference) Measure(ctx context.Context, a model.Approximation, rng *rand.Rand) (Metrics, error) {
	n := r.N()
	m := Metrics{ErrorSE: math.NaN(), Exact: r.exact, Trace: r.traceError(a)}
	if !r.exact {
		return r.estimate(ctx, a, rng, m)
	}
	residual := mat.NewDense(n, n, nil)
	sumE, sumA := 0.0, 0.0
	approx := mat.NewDense(min(linalg.TileRows(n), n), n, nil)
	err := r.rows(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		part := approx.Slice(0, rows, 0, n).(*mat.Dense)
		a.Block(part, sequence(lo, rows), nil)
		sumA += sumOfSquares(part)
		e := residual.Slice(lo, lo+rows, 0, n).(*mat.Dense)
		e.Sub(k, part)
		sumE += sumOfSquares(e)
	})
	if err != nil {
		return m, err
	}
	m.Error = math.Sqrt(sumE) / r.frobenius
	mul := func(dst, x []float64) error {
		blas64.Gemv(blas.NoTrans, 1, residual.RawMatrix(), vector(x), 0, vector(dst))
		return ctx.Err()
	}
	norm, err := norm2(ctx, n, mul, rng, 1e-7, 300)
	if err != nil {
		return m, err
	}
	m.Spectral = norm / r.spectral
	m.StableRank, err = r.stableRankOf(ctx, a, sumA, rng)
	return m, err
}

// traceError is tr(K−K̃)/tr K. For projection methods it is the nuclear norm
// of the residual, too.
func (r *Reference) traceError(a model.Approximation) float64 {
	diag := make([]float64, r.N())
	a.Diag(diag)
	sum := 0.0
	for _, v := range diag {
		sum += v
	}
	return (r.trace - sum) / r.trace
}

// stableRankOf is ‖K̃‖_F²/‖K̃‖₂², given the numerator.
func (r *Reference) stableRankOf(ctx context.Context, a model.Approximation, squares float64, rng *rand.Rand) (float64, error) {
	n := r.N()
	mul := func(dst, x []float64) error {
		a.MulTo(mat.NewDense(n, 1, dst), mat.NewDense(n, 1, x))
		return ctx.Err()
	}
	norm, err := norm2(ctx, n, mul, rng, 1e-12, 300)
	if norm == 0 {
		return math.NaN(), err
	}
	return squares / (norm * norm), err
}

// norm2 is the spectral norm of a symmetric operator.
func norm2(ctx context.Context, n int, a linalg.Operator, rng *rand.Rand, tol float64, maxSteps int) (float64, error) {
	lo, hi, err := linalg.Extremes(ctx, n, a, rng, tol, maxSteps)
	return math.Max(math.Abs(lo), math.Abs(hi)), err
}
