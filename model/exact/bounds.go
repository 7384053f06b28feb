package exact

import (
	"fmt"
	"math"
)

// BachColumns returns the number of columns p, drawn uniformly, that suffices for a risk of at most BachRiskFactor(δ)
// times that of exact ridge regression, in expectation over the draw and the noise:
//
//	p ≥ (32·d/δ + 2)·log(n·R²/(δλ)),  λ = μ/n,  δ ∈ (0, 1)
//
// for d = d_max at μ, see [Reference.MaximalDegrees], and R² = maxᵢ Kᵢᵢ (Bach, "Sharp analysis of low-rank
// kernel matrix approximations", COLT 2013, Theorem 1). λ is the ridge on K/n: in terms of μ > 0 the
// logarithm is that of n²R²/(δμ). The result is 0 if the logarithm is negative, for a μ much larger than
// K. The bound holds for any truth and noise: K̃ has no more variance than K, and p limits the bias.
//
// The order of the bound is useful: up to the logarithm, p need only grow as d. Its constant is far too
// large: the bound is 5.8·10⁴ columns for n = 512, d = 14, λ = 0.045 and δ = 0.1, where 15 suffice. So
// never use it as a default of m.
func BachColumns(n int, mu, dMax, diagonal, delta float64) float64 {
	if n < 1 || !(mu > 0) || !(dMax >= 0) || !(diagonal > 0) || !(delta > 0 && delta < 1) {
		panic(fmt.Sprintf("exact: BachColumns of n = %d, μ = %v, d = %v, R² = %v, δ = %v", n, mu, dMax, diagonal, delta))
	}
	logN := math.Log(float64(n))
	log := logN - math.Log(mu) + logN + math.Log(diagonal) - math.Log(delta) // n²R² may overflow
	return math.Max(0, (32*dMax/delta+2)*log)
}

// BachRiskFactor returns the factor on the risk that BachColumns(δ) columns guarantee.
func BachRiskFactor(delta float64) float64 { return 1 + 4*delta }

// BachDelta returns the δ of a relative loss of risk: BachRiskFactor(δ) = 1 + loss.
func BachDelta(loss float64) float64 { return loss / 4 }

// SqueakColumns returns the upper bound of the size of SQUEAK's dictionary, counting copies, which holds
// at every step with the probability for which q̄ was chosen:
//
//	|I| ≤ 3·q̄·d_eff(γₛ)
//
// (Calandriello, Lazaric and Valko 2017; in 2016, the order q̄·d_eff). With the q̄ of the guarantee, 39·α·log(2n/δ)/ε²
// where α = (1+ε)/(1−ε), it is far above n for every n that fits into memory. For a q̄ of 20 nothing is proved, but the
// bound holds in practice: there are about (1−ε)·q̄·d_eff copies, on fewer distinct points.
func SqueakColumns(copies, dEff float64) float64 { return 3 * copies * dEff }

// SqueakRiskFactor returns an upper bound of the risk of ridge regression with μ on a K̃ that is a
// γₛ-approximation of K, 0 ⪯ K−K̃ ⪯ γₛ/(1−ε)·I, relative to the risk with K:
//
//	(1 + (γₛ/μ)/(1−ε))²,  ε ∈ [0, 1)
//
// since bias(K̃)^½ ≤ (1 + ‖K−K̃‖/μ)·bias(K)^½ and the variance is no larger. The workshop paper of 2016 prints it
// without the square (Proposition 1 and Theorem 1 (3)), which is wrong: K = k = γₛε/(1−ε) on one point with an empty
// dictionary and no noise has the ratio (1 + ε·(γₛ/μ)/(1−ε))².
//
// It is the worst case over all targets, and shows that a γₛ well below μ is safe. At γₛ = μ and ε = ½ it
// is 9; the worst target found has 3.0 (n = 60, no noise: testdata/model/golden_bounds.py).
func SqueakRiskFactor(ridge, mu, epsilon float64) float64 {
	if !(ridge >= 0) || !(mu > 0) || !(epsilon >= 0 && epsilon < 1) {
		panic(fmt.Sprintf("exact: SqueakRiskFactor of γₛ = %v, μ = %v, ε = %v", ridge, mu, epsilon))
	}
	f := 1 + ridge/mu/(1-epsilon)
	return f * f
}

// UniformError returns the ε by which the entries of K̃ and K differ at most with probability 1 − δ,
// δ ∈ (0, 1), for random Fourier features of a kernel with k(x, x) = 1, from
//
//	Pr[sup |k̃(x,y) − k(x,y)| ≥ ε] ≤ 2⁸·(σ_p·diam/ε)²·exp(−h·ε²/(4(d+2)))
//
// (Rahimi and Recht, NIPS 2007, Claim 1). h is the number of frequencies, each with a cos and a sin; the points have d
// coordinates and lie in a set of the given diameter ≥ 0; and σ_p = √E‖w‖² ≥ 0 is the spread of the kernel's
// frequencies, see model.Spectral. The paper writes D for h. The bound is for h independent numbers cos w·(x−y) in [−1,
// 1], so h counts frequencies and not features. With u = h·ε²/(4(d+2)), UniformError solves
//
//	u·eᵘ = 2⁸·(σ_p·diam)²·h/(4(d+2)) / δ.
//
// The bound falls as √(log h/h): the number of frequencies grows as 1/ε², whatever the spectrum of K is.
// It is a worst case, 6 to 26 times the largest of 400² errors on Gaussian points in 1, 2 and 8
// dimensions with 64 to 4096 frequencies. Above 2 it is trivial. It is infinite for kernels with
// heavy-tailed frequencies (laplacian, matern12), and 0 for a set of one point.
func UniformError(h, d int, spread, diameter, delta float64) float64 {
	if h < 1 || d < 1 || !(spread >= 0) || !(diameter >= 0) || !(delta > 0 && delta < 1) {
		panic(fmt.Sprintf("exact: UniformError: h = %d, d = %d, σ_p = %v, diam = %v, δ = %v", h, d, spread, diameter, delta))
	}
	scale, rate := spread*diameter, float64(h)/(4*float64(d+2))
	if scale == 0 || math.IsInf(scale, 1) {
		return scale
	}
	return math.Sqrt(lambert(8*math.Ln2+2*math.Log(scale)+math.Log(rate)-math.Log(delta)) / rate)
}

// lambert solves u·eᵘ = eˡ for u > 0, given l, by Newton's method for v = log u on the convex function eᵛ + v − l.
func lambert(l float64) float64 {
	v := math.Min(l, math.Log(math.Max(1, l)))
	for range 60 {
		step := (math.Exp(v) + v - l) / (math.Exp(v) + 1)
		v -= step
		if math.Abs(step) <= 1e-15*math.Max(1, math.Abs(v)) {
			break
		}
	}
	return math.Exp(v)
}
