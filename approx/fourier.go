package approx

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Fourier is random Fourier features (Rahimi and Recht 2007): K̃ = F·Fᵀ with the m = M
// features √(2k(0)/m)·[cos wⱼ·x, sin wⱼ·x] for m/2 frequencies w from the kernel's spectral
// distribution. E[K̃] = K and K̃ᵢᵢ = k(0) exactly; for k(0) = 1 an entry has the variance
// (1 + k(2δ) − 2k(δ)²)/m, δ = xᵢ−xⱼ. K−K̃ is indefinite; its relative norm falls as 1/√m.
//
// It reads no kernel entries and costs O(n·m·d).
type Fourier struct {
	M int // features, ≥ 1; odd numbers are rounded up; may exceed n
}

func fourier() model.Method {
	return method(model.Method{
		Name: "fourier",
		Doc: "random Fourier features\n\n" +
			"K̃ = F·Fᵀ with m features √(2/m)·[cos wⱼ·x, sin wⱼ·x], w from the kernel's spectral distribution (m/2 of them).\n\n" +
			"Use it for very many points: the features do not depend on the data, no kernel entry is read, and K̃ is unbiased. " +
			"The error falls only as 1/√m, while methods that look at K follow its spectrum: for smooth kernels they need far fewer columns " +
			"for the same accuracy. Not for kernels without a spectral density.",
		Ref:         "Rahimi and Recht, NIPS 2007; Sutherland and Schneider, UAI 2015 (cos-sin pairs)",
		Cost:        "0",
		Needs:       model.Needs{Spectrum: true},
		Frequencies: true,
		Independent: true,
	}, func(f *Fourier, n, d int) model.Memory { return fourierMemory(n, f.M, d) })
}

func (f *Fourier) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

func (f *Fourier) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	w, warnings := frequencies(fourier(), g, f.M, rng)
	return fourierOn(ctx, g, w, warnings)
}

// frequencies draws a row for each pair of m features, by a method that is for the kernel.
func frequencies(by model.Method, g *model.Gram, m int, rng *rand.Rand) (w *mat.Dense, warnings []string) {
	mustRand(rng)
	atLeastOne("m", m)
	if why := by.Unmet(g.Kernel(), g.N(), 0); why != "" {
		panic("approx: " + why)
	}
	if m%2 == 1 {
		warnings = append(warnings, fmt.Sprintf("m = %d is odd and features come in pairs, %d were used: give an even m", m, m+1))
	}
	_, d := g.X().Dims()
	w = mat.NewDense((m+1)/2, d, nil)
	g.Kernel().(model.Spectral).Frequencies(w, rng)
	return w, warnings
}

// fourierOn is the approximation for given frequencies, one a row of w.
func fourierOn(ctx context.Context, g *model.Gram, w *mat.Dense, warnings []string) (model.Approximation, error) {
	h, _ := w.Dims()
	return asMap(newMap(ctx, g, model.Part{Frequencies: w, Width: 2 * h}, nil, warnings, nil))
}

// fourierMemory is that of m features, which may be more than n.
func fourierMemory(n, m, d int) model.Memory {
	m += m % 2
	return mapMemory(n, m, m/2, 0, matrix(m/2, d))
}

// OrthogonalFourier is [Fourier] with frequencies whose directions are orthogonal within
// every d of them (Yu et al. 2016): w = s·q with s ~ √(2γ)·χ_d as for independent ones, and
// q the rows of a random orthogonal matrix. It is for the Gaussian kernel, whose frequencies
// have independent lengths and directions.
//
// E[K̃] = K and K̃ᵢᵢ = 1 exactly. For h ≤ d pairs of features an entry has the variance
//
//	(1 + k(2δ) − 2k(δ)²)/2h + (h−1)/h·(M(d, d/2, −γ‖δ‖²) − k(δ)²),  δ = xᵢ−xⱼ,
//
// M Kummer's function ₁F₁: the first term is that of fourier, the second is negative where
// k is not small. (w₁+w₂ for two orthogonal directions has a squared length ~ 2γ·χ²_2d; its
// characteristic function is M.) For one column the directions are ±1.
//
// It reads no kernel entries and costs O(n·m·d + m·d²).
type OrthogonalFourier struct {
	M int // features, ≥ 1; odd numbers are rounded up; may exceed n
}

func orthogonalFourier() model.Method {
	return method(model.Method{
		Name: "orthogonal-fourier",
		Doc: "random Fourier features, orthogonal directions\n\n" +
			"K̃ = F·Fᵀ with m features √(2/m)·[cos wⱼ·x, sin wⱼ·x], the directions of every d frequencies w being orthogonal.\n\n" +
			"Use it in place of fourier for the Gaussian kernel on several columns: unbiased too, with a lower variance wherever the kernel is not near 0, " +
			"at no price worth mentioning. Nothing is gained on one column or for a narrow kernel, and the error still falls only as 1/√m.",
		Ref:         "Yu, Suresh, Choromanski, Holtmann-Rice and Kumar, NIPS 2016",
		Cost:        "0",
		Needs:       model.Needs{Kernels: []string{"gaussian"}, Spectrum: true},
		Frequencies: true,
	}, func(f *OrthogonalFourier, n, d int) model.Memory { return fourierMemory(n, f.M, d) })
}

func (f *OrthogonalFourier) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

func (f *OrthogonalFourier) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	w, warnings := frequencies(orthogonalFourier(), g, f.M, rng)
	h, d := w.Dims()
	for lo, hi := range linalg.Tiles(h, d) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		block := w.Slice(lo, hi, 0, d).(*mat.Dense)
		orthogonalise(block, linalg.Gaussian(d, hi-lo, rng))
	}
	return fourierOn(ctx, g, w, warnings)
}

// orthogonalise turns the r ≤ d rows of w, r×d, into the directions of the columns of Q,
// keeping their lengths: normal = QR, d×r, which is overwritten. For independent normal
// numbers Q is uniform among the matrices of orthonormal columns up to their signs (Mezzadri
// 2007), on which K̃ does not depend: a frequency and its negative give the same products.
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
