package exact

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// DefaultExactLimit is the largest n for which figures are exact unless told
// otherwise.
const DefaultExactLimit = 4096

// Reference is one kernel matrix K that approximations are compared with. Each
// figure is computed at the first call that needs it, and once: its value does not
// depend on who asks, nor on what was asked before. A call whose context ends
// leaves nothing behind. Safe for concurrent use.
//
// Figures are exact, or estimates from sampled rows that cost the same for every
// n; see [Reference.Exact].
type Reference struct {
	gram   *model.Gram
	exact  bool
	seed   [2]uint64
	trace  float64
	entire int // rows up to which all eigenvalues are computed where some are asked for

	frobenius lazy[float64] // ‖K‖_F, exact
	largest   lazy[float64] // λ₁, exact
	spectrum  spectrum
	dEff      family[float64, Estimate] // by ridge
	leverage  last[float64, leverage]   // by ridge
	pairs     lazy[*eigenpairs]
	sample    sample
}

// NewReference computes tr K, O(n), and nothing else. With exact, figures come from
// all of K, whose entries are evaluated anew each time unless [model.Gram.Store]
// has kept them; otherwise from sampled rows. seed determines every random choice.
// A *model.DegenerateError says that the trace vanishes or overflows.
func NewReference(g *model.Gram, exact bool, seed [2]uint64) (*Reference, error) {
	r := &Reference{gram: g.View(), exact: exact, seed: seed, entire: DefaultExactLimit}
	diag := make([]float64, g.N())
	r.gram.Diag(diag)
	for _, v := range diag {
		r.trace += v
	}
	if !(r.trace > 0) || math.IsInf(r.trace, 0) {
		return nil, &model.DegenerateError{What: "the trace of the kernel matrix", Value: r.trace}
	}
	return r, nil
}

// rng is the generator of one of the reference's random choices.
func (r *Reference) rng(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(r.seed[0]+purpose, r.seed[1]))
}

// N is the number of rows of K.
func (r *Reference) N() int { return r.gram.N() }

// Exact reports whether figures are exact rather than estimates.
func (r *Reference) Exact() bool { return r.exact }

// Trace is tr K, exact for any n.
func (r *Reference) Trace() float64 { return r.trace }

// Frobenius is ‖K‖_F: exact by a pass over K, or from sampled rows, see
// [Comparison.Error]. A *model.DegenerateError says that it overflows.
func (r *Reference) Frobenius(ctx context.Context) (Estimate, error) {
	if !r.exact {
		return r.sampledFrobenius(ctx)
	}
	norm, err := r.frobeniusFrom(ctx, func() (float64, error) {
		sum, _, err := r.squares(ctx, nil, true)
		return sum, err
	})
	return exactly(norm), err
}

// frobeniusFrom is ‖K‖_F, with ‖K‖_F² from squares unless it is known.
func (r *Reference) frobeniusFrom(ctx context.Context, squares func() (float64, error)) (float64, error) {
	return r.frobenius.get(ctx, func() (float64, error) {
		sum, err := squares()
		if err != nil {
			return 0, err
		}
		return checkedNorm(math.Sqrt(sum))
	})
}

// largestTolerance is how well λ₁ is found, relative to itself.
const largestTolerance = 1e-12

// Largest is λ₁ = ‖K‖₂: exact from a few products of K with blocks of vectors, or an
// estimate, see [Reference.Floor].
func (r *Reference) Largest(ctx context.Context) (Estimate, error) {
	if !r.exact {
		return r.sampledLargest(ctx)
	}
	norm, err := r.largest.get(ctx, func() (float64, error) {
		norm, err := r.norm(ctx, r.N(), r.mul(ctx), largestTolerance)
		if err != nil {
			return 0, err
		}
		return checkedNorm(norm)
	})
	return exactly(norm), err
}

// StableRank is ‖K‖_F²/‖K‖₂², between 1 and the rank, of what Frobenius and Largest
// are of.
func (r *Reference) StableRank(ctx context.Context) (Estimate, error) {
	if !r.exact {
		return r.sampledStableRank(ctx)
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return Estimate{}, err
	}
	largest, err := r.Largest(ctx)
	ratio := frobenius.Value / largest.Value
	return exactly(ratio * ratio), err
}

// checkedNorm makes sure that a norm can be divided by.
func checkedNorm(norm float64) (float64, error) {
	if !(norm > 0) || math.IsInf(norm, 0) {
		return 0, &model.DegenerateError{What: "the norm of the kernel matrix", Value: norm}
	}
	return norm, nil
}

// mul is dst = K·x for n×b matrices.
func (r *Reference) mul(ctx context.Context) func(dst, x *mat.Dense) error {
	return func(dst, x *mat.Dense) error { return r.gram.MulTo(ctx, dst, x) }
}

// tile is how many rows of K are looked at by one thread at a time: at n = 4096
// they take 2 MB.
const tile = 64

// sumRows adds up what f makes of all rows of K, lo being the first of those in k, which
// f may overwrite. f is called for several tiles at the same time, and the sum has a
// fixed order.
func (r *Reference) sumRows(ctx context.Context, f func(lo int, k *mat.Dense) float64) (float64, error) {
	n := r.N()
	parts := make([]float64, (n+tile-1)/tile)
	linalg.Parallel(len(parts), func(from, to int) {
		buf := make([]float64, min(tile, n)*n)
		for p := from; p < to && ctx.Err() == nil; p++ {
			lo, hi := p*tile, min(n, (p+1)*tile)
			k := mat.NewDense(hi-lo, n, buf[:(hi-lo)*n])
			r.gram.Rows(k, lo, hi)
			parts[p] = f(lo, k)
		}
	})
	sum := 0.0
	for _, v := range parts {
		sum += v
	}
	return sum, ctx.Err()
}

func sequence(lo, count int) []int {
	s := make([]int, count)
	for i := range s {
		s[i] = lo + i
	}
	return s
}

// clamp replaces what is below 0, which for eigenvalues of K is rounding errors.
func clamp(values []float64) []float64 {
	for i, v := range values {
		values[i] = max(0, v)
	}
	return values
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

// norm2 is the spectral norm of a symmetric operator.
func norm2(ctx context.Context, n int, a linalg.Operator, rng *rand.Rand, tol float64, maxSteps int) (float64, error) {
	lo, hi, err := linalg.Extremes(ctx, n, a, rng, tol, maxSteps)
	return math.Max(math.Abs(lo), math.Abs(hi)), err
}
