package exact

import (
	"context"
	"math"
)

// Floor returns the relative Frobenius error of the best approximation of
// that rank, √(Σ_{i>rank} λᵢ²)/‖K‖_F (Eckart and Young), and whether it is
// known: for n ≤ 4096, and for ranks up to n/4 at larger n, to six digits or to
// 1e-13·√n. The first call computes all eigenvalues, O(n³), or for larger n as many
// as the rank and up to twice, O(n²·rank), of which later calls make use.
//
// Where figures are estimates it comes from the eigenvalues of K on the sampled rows,
// for ranks up to a quarter of their number; see sampledSpectrum.
func (r *Reference) Floor(ctx context.Context, rank int) (Estimate, bool, error) {
	n := r.N()
	if rank >= n {
		return exactly(0), true, nil
	}
	if !r.exact {
		return r.sampledFloor(ctx, rank)
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return Estimate{}, false, err
	}
	values, err := r.Eigenvalues(ctx)
	switch {
	case err != nil:
		return Estimate{}, false, err
	case values != nil:
		return exactly(math.Min(1, math.Sqrt(tail(values, rank))/frobenius.Value)), true, nil
	case 4*rank > n:
		return Estimate{}, false, nil
	}
	rest, err := r.squaresBeyond(ctx, rank, frobenius.Value)
	return exactly(math.Min(1, math.Sqrt(rest)/frobenius.Value)), err == nil, err
}

// squaresBeyond is Σ_{i>rank} λᵢ², from leading eigenpairs.
func (r *Reference) squaresBeyond(ctx context.Context, rank int, frobenius float64) (float64, error) {
	part, err := r.leadingPart(ctx, leadingCount(rank, r.N()))
	if err != nil {
		return 0, err
	}
	values := part.values()
	if part.all != nil {
		return tail(values, rank), nil
	}
	rest := frobenius * frobenius
	for _, v := range values[:rank] {
		rest -= v * v
	}
	if rest > 1e-6*frobenius*frobenius { // enough digits are left
		return rest, nil
	}
	rest, err = r.restSquared(ctx, part)
	return rest + tail(values, rank), err
}

// tail sums the squares of the values from rank on, small ones first.
func tail(values []float64, rank int) float64 {
	sum := 0.0
	for i := len(values) - 1; i >= rank; i-- {
		sum += values[i] * values[i]
	}
	return sum
}
