package exact

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model/linalg"
)

// XNysTrace estimates tr A of a matrix A ⪰ 0 of order n from Y = A·Ω for s Gaussian vectors Ω, n×s, 2 ≤ s < n
// (XNysTrace: Epperly, Tropp, Webber, SIAM J. Matrix Anal. Appl. 45, 2024, arXiv 2301.07825). With Nyström's
// approximation Â of A from all vectors but ωᵢ,
//
//	tᵢ = tr Â + (n−s+1)·ωᵢᵀ(A−Â)ωᵢ/‖Pωᵢ‖²,
//
// where P projects onto the complement of the other vectors, which A−Â maps to 0. Each tᵢ is unbiased, and the
// estimate is their mean X.
//
// The tᵢ share most of their vectors, so that the variance Σ(tᵢ−X)²/(s(s−1)) of independent tᵢ is too small: a part of
// X in Hoeffding's decomposition that depends on k vectors at a time counts 1/k. The jackknife's variance Σⱼ(Xⱼ−X̄)²
// for the estimates Xⱼ from all vectors but ωⱼ (Epperly and Tropp, SIAM J. Sci. Comput. 46, 2024, arXiv 2207.06342) is
// too large: the part counts k times (Efron and Stein 1981). The square of the standard error is the geometric mean of
// both, which is right if one k dominates. A spectrum that decays makes it much more accurate than [GirardHutchinson],
// which it returns if ΩᵀY has lost its positive eigenvalues to rounding errors. For a flat spectrum the two are alike.
func XNysTrace(omega, y *mat.Dense) Estimate {
	n, s := omega.Dims()
	shift := 1e-15 * mat.Norm(y, 2) / math.Sqrt(float64(n))
	shifted := mat.NewDense(n, s, nil)
	shifted.Scale(shift, omega)
	shifted.Add(shifted, y)
	core, upper, ok := crossFactor(omega, shifted)
	free, _, independent := crossFactor(omega, omega)
	if !ok || !independent {
		return GirardHutchinson(omega, y)
	}
	// With H = ΩᵀY = RᵀR and Z = Y·H⁻¹: tr Â = tr YH⁻¹Yᵀ − ‖zᵢ‖²/(H⁻¹)ᵢᵢ and ωᵢᵀ(A−Â)ωᵢ = 1/(H⁻¹)ᵢᵢ.
	blas64.Trsm(blas.Right, blas.NoTrans, 1, upper, shifted.RawMatrix())
	whole := mat.Norm(shifted, 2)
	blas64.Trsm(blas.Right, blas.Trans, 1, upper, shifted.RawMatrix())
	var squares mat.Dense
	squares.Mul(shifted.T(), shifted)
	all := leaveOneOut{n: n, trace: whole*whole - shift*float64(n), core: core, squares: &squares, free: free}
	without := make([]float64, s)
	for j := range without {
		without[j] = stat.Mean(all.estimates(j), nil)
	}
	own, jackknife := meanOf(all.estimates(-1)), stat.StdDev(without, nil)*math.Sqrt(float64(s-1))
	return Estimate{Value: own.Value, SE: math.Sqrt(own.SE * jackknife)}
}

// leaveOneOut has s×s matrices from which the estimates of [XNysTrace] follow, with all vectors and without one.
type leaveOneOut struct {
	n       int
	trace   float64    // of Nyström's approximation from all vectors
	core    *mat.Dense // H⁻¹
	squares *mat.Dense // ZᵀZ
	free    *mat.Dense // (ΩᵀΩ)⁻¹
}

// estimates returns the tᵢ from all vectors but ωⱼ, from all for j < 0. Without a vector, the inverse of a matrix
// changes by a matrix of rank one.
func (l *leaveOneOut) estimates(j int) (list []float64) {
	s, _ := l.core.Dims()
	trace, left := l.trace, s
	if j >= 0 {
		trace, left = trace-l.squares.At(j, j)/l.core.At(j, j), s-1
	}
	for i := range s {
		if i == j {
			continue
		}
		c, z, f := l.core.At(i, i), l.squares.At(i, i), l.free.At(i, i)
		if j >= 0 {
			ratio := l.core.At(i, j) / l.core.At(j, j)
			c -= ratio * l.core.At(i, j)
			z += ratio * (ratio*l.squares.At(j, j) - 2*l.squares.At(i, j))
			f -= l.free.At(i, j) * l.free.At(i, j) / l.free.At(j, j)
		}
		list = append(list, trace+(float64(l.n-left+1)*f-z)/c)
	}
	return list
}

// crossFactor returns R of ΩᵀY = RᵀR, for a product that is symmetric but for rounding errors, and the inverse of
// the product. ok is false if the product is not positive definite.
func crossFactor(omega, y *mat.Dense) (inverse *mat.Dense, r blas64.Triangular, ok bool) {
	var h mat.Dense
	h.Mul(omega.T(), y)
	s, _ := h.Dims()
	var factor mat.Cholesky
	if !factor.Factorize(linalg.Symmetric(&h)) {
		return nil, r, false
	}
	r = factor.RawU().(*mat.TriDense).RawTriangular()
	root := mat.NewDense(s, s, nil)
	for i := range s {
		root.Set(i, i, 1)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, r, root.RawMatrix())
	inverse = new(mat.Dense)
	inverse.Mul(root, root.T())
	return inverse, r, true
}

// GirardHutchinson estimates tr A of a symmetric A of order n, definite or not, from Y = A·Ω for s ≥ 2 Gaussian vectors
// Ω, n×s, by the mean of n·ωᵢᵀyᵢ/‖ωᵢ‖² (Girard 1989; Hutchinson 1990). Its error falls as 1/√s.
func GirardHutchinson(omega, y *mat.Dense) Estimate {
	n, s := omega.Dims()
	out, sizes := make([]float64, s), make([]float64, s)
	for i := range n {
		w := omega.RawRowView(i)
		for j, v := range y.RawRowView(i)[:s] {
			out[j] += w[j] * v
			sizes[j] += w[j] * w[j]
		}
	}
	for j, v := range sizes {
		out[j] *= float64(n) / v
	}
	return meanOf(out)
}

// meanOf returns the mean of estimates with its standard error.
func meanOf(estimates []float64) Estimate {
	mean, deviation := stat.MeanStdDev(estimates, nil)
	return Estimate{Value: mean, SE: deviation / math.Sqrt(float64(len(estimates)))}
}
