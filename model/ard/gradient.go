package ard

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// slopes has what the gradient of the bound takes from its value.
type slopes struct {
	*bound
	u, factorB   *mat.TriDense // Cholesky factors of K_mm and B
	a            *mat.Dense    // P⁻¹Y
	amplitudes   []float64     // s_c²
	mu, residual float64       // μ and tr(K−K̃)
}

// write writes the gradient by the logarithms of the widths and of μ.
//
// The derivative is ½·tr(S·dK̃) with S = Σ_c a_c·a_cᵀ/s_c² + q·(I/μ − P⁻¹). With C = K_mm⁻¹·K_mn this is
// tr(C·S·dK_nm) − ½·tr(C·S·Cᵀ·dK_mm), and I/μ − P⁻¹ = VᵀB⁻¹V/μ, so that C·(I/μ − P⁻¹) = U⁻¹(I/μ − B⁻¹)V.
func (g slopes) write(gradient []float64) {
	m := g.kmm.RawMatrix().Rows
	_, q := g.a.Dims()
	outputs := float64(q)
	g.invert()

	c := mat.NewDense(m, q, nil) // C·a
	multiply(c, blas.NoTrans, 1, g.kmn, g.a, 0)
	solve(blas.NoTrans, g.u, c)
	scaled := mat.DenseCopyOf(c) // C·a_c/s_c²
	for i := range m {
		for o, s := range g.amplitudes {
			scaled.Set(i, o, scaled.At(i, o)/s)
		}
	}

	left := g.left // q·U⁻¹(I/μ − B⁻¹)
	left.Scale(-outputs, g.inverse)
	for i := range m {
		left.RawRowView(i)[i] += outputs / g.mu
	}
	solve(blas.NoTrans, g.u, left)
	g.cs.Mul(left, g.kmn) // C·S
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, scaled.RawMatrix(), g.a.RawMatrix(), 1, g.cs.RawMatrix())

	// C·S·Cᵀ = Σ_c (Ca_c)(Ca_c)ᵀ/s_c² + q·U⁻¹(I/μ − B⁻¹)VVᵀU⁻ᵀ, and (I/μ − B⁻¹)VVᵀ = VVᵀ/μ − I + μB⁻¹
	middle := g.shifted
	for i := range m {
		sums := g.gram.RawRowView(i)
		row, inverse := middle.RawRowView(i), g.inverse.RawRowView(i)
		for j := i; j < m; j++ {
			row[j] = outputs * (sums[j]/g.mu + g.mu*inverse[j])
			middle.Set(j, i, row[j])
		}
		row[i] -= outputs
	}
	solve(blas.NoTrans, g.u, middle)
	transposed := left
	transposed.Copy(middle.T())
	solve(blas.NoTrans, g.u, transposed)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, scaled.RawMatrix(), c.RawMatrix(), 1, transposed.RawMatrix())
	transposed.Scale(-0.5, transposed)

	clear(gradient)
	g.addDistances(gradient, g.z, g.cs, g.slope, g.x)
	g.addDistances(gradient, g.z, transposed, g.among, g.z)
	gradient[len(gradient)-1] = g.mu * g.byRidge()
}

// invert computes B⁻¹.
func (g slopes) invert() {
	g.inverse.Zero()
	for i := range g.kmm.RawMatrix().Rows {
		g.inverse.Set(i, i, 1)
	}
	solve(blas.Trans, g.factorB, g.inverse)
	solve(blas.NoTrans, g.factorB, g.inverse)
}

// byRidge returns the derivative by μ: ½·Σ_c a_cᵀa_c/s_c² − q·(½·tr P⁻¹ − tr(K−K̃)/(2μ²)).
func (g slopes) byRidge() float64 {
	m, n := g.kmn.Dims()
	trace := (float64(n-m) + g.mu*mat.Trace(g.inverse)) / g.mu
	sum := -float64(len(g.amplitudes)) * (trace/2 - g.residual/(2*g.mu*g.mu))
	for c, s := range g.amplitudes {
		a := g.a.ColView(c)
		sum += mat.Dot(a, a) / (2 * s)
	}
	return sum
}
