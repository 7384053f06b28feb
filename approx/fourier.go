package approx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Fourier has the m = M features √(2k(0)/m)·[cos wⱼ·x, sin wⱼ·x] for m/2 frequencies w, each of which has the kernel's
// spectral distribution. K̃ᵢᵢ = k(0) exactly. K−K̃ is indefinite. Independent frequencies give an entry the variance (1
// + k(2δ) − 2k(δ)²)/m for k(0) = 1, δ = xᵢ−xⱼ. The others depend on each other:
//
//   - FrequenciesOrthogonal: see [OrthogonalFourier].
//   - FrequenciesQMC: the quantiles of a randomised Halton sequence, see [model.Halton].
//   - FrequenciesStructured: see [linalg.Hadamard]. E[K̃] differs from K by at most about 2·10⁻⁴, and by less for more
//     than 64 columns.
//   - FrequenciesSimplex: see toCorners.
//
// It costs O(n·m·d), or O(n·(m+d)·log d) if structured, for d ≥ 64. Orthogonal and simplex directions take O(m·d²)
// more.
type Fourier struct {
	M           int // features, ≥ 1; odd numbers are rounded up; may exceed n
	Frequencies int // FrequenciesIID, and so on
}

func fourier() model.Method {
	return method(model.Method{
		Name: "fourier",
		Doc: "random Fourier features (RFF)\n\n" +
			"K̃ = F·Fᵀ with m features √(2/m)·[cos wⱼ·x, sin wⱼ·x], m/2 frequencies w of the kernel's spectral density.\n\n" +
			"Use it for very many points: the features do not depend on the data, no kernel entry is read, and K̃ is " +
			"unbiased. The error falls only as 1/√m, while methods that read K follow its spectrum: for smooth kernels they " +
			"need far fewer columns for the same accuracy. Not for kernels without a spectral density.\n\n" +
			"The frequencies are independent (iid), or chosen together. qmc takes them from a scrambled Halton sequence: the " +
			"error falls nearly as 1/m on up to about five columns; on many, little is gained. orthogonal gives every d of " +
			"them orthogonal directions: a lower variance wherever the kernel is not near 0. structured does nearly the same " +
			"by Walsh–Hadamard transforms, in O(log d) steps a feature: the fastest from some dozens of columns on, and about " +
			"as fast as iid for few. simplex gives every d of them obtuse angles, best for positive features; here orthogonal " +
			"is at least as good. The last three are for kernels of ‖x−y‖, such as gaussian and the Matérn kernels.",
		Family: model.Features,
		When:   "where n is large and entries are dear, if an error of a few percent will do",
		Ref: "Rahimi and Recht, NIPS 2007; Sutherland and Schneider, UAI 2015 (cos-sin pairs); Avron, Sindhwani, Yang " +
			"and Mahoney, JMLR 2016 (qmc); Yu, Suresh, Choromanski, Holtmann-Rice and Kumar, NIPS 2016 (orthogonal, " +
			"structured); Reid, Choromanski, Likhosherstov and Weller, ICML 2023 (simplex)",
		Cost:        "0",
		Needs:       model.Needs{Spectrum: true},
		Exceeds:     true,
		Features:    true,
		Independent: isIID,
		Nests:       isIID,
		Refuses:     func(f model.Fitter, k model.Kernel) string { return f.(*Fourier).refuses(k) },
	}, func(f *Fourier, n, d int) model.Memory {
		making := int64(0)
		switch f.Frequencies {
		case model.FrequenciesQMC:
			making = form.Bytes((f.M+1)/2, d+1)
		case model.FrequenciesStructured:
			making = linalg.HadamardMemory(f.M/2, d)
		}
		return fourierMemory(n, f.M, d, making)
	})
}

func isIID(f model.Fitter) bool { return f.(*Fourier).Frequencies == model.FrequenciesIID }

// Params marks independent frequencies as tacit: once there were no others.
func (f *Fourier) Params() []model.Param {
	frequencies := choice(model.FrequenciesName, &f.Frequencies,
		"frequencies: independent, orthogonal, by quasi-Monte Carlo, by Walsh–Hadamard transforms, or towards a simplex",
		"iid", "orthogonal", "qmc", "structured", "simplex")
	frequencies.Tacit = f.Frequencies == model.FrequenciesIID
	return []model.Param{model.Budget(&f.M), frequencies}
}

// refuses returns why the frequencies can't be those of kernel k, or "".
func (f *Fourier) refuses(k model.Kernel) string {
	p := f.Params()[1]
	if _, is := k.(model.Isotropic); is || f.Frequencies == model.FrequenciesIID || f.Frequencies == model.FrequenciesQMC {
		return ""
	}
	return fmt.Sprintf("fourier draws %s frequencies for kernels of the Euclidean distance, such as gaussian, and %s is "+
		"not one: it takes frequencies %s or %s",
		p.Choices[f.Frequencies], k.Name(), p.Choices[model.FrequenciesIID], p.Choices[model.FrequenciesQMC])
}

func (f *Fourier) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(fourier(), f, g, rng)
	h, warnings := pairs(f.M)
	_, d := g.X().Dims()
	spectral := g.Kernel().(model.Spectral)
	if f.Frequencies == model.FrequenciesStructured {
		lengths := make([]float64, h)
		spectral.(model.Isotropic).FrequencyLengths(lengths, linalg.HadamardSize(d), rng)
		return featuresOn(ctx, g, model.Part{Fast: linalg.NewHadamard(lengths, d, rng), Width: 2 * h}, warnings)
	}
	w := mat.NewDense(h, d, nil)
	if f.Frequencies == model.FrequenciesQMC {
		points := mat.NewDense(h, d+1, nil)
		model.Halton(points, rng)
		spectral.FrequenciesAt(w, points)
	} else {
		spectral.Frequencies(w, rng)
	}
	var err error
	switch f.Frequencies {
	case model.FrequenciesOrthogonal:
		err = turned(ctx, w, orthogonally, rng)
	case model.FrequenciesSimplex:
		err = turned(ctx, w, toCorners, rng)
	}
	if err != nil {
		return nil, err
	}
	return featuresOn(ctx, g, model.Part{Frequencies: w, Width: 2 * h}, warnings)
}

// pairs returns the number of pairs of m features.
func pairs(m int) (h int, warnings []string) {
	if m%2 == 1 {
		warn(&warnings, "m = %d is odd and features come in pairs, %d were used", m, m+1)
	}
	return (m + 1) / 2, warnings
}

// turned applies turn, which gives r ≤ d rows other directions, to each block of d rows of w, h×d. The error
// is the context's.
func turned(ctx context.Context, w *mat.Dense, turn func(w *mat.Dense, rng *rand.Rand), rng *rand.Rand) error {
	h, d := w.Dims()
	for lo, hi := range linalg.Tiles(h, d) {
		if err := ctx.Err(); err != nil {
			return err
		}
		turn(w.Slice(lo, hi, 0, d).(*mat.Dense), rng)
	}
	return nil
}

// featuresOn returns the approximation by a map of features without landmarks.
func featuresOn(ctx context.Context, g *model.Gram, part model.Part, warnings []string) (model.Approximation, error) {
	return form.AsApproximation(form.NewMap(ctx, g, part, nil, warnings, nil))
}

// fourierMemory estimates the memory of m features, which may be more than n, with making bytes beside them
// and their frequencies.
func fourierMemory(n, m, d int, making int64) model.Memory {
	m += m % 2
	return form.MapMemory(n, m, m/2, 0, form.Bytes(m/2, d)+making)
}

// toCorners gives the r ≤ d rows of w, r×d, the directions of corners of a regular simplex of d corners that is
// turned at random (Reid and others 2023): any two have the inner product −1/(d−1). Each of them is uniform,
// so that E[K̃] = K.
//
// These angles minimise the variance of positive features exp(w·x), whose covariance grows with ‖w₁+w₂‖.
// That of cosines and sines depends on w₁+w₂ and w₁−w₂ alike, and orthogonal directions are as good or better.
func toCorners(w *mat.Dense, rng *rand.Rand) {
	_, d := w.Dims()
	if d == 1 {
		return // the direction ±1: its sign does not change K̃
	}
	axes := linalg.Gaussian(d, d-1, rng)
	linalg.Orthonormalise(axes)
	for j := range d - 1 {
		blas64.Scal(randomSign(rng), linalg.Column(axes, j)) // Orthonormalise does not draw signs
	}
	corners(w, axes)
}

// corners gives the r rows of w, r×d, the directions of the first r corners of the simplex in the space of axes,
// d×(d−1), whose columns are orthonormal. For the unit vectors eᵢ of these coordinates the corners are
//
//	√(d/(d−1))·eᵢ − (√d+1)/(d−1)^(3/2)·Σⱼeⱼ, i = 1 … d−1, and Σⱼeⱼ/√(d−1).
func corners(w, axes *mat.Dense) {
	r, d := w.Dims()
	dims := float64(d)
	alpha, beta := math.Sqrt(dims/(dims-1)), (math.Sqrt(dims)+1)/math.Pow(dims-1, 1.5)
	sum, axis := make([]float64, d), make([]float64, d)
	for i := range sum {
		sum[i] = floats.Sum(axes.RawRowView(i))
	}
	for i := range r {
		row := w.RawRowView(i)
		length := floats.Norm(row, 2)
		if i == d-1 {
			floats.ScaleTo(row, length/math.Sqrt(dims-1), sum)
			continue
		}
		mat.Col(axis, i, axes)
		floats.ScaleTo(row, length*alpha, axis)
		floats.AddScaled(row, -length*beta, sum)
	}
}
