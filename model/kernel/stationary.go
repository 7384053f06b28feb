package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Gaussian is exp(−γ‖x−y‖²). Infinitely smooth: its spectrum falls faster than
// any power, so that a wide one is of low numerical rank, and a narrow one is
// the identity.
type Gaussian struct{ Gamma float64 }

func (Gaussian) Name() string             { return "gaussian" }
func (Gaussian) Geometry() model.Geometry { return model.SquaredEuclidean }
func (Gaussian) Diagonal() float64        { return 1 }
func (k Gaussian) Apply(v []float64)      { linalg.ExpScaled(v, v, -k.Gamma) }

// Frequencies draws w ~ N(0, 2γI) (Rahimi and Recht 2007).
func (k Gaussian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	sd := math.Sqrt(2 * k.Gamma)
	fill(dst, func() float64 { return sd * rng.NormFloat64() })
}

// Laplacian is exp(−γ‖x−y‖₁), a product over the coordinates. It is not
// matern12, which is a function of the Euclidean distance; they agree for one
// column.
type Laplacian struct{ Gamma float64 }

func (Laplacian) Name() string             { return "laplacian" }
func (Laplacian) Geometry() model.Geometry { return model.Manhattan }
func (Laplacian) Diagonal() float64        { return 1 }
func (k Laplacian) Apply(v []float64)      { linalg.ExpScaled(v, v, -k.Gamma) }

// Frequencies draws independent Cauchy(0, γ) coordinates (Rahimi and Recht 2007).
func (k Laplacian) Frequencies(dst *mat.Dense, rng *rand.Rand) {
	fill(dst, func() float64 { return k.Gamma * math.Tan(math.Pi*(rng.Float64()-0.5)) })
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
	var buf [256]float64
	for ; len(v) > 0; v = v[min(len(v), len(buf)):] {
		e := buf[:min(len(v), len(buf))]
		linalg.ExpRoot(e, v[:len(e)], -scale)
		for i, d2 := range v[:len(e)] {
			a := scale * math.Sqrt(d2)
			v[i] = (1 + a) * e[i]
			if k.TwoNu == 5 {
				v[i] += a * a / 3 * e[i]
			}
		}
	}
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
		fill(dst.Slice(i, i+1, 0, cols).(*mat.Dense), func() float64 { return s * rng.NormFloat64() })
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
// dimensions, the root of −Δk(0)/k(0): infinite for Laplacian and matern12, which
// have a kink at 0.
//
//	gaussian  √(2γd)
//	matern    √(d·ν/(ν−1))/ℓ, ν > 1
func FrequencySpread(k model.Spectral, d int) float64 {
	switch k := k.(type) {
	case Gaussian:
		return math.Sqrt(2 * k.Gamma * float64(d))
	case Matern:
		if k.TwoNu > 2 {
			return math.Sqrt(float64(d)*float64(k.TwoNu)/float64(k.TwoNu-2)) / k.Length
		}
	}
	return math.Inf(1)
}
