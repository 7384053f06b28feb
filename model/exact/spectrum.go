package exact

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

const (
	spaceBlock = 64             // columns of a product with K
	tinyLimit  = 6 * spaceBlock // largest n at which all eigenvalues cost less than a Krylov space
)

// leadingPairs are the eigenpairs of K with the largest |λ|. They depend only on K and on the number of pairs.
type leadingPairs struct {
	values  []float64     // by descending |λ|; all, if the iteration did not converge
	vectors *mat.Dense    // U; nil for all values
	rest    lazy[float64] // ‖K−UΛUᵀ‖_F²
}

// Eigenvalues returns all eigenvalues of K, descending and clamped at 0. The first call costs O(n³). It
// returns nil for n > 4096, and if figures are estimates.
func (r *Reference) Eigenvalues(ctx context.Context) ([]float64, error) {
	if r.N() > r.entire || !r.exact {
		return nil, nil
	}
	values, err := r.allValues(ctx)
	return clamp(slices.Clone(values)), err
}

// allValues returns all eigenvalues, descending. Some are negative for an indefinite K, and by rounding errors.
func (r *Reference) allValues(ctx context.Context) ([]float64, error) {
	return r.values.get(ctx, func() ([]float64, error) {
		k, err := r.gram.Symmetric(ctx)
		if err != nil {
			return nil, err
		}
		return linalg.Eigenvalues(ctx, k)
	})
}

// LeadingEigenvalues returns the count largest eigenvalues of K, or more if they cost nothing, descending
// and clamped at 0. If figures are exact, it returns all for n ≤ 4096; for larger n at most n/4, from a
// block Krylov space, each accurate to 1e-6 at least. Otherwise it returns those of the sampled rows, see
// [Reference.Floor]. The caller may change the slice. LeadingEigenvalues panics unless count ≥ 1.
func (r *Reference) LeadingEigenvalues(ctx context.Context, count int) ([]float64, error) {
	if count < 1 {
		panic("exact: LeadingEigenvalues of less than one")
	}
	if !r.exact {
		p, err := r.partialFactor(ctx) // its eigenvalues are lower bounds
		return slices.Clone(p.values[:min(count, len(p.values))]), err
	}
	all, err := r.Eigenvalues(ctx)
	if all != nil || err != nil {
		return all, err
	}
	part, err := r.leadingPart(ctx, count)
	if err != nil {
		return nil, err
	}
	values := slices.Clone(part.values)
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
	return clamp(values[:min(count, len(values))]), nil
}

// bySize sorts eigenvalues by descending |λ|, and returns them.
func bySize(values []float64) []float64 {
	slices.SortStableFunc(values, func(a, b float64) int { return cmp.Compare(math.Abs(b), math.Abs(a)) })
	return values
}

// Floor returns the relative Frobenius error of the best approximation of the given rank, √(Σ_{i>rank} λᵢ²)/‖K‖_F with
// |λᵢ| descending (Eckart and Young), and whether it is known. It is known for n ≤ 4096, and for ranks up to n/4 at
// larger n, to six digits or to 1e-13·√n. The first call computes all eigenvalues, in O(n³), or for larger n once or
// twice as many as the rank, in O(n²·rank); later calls use them. Estimates come from the eigenvalues of a partial
// Cholesky factor on sampled rows, see sampledFloor.
func (r *Reference) Floor(ctx context.Context, rank int) (Estimate, bool, error) {
	n := r.N()
	if rank >= n {
		return Exactly(0), true, nil
	}
	if !r.exact {
		return r.sampledFloor(ctx, rank)
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return Estimate{}, false, err
	}
	rest := 0.0
	switch {
	case n <= r.entire:
		var values []float64
		if values, err = r.allValues(ctx); err == nil {
			rest = tail(bySize(slices.Clone(values)), rank)
		}
	case 4*rank > n:
		return Estimate{}, false, nil
	default:
		rest, err = r.squaresBeyond(ctx, rank)
	}
	return Exactly(math.Min(1, math.Sqrt(rest)/frobenius.Value)), err == nil, err
}

// squaresBeyond returns Σ_{i>rank} λᵢ², from leading eigenpairs and a pass over K: the difference ‖K‖²−Σλ² would lose
// all digits of a floor below 1e-8.
func (r *Reference) squaresBeyond(ctx context.Context, rank int) (float64, error) {
	part, err := r.leadingPart(ctx, rank)
	if err != nil {
		return 0, err
	}
	if part.vectors == nil {
		return tail(part.values, rank), nil
	}
	rest, err := part.rest.get(ctx, func() (float64, error) {
		scaled := mat.DenseCopyOf(part.vectors)
		for i := range r.N() {
			floats.Mul(scaled.RawRowView(i), part.values)
		}
		return r.squares(ctx, outerProduct{scaled, part.vectors})
	})
	return rest + tail(part.values, rank), err
}

// tail sums the squares of the values from index rank on, small ones first.
func tail(values []float64, rank int) float64 {
	sum := 0.0
	for i := len(values) - 1; i >= rank; i-- {
		sum += values[i] * values[i]
	}
	return sum
}

// leadingPart returns leading eigenpairs, at least rank of them if rank ≤ n/4.
func (r *Reference) leadingPart(ctx context.Context, rank int) (*leadingPairs, error) {
	count := spaceBlock
	for count < rank {
		count *= 2
	}
	count = min(count, r.N()/4)
	return r.leading.at(count).get(ctx, func() (*leadingPairs, error) {
		if 10*count <= r.N() { // for a larger count a Krylov space costs more than all eigenvalues
			k := linalg.Krylov{N: r.N(), Mul: r.mul(ctx), Block: spaceBlock, Limit: r.N() / 3}
			values, vectors, err := k.Leading(ctx, count, r.rng(2))
			if !errors.Is(err, linalg.ErrSlow) {
				return &leadingPairs{values: values, vectors: vectors}, err
			}
		}
		// count is so large, or the spectrum so flat, that all eigenvalues cost less.
		all, err := r.allValues(ctx)
		return &leadingPairs{values: bySize(slices.Clone(all))}, err
	})
}

// outerProduct is A·Bᵀ.
type outerProduct struct{ a, b *mat.Dense }

// Block implements blocks.
func (p outerProduct) Block(dst *mat.Dense, rows, cols []int) {
	dst.Mul(linalg.Rows(p.a, rows), linalg.Rows(p.b, cols).T())
}
