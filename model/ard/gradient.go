package ard

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// gradient writes the gradient by the logarithms of the widths and of μ, from the Cholesky factors of K_mm and B, a =
// P⁻¹y, s², μ and tr(K−K̃).
//
// The derivative is ½·tr(S·dK̃) with S = a·aᵀ/s² + I/μ − P⁻¹. With C = K_mm⁻¹·K_mn this is
// tr(C·S·dK_nm) − ½·tr(C·S·Cᵀ·dK_mm), and I/μ − P⁻¹ = VᵀB⁻¹V/μ, so that C·(I/μ − P⁻¹) = U⁻¹(I/μ − B⁻¹)V.
func (b *bound) gradient(gradient []float64, u, factorB *mat.TriDense, a blas64.Vector, amplitude, mu, residual float64) {
	m, n := b.kmn.Dims()
	b.inverse.Zero()
	for i := range m {
		b.inverse.Set(i, i, 1)
	}
	solve(blas.Trans, factorB, b.inverse)
	solve(blas.NoTrans, factorB, b.inverse)

	c := linalg.Vector(make([]float64, m)) // C·a
	blas64.Gemv(blas.NoTrans, 1, b.kmn.RawMatrix(), a, 0, c)
	blas64.Trsv(blas.NoTrans, u.RawTriangular(), c)

	left := b.left // U⁻¹(I/μ − B⁻¹)
	left.Scale(-1, b.inverse)
	for i := range m {
		left.RawRowView(i)[i] += 1 / mu
	}
	solve(blas.NoTrans, u, left)
	b.cs.Mul(left, b.kmn) // C·S
	blas64.Ger(1/amplitude, c, a, b.cs.RawMatrix())

	// C·S·Cᵀ = (Ca)(Ca)ᵀ/s² + U⁻¹(I/μ − B⁻¹)VVᵀU⁻ᵀ, and (I/μ − B⁻¹)VVᵀ = VVᵀ/μ − I + μB⁻¹
	middle := b.shifted
	for i := range m {
		sums, row, inverse := b.gram.RawRowView(i), middle.RawRowView(i), b.inverse.RawRowView(i)
		for j := i; j < m; j++ {
			row[j] = sums[j]/mu + mu*inverse[j]
			middle.Set(j, i, row[j])
		}
		row[i]--
	}
	solve(blas.NoTrans, u, middle)
	left.Copy(middle.T())
	solve(blas.NoTrans, u, left)
	blas64.Ger(1/amplitude, c, c, left.RawMatrix())
	left.Scale(-0.5, left)

	clear(gradient)
	b.addDistances(gradient, b.z, b.cs, b.slope, b.x)
	b.addDistances(gradient, b.z, left, b.among, b.z)
	trace := (float64(n-m) + mu*mat.Trace(b.inverse)) / mu // of P⁻¹
	gradient[len(gradient)-1] = mu * (blas64.Dot(a, a)/(2*amplitude) - trace/2 + residual/(2*mu*mu))
}

// addDistances adds Σ_ki w_ki·k′(g_ki)·∂g_ki/∂log ℓ_j to each gradient_j, where g is the distance of the rows of z
// from those of x: for squared distances ∂g/∂log ℓ_j = −2(z_kj − x_ij)², for Manhattan distances −|z_kj − x_ij|.
// It overwrites w.
func (b *bound) addDistances(gradient []float64, z, w, slope, x *mat.Dense) {
	m, _ := w.Dims()
	linalg.Parallel(m, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			floats.Mul(w.RawRowView(k), slope.RawRowView(k))
		}
	})
	if b.function.Geometry() == model.Manhattan {
		addManhattan(gradient, z, w, x)
	} else {
		addSquared(gradient, z, w, x)
	}
}

// addSquared adds −2·Σ_ki w_ki(z_kj − x_ij)² from its expansion, whose mixed term is a product of matrices.
func addSquared(gradient []float64, z, w, x *mat.Dense) {
	m, n := w.Dims()
	_, d := x.Dims()
	mixed := mat.NewDense(m, d, nil)
	mixed.Mul(w, x)
	columns := make([]float64, n) // sums of w over the landmarks
	for k := range m {
		row := w.RawRowView(k)
		floats.Add(columns, row)
		sum, landmark := floats.Sum(row), z.RawRowView(k)
		for j, v := range landmark {
			gradient[j] -= 2 * v * (sum*v - 2*mixed.At(k, j))
		}
	}
	for i, sum := range columns {
		for j, v := range x.RawRowView(i) {
			gradient[j] -= 2 * sum * v * v
		}
	}
}

// addManhattan adds −Σ_ki w_ki|z_kj − x_ij|.
func addManhattan(gradient []float64, z, w, x *mat.Dense) {
	m, _ := w.Dims()
	_, d := x.Dims()
	sums := mat.NewDense(m, d, nil) // one row for each landmark, so that the sum does not depend on the workers
	linalg.Parallel(m, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			landmark, sum := z.RawRowView(k), sums.RawRowView(k)
			for i, t := range w.RawRowView(k) {
				for j, v := range x.RawRowView(i) {
					sum[j] -= t * math.Abs(landmark[j]-v)
				}
			}
		}
	})
	for k := range m {
		floats.Add(gradient[:d], sums.RawRowView(k))
	}
}
