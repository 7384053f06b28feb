package exact

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// xnystrace estimates tr A of a matrix A ⪰ 0 of order n from Y = A·Ω for s Gaussian vectors Ω, n×s, 2 ≤ s < n
// (XNysTrace: Epperly, Tropp, Webber, SIAM J. Matrix Anal. Appl. 45, 2024, arXiv 2301.07825). With Nyström's
// approximation Â of A from all vectors but ωᵢ,
//
//	tᵢ = tr Â + (n−s+1)·ωᵢᵀ(A−Â)ωᵢ/‖Pωᵢ‖²,
//
// where P projects onto the complement of the other vectors, which A−Â maps to 0. Each tᵢ is unbiased, and the
// estimate is their mean. Its standard error is that of s independent numbers (Epperly and Tropp, SIAM J. Sci.
// Comput. 46, 2024, arXiv 2207.06342); the tᵢ share most of their vectors, so that it is an estimate. A spectrum
// that decays makes it much more accurate than Girard's and Hutchinson's mean of ωᵢᵀAωᵢ, which it returns if ΩᵀY
// has lost its positive eigenvalues to rounding errors.
func xnystrace(omega, y *mat.Dense) Estimate {
	n, s := omega.Dims()
	shift := 1e-15 * mat.Norm(y, 2) / math.Sqrt(float64(n))
	shifted := mat.NewDense(n, s, nil)
	shifted.Scale(shift, omega)
	shifted.Add(shifted, y)
	core, upper, ok := crossFactor(omega, shifted)
	_, own, independent := crossFactor(omega, omega)
	if !ok || !independent {
		return meanOf(quadratics(omega, y))
	}
	// With H = ΩᵀY = RᵀR and Z = Y·H⁻¹: tr Â = tr YH⁻¹Yᵀ − ‖zᵢ‖²/(H⁻¹)ᵢᵢ and ωᵢᵀ(A−Â)ωᵢ = 1/(H⁻¹)ᵢᵢ.
	blas64.Trsm(blas.Right, blas.NoTrans, 1, upper, shifted.RawMatrix())
	whole := mat.Norm(shifted, 2)
	blas64.Trsm(blas.Right, blas.Trans, 1, upper, shifted.RawMatrix())
	estimates, free := make([]float64, s), inverseDiagonal(own)
	for i, c := range core {
		z := mat.Norm(shifted.ColView(i), 2)
		estimates[i] = whole*whole - shift*float64(n) + (float64(n-s+1)*free[i]-z*z)/c
	}
	return meanOf(estimates)
}

// crossFactor returns R of ΩᵀY = RᵀR, for a product that is symmetric but for rounding errors, and the diagonal of
// its inverse. ok is false if the product is not positive definite.
func crossFactor(omega, y *mat.Dense) (diagonal []float64, r blas64.Triangular, ok bool) {
	var h mat.Dense
	h.Mul(omega.T(), y)
	s, _ := h.Dims()
	core := mat.NewSymDense(s, nil)
	for i := range s {
		for j := i; j < s; j++ {
			core.SetSym(i, j, (h.At(i, j)+h.At(j, i))/2)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(core) {
		return nil, r, false
	}
	r = factor.RawU().(*mat.TriDense).RawTriangular()
	return inverseDiagonal(r), r, true
}

// inverseDiagonal returns the diagonal of (RᵀR)⁻¹.
func inverseDiagonal(r blas64.Triangular) []float64 {
	inverse := mat.NewDense(r.N, r.N, nil)
	for i := range r.N {
		inverse.Set(i, i, 1)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, r, inverse.RawMatrix())
	out := make([]float64, r.N)
	for i := range out {
		row := inverse.RawRowView(i)
		out[i] = floats.Dot(row, row)
	}
	return out
}

// quadratics returns n·ωᵢᵀyᵢ/‖ωᵢ‖²: estimates of tr A from Y = A·Ω (Girard 1989; Hutchinson 1990).
func quadratics(omega, y *mat.Dense) []float64 {
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
	return out
}

// meanOf returns the mean of estimates with its standard error.
func meanOf(estimates []float64) Estimate {
	mean, deviation := stat.MeanStdDev(estimates, nil)
	return Estimate{Value: mean, SE: deviation / math.Sqrt(float64(len(estimates)))}
}
