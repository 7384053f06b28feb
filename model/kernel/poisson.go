package kernel

import (
	"fmt"
	"math"

	"gramscope/model"
)

// Poisson is the Poisson kernel of the circle without its constant part, on [0, 1):
//
//	k(x, y) = Σ_{i≥1} 2e^(−ρi)·cos 2πi(x−y) = 2q(1 − q − 2s²)/((1−q)² + 4qs²)
//
// with q = e^(−ρ) and s = sin π(x−y). Its eigenvalues fall as e^(−ρi), each there
// twice, as Bach's table of rates has it ("Sharp analysis of low-rank kernel matrix
// approximations", COLT 2013). On an even grid of n points K is circulant, with the
// eigenvalue n(q^i + q^(n−i))/(1−q^n) at frequency i = 1…n−1.
//
// It is the wrong kernel for functions that are not analytic: a large ρ leaves a
// handful of waves, and the rest of K is rounding. It has no constant part: centre
// the target. Only for one column of points; values outside [0, 1) wrap around.
type Poisson struct {
	q, gap float64 // e^(−ρ), and 1 − e^(−ρ)
}

// NewPoisson is the kernel whose eigenvalues fall at the rate ρ > 0; it panics
// elsewhere.
func NewPoisson(rate float64) Poisson {
	if !(rate > 0) {
		panic(fmt.Sprintf("kernel: a Poisson kernel of rate %v", rate))
	}
	return Poisson{math.Exp(-rate), -math.Expm1(-rate)}
}

func (Poisson) Name() string             { return "poisson" }
func (Poisson) Geometry() model.Geometry { return model.Manhattan }

// Diagonal is 2q/(1−q).
func (k Poisson) Diagonal() float64 { return 2 * k.q / k.gap }

// Apply takes the sine of at most a quarter turn, where it is exact.
func (k Poisson) Apply(v []float64) {
	for i, r := range v {
		t := r - math.Round(r)
		if t == 0 { // else the last bit may be another
			v[i] = k.Diagonal()
			continue
		}
		s := math.Sin(math.Pi * t)
		v[i] = 2 * k.q * (k.gap - 2*s*s) / (k.gap*k.gap + 4*k.q*s*s)
	}
}
