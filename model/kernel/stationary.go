package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Differentiable is a kernel with a derivative with respect to its geometry, the squared or the Manhattan distance.
type Differentiable interface {
	model.Kernel

	// Differentiate replaces every value v of the geometry by the kernel's value there, and writes the derivative
	// there to slope. At a kink, which is at distance 0, it writes 0: derivatives with respect to points are then 0.
	Differentiate(v, slope []float64)
}

func gaussian() Family {
	return Family{Name: "gaussian", Doc: "exp(−γ‖x−y‖²)", Sigma: "the standard deviation",
		Geometry: model.SquaredEuclidean, Params: []model.Param{model.Gamma(nil)},
		new: func(v Values) model.Kernel { return Gaussian{v[model.GammaName]} }}
}

// Gaussian is exp(−γ‖x−y‖²). It is infinitely smooth and its spectrum falls faster than any power: K of a wide kernel
// has a low numerical rank, and that of a narrow one is close to the identity.
type Gaussian struct{ Gamma float64 }

func (Gaussian) Name() string             { return "gaussian" }
func (Gaussian) Geometry() model.Geometry { return model.SquaredEuclidean }
func (Gaussian) Diagonal() float64        { return 1 }
func (k Gaussian) Apply(v []float64)      { linalg.ExpScaled(v, v, -k.Gamma) }

// Differentiate writes −γ·exp(−γv).
func (k Gaussian) Differentiate(v, slope []float64) {
	k.Apply(v)
	floats.ScaleTo(slope, -k.Gamma, v)
}

// Frequencies draws w ~ N(0, 2γI) (Rahimi and Recht 2007).
func (k Gaussian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	sd := math.Sqrt(2 * k.Gamma)
	dst.Apply(func(int, int, float64) float64 { return sd * rng.NormFloat64() }, dst)
}

// FrequenciesAt takes the normal quantiles of the first d coordinates.
func (k Gaussian) FrequenciesAt(dst, points *mat.Dense) {
	sd := math.Sqrt(2 * k.Gamma)
	dst.Apply(func(i, j int, _ float64) float64 { return sd * mathext.NormalQuantile(points.At(i, j)) }, dst)
}

// FrequencyLengths draws √(2γ)·χ_d.
func (k Gaussian) FrequencyLengths(dst []float64, d int, rng *rand.Rand) {
	for i := range dst {
		dst[i] = math.Sqrt(2 * k.Gamma * chiSquared(d, rng))
	}
}

// FrequencySpread returns √(2γd).
func (k Gaussian) FrequencySpread(d int) float64 { return math.Sqrt(2 * k.Gamma * float64(d)) }

func laplacian() Family {
	return Family{Name: "laplacian", Doc: "exp(−γ‖x−y‖₁)", Sigma: "the distance of 1/e", GammaOfDistance: true,
		Geometry: model.Manhattan, Params: []model.Param{model.Gamma(nil)},
		new: func(v Values) model.Kernel { return Laplacian{v[model.GammaName]} }}
}

// Laplacian is exp(−γ‖x−y‖₁), a product over the coordinates. It is not matern12, which is a function of the Euclidean
// distance; they agree for one column.
type Laplacian struct{ Gamma float64 }

func (Laplacian) Name() string             { return "laplacian" }
func (Laplacian) Geometry() model.Geometry { return model.Manhattan }
func (Laplacian) Diagonal() float64        { return 1 }
func (k Laplacian) Apply(v []float64)      { linalg.ExpScaled(v, v, -k.Gamma) }

// Differentiate writes −γ·exp(−γv).
func (k Laplacian) Differentiate(v, slope []float64) {
	k.Apply(v)
	floats.ScaleTo(slope, -k.Gamma, v)
}

// Frequencies draws independent Cauchy(0, γ) coordinates (Rahimi and Recht 2007).
func (k Laplacian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	dst.Apply(func(int, int, float64) float64 { return k.Gamma * math.Tan(math.Pi*(rng.Float64()-0.5)) }, dst)
}

// FrequenciesAt takes the Cauchy quantiles of the first d coordinates.
func (k Laplacian) FrequenciesAt(dst, points *mat.Dense) {
	dst.Apply(func(i, j int, _ float64) float64 { return k.Gamma * math.Tan(math.Pi*(points.At(i, j)-0.5)) }, dst)
}

// FrequencySpread returns +Inf: the kernel has a kink at 0.
func (Laplacian) FrequencySpread(int) float64 { return math.Inf(1) }

func matern12() Family { return matern(1, "exp(−r/σ), r = ‖x−y‖") }
func matern32() Family { return matern(3, "(1+√3·r/σ)·exp(−√3·r/σ)") }
func matern52() Family { return matern(5, "(1+√5·r/σ+5r²/3σ²)·exp(−√5·r/σ)") }

func matern(twoNu int, formula string) Family {
	return Family{Name: Matern{TwoNu: twoNu}.Name(), Doc: formula, Sigma: "the length ℓ",
		Geometry: model.SquaredEuclidean, Params: []model.Param{model.Gamma(nil)},
		new: func(v Values) model.Kernel { return Matern{twoNu, width(v[model.GammaName])} }}
}

// Matern is the Matérn kernel of smoothness ν = TwoNu/2 and length ℓ, a
// function of r = ‖x−y‖ (Rasmussen and Williams 2006, eq. 4.17).
type Matern struct {
	TwoNu  int     // 1, 3 or 5
	Length float64 // ℓ
}

func (k Matern) Name() string           { return fmt.Sprintf("matern%d2", k.TwoNu) }
func (Matern) Geometry() model.Geometry { return model.SquaredEuclidean }
func (Matern) Diagonal() float64        { return 1 }

func (k Matern) Apply(v []float64) {
	scale := math.Sqrt(float64(k.TwoNu)) / k.Length
	if k.TwoNu == 1 {
		linalg.ExpRoot(v, v, -scale)
		return
	}
	divisor := 0.0
	if k.TwoNu == 5 {
		divisor = 3
	}
	linalg.QuadraticExpRoot(v, scale, divisor)
}

// Differentiate writes, with r = √v and a = √(2ν)·r/ℓ, −e⁻ᵃ/(2ℓr) for ν = ½, −3e⁻ᵃ/(2ℓ²) for ν = 3/2, and
// −5(1+a)e⁻ᵃ/(6ℓ²) for ν = 5/2.
func (k Matern) Differentiate(v, slope []float64) {
	scale := math.Sqrt(float64(k.TwoNu)) / k.Length
	linalg.ExpRoot(slope, v, -scale)
	for i, squared := range v {
		e, r := slope[i], math.Sqrt(squared)
		switch {
		case k.TwoNu == 5:
			slope[i] = -scale * scale / 6 * (1 + scale*r) * e
		case k.TwoNu == 3:
			slope[i] = -scale * scale / 2 * e
		case r > 0:
			slope[i] = -scale / (2 * r) * e
		default:
			slope[i] = 0
		}
	}
	k.Apply(v)
}

// Frequencies draws from the multivariate t distribution with 2ν degrees of
// freedom and scale 1/ℓ: w = (z/ℓ)·√(2ν/u), z ~ N(0, I), u ~ χ²(2ν).
func (k Matern) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	rows, cols := dst.Dims()
	for i := range rows {
		u := 0.0
		for draws := 0; draws < k.TwoNu || u == 0; draws++ {
			z := rng.NormFloat64()
			u += z * z
		}
		s := math.Sqrt(float64(k.TwoNu)/u) / k.Length
		for j := range cols {
			dst.Set(i, j, s*rng.NormFloat64())
		}
	}
}

// FrequenciesAt takes z from the normal quantiles of the first d coordinates, and u from the χ² quantile of
// the last one.
func (k Matern) FrequenciesAt(dst, points *mat.Dense) {
	_, d := dst.Dims()
	nu := float64(k.TwoNu) / 2
	dst.Apply(func(i, j int, _ float64) float64 { return mathext.NormalQuantile(points.At(i, j)) / k.Length }, dst)
	for i := range points.RawMatrix().Rows {
		half := gammaQuantile(nu, points.At(i, d)) // u/2
		floats.Scale(math.Sqrt(nu/half), dst.RawRowView(i))
	}
}

// FrequencyLengths draws χ_d/ℓ·√(2ν/u), u ~ χ²(2ν).
func (k Matern) FrequencyLengths(dst []float64, d int, rng *rand.Rand) {
	for i := range dst {
		u := chiSquared(k.TwoNu, rng)
		dst[i] = math.Sqrt(float64(k.TwoNu)*chiSquared(d, rng)/u) / k.Length
	}
}

// FrequencySpread returns √(d·ν/(ν−1))/ℓ, and +Inf for ν = 1/2, which has a kink at 0.
func (k Matern) FrequencySpread(d int) float64 {
	if k.TwoNu < 3 {
		return math.Inf(1)
	}
	return math.Sqrt(float64(d)*float64(k.TwoNu)/float64(k.TwoNu-2)) / k.Length
}

// chiSquared draws from the χ² distribution with k degrees of freedom; never 0.
func chiSquared(k int, rng *rand.Rand) float64 {
	for {
		if v := (distuv.ChiSquared{K: float64(k), Src: rng}).Rand(); v > 0 {
			return v
		}
	}
}

// gammaQuantile returns the x at which the distribution function P(a, x) of the Gamma distribution is p.
// mathext's fails for a small p, for which Newton's method for ln P as a function of ln x begins with the
// first term of the series, P ≈ xᵃ/Γ(a+1), and ends after a few steps.
func gammaQuantile(a, p float64) float64 {
	if p > 1e-3 {
		return mathext.GammaIncRegInv(a, p)
	}
	log, _ := math.Lgamma(a + 1)
	x := math.Exp((math.Log(p) + log) / a)
	for range 6 {
		cdf := mathext.GammaIncReg(a, x)
		slope := math.Exp(a*math.Log(x)-x-log) * a / cdf // x·P′/P
		x *= math.Exp(math.Log(p/cdf) / slope)
	}
	return x
}
