package model

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// gaussian is exp(−γ‖x−y‖²). Infinitely smooth: its spectrum falls faster than
// any power, so that a wide one is of low numerical rank, and a narrow one is
// the identity.
type gaussian struct{ gamma float64 }

func (gaussian) Name() string       { return "gaussian" }
func (gaussian) Geometry() Geometry { return SquaredEuclidean }
func (gaussian) Diagonal() float64  { return 1 }

func (k gaussian) Apply(v []float64) {
	for i, d2 := range v {
		v[i] = math.Exp(-k.gamma * d2)
	}
}

// Frequencies draws w ~ N(0, 2γI) (Rahimi and Recht 2007).
func (k gaussian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	sd := math.Sqrt(2 * k.gamma)
	fill(dst, func() float64 { return sd * rng.NormFloat64() })
}

// laplacian is exp(−γ‖x−y‖₁), a product over the coordinates. It is not
// matern12, which is a function of the Euclidean distance; they agree for one
// column.
type laplacian struct{ gamma float64 }

func (laplacian) Name() string       { return "laplacian" }
func (laplacian) Geometry() Geometry { return Manhattan }
func (laplacian) Diagonal() float64  { return 1 }

func (k laplacian) Apply(v []float64) {
	for i, r := range v {
		v[i] = math.Exp(-k.gamma * r)
	}
}

// Frequencies draws independent Cauchy(0, γ) coordinates (Rahimi and Recht 2007).
func (k laplacian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	fill(dst, func() float64 { return k.gamma * math.Tan(math.Pi*(rng.Float64()-0.5)) })
}

// matern is the Matérn kernel of smoothness ν = twoNu/2 and length ell, a
// function of r = ‖x−y‖ (Rasmussen and Williams 2006, eq. 4.17).
type matern struct {
	twoNu int // 1, 3 or 5
	ell   float64
}

func (k matern) Name() string {
	return map[int]string{1: "matern12", 3: "matern32", 5: "matern52"}[k.twoNu]
}
func (matern) Geometry() Geometry { return SquaredEuclidean }
func (matern) Diagonal() float64  { return 1 }

func (k matern) Apply(v []float64) {
	scale := math.Sqrt(float64(k.twoNu)) / k.ell
	for i, d2 := range v {
		a := scale * math.Sqrt(d2)
		e := math.Exp(-a)
		switch k.twoNu {
		case 1:
			v[i] = e
		case 3:
			v[i] = (1 + a) * e
		case 5:
			v[i] = (1 + a + a*a/3) * e
		}
	}
}

// Frequencies draws from the multivariate t distribution with 2ν degrees of
// freedom and scale 1/ℓ: w = (z/ℓ)·√(2ν/u), z ~ N(0, I), u ~ χ²(2ν).
func (k matern) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	rows, cols := dst.Dims()
	for i := range rows {
		u := 0.0
		for draws := 0; draws < k.twoNu || u == 0; draws++ {
			z := rng.NormFloat64()
			u += z * z
		}
		s := math.Sqrt(float64(k.twoNu)/u) / k.ell
		for j := range cols {
			dst.Set(i, j, s*rng.NormFloat64())
		}
	}
}

func fill(dst *mat.Dense, draw func() float64) {
	rows, cols := dst.Dims()
	for i := range rows {
		for j := range cols {
			dst.Set(i, j, draw())
		}
	}
}
