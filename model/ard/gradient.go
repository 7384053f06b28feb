package ard

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// slopes has what the gradient of the bound takes from its value.
type slopes struct {
	*bound
	blocks
	lower, factorB *mat.Dense // Cholesky factors of K_mm and B
	v, inner, a    *mat.Dense // L⁻¹K_mn, VVᵀ and P⁻¹Y
	amplitudes     []float64  // s_c²
	mu, residual   float64    // μ and tr(K−K̃)
}

// write writes the gradient by the logarithms of the widths and of μ.
//
// The derivative is ½·tr(S·dK̃) with S = Σ_c a_c·a_cᵀ/s_c² + q·(I/μ − P⁻¹). With C = K_mm⁻¹·K_mn this is
// tr(C·S·dK_nm) − ½·tr(C·S·Cᵀ·dK_mm), and I/μ − P⁻¹ = VᵀB⁻¹V/μ.
func (g slopes) write(gradient []float64) {
	m, n := g.v.Dims()
	_, q := g.a.Dims()
	outputs := float64(q)

	inverse := identity(m) // B⁻¹
	solve(blas.NoTrans, g.factorB, inverse)
	solve(blas.Trans, g.factorB, inverse)

	c := mat.NewDense(m, q, nil) // C·a
	c.Mul(g.v, g.a)
	solve(blas.Trans, g.lower, c)
	scaled := mat.DenseCopyOf(c) // C·a_c/s_c²
	for i := range m {
		for o, s := range g.amplitudes {
			scaled.Set(i, o, scaled.At(i, o)/s)
		}
	}

	cs := mat.NewDense(m, n, nil) // C·S
	cs.Mul(inverse, g.v)
	linalg.Parallel(m, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, v := cs.RawRowView(i), g.v.RawRowView(i)
			for j := range row {
				row[j] = outputs * (v[j]/g.mu - row[j])
			}
		}
	})
	solve(blas.Trans, g.lower, cs)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, scaled.RawMatrix(), g.a.RawMatrix(), 1, cs.RawMatrix())

	// C·S·Cᵀ = Σ_c (Ca_c)(Ca_c)ᵀ/s_c² + q·L⁻ᵀ(B − 2μI + μ²B⁻¹)L⁻¹/μ
	middle := g.inner
	for i := range m {
		row, inv := middle.RawRowView(i), inverse.RawRowView(i)
		for j := range row {
			row[j] = outputs * (row[j]/g.mu + g.mu*inv[j])
		}
		row[i] -= outputs // B = VVᵀ + μI
	}
	solve(blas.Trans, g.lower, middle)
	transposed := mat.DenseCopyOf(middle.T())
	solve(blas.Trans, g.lower, transposed)
	outerC := mat.NewDense(m, m, nil)
	outerC.Mul(scaled, c.T())
	transposed.Add(transposed, outerC)
	transposed.Scale(-0.5, transposed)

	clear(gradient)
	g.addDistances(gradient, g.z, cs, g.slope, g.x)
	g.addDistances(gradient, g.z, transposed, g.among, g.z)
	gradient[len(gradient)-1] = g.mu * g.byRidge(inverse)
}

// byRidge returns the derivative by μ: ½·Σ_c a_cᵀa_c/s_c² − q·(½·tr P⁻¹ − tr(K−K̃)/(2μ²)).
func (g slopes) byRidge(inverse *mat.Dense) float64 {
	m, n := g.v.Dims()
	trace := (float64(n-m) + g.mu*mat.Trace(inverse)) / g.mu
	sum := -float64(len(g.amplitudes)) * (trace/2 - g.residual/(2*g.mu*g.mu))
	for c, s := range g.amplitudes {
		a := g.a.ColView(c)
		sum += mat.Dot(a, a) / (2 * s)
	}
	return sum
}

func identity(m int) *mat.Dense {
	one := mat.NewDense(m, m, nil)
	for i := range m {
		one.Set(i, i, 1)
	}
	return one
}
