package exact

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// spectrum is what the floor needs of K's eigenvalues, each part computed once.
type spectrum struct {
	mu      sync.Mutex
	all     []float64             // every eigenvalue, descending
	leading map[int]*leadingPairs // by how many
}

// leadingPairs are leading eigenpairs. Which ones answer for a rank depends on
// n and the rank only, so that a floor does not depend on who asked before.
type leadingPairs struct {
	values  []float64  // descending
	rest    float64    // Σ of the squares of all other eigenvalues
	vectors *mat.Dense // kept above the exact limit only
}

// leadingCount is how many eigenpairs are computed for the floor at a rank.
func leadingCount(rank, n int) int {
	count := 32
	for count < rank {
		count *= 2
	}
	return max(1, min(count, n/4))
}

// FloorMemory is what Floor takes above the exact limit, in bytes: what Leading
// takes for as many eigenpairs as answer for the rank, and these, which are kept;
// nothing where it is not known.
func FloorMemory(n, rank int) int64 {
	if 4*rank > n {
		return 0
	}
	count := leadingCount(rank, n)
	return model.LeadingMemory(n, count) + 8*int64(n)*int64(count)
}

// Floor returns the relative Frobenius error of the best approximation of
// that rank, √(Σ_{i>rank} λᵢ²)/‖K‖_F (Eckart and Young), and whether it is
// known: for n ≤ 1500, and for ranks up to n/4 at larger n. The first call
// computes the eigenvalues, O(n³) or O(n²·rank); later ones are cheap. Above the
// exact limit it is known for ranks up to n/4, an estimate from sampled rows of
// the error of the leading eigenpairs that Leading finds.
func (r *Reference) Floor(ctx context.Context, rank int) (float64, bool, error) {
	n := r.N()
	if rank >= n {
		return 0, true, nil
	}
	values, err := r.Eigenvalues(ctx)
	if err != nil {
		return 0, false, err
	}
	if values != nil {
		return math.Min(1, math.Sqrt(tail(values, rank))/r.frobenius), true, nil
	}
	if 4*rank > n {
		return 0, false, nil
	}
	r.spectrum.mu.Lock()
	defer r.spectrum.mu.Unlock()
	part, err := r.leadingPart(ctx, leadingCount(rank, n))
	if err != nil {
		return 0, false, err
	}
	if !r.exact {
		return r.sampledFloor(part, rank), true, nil
	}
	return math.Min(1, math.Sqrt(part.rest+tail(part.values, rank))/r.frobenius), true, nil
}

// tail sums the squares of the values from rank on, small ones first.
func tail(values []float64, rank int) float64 {
	sum := 0.0
	for i := len(values) - 1; i >= rank; i-- {
		sum += values[i] * values[i]
	}
	return sum
}

// Eigenvalues returns all eigenvalues of K, descending and clamped at 0, for
// n ≤ 1500 where metrics are exact; nil above.
func (r *Reference) Eigenvalues(ctx context.Context) ([]float64, error) {
	if r.N() > fullSpectrumLimit || !r.exact {
		return nil, nil
	}
	r.spectrum.mu.Lock()
	defer r.spectrum.mu.Unlock()
	return r.allValues(ctx)
}

// allValues computes every eigenvalue at the first call.
func (r *Reference) allValues(ctx context.Context) ([]float64, error) {
	if r.spectrum.all != nil {
		return r.spectrum.all, nil
	}
	k, err := r.gram.Symmetric(ctx)
	if err != nil {
		return nil, err
	}
	values, err := linalg.Eigenvalues(ctx, k)
	if err != nil {
		return nil, err
	}
	r.spectrum.all = clamp(values)
	return r.spectrum.all, nil
}

// leadingPart computes count leading eigenpairs at the first call.
func (r *Reference) leadingPart(ctx context.Context, count int) (*leadingPairs, error) {
	if part := r.spectrum.leading[count]; part != nil {
		return part, nil
	}
	pairs := r.krylov
	if !r.exact {
		pairs = r.gram.Leading // for a small n, too, which krylov is not for
	}
	values, vectors, err := pairs(ctx, count, r.rng(2))
	part := &leadingPairs{values: values, vectors: vectors}
	switch {
	case errors.Is(err, linalg.ErrSlow): // a flat spectrum: all values cost less than all pairs
		if part.values, err = r.allValues(ctx); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case r.exact:
		if part.rest, err = r.restSquared(ctx, values, vectors); err != nil {
			return nil, err
		}
		part.vectors = nil
	}
	if r.spectrum.leading == nil {
		r.spectrum.leading = map[int]*leadingPairs{}
	}
	r.spectrum.leading[count] = part
	return part, nil
}

// krylov is Leading's iteration without its full eigendecomposition.
func (r *Reference) krylov(ctx context.Context, count int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	k := linalg.Krylov{
		N: r.N(), Block: 16, Limit: r.N() / 2,
		Mul: func(dst, x *mat.Dense) error { return r.gram.MulTo(ctx, dst, x) },
	}
	values, vectors, err := k.Leading(ctx, count, rng)
	return clamp(values), vectors, err
}

// restSquared is ‖K−UΛUᵀ‖_F²: the difference ‖K‖²−Σλ² would lose all digits of a
// floor below 1e-8.
func (r *Reference) restSquared(ctx context.Context, values []float64, u *mat.Dense) (float64, error) {
	scaled := mat.DenseCopyOf(u)
	for i := range r.N() {
		row := scaled.RawRowView(i)
		for j, v := range values {
			row[j] *= v
		}
	}
	sum := 0.0
	err := r.rows(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		var part mat.Dense
		part.Mul(scaled.Slice(lo, lo+rows, 0, len(values)), u.T())
		k.Sub(k, &part)
		sum += sumOfSquares(k)
	})
	return sum, err
}
