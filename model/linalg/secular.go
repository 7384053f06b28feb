package linalg

import "math"

// secular is the eigenproblem of diag(d) + rho·z·zᵀ for d ascending with gaps well above rounding errors,
// all zⱼ ≠ 0 and rho > 0. Its eigenvalues are the roots of
//
//	w(λ) = 1/rho + Σⱼ zⱼ²/(dⱼ−λ),
//
// which rises from −∞ to +∞ between two neighbouring poles, and from −∞ to 1/rho above the last.
type secular struct {
	d, z []float64
	rho  float64
	on   *instructions
}

// at is the result of one evaluation of w: its value, the derivatives of its parts ψ up to pole i and φ
// above, and a bound of the rounding errors in units of eps.
type at struct {
	w, dpsi, dphi, err float64
}

// root computes root i, the one above dᵢ, writes dⱼ − λ to delta[j] and returns λ. Each delta is accurate
// to a few units in its last place for one and the same λ, which makes the eigenvectors orthogonal: λ is
// represented by its offset from the nearest pole. The steps are those of Li (1993, LAPACK Working Note
// 89): w is replaced by a function with two poles that agrees with it at the current offset. If its root
// is outside of the bracket, the bracket is halved.
func (s secular) root(i int, delta []float64) float64 {
	last := i == len(s.d)-1
	gap := 0.0
	if last {
		for _, z := range s.z {
			gap += s.rho * z * z
		}
	} else {
		gap = s.d[i+1] - s.d[i]
	}
	origin, lo, hi := i, 0.0, gap // lo and hi bracket the offset from the origin
	middle := s.look(i, origin, gap/2, delta)
	switch {
	case middle.w > 0:
		hi = gap / 2
	case last:
		lo = gap / 2
	default:
		origin, lo, hi = i+1, -gap/2, 0
	}
	near := s.z[i] * s.z[i]
	rest := middle.w - near/delta[i] // w without the two poles around the root
	tau := near / rest
	if !last {
		next := s.z[i+1] * s.z[i+1]
		rest -= next / delta[i+1]
		if origin == i {
			tau = smallRoot(rest, rest*gap+near+next, near*gap)
		} else {
			tau = smallRoot(rest, near+next-rest*gap, -next*gap)
		}
	}
	if !(tau > lo && tau < hi) {
		tau = inBracket(lo, hi)
	}
	weighted, before := true, math.Inf(1) // method for the next step; |w| before it
	for left := 120; ; left-- {
		look := s.look(i, origin, tau, delta)
		if math.Abs(look.w) <= roundoff*look.err || left == 0 {
			break
		}
		if look.w < 0 {
			lo = tau
		} else {
			hi = tau
		}
		if math.Abs(look.w) > before/8 {
			weighted = !weighted
		}
		before = math.Abs(look.w)
		next := tau + s.step(look, i, origin, gap, weighted, delta)
		if !(next > lo && next < hi) {
			if next = inBracket(lo, hi); !(next > lo && next < hi) {
				break // there is no number between lo and hi
			}
		}
		tau = next
	}
	return s.d[origin] + tau
}

// step returns the distance of the root of the function with two poles from the current offset. The
// function keeps the derivative's parts on either side (the middle way) or, if weighted, the weight of the
// nearest pole (the fixed weight).
func (s secular) step(look at, i, origin int, gap float64, weighted bool, delta []float64) float64 {
	slope := look.dpsi + look.dphi
	left := delta[i]
	if i == len(delta)-1 {
		return left * look.w / (look.w - left*slope)
	}
	right := delta[i+1]
	c := look.w - left*look.dpsi - right*look.dphi
	if weighted {
		t := s.z[origin] / delta[origin]
		if origin == i {
			c = look.w - right*slope + gap*t*t
		} else {
			c = look.w - left*slope - gap*t*t
		}
	}
	eta := smallRoot(c, (left+right)*look.w-left*right*slope, left*right*look.w)
	if !(look.w*eta < 0) {
		eta = -look.w / slope
	}
	return eta
}

// look evaluates w at d[origin]+tau, with its parts up to and above pole i.
func (s secular) look(i, origin int, tau float64, delta []float64) at {
	psi, dpsi := s.poles(0, i+1, origin, tau, delta)
	phi, dphi := s.poles(i+1, len(delta), origin, tau, delta)
	w := 1/s.rho + psi + phi
	return at{w, dpsi, dphi, 16*(phi-psi) + 2/s.rho + math.Abs(tau)*(dpsi+dphi)}
}

// poles writes the offsets of poles lo to hi to delta, and returns Σ zⱼ²/δⱼ and Σ (zⱼ/δⱼ)². The first is
// accurate to a dozen units in its last place, however many terms there are.
func (s secular) poles(lo, hi, origin int, tau float64, delta []float64) (sum, slope float64) {
	if lo == hi {
		return 0, 0
	}
	pole := s.d[origin]
	return s.on.poles(hi-lo, &s.d[lo], &s.z[lo], pole, tau, &delta[lo])
}

// ratios multiplies entries lo to hi of w by xⱼ/(dⱼ−pole).
func (s secular) ratios(lo, hi int, x []float64, pole float64, w []float64) {
	if lo < hi {
		s.on.ratios(hi-lo, &x[lo], &s.d[lo], pole, &w[lo])
	}
}

// vector replaces the offsets of a root by the eigenvector, which is not normalised, and returns its length. w are the
// entries of z. No square overflows: in a merge rho·zⱼ is above eps, and so the offset is above eps².
func (s secular) vector(w, offsets []float64) (length float64) {
	return math.Sqrt(s.on.quotients(len(w), &w[0], &offsets[0]))
}

// smallRoot solves c·x² − a·x + b = 0 without cancellation.
func smallRoot(c, a, b float64) float64 {
	root := math.Sqrt(math.Abs(a*a - 4*b*c))
	if a > 0 {
		return 2 * b / (a + root)
	}
	return (a - root) / (2 * c)
}

// inBracket returns a number in the middle of the bracket: the geometric mean if the ends, which have the
// same sign, differ much in size.
func inBracket(lo, hi float64) float64 {
	sign, small, large := 1.0, lo, hi
	if lo < 0 {
		sign, small, large = -1, -hi, -lo
	}
	switch {
	case small == 0:
		return sign * large * 0x1p-20
	case large > 4*small:
		return sign * math.Sqrt(small) * math.Sqrt(large)
	default:
		return sign * (small + (large-small)/2)
	}
}
