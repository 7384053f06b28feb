package synthetic

import (
	"math"
	"math/rand/v2"
)

const (
	bach     = "Bach: Sharp analysis of low-rank kernel matrix approximations, COLT 2013 (arXiv 1208.2015)"
	onCircle = "Training points xⱼ = j/n, test points uniform in [0,1). "
)

// Generators returns the built-in sets in the order of display. The first is the default data set.
func Generators() []Generator {
	return []Generator{{
		name:  "bimodal",
		Title: "two components in a cube, one small: uniform sampling misses it",
		Doc: "A share q = n^0.6/(n+n^0.6) of the points has coordinates ½+½√u in [½,1]³, the rest is uniform in [0,¼]³. " +
			"y = g(‖x‖/√3) + N(0, 0.5²) with g(t) = 1.6|(t−0.4)(t−0.6)| − t(t−1)(t−2) − 0.5.",
		Ref:     "after Chen, Yang: Accumulations of Projections, AISTATS 2021 (PMLR 130:2953-2961)",
		Columns: []string{"x1", "x2", "x3"}, Target: "y", noise: 0.5, point: bimodalPoint,
	}, {
		name:  "blobs",
		Title: "five clusters of unequal size and spread, the smallest of 2 %",
		Doc: "Round Gaussian clusters in the plane: shares 40, 30, 20, 8 and 2 %, " +
			"standard deviations 1, 0.5, 0.25, 0.8 and 0.1. " +
			"y is a bump f(x) = Σₖ hₖ exp(−‖x−cₖ‖²/(8sₖ²)) on every cluster, plus N(0, 0.1²).",
		Ref:     "gramscope's own setting of a common test bed",
		Columns: []string{"x1", "x2"}, Target: "y", noise: 0.1, point: blobPoint,
	}, {
		name:  "spline",
		Title: "a periodic function on an even grid, for the periodic kernel",
		Doc: onCircle + "y = Σᵢ 2 i^−8 cos(2πix) + N(0, 1): " +
			"so smooth that its first wave is nearly all of it.",
		Ref:     bach,
		Columns: []string{"x"}, Target: "y", noise: 1, point: circlePoint(splineTruth),
	}, decay(nil), {
		name:    "friedman",
		Title:   "Friedman #1: ten features, five of them without effect",
		Doc:     "x uniform in [0,1]¹⁰, y = 10 sin(πx₁x₂) + 20(x₃−½)² + 10x₄ + 5x₅ + N(0, 1).",
		Ref:     "Friedman: Multivariate adaptive regression splines, Annals of Statistics 19(1):1-67, 1991",
		Columns: []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10"}, Target: "y", noise: 1,
		point: friedmanPoint,
	}, {
		name:  "moons",
		Title: "two interleaved half circles: a target of two classes",
		Doc: "Class upper: (cos t, sin t), class lower: (1−cos t, ½−sin t), t uniform in [0,π], " +
			"each class with probability ½; the points scatter around the arcs with standard deviation 0.15.",
		Ref:     "scikit-learn, make_moons",
		Columns: []string{"x1", "x2"}, Target: "moon", classes: []string{"upper", "lower"}, point: moonPoint,
	}}
}

// bimodalPoint draws from an unbalanced mixture. n is the number of training rows. With u ~ U(0,1), the far component
// has the density 8(x−½) in each coordinate. The paper has the idea and the target g; the laws of the components are
// chosen here so that the effect which it reports appears.
func bimodalPoint(x []float64, _, n int, rng *rand.Rand) float64 {
	small := math.Pow(float64(n), 0.6)
	isFar := rng.Float64() < small/(float64(n)+small)
	for j := range x {
		u := rng.Float64()
		if isFar {
			x[j] = 0.5 + 0.5*math.Sqrt(u)
		} else {
			x[j] = 0.25 * u
		}
	}
	norm := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
	return bimodalTruth(norm / math.Sqrt(3))
}

func bimodalTruth(t float64) float64 {
	return 1.6*math.Abs((t-0.4)*(t-0.6)) - t*(t-1)*(t-2) - 0.5
}

// blobTable lists the clusters of blobs. The weights sum to 1. Uniform sampling easily misses the smallest cluster.
var blobTable = [...]struct {
	weight float64 // share of the points
	x, y   float64 // centre
	spread float64 // standard deviation in each coordinate
	height float64 // height of the target's bump at the centre
}{
	{weight: 0.40, x: 0, y: 0, spread: 1.0, height: 1},
	{weight: 0.30, x: 6, y: 1, spread: 0.5, height: -1},
	{weight: 0.20, x: 1, y: 6, spread: 0.25, height: 2},
	{weight: 0.08, x: 7, y: 7, spread: 0.8, height: -2},
	{weight: 0.02, x: -5, y: 5, spread: 0.1, height: 3},
}

func blobPoint(x []float64, _, _ int, rng *rand.Rand) float64 {
	u, k := rng.Float64(), 0
	for k < len(blobTable)-1 && u >= blobTable[k].weight {
		u -= blobTable[k].weight
		k++
	}
	x[0] = blobTable[k].x + blobTable[k].spread*rng.NormFloat64()
	x[1] = blobTable[k].y + blobTable[k].spread*rng.NormFloat64()
	return blobTruth(x)
}

func blobTruth(x []float64) (f float64) {
	for _, b := range blobTable {
		dx, dy := x[0]-b.x, x[1]-b.y
		f += b.height * math.Exp(-(dx*dx+dy*dy)/(8*b.spread*b.spread))
	}
	return f
}

// circlePoint returns a Generator.point with training points xⱼ = j/n, j = 0…n−1, test points uniform in [0,1), and the
// values of truth. On such a grid K is circulant with the kernels `periodic` and `poisson`.
func circlePoint(truth func(x float64) float64) func(x []float64, row, n int, rng *rand.Rand) float64 {
	return func(x []float64, row, n int, rng *rand.Rand) float64 {
		if x[0] = float64(row) / float64(n); row == testRow {
			x[0] = rng.Float64()
		}
		return truth(x[0])
	}
}

// splineTruth sums the series from its smallest term up: i^−8 is below 1e−17 from i = 135 on.
func splineTruth(x float64) (f float64) {
	for i := 134; i >= 1; i-- {
		f += 2 * math.Pow(float64(i), -8) * math.Cos(2*math.Pi*float64(i)*x)
	}
	return f
}

// friedmanPoint draws a point for Friedman's first test function (section 4.3 of the paper); with noise of standard
// deviation 1 and ten features it is also in Breiman, "Bagging predictors", 1996.
func friedmanPoint(x []float64, _, _ int, rng *rand.Rand) float64 {
	for j := range x {
		x[j] = rng.Float64()
	}
	return friedmanTruth(x)
}

func friedmanTruth(x []float64) float64 {
	return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4]
}

const moonSpread = 0.15

// moonPoint is make_moons of scikit-learn (sklearn/datasets/_samples_generator.py), with t random instead of an even
// grid.
func moonPoint(x []float64, _, _ int, rng *rand.Rand) (class float64) {
	class = float64(rng.IntN(2))
	sin, cos := math.Sincos(math.Pi * rng.Float64())
	if x[0], x[1] = cos, sin; class == 1 {
		x[0], x[1] = 1-cos, 0.5-sin
	}
	x[0] += moonSpread * rng.NormFloat64()
	x[1] += moonSpread * rng.NormFloat64()
	return class
}

// decay has the points of spline and the target f(x) = Σᵢ₌₁ 2 νᵢ^½ cos(2πix). With the eigenvalues μᵢ = i^−2β of
// `periodic` and e^−ρi of `poisson` these are the six rows of Bach's table of rates: K has the eigenvalues nμᵢ, and f
// has the squared coordinates 2nνᵢ, both up to aliasing, so n must be well above the frequencies that matter. The paper
// allows δ > ½. Up to δ = 1 the series diverges at x = 0, and slightly above it converges slowly, so δ begins at 1.2.
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
		Columns: []string{"x"}, Target: "y", values: values, with: decay,
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

// powerTruth returns Σ 2i^(−δ)·cos 2πix for δ > 1. As i^−δ = ∫ e^(−ti) t^(δ−1) dt / Γ(δ) over t > 0, it is a mixture of
// Poisson kernels at q = e^−t: with s = sin πx,
//
//	f(x) = 2/Γ(δ) ∫ t^δ (E − 2e^t·s²)/(E² + 4e^t·s²) du,  E = e^t − 1, t = e^u
//
// The integrand is analytic for |Im u| < π/2 and decays at both ends at least exponentially, so the trapezoidal rule is
// exact to rounding with this step, for all δ and x. The series itself would need 1e17^(1/δ) terms.
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
