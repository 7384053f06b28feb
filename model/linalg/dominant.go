package linalg

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Dominant returns the k eigenvalues of A, n×n, that are largest in absolute value, descending in that, and their
// eigenvectors, n×k: no matrix of rank k is closer to A in the Frobenius norm than that of these pairs (Eckart and
// Young 1936). Unless A is indefinite it is [Leading]. matrix returns A in memory that is overwritten, and is called
// again for an indefinite A, of which all pairs are computed. Errors are those of matrix and of Eigen. It panics unless
// 0 ≤ k ≤ n.
func Dominant(ctx context.Context, matrix func() (*mat.SymDense, error),
	k int) (values []float64, vectors *mat.Dense, err error) {
	a, err := matrix()
	if err != nil {
		return nil, nil, err
	}
	n := a.SymmetricDim()
	if k < 0 || k > n {
		panic("linalg: more dominant eigenpairs than there are")
	}
	values, vectors, err = decompose(ctx, a, k)
	if err != nil || !dominated(values, k) {
		return slices.Clip(values[:min(k, len(values))]), vectors, err
	}
	if a, err = matrix(); err != nil {
		return nil, nil, err
	}
	if values, vectors, err = Eigen(ctx, a); err != nil {
		return nil, nil, err
	}
	order := bySize(values)[:k]
	out := make([]float64, k)
	for i, from := range order {
		out[i] = values[from]
	}
	return out, Columns(vectors, order), nil
}

// Dominant returns the Ritz pairs of [Space.Ritz] with vectors for the count values that are largest in absolute value.
// If the least value is among them, all values are in this order.
func (s *Space) Dominant(ctx context.Context, dims, count int) (Ritz, error) {
	pairs, err := s.Ritz(ctx, dims, count)
	if err != nil || !dominated(pairs.Values, count) {
		return pairs, err
	}
	if pairs, err = s.Ritz(ctx, dims, dims); err != nil {
		return pairs, err
	}
	order, all := bySize(pairs.Values), pairs
	pairs = Ritz{Values: make([]float64, dims), Residuals: make([]float64, count), s: Columns(all.s, order[:count])}
	for i, from := range order {
		if pairs.Values[i] = all.Values[from]; i < count {
			pairs.Residuals[i] = all.Residuals[from]
		}
	}
	return pairs, nil
}

// dominated reports whether the least of descending values is larger in absolute value than the one at index k−1, and
// than rounding errors.
func dominated(values []float64, k int) bool {
	n := len(values)
	if n == 0 || k == 0 {
		return false
	}
	least := -values[n-1]
	return least > math.Abs(values[k-1]) && least > float64(n)*roundoff*max(values[0], least)
}

// bySize returns the indices of values, descending in absolute value; of equal ones the first comes first.
func bySize(values []float64) []int {
	order := Sequence(0, len(values))
	slices.SortStableFunc(order, func(i, j int) int {
		switch a, b := math.Abs(values[i]), math.Abs(values[j]); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	return order
}
