package synthetic

import "math"

// decay has the points of spline, for the kernels `periodic` and `poisson`, and the target
// f(x) = Σᵢ₌₁ 2 νᵢ^½ cos(2πix). With the eigenvalues μᵢ = i^−2β of `periodic` and e^−ρi
// of `poisson` these are the six rows of Bach's table of rates: K has the eigenvalues
// nμᵢ, and f has the squared coordinates 2nνᵢ. Both hold up to aliasing: on the grid the
// frequencies i ± n, i ± 2n, … are added to i, so the rates show only if n is well above those that matter.
//
// The paper allows δ > ½. Up to δ = 1 the series diverges at x = 0, and slightly above 1
// it converges too slowly, so δ begins at 1.2 here.
func decay(values map[string]float64) Generator {
	g := Generator{
		name:  "decay",
		Title: "as spline, of chosen decay: decay:delta=3 or decay:kappa=0.5",
		Doc: onCircle + "y = Σᵢ 2 νᵢ^½ cos(2πix) + N(0, noise²) with νᵢ = i^−2·delta, " +
			"or e^−kappa·i where kappa is given. With the kernel periodic (eigenvalues i^−2·beta) or poisson (e^−rate·i) " +
			"it is a row of Bach's table of rates; decay:delta=8 is spline. " +
			"Up to delta = 1, which the paper allows, the series has no value at 0.",
		Ref: bach,
		Settings: []Setting{
			{Name: "delta", Doc: "power of the target's coefficients, i^−delta", Min: 1.2, Max: 20, Default: 2},
			{Name: "kappa", Doc: "exponential decay in place of delta: coefficients e^−kappa·i/2",
				Min: 1e-3, Max: 20, Default: math.NaN(), Instead: "delta"},
			{Name: "noise", Doc: "standard deviation of the noise", Min: 0, Max: 1000, Default: 1},
		},
		columns: []string{"x"}, target: "y", values: values, with: decay,
	}
	g.noise = g.value("noise")
	truth := exponentialTruth(g.value("kappa"))
	if math.IsNaN(g.value("kappa")) {
		truth = powerTruth(g.value("delta"))
	}
	g.point = circlePoint(truth)
	return g
}

// exponentialTruth returns Σ 2e^(−κi/2)·cos 2πix, a Poisson kernel without its constant.
func exponentialTruth(kappa float64) func(x float64) float64 {
	q, gap := math.Exp(-kappa/2), -math.Expm1(-kappa/2)
	return func(x float64) float64 {
		s2 := halfTurn(x)
		return 2 * q * (gap - 2*s2) / (gap*gap + 4*q*s2)
	}
}

// powerTruth returns Σ 2i^(−δ)·cos 2πix for δ > 1. As i^−δ = ∫ e^(−ti) t^(δ−1) dt / Γ(δ)
// over t > 0, it is a mixture of Poisson kernels at q = e^−t: with s = sin πx,
//
//	f(x) = 2/Γ(δ) ∫ t^δ (E − 2e^t·s²)/(E² + 4e^t·s²) du,  E = e^t − 1, t = e^u
//
// The integrand is analytic for |Im u| < π/2 and decays at both ends at least
// exponentially, so the trapezoidal rule is exact to rounding with this step, for all
// δ and x. The series itself would need 1e17^(1/δ) terms.
func powerTruth(delta float64) func(x float64) float64 {
	const step = 1.0 / 8
	type node struct{ weight, growth, less1 float64 } // 2t^δ·step/Γ(δ), e^t, e^t − 1
	var nodes []node
	logGamma, _ := math.Lgamma(delta)
	last := math.Log(50 + 4*delta)
	for u := -37 / (delta - 1); u < last; u += step { // e^−37 is below rounding
		t := math.Exp(u)
		nodes = append(nodes, node{2 * step * math.Exp(delta*u-logGamma), math.Exp(t), math.Expm1(t)})
	}
	return func(x float64) float64 {
		s2, f := halfTurn(x), 0.0
		for _, p := range nodes {
			f += p.weight * (p.less1 - 2*p.growth*s2) / (p.less1*p.less1 + 4*p.growth*s2)
		}
		return f
	}
}

// halfTurn returns sin² πx. It reduces x to [−½, ½] first, where the sine is accurate.
func halfTurn(x float64) float64 {
	s := math.Sin(math.Pi * (x - math.Round(x)))
	return s * s
}
