package approx

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
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
		Exceeds:     true,
		Frequencies: true,
		Oblivious:   true,
		Independent: true,
	}, func(f *Fourier, n, d int) model.Memory { return fourierMemory(n, f.M, d) })
}

func (f *Fourier) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

func (f *Fourier) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	w, warnings := frequencies(fourier(), g, f.M, rng)
	return fourierOn(ctx, g, w, warnings)
}

// frequencies draws one frequency for each pair of m features. by is the method whose needs the kernel
// of g must meet; otherwise it panics.
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

// fourierOn returns the approximation for given frequencies, one in each row of w.
func fourierOn(ctx context.Context, g *model.Gram, w *mat.Dense, warnings []string) (model.Approximation, error) {
	h, _ := w.Dims()
	return form.AsApproximation(form.NewMap(ctx, g, model.Part{Frequencies: w, Width: 2 * h}, nil, warnings, nil))
}

// fourierMemory estimates the memory of m features, which may be more than n.
func fourierMemory(n, m, d int) model.Memory {
	m += m % 2
	return form.MapMemory(n, m, m/2, 0, form.Bytes(m/2, d))
}
