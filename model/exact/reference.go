// Package exact computes the spectrum and the norms of a kernel matrix K, the error figures of an approximation K̃, the
// effective dimension and leverage scores of K at a ridge, and the bounds of the theory.
//
// Symbols and conventions are those of package model.
package exact

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// DefaultExactLimit is the largest n for which figures are exact by default.
const DefaultExactLimit = 4096

// Reference is one kernel matrix K with which approximations are compared. Each figure is computed once,
// when it is first needed, and does not depend on earlier calls. A call whose context ends has no effect.
// Reference is safe for concurrent use.
type Reference struct {
	gram   *model.Gram
	exact  bool
	seed   [2]uint64
	diag   []float64    // of K
	trace  float64      // tr K
	entire int          // largest n at which LeadingEigenvalues and Floor compute all eigenvalues
	rows   func() []int // that are sampled to estimate errors and norms

	frobenius lazy[float64]              // ‖K‖_F, exact
	largest   lazy[float64]              // λ₁, exact
	values    lazy[[]float64]            // all eigenvalues
	leading   family[int, *leadingPairs] // by their number
	pairs     lazy[*eigenpairs]
	leverage  family[float64, leverage] // for each ridge

	block   lazy[block] // of the sampled rows
	partial lazy[partial]
	overlap lazy[overlap]
}

// NewReference computes tr K, in O(n), and nothing else. If exact is set, figures come from all of K, whose entries are
// evaluated again each time unless [model.Gram.Store] has stored them; otherwise they are estimated from sampled rows.
// seed determines every random choice. The error is a *model.DegenerateError if the trace is 0 or overflows.
func NewReference(g *model.Gram, exact bool, seed [2]uint64) (*Reference, error) {
	r := &Reference{gram: g.View(), exact: exact, seed: seed, entire: DefaultExactLimit}
	r.diag = make([]float64, g.N())
	r.gram.Diag(r.diag)
	r.trace = inOrder(r.diag)
	r.rows = sync.OnceValue(func() []int { return model.SampleRows(g.N(), min(sampleRows, (g.N()+1)/2), r.rng(3)) })
	if !(r.trace > 0) || math.IsInf(r.trace, 0) {
		return nil, &model.DegenerateError{What: "the trace of the kernel matrix", Value: r.trace}
	}
	return r, nil
}

// rng returns the generator for one purpose. Each random choice has its own number. The sampled rows and those of the
// partial factorisation share one, so that the former are the first of the latter.
func (r *Reference) rng(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(r.seed[0]+purpose, r.seed[1]))
}

// N returns the number of rows of K.
func (r *Reference) N() int { return r.gram.N() }

// Exact reports whether figures are exact. Otherwise they are estimates from sampled rows, whose cost
// hardly depends on n.
func (r *Reference) Exact() bool { return r.exact }

// Frobenius returns ‖K‖_F, exactly by a pass over K, or estimated from sampled rows as in
// [Comparison.Error]. The error is a *model.DegenerateError if it overflows.
func (r *Reference) Frobenius(ctx context.Context) (Estimate, error) {
	if !r.exact {
		b, err := r.sampleBlock(ctx)
		return b.norm, err
	}
	norm, err := r.frobenius.get(ctx, func() (float64, error) {
		sum, err := r.squares(ctx, nil)
		return checkedNorm(math.Sqrt(sum), err)
	})
	return Exactly(norm), err
}

// Largest returns λ₁ = ‖K‖₂. It is exact, to a relative 1e-12, from a few products of K with blocks of
// vectors, or an estimate, see [Reference.Floor].
func (r *Reference) Largest(ctx context.Context) (Estimate, error) {
	if !r.exact {
		p, err := r.partialFactor(ctx)
		return p.largest, err
	}
	norm, err := r.largest.get(ctx, func() (float64, error) {
		return checkedNorm(r.norm(ctx, r.N(), r.mul(ctx), 1e-12))
	})
	return Exactly(norm), err
}

// StableRank returns ‖K‖_F²/‖K‖₂², between 1 and the rank, from Frobenius and Largest.
func (r *Reference) StableRank(ctx context.Context) (Estimate, error) {
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return Estimate{}, err
	}
	largest, err := r.Largest(ctx)
	ratio := frobenius.Value / largest.Value
	relative := math.Hypot(frobenius.SE/frobenius.Value, largest.SE/largest.Value) // NaN if they are exact
	return Estimate{Value: ratio * ratio, SE: 2 * ratio * ratio * relative}, err
}

// checkedNorm returns an error for an exact norm that is 0 or not finite.
func checkedNorm(norm float64, err error) (float64, error) {
	if err == nil && (!(norm > 0) || math.IsInf(norm, 0)) {
		err = &model.DegenerateError{What: "the norm of the kernel matrix", Value: norm}
	}
	return norm, err
}

// checkRidge panics unless ridge > 0.
func checkRidge(what string, ridge float64) {
	if !(ridge > 0) {
		panic(fmt.Sprintf("exact: %s with the ridge %v, want one above 0", what, ridge))
	}
}

// mul returns a function that computes dst = K·x for n×b matrices.
func (r *Reference) mul(ctx context.Context) func(dst, x *mat.Dense) error {
	return func(dst, x *mat.Dense) error { return r.gram.MulTo(ctx, dst, x) }
}

// inOrder sums the values in their order. The sum has the same bits on all machines.
func inOrder(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// clamp replaces negative values by 0: in eigenvalues of K they are rounding errors.
func clamp(values []float64) []float64 {
	for i, v := range values {
		values[i] = max(0, v)
	}
	return values
}

// norm2 returns the spectral norm of a symmetric operator, by at most 300 steps.
func norm2(ctx context.Context, n int, a linalg.Operator, rng *rand.Rand, tol float64) (float64, error) {
	lo, hi, err := linalg.Extremes(ctx, n, a, rng, tol, 300)
	return math.Max(math.Abs(lo), math.Abs(hi)), err
}

// RoughStableRank returns [Reference.StableRank] to three digits, for a curve over many matrices that are each used
// once: it computes λ₁ with as few products with K as possible. If figures are estimates, λ₁ is that of K[S, S] for the
// sampled rows S, with off-diagonal entries times (n−1)/(s−1), as if all diagonal entries were their mean. It is then
// too large by a fraction of about the stable rank over the number of rows, so the curve of a narrow kernel is too low,
// by half or more if the two numbers are close.
func (r *Reference) RoughStableRank(ctx context.Context) (float64, error) {
	if err := r.gram.Points().Store(ctx); err != nil { // the distances, for all matrices of the curve
		return 0, err
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return 0, err
	}
	order, mul, scale, own := r.N(), r.mul(ctx), 1.0, 0.0 // own is the mean of the diagonal
	if !r.exact {
		b, err := r.sampleBlock(ctx)
		if err != nil {
			return 0, err
		}
		order = len(b.rows)
		own = mat.Trace(b.k) / float64(order)
		scale = float64(r.N()-1) / max(1, float64(order-1))
		mul = func(dst, x *mat.Dense) error {
			linalg.MulSymmetric(dst, b.k, x)
			return ctx.Err()
		}
	}
	largest, err := checkedNorm(r.norm(ctx, order, mul, 1e-4))
	ratio := frobenius.Value / (scale*largest + (1-scale)*own)
	return max(1, ratio*ratio), err
}

// turn is a mutex whose waiters give up when their context ends. The zero value is ready to use.
type turn struct {
	once  sync.Once
	taken chan struct{} // full while the mutex is locked
}

func (t *turn) take(ctx context.Context) error {
	t.once.Do(func() { t.taken = make(chan struct{}, 1) })
	select {
	case t.taken <- struct{}{}: // whether ctx has ended or not
		return nil
	default:
	}
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) give() { <-t.taken }

// lazy is a value that the first caller computes while others wait for it. If the computation fails or
// is cancelled, the next caller computes the value.
type lazy[T any] struct {
	turn
	known bool
	value T
}

func (l *lazy[T]) get(ctx context.Context, compute func() (T, error)) (none T, err error) {
	if err := l.take(ctx); err != nil {
		return none, err
	}
	defer l.give()
	if !l.known {
		value, err := compute()
		if err != nil {
			return none, err
		}
		l.value, l.known = value, true
	}
	return l.value, nil
}

// family is a lazy value for each key. The zero value is ready to use.
type family[K comparable, T any] struct {
	mu      sync.Mutex
	members map[K]*lazy[T]
}

// at returns the value for a key. It stores at most 64 values: if there is one more, all stored ones are dropped.
func (f *family[K, T]) at(key K) *lazy[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.members[key]
	if l == nil {
		if f.members == nil || len(f.members) == 64 {
			f.members = map[K]*lazy[T]{}
		}
		l = new(lazy[T])
		f.members[key] = l
	}
	return l
}
