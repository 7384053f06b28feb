package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// Spectral replaces a = U·Λ·Uᵀ, n×n and symmetric, by U·f(Λ)·Uᵀ, of which it writes both triangles. f is given all
// eigenvalues, descending, and overwrites them with numbers ≥ 0. It takes O(n³) time and
// 2.5·n² numbers beside a, of which it reads the upper triangle. Errors are those of [Eigen].
func Spectral(ctx context.Context, a *mat.Dense, f func(values []float64)) error {
	n, _ := a.Dims()
	values, u, err := Eigen(ctx, mat.NewSymDense(n, mat.DenseCopyOf(a).RawMatrix().Data))
	if err != nil {
		return err
	}
	f(values)
	for j, v := range values {
		values[j] = math.Sqrt(v)
	}
	Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for j, root := range values {
				u.RawRowView(i)[j] *= root
			}
		}
	})
	if err := Syrk(ctx, blas.NoTrans, 1, u.RawMatrix(), 0, AsSymmetric(a).RawSymmetric()); err != nil {
		return err
	}
	for i := range n {
		for j := range i {
			a.Set(i, j, a.At(j, i))
		}
	}
	return nil
}
