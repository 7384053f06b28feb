package linalg

import (
	"context"
	"math"
	"slices"
)

// rootFreeQL replaces d by the eigenvalues, in no order, of the tridiagonal matrix with
// diagonal d and off-diagonal e, which it overwrites: the QL iteration of implicitQL
// without vectors, on the squares of e, so that a rotation takes no square root
// (Pal, Walker and Kahan; Parlett 1980, 8.15). O(n²). The entries must be of size 1
// at most.
func rootFreeQL(ctx context.Context, d, e []float64) error {
	n := len(d)
	budget := 50 * n
	for lo := 0; lo < n; {
		hi := lo + uncoupled(d[lo:], e[lo:])
		if math.Abs(d[hi]) < math.Abs(d[lo]) {
			slices.Reverse(d[lo : hi+1])
			slices.Reverse(e[lo:hi])
		}
		for i, v := range e[lo:hi] {
			e[lo+i] = v * v
		}
		for l := lo; l <= hi; {
			m := l + uncoupledSquare(d[l:hi+1], e[l:hi])
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
			sweepSquares(d[l:m+1], e[l:m])
		}
		lo = hi + 1
	}
	return nil
}

// uncoupledSquare is the first i at which eᵢ is negligible, for the squares of e.
func uncoupledSquare(d, e []float64) int {
	d = d[:len(e)+1]
	for i, v := range e {
		if v <= eps*eps*math.Abs(d[i]*d[i+1]) || v < 0x1p-1022 {
			e[i] = 0
			return i
		}
	}
	return len(e)
}

// sweepSquares is one QL step on all of d and the squares e. c = p/r and s = b/r are
// the squares of a rotation's cosine and sine. The next p, gamma²/c, is had from num =
// r·gamma by one division, so that a rotation waits for the last one's for no more than
// that; by two where p is so small that the square of num might vanish.
func sweepSquares(d, e []float64) {
	last := len(e)
	root := math.Sqrt(e[0])
	shift := (d[1] - d[0]) / (2 * root)
	shift = d[0] - root/(shift+math.Copysign(math.Hypot(shift, 1), shift))
	gamma := d[last] - shift
	p, c, s := gamma*gamma, 1.0, 0.0
	d = d[:last+1]
	for i := last - 1; i >= 0; i-- {
		b, x := e[i], d[i]
		r := p + b
		if i+1 < last {
			e[i+1] = s * r
		}
		if p > 0x1p-200 {
			num, inverse := p*(x-shift)-b*gamma, 1/r
			d[i+1] = gamma + (x - num*inverse)
			p, c, s, gamma = num*num/(r*p), p*inverse, b*inverse, num*inverse
			continue
		}
		before := c
		c, s = p/r, b/r
		next := c*(x-shift) - s*gamma
		d[i+1] = gamma + (x - next)
		if gamma = next; c != 0 {
			p = gamma * gamma / c
		} else {
			p = before * b
		}
	}
	e[0] = s * p
	d[0] = shift + gamma
}
