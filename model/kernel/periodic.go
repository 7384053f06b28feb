package kernel

import (
	"math"

	"gramscope/model"
)

func periodic() Family {
	beta := model.Param{Name: BetaName, Symbol: "β", Group: model.GroupKernel, Min: 1, Max: 10, Default: 1, Integer: true,
		Doc: "smoothness of the periodic spline kernel: eigenvalues i^(−2β)"}
	return Family{Name: "periodic", Doc: "Bach's spline Σᵢ 2i^(−2β)·cos 2πi(x−y), one column in [0,1)",
		Geometry: model.Manhattan, OnCircle: true, Params: []model.Param{beta},
		new: func(v Values) model.Kernel { return NewPeriodic(int(v[BetaName])) }}
}

// Periodic is Bach's spline kernel on [0, 1): k(x, y) = Σ_{i≥1} 2i^(−2β)·cos 2πi(x−y) (Bach, "Sharp analysis
// of low-rank kernel matrix approximations", COLT 2013). On an even grid K is circulant. The kernel has no
// constant part, so the target must be centred. Points have one column; values outside [0, 1) wrap around.
type Periodic struct {
	beta  int
	terms []float64 // 2i^(−2β); nil for β ≤ 2, which have a closed form
}

// NewPeriodic returns the kernel of smoothness beta ≥ 1.
func NewPeriodic(beta int) Periodic {
	k := Periodic{beta: beta}
	for i := 1; beta > 2; i++ { // ends after 910 terms at β = 3, 140 at β = 4
		term := 2 * math.Pow(float64(i), float64(-2*beta))
		if term < 1e-17 {
			break
		}
		k.terms = append(k.terms, term)
	}
	return k
}

func (Periodic) Name() string             { return "periodic" }
func (Periodic) Geometry() model.Geometry { return model.Manhattan }

func (k Periodic) Diagonal() float64 {
	v := []float64{0}
	k.Apply(v)
	return v[0]
}

// Apply uses the Bernoulli polynomials for β ≤ 2, (−1)^(β−1)·(2π)^(2β)/(2β)!·B_{2β}(t) with t = frac(|x−y|), and the
// series of [Periodic] for larger β, where the polynomial would lose digits to cancellation.
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

// The parameter is called rate, as ρ is an oversampling in this program.
func poisson() Family {
	rate := model.Param{Name: RateName, Symbol: "rate", Group: model.GroupKernel, Min: 1e-3, Max: 20, Default: 1,
		Scale: model.Log, Doc: "decay of the poisson kernel: eigenvalues e^(−rate·i)"}
	return Family{Name: "poisson", Doc: "Poisson kernel Σᵢ 2e^(−rate·i)·cos 2πi(x−y), one column in [0,1)",
		Geometry: model.Manhattan, OnCircle: true, Params: []model.Param{rate},
		new: func(v Values) model.Kernel { return NewPoisson(v[RateName]) }}
}

// Poisson is the Poisson kernel of the circle without its constant part, on [0, 1):
//
//	k(x, y) = Σ_{i≥1} 2e^(−ρi)·cos 2πi(x−y) = 2q(1 − q − 2s²)/((1−q)² + 4qs²)
//
// with q = e^(−ρ) and s = sin π(x−y). Its eigenvalues fall as e^(−ρi), each of multiplicity two, as in Bach's table of
// rates ("Sharp analysis of low-rank kernel matrix approximations", COLT 2013). On an even grid of n points K is
// circulant, with the eigenvalue n(q^i + q^(n−i))/(1−q^n) at frequency i = 1…n−1.
//
// It is the wrong kernel for functions that are not analytic: for a large ρ a
// handful of frequencies remain, and the rest of K is rounding error. It has no constant part: centre
// the target. Only for one column of points; values outside [0, 1) wrap around.
type Poisson struct {
	q, gap float64 // e^(−ρ), and 1 − e^(−ρ)
}

// NewPoisson returns the kernel whose eigenvalues fall at the given rate ρ > 0.
func NewPoisson(rate float64) Poisson { return Poisson{math.Exp(-rate), -math.Expm1(-rate)} }

func (Poisson) Name() string             { return "poisson" }
func (Poisson) Geometry() model.Geometry { return model.Manhattan }

// Diagonal returns 2q/(1−q).
func (k Poisson) Diagonal() float64 { return 2 * k.q / k.gap }

// Apply reduces x−y to [−½, ½] first, so that the sine is accurate.
func (k Poisson) Apply(v []float64) {
	for i, r := range v {
		t := r - math.Round(r)
		if t == 0 { // the formula below may differ from Diagonal in the last bit
			v[i] = k.Diagonal()
			continue
		}
		s := math.Sin(math.Pi * t)
		v[i] = 2 * k.q * (k.gap - 2*s*s) / (k.gap*k.gap + 4*k.q*s*s)
	}
}
