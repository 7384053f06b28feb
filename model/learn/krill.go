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

// krillSigns is the number of nonzero entries in a column of the embedding, as in the authors' code.
const krillSigns = 8

// Krill solves the same problem as [Falkon], kernel ridge regression on landmarks,
//
//	(K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,  f(z) = k(z, X_M)·α,
//
// by conjugate gradients with another preconditioner. It multiplies K_nM by a sparse sign embedding Φ,
// 2m×n, whose columns have 8 entries ±1/√8 at random places,
//
//	P = (Φ·K_nM)ᵀ(Φ·K_nM) + μ·K_MM
//
// (Díaz, Epperly, Frangella, Tropp and Webber, arXiv 2304.12465, KRILL). Φ preserves all lengths in the
// range of K_nM up to a factor, so the condition is bounded for any kernel, landmarks and μ. The theorem
// asks for O(m·log m) rows with O(log m) signs; in practice 2m rows with 8 signs suffice, for a condition
// of about 34. Falkon's preconditioner assumes that the landmarks represent all rows. It is better where
// this is about right, as for landmarks drawn uniformly, and poor where it is not.
//
// Arguments, result and errors are those of Falkon. If K_nM is not stored, it is read once more. The
// embedding costs O(n·m), and the preconditioner several times Falkon's O(m³). Where the landmarks are
// good and μ is large, Falkon is faster.
func Krill(ctx context.Context, g *model.Gram, landmarks []int, y []float64, mu float64, rng *rand.Rand, opts Options) ([]float64, Iteration, error) {
	checkLandmarks("Krill", g.N(), landmarks, y, mu, opts)
	if rng == nil {
		panic("learn: Krill without a generator")
	}
	rows := 2 * len(landmarks) // of the embedding, as the authors take
	return iterate(ctx, "krill", g, landmarks, y, mu, opts, embedded(rows, signs(rows, min(krillSigns, rows), rng)))
}

// column is a column of Φ times √(number of its entries): distinct places, and their signs ±1.
type column struct {
	place []int
	sign  []float64
}

// signs returns a function that draws the columns of Φ one after the other.
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

// embedded computes A with AᵀA = ZᵀZ + μI for Z = Φ·K_nM·T⁻¹, on independent landmarks. Every sum in
// Φ·K_nM runs from the first row of K_nM to the last.
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
