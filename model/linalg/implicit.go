package linalg

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

const eps = 0x1p-53

// errSlow is not known to occur for any finite matrix.
var errSlow = errors.New("linalg: the eigenvalue iteration did not converge")

// implicitQL replaces d by the eigenvalues, in no order, of the tridiagonal matrix with diagonal d and off-diagonal e,
// and applies its rotations to the rows of z: an identity becomes the eigenvectors, one in each row. e is overwritten.
// It is the QL iteration with Wilkinson's shift (Parlett 1980, 8.11), O(n³), which starts at the end with the smaller
// entry of each block that does not decouple. No entry may be above 1 in absolute value.
func implicitQL(ctx context.Context, d, e []float64, z blas64.General) error {
	n := len(d)
	budget := 50 * n
	for lo := 0; lo < n; {
		hi := lo + uncoupled(d[lo:], e[lo:])
		if math.Abs(d[hi]) < math.Abs(d[lo]) {
			slices.Reverse(d[lo : hi+1])
			slices.Reverse(e[lo:hi])
			for i, j := lo, hi; i < j; i, j = i+1, j-1 {
				blas64.Swap(Vector(row(z, i)), Vector(row(z, j)))
			}
		}
		for l := lo; l <= hi; {
			m := l + uncoupled(d[l:hi+1], e[l:hi])
			if m == l {
				l++
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if budget--; budget < 0 {
				return errSlow
			}
			sweepQL(d, e, l, m, z)
		}
		lo = hi + 1
	}
	return nil
}

// uncoupled returns the first i at which eᵢ is negligible.
func uncoupled(d, e []float64) int {
	for i, v := range e {
		if v = math.Abs(v); v <= eps*math.Sqrt(math.Abs(d[i]))*math.Sqrt(math.Abs(d[i+1])) || v < 0x1p-511 {
			e[i] = 0
			return i
		}
	}
	return len(d) - 1
}

// sweepQL does one QL step on rows l to m.
func sweepQL(d, e []float64, l, m int, z blas64.General) {
	g := (d[l+1] - d[l]) / (2 * e[l])
	g = d[m] - d[l] + e[l]/(g+math.Copysign(math.Hypot(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], c*e[i]
		r := math.Sqrt(f*f + g*g)
		if r < 0x1p-480 {
			r = math.Hypot(f, g)
		}
		if i+1 < m {
			e[i+1] = r
		}
		if r == 0 { // the block decouples here
			d[i+1] -= p
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[i+1] = g + p
		g = c*r - b
		blas64.Rot(Vector(row(z, i)), Vector(row(z, i+1)), c, -s)
	}
	d[l] -= p
	e[l] = g
}
