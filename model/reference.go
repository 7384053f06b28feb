package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// fullSpectrumLimit is the largest n for which all eigenvalues of K are
// computed for the floor: 0.25 s at n = 1000 and 0.85 s at 1500, measured with
// gonum's EigenSym without vectors on two cores.
const fullSpectrumLimit = 1500

// DefaultExactLimit is the largest n for which metrics are exact unless told
// otherwise.
const DefaultExactLimit = 4096

// Reference holds the exact figures of one kernel matrix that all
// approximations of it are compared with, each computed once. Safe for
// concurrent use.
type Reference struct {
	gram  *Gram
	exact bool
	seed  [2]uint64

	trace     float64
	frobenius float64 // ‖K‖_F, or its estimate
	spectral  float64 // ‖K‖₂ = λ₁

	spectrum  spectrum
	effective effective
}

// NewReference computes the norms of the matrix. With exact, the whole matrix
// is read (and kept if it fits), and Measure is exact; otherwise ‖K‖_F and the
// metrics come from sampled rows, and λ₁ from Lanczos iterations over a
// streamed matrix. seed determines every random choice.
func NewReference(ctx context.Context, g *Gram, exact bool, seed [2]uint64) (*Reference, error) {
	r := &Reference{gram: g.View(), exact: exact, seed: seed}
	diag := make([]float64, g.N())
	r.gram.Diag(diag)
	for _, v := range diag {
		r.trace += v
	}
	if !(r.trace > 0) || math.IsInf(r.trace, 0) {
		return nil, &DegenerateError{Trace: r.trace}
	}
	if !exact {
		return r, r.estimateNorms(ctx)
	}
	if _, err := r.gram.Store(ctx); err != nil {
		return nil, err
	}
	sum := 0.0
	err := r.rows(ctx, func(_ int, k *mat.Dense) { sum += sumOfSquares(k) })
	if err != nil {
		return nil, err
	}
	r.frobenius = math.Sqrt(sum)
	_, r.spectral, err = extremes(ctx, g.N(), r.mul(ctx), r.rng(1), 1e-12, 300)
	return r, err
}

// DegenerateError says that the kernel matrix is zero or overflows.
type DegenerateError struct{ Trace float64 }

func (e *DegenerateError) Error() string {
	return fmt.Sprintf("the kernel matrix has the trace %v: nothing to approximate; change the kernel or its parameters, or standardise the data", e.Trace)
}

// rng is the generator of one of the reference's random choices.
func (r *Reference) rng(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(r.seed[0]+purpose, r.seed[1]))
}

// N is the number of rows of K.
func (r *Reference) N() int { return r.gram.N() }

// Exact reports whether figures are exact rather than estimates.
func (r *Reference) Exact() bool { return r.exact }

// StableRank is ‖K‖_F²/‖K‖₂², between 1 and the rank.
func (r *Reference) StableRank() float64 {
	return r.frobenius * r.frobenius / (r.spectral * r.spectral)
}

// mul is x ↦ K·x for single vectors.
func (r *Reference) mul(ctx context.Context) operator {
	n := r.N()
	return func(dst, x []float64) error {
		return r.gram.MulTo(ctx, mat.NewDense(n, 1, dst), mat.NewDense(n, 1, x))
	}
}

// rows calls f with the rows of K, a tile at a time and in order: k holds the
// rows from lo on. k is overwritten by the next call.
func (r *Reference) rows(ctx context.Context, f func(lo int, k *mat.Dense)) error {
	n := r.N()
	buf := make([]float64, min(tile, n)*n)
	for lo := 0; lo < n; lo += tile {
		if err := ctx.Err(); err != nil {
			return err
		}
		hi := min(lo+tile, n)
		k := mat.NewDense(hi-lo, n, buf[:(hi-lo)*n])
		r.gram.Rows(k, lo, hi)
		f(lo, k)
	}
	return nil
}

// sumOfSquares adds up row by row, so that the order is fixed.
func sumOfSquares(m *mat.Dense) float64 {
	rows, _ := m.Dims()
	sum := 0.0
	for i := range rows {
		s := 0.0
		for _, v := range m.RawRowView(i) {
			s += v * v
		}
		sum += s
	}
	return sum
}

// spectrum is the part of K's eigenvalues that the floor needs.
type spectrum struct {
	mu      sync.Mutex
	values  []float64  // descending
	rest    float64    // Σ of the squares of those that values leaves out
	vectors *mat.Dense // above the exact limit, of the leading values
}

// Floor returns the relative Frobenius error of the best approximation of
// that rank, √(Σ_{i>rank} λᵢ²)/‖K‖_F (Eckart and Young), and whether it is
// known: for n ≤ 1500, and for ranks up to n/4 at larger n. The first call
// computes the eigenvalues, O(n³) or O(n²·upTo), and looks ahead to ranks up to
// upTo; later ones are cheap. Above the exact limit it is an estimate from
// sampled rows, of the error of the leading eigenpairs that Leading finds.
func (r *Reference) Floor(ctx context.Context, rank, upTo int) (float64, bool, error) {
	n := r.N()
	if rank >= n {
		return 0, true, nil
	}
	if 4*rank > n && (n > fullSpectrumLimit || !r.exact) {
		return 0, false, nil
	}
	r.spectrum.mu.Lock()
	defer r.spectrum.mu.Unlock()
	if len(r.spectrum.values) < rank || r.spectrum.values == nil {
		if err := r.computeSpectrum(ctx, max(1, min(max(rank, upTo), n/4))); err != nil {
			return 0, false, err
		}
	}
	if !r.exact {
		return r.sampledFloor(rank), true, nil
	}
	tail := r.spectrum.rest
	for i := len(r.spectrum.values) - 1; i >= rank; i-- { // small ones first
		tail += r.spectrum.values[i] * r.spectrum.values[i]
	}
	return math.Sqrt(tail) / r.frobenius, true, nil
}

// Eigenvalues returns all eigenvalues of K, descending and clamped at 0, for
// n ≤ 1500; nil above.
func (r *Reference) Eigenvalues(ctx context.Context) ([]float64, error) {
	if r.N() > fullSpectrumLimit || !r.exact {
		return nil, nil
	}
	r.spectrum.mu.Lock()
	defer r.spectrum.mu.Unlock()
	if r.spectrum.values == nil {
		if err := r.computeSpectrum(ctx, 0); err != nil {
			return nil, err
		}
	}
	return r.spectrum.values, nil
}

func (r *Reference) computeSpectrum(ctx context.Context, rank int) error {
	if !r.exact {
		var err error
		r.spectrum.values, r.spectrum.vectors, err = r.gram.Leading(ctx, rank, r.rng(2))
		return err
	}
	if r.N() > fullSpectrumLimit {
		return r.leadingSpectrum(ctx, rank)
	}
	k, err := r.gram.symmetric(ctx)
	if err != nil {
		return err
	}
	// K/λ₁ + I has the same eigenvectors and no tiny blocks, on which gonum's
	// Dsterf panics (v0.17.0); the shift moves eigenvalues by eps·λ₁, as the
	// factorisation itself does.
	k.ScaleSym(1/r.spectral, k)
	for i := range r.N() {
		k.SetSym(i, i, k.At(i, i)+1)
	}
	var eig mat.EigenSym
	if !eig.Factorize(k, false) {
		return errors.New("the eigenvalues of K did not converge")
	}
	all := eig.Values(nil)
	values := make([]float64, len(all))
	for i, v := range all {
		values[len(all)-1-i] = max(0, (v-1)*r.spectral)
	}
	r.spectrum.values, r.spectrum.rest = values, 0
	return nil
}

// leadingSpectrum takes what is beyond the leading eigenvalues from the
// residual itself: ‖K‖²−Σλ² would lose all digits below an error of 1e-8.
func (r *Reference) leadingSpectrum(ctx context.Context, rank int) error {
	values, u, err := r.gram.Leading(ctx, rank, r.rng(2))
	if err != nil {
		return err
	}
	n := r.N()
	scaled := mat.DenseCopyOf(u)
	for i := range n {
		row := scaled.RawRowView(i)
		for j, v := range values {
			row[j] *= v
		}
	}
	rest := 0.0
	err = r.rows(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		var part mat.Dense
		part.Mul(scaled.Slice(lo, lo+rows, 0, rank), u.T())
		k.Sub(k, &part)
		rest += sumOfSquares(k)
	})
	r.spectrum.values, r.spectrum.rest = values, rest
	return err
}
