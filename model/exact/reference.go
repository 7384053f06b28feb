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

// fullSpectrumLimit is the largest n for which all eigenvalues of K are
// computed for the floor.
const fullSpectrumLimit = 1500

// DefaultExactLimit is the largest n for which metrics are exact unless told
// otherwise.
const DefaultExactLimit = 4096

// Reference holds the exact figures of one kernel matrix that all
// approximations of it are compared with, each computed once. Safe for
// concurrent use.
type Reference struct {
	gram  *model.Gram
	exact bool
	seed  [2]uint64

	trace     float64
	frobenius float64 // ‖K‖_F, or its estimate
	spectral  float64 // ‖K‖₂ = λ₁

	spectrum  spectrum
	effective effective
	pairs     eigenpairs
}

// NewReference computes the norms of the matrix. With exact, the whole matrix
// is read (and kept if it fits), and Measure is exact; otherwise ‖K‖_F and the
// metrics come from sampled rows, and λ₁ from Lanczos iterations over a
// streamed matrix. seed determines every random choice.
func NewReference(ctx context.Context, g *model.Gram, exact bool, seed [2]uint64) (*Reference, error) {
	r := &Reference{gram: g.View(), exact: exact, seed: seed}
	diag := make([]float64, g.N())
	r.gram.Diag(diag)
	for _, v := range diag {
		r.trace += v
	}
	if !(r.trace > 0) || math.IsInf(r.trace, 0) {
		return nil, &model.DegenerateError{What: "the trace of the kernel matrix", Value: r.trace}
	}
	if !exact {
		if err := r.estimateNorms(ctx); err != nil {
			return nil, err
		}
		return r, r.checkNorms()
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
	if err := r.checkNorms(); err != nil {
		return nil, err
	}
	_, r.spectral, err = linalg.Extremes(ctx, g.N(), r.mul(ctx), r.rng(1), 1e-12, 300)
	if err != nil {
		return nil, err
	}
	return r, r.checkNorms()
}

// checkNorms makes sure that the norms computed so far can be divided by.
func (r *Reference) checkNorms() error {
	for _, norm := range []float64{r.frobenius, r.spectral} {
		if math.IsNaN(norm) || math.IsInf(norm, 0) {
			return &model.DegenerateError{What: "the norm of the kernel matrix", Value: norm}
		}
	}
	if r.frobenius == 0 {
		return &model.DegenerateError{What: "the norm of the kernel matrix", Value: 0}
	}
	return nil
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
func (r *Reference) mul(ctx context.Context) linalg.Operator {
	n := r.N()
	return func(dst, x []float64) error {
		return r.gram.MulTo(ctx, mat.NewDense(n, 1, dst), mat.NewDense(n, 1, x))
	}
}

// rows calls f with the rows of K, a tile at a time and in order: k holds the
// rows from lo on. k is overwritten by the next call.
func (r *Reference) rows(ctx context.Context, f func(lo int, k *mat.Dense)) error {
	n := r.N()
	rows := linalg.TileRows(n)
	buf := make([]float64, min(rows, n)*n)
	for lo, hi := range linalg.Tiles(n, rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
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
