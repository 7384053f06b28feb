package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Regress returns what remains of the last diagonal entry of A+δI after the others are eliminated, for a positive
// semi-definite A of order m+1 and δ > 0, and writes the coefficients (A_SS+δI)⁻¹·A_Sm of the first m, S, to dst.
// Each remainder is at least δ but for rounding errors, which the ridge outweighs if A is small against δ/ε. The
// lower triangle of A is read, and overwritten by the Cholesky factor of A+δI.
func Regress(dst []float64, a blas64.General, delta float64) (rest float64) {
	m := len(dst)
	row := func(i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+i+1] }
	for i := range m + 1 {
		l := row(i)
		for j := range i {
			l[j] = (l[j] - floats.Dot(l[:j], row(j)[:j])) / row(j)[j]
		}
		rest = max(l[i]+delta-floats.Dot(l[:i], l[:i]), delta)
		l[i] = math.Sqrt(rest)
	}
	copy(dst, row(m)[:m])
	for i := m - 1; i >= 0; i-- {
		l := row(i)
		dst[i] /= l[i]
		floats.AddScaled(dst[:i], -dst[i], l[:i])
	}
	return rest
}
