package kernel

import (
	"fmt"
	"math"

	"gramscope/model"
)

// Periodic is Bach's spline kernel on [0, 1): k(x, y) = Σ_{i≥1} 2i^(−2β)·cos 2πi(x−y)
// (Bach, "Sharp analysis of low-rank kernel matrix approximations", COLT 2013).
// On an even grid K is circulant. It has no constant part: centre the target.
// Only for one column of points; values outside [0, 1) wrap around.
type Periodic struct {
	beta  int
	terms []float64 // 2i^(−2β); nil for β ≤ 2, which have a closed form
}

// NewPeriodic is the kernel of smoothness beta ≥ 1; it panics below.
func NewPeriodic(beta int) Periodic {
	if beta < 1 {
		panic(fmt.Sprintf("kernel: a periodic kernel of β = %d", beta))
	}
	k := Periodic{beta: beta}
	if beta <= 2 {
		return k
	}
	for i := 1; ; i++ { // ends after 910 terms at β = 3, 140 at β = 4
		term := 2 * math.Pow(float64(i), float64(-2*beta))
		if term < 1e-17 {
			return k
		}
		k.terms = append(k.terms, term)
	}
}

func (Periodic) Name() string             { return "periodic" }
func (Periodic) Geometry() model.Geometry { return model.Manhattan }

func (k Periodic) Diagonal() float64 {
	v := []float64{0}
	k.Apply(v)
	return v[0]
}

// Apply uses the Bernoulli polynomials for β ≤ 2,
// (−1)^(β−1)·(2π)^(2β)/(2β)!·B_{2β}(t) with t = frac(|x−y|), and the series
// above, where the polynomial would cancel.
func (k Periodic) Apply(v []float64) {
	for i, r := range v {
		t := r - math.Floor(r)
		switch k.beta {
		case 1:
			v[i] = 2 * math.Pi * math.Pi * (t*t - t + 1.0/6)
		case 2:
			u := t * (1 - t)
			v[i] = -math.Pow(2*math.Pi, 4) / 24 * (u*u - 1.0/30)
		default:
			v[i] = k.series(t)
		}
	}
}

// series sums Σ terms[i]·cos 2π(i+1)t by Clenshaw's recurrence.
func (k Periodic) series(t float64) float64 {
	c := math.Cos(2 * math.Pi * t)
	b1, b2 := 0.0, 0.0
	for i := len(k.terms) - 1; i >= 0; i-- {
		b1, b2 = k.terms[i]+2*c*b1-b2, b1
	}
	return b1*c - b2
}
