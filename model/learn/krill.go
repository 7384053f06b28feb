package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// krillSigns is how many signs a row of K_nM the authors take.
const krillSigns = 8

// Krill solves what [Falkon] does, kernel ridge regression on landmarks,
//
//	(K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,  f(z) = k(z, X_M)·α,
//
// by conjugate gradients with another preconditioner: K_nM is seen through a sparse sign
// embedding Φ, 2m×n, whose columns have 8 entries ±1/√8 at random places,
//
//	P = (Φ·K_nM)ᵀ(Φ·K_nM) + μ·K_MM
//
// (Díaz, Epperly, Frangella, Tropp and Webber, arXiv 2304.12465, KRILL). Φ keeps all
// lengths in the range of K_nM within a factor, so that the condition is bounded whatever
// kernel, landmarks and μ are; their theorem asks for O(m·log m) rows with O(log m)
// signs, and 2m with 8, about 34, do in practice. Falkon's preconditioner takes the
// landmarks for all rows, and is the better one where that is about right, as for
// landmarks drawn uniformly, and poor where it is not.
//
// Arguments, result and errors are those of Falkon. It reads K_nM once more where that
// is not stored, the embedding costs O(n·m), and the preconditioner some times Falkon's
// O(m³): the wrong choice where landmarks are good and μ is large, and where Falkon is.
func Krill(ctx context.Context, g *model.Gram, landmarks []int, y []float64, mu float64, rng *rand.Rand, opts LandmarkOptions) ([]float64, LandmarkInfo, error) {
	checkLandmarks("Krill", g.N(), landmarks, y, mu, opts)
	if rng == nil {
		panic("learn: Krill without a generator")
	}
	rows := 2 * len(landmarks) // of the embedding, as the authors take
	return iterate(ctx, "krill", g, landmarks, y, mu, opts, embedded(rows, signs(rows, min(krillSigns, rows), rng)))
}

// A column of Φ times the square root of their number: places, distinct, and signs.
type column struct {
	place []int
	sign  []float64
}

// signs draws the columns of Φ one after the other.
func signs(rows, count int, rng *rand.Rand) func() column {
	return func() column {
		c := column{make([]int, 0, count), make([]float64, count)}
		for len(c.place) < count {
			if p := rng.IntN(rows); !slices.Contains(c.place, p) {
				c.place = append(c.place, p)
			}
		}
		for t := range c.sign {
			c.sign[t] = float64(1 - 2*rng.IntN(2))
		}
		return c
	}
}

// embedded returns AᵀA = ZᵀZ + μI for Z = Φ·K_nM·T⁻¹, on independent landmarks; every sum in
// Φ·K_nM goes from the first row of K_nM to the last.
func embedded(rows int, next func() column) inner {
	return func(ctx context.Context, s *landmarkSystem) (a blas64.Triangular, err error) {
		m := len(s.columns.landmarks)
		z := mat.NewDense(rows, m, nil)
		err = s.columns.tiles(ctx, func(_ int, k *mat.Dense) {
			n, _ := k.Dims()
			drawn := make([]column, n)
			for i := range drawn {
				drawn[i] = next()
				floats.Scale(1/math.Sqrt(float64(len(drawn[i].sign))), drawn[i].sign)
			}
			linalg.Parallel(m, func(lo, hi int) {
				for i, c := range drawn {
					for t, p := range c.place {
						floats.AddScaled(z.RawRowView(p)[lo:hi], c.sign[t], k.RawRowView(i)[lo:hi])
					}
				}
			})
		})
		if err != nil {
			return a, err
		}
		if norm := mat.Norm(z, 2); math.IsNaN(norm) || math.IsInf(norm, 0) {
			return a, &model.DegenerateError{What: "the kernel between the rows and the landmarks, embedded,", Value: norm}
		}
		if err := linalg.Trsm(ctx, blas.Right, blas.NoTrans, 1, s.t, z.RawMatrix()); err != nil {
			return a, err
		}
		return innerFactor(ctx, mat.DenseCopyOf(z.T()), s.mu)
	}
}
