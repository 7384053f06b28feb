package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Regress returns what remains of the last diagonal entry of a positive semi-definite A after the others are
// eliminated, A_mm − A_mS·A_SS⁻¹·A_Sm, and writes the coefficients A_SS⁻¹·A_Sm to dst, of length m for an A of
// order m+1. S leaves out every row whose own remainder, after those of S before it, is at most tolerance times
// its diagonal entry; its coefficient is 0. The lower triangle of A is read, and overwritten by its Cholesky
// factor.
func Regress(dst []float64, a blas64.General, tolerance float64) (rest float64) {
	m := len(dst)
	row := func(i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+i+1] }
	for i := range m + 1 {
		l := row(i)
		for j := range i {
			if l[j] -= floats.Dot(l[:j], row(j)[:j]); row(j)[j] > 0 {
				l[j] /= row(j)[j]
			} else {
				l[j] = 0
			}
		}
		rest = l[i] - floats.Dot(l[:i], l[:i])
		if i < m {
			if rest > tolerance*l[i] {
				l[i] = math.Sqrt(rest)
			} else {
				l[i] = 0
			}
		}
	}
	copy(dst, row(m)[:m])
	for i := m - 1; i >= 0; i-- {
		l := row(i)
		if l[i] == 0 {
			dst[i] = 0
			continue
		}
		dst[i] /= l[i]
		floats.AddScaled(dst[:i], -dst[i], l[:i])
	}
	return rest
}
