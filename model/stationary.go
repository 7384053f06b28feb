package model

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// gaussian is exp(−γ‖x−y‖²). Infinitely smooth: its spectrum falls faster than
// any power, so that a wide one is of low numerical rank, and a narrow one is
// the identity.
type gaussian struct{ gamma float64 }

func (gaussian) Name() string       { return "gaussian" }
func (gaussian) Geometry() Geometry { return SquaredEuclidean }
func (gaussian) Diagonal() float64  { return 1 }

func (k gaussian) Apply(v []float64) {
	linalg.ExpScaled(v, v, -k.gamma)
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
	linalg.ExpScaled(v, v, -k.gamma)
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
	if k.twoNu == 1 {
		linalg.ExpRoot(v, v, -scale)
		return
	}
	var buf [256]float64
	for ; len(v) > 0; v = v[min(len(v), len(buf)):] {
		e := buf[:min(len(v), len(buf))]
		linalg.ExpRoot(e, v[:len(e)], -scale)
		for i, d2 := range v[:len(e)] {
			a := scale * math.Sqrt(d2)
			v[i] = (1 + a) * e[i]
			if k.twoNu == 5 {
				v[i] += a * a / 3 * e[i]
			}
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

// FrequencySpread is σ_p = √E‖w‖² of the frequencies of k on points of d
// dimensions, the root of −Δk(0)/k(0): infinite for laplacian and matern12, which
// have a kink at 0.
//
//	gaussian  √(2γd)
//	matern    √(d·ν/(ν−1))/ℓ, ν > 1
func FrequencySpread(k Spectral, d int) float64 {
	switch k := k.(type) {
	case gaussian:
		return math.Sqrt(2 * k.gamma * float64(d))
	case matern:
		if k.twoNu > 2 {
			return math.Sqrt(float64(d)*float64(k.twoNu)/float64(k.twoNu-2)) / k.ell
		}
	}
	return math.Inf(1)
}
