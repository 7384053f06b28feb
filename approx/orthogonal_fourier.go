package approx

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// OrthogonalFourier is [Fourier] with w = s·q: s ~ √(2γ)·χ_d as for independent frequencies, and q the rows of a random
// orthogonal matrix for every d of them. K̃ᵢᵢ = 1 exactly. For h ≤ d pairs of features an entry has the variance
//
//	(1 + k(2δ) − 2k(δ)²)/2h + (h−1)/h·(M(d, d/2, −γ‖δ‖²) − k(δ)²),  δ = xᵢ−xⱼ,
//
// where M is Kummer's function ₁F₁: the first term is that of fourier, the second is negative where k is not small.
// (w₁+w₂ for two orthogonal directions has a squared length ~ 2γ·χ²_2d; its characteristic function is M.) For one
// column the directions are ±1. It costs O(n·m·d + m·d²).
type OrthogonalFourier struct {
	M int // features, ≥ 1; odd numbers are rounded up; may exceed n
}

func orthogonalFourier() model.Method {
	return method(model.Method{
		Name: "orthogonal-fourier",
		Doc: "random Fourier features, orthogonal directions (ORF)\n\n" +
			"K̃ = F·Fᵀ with m features √(2/m)·[cos wⱼ·x, sin wⱼ·x], every d frequencies w with orthogonal directions.\n\n" +
			"Use it in place of fourier for the Gaussian kernel on several columns: unbiased too, with a lower variance where " +
			"the kernel is not near 0, at hardly any cost. Nothing is gained on one column or for a narrow kernel, and the " +
			"error still falls only as 1/√m. fourier with frequencies orthogonal is the same, also for the Matérn kernels.",
		Family:   model.Features,
		When:     "in place of fourier, for the Gaussian kernel on several columns",
		Ref:      "Yu, Suresh, Choromanski, Holtmann-Rice and Kumar, NIPS 2016",
		Cost:     "0",
		Needs:    model.Needs{Kernels: []string{"gaussian"}, Spectrum: true},
		Exceeds:  true,
		Features: true,
	}, func(f *OrthogonalFourier, n, d int) model.Memory { return fourierMemory(n, f.M, d, 0) })
}

func (f *OrthogonalFourier) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

// Fit does what [Fourier] does with FrequenciesOrthogonal.
func (f *OrthogonalFourier) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(orthogonalFourier(), f, g, rng)
	return (&Fourier{M: f.M, Frequencies: model.FrequenciesOrthogonal}).Fit(ctx, g, rng)
}

// orthogonally gives rows orthogonal directions.
func orthogonally(w *mat.Dense, rng *rand.Rand) {
	r, d := w.Dims()
	orthogonalise(w, linalg.Gaussian(d, r, rng))
}

// orthogonalise gives the r ≤ d rows of w, r×d, orthogonal directions and leaves their lengths. The
// directions are the columns of Q in normal = QR, d×r, which is overwritten. For independent normal
// numbers Q is uniform among the matrices with orthonormal columns up to their signs (Mezzadri 2007),
// and K̃ does not depend on these: a frequency and its negative give the same products.
func orthogonalise(w, normal *mat.Dense) {
	_, r := normal.Dims()
	linalg.Orthonormalise(normal)
	for j := range r {
		row := w.RawRowView(j)
		length := floats.Norm(row, 2)
		mat.Col(row, j, normal)
		floats.Scale(length, row)
	}
}
