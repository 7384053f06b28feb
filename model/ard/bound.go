package ard

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// bound evaluates the evidence and its gradient.
//
// With V = U⁻ᵀK_mn, UᵀU = K_mm, K̃ = VᵀV, P = K̃ + μI and s² = yᵀP⁻¹y/n, the bound is
//
//	−n/2·log(2πe·s²) − ½·log|P| − tr(K−K̃)/(2μ)
//
// where the amplitude s² of kernel and noise has its best value. All is computed from B = μI + VVᵀ. A search evaluates
// it many times on the same points, and so it has its memory.
type bound struct {
	function   kernel.Differentiable // with σ = 1
	constant   float64               // k(x, x)
	points     *mat.Dense            // n×d, not divided by widths; near 0, as addSquared takes differences of squares
	y          blas64.Vector         // centred
	x, z       *mat.Dense            // points and landmarks divided by the widths
	kmn, slope *mat.Dense            // m×n, the kernel and its derivative by the distance; kmn becomes V
	kmm, among *mat.Dense            // m×m, likewise
	gram       *mat.Dense            // VVᵀ, of which the upper triangle is stored
	shifted    *mat.Dense            // B, and then its Cholesky factor
	inverse    *mat.Dense            // B⁻¹
	cs, left   *mat.Dense            // see gradient
}

// jitter is added to the diagonal of the landmarks' kernel matrix, as a fraction of k(x, x). It is part of K̃, so
// that the gradient is exact.
const jitter = 1e-8

// newBound returns the bound on a part of a problem.
func newBound(p Problem, size Size) *bound {
	function, err := p.Family.Kernel(kernel.Values{model.GammaName: p.Family.GammaOf(1)})
	if err != nil {
		panic("ard: " + err.Error())
	}
	n, m, d := size.Rows, size.Landmarks, p.X.RawMatrix().Cols
	_, y := learn.Centred(p.Y[:n])
	points := mat.DenseCopyOf(p.X.Slice(0, n, 0, d)) // less the first, which changes no distance
	first := slices.Clone(points.RawRowView(0))
	for i := range n {
		floats.Sub(points.RawRowView(i), first)
	}
	dense := func(r, c int) *mat.Dense { return mat.NewDense(r, c, nil) }
	return &bound{
		function: function.(kernel.Differentiable), constant: function.Diagonal(),
		points: points, y: linalg.Vector(y), x: dense(n, d), z: dense(m, d),
		kmn: dense(m, n), slope: dense(m, n), kmm: dense(m, m), among: dense(m, m), gram: dense(m, m),
		shifted: dense(m, m), inverse: dense(m, m), cs: dense(m, n), left: dense(m, m),
	}
}

// scale computes the kernel and its derivatives for widths.
func (b *bound) scale(widths []float64) {
	n, m := b.x.RawMatrix().Rows, b.z.RawMatrix().Rows
	for i := range n {
		floats.DivTo(b.x.RawRowView(i), b.points.RawRowView(i), widths)
	}
	b.z.Copy(b.x)
	first := linalg.Sequence(0, m)
	distances := model.NewGram(model.NewPoints(b.x, b.function.Geometry()), kernel.DistanceOf(b.function))
	distances.Block(b.kmn, first, nil)
	distances.Block(b.kmm, first, first)
	linalg.Parallel(m, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			b.function.Differentiate(b.kmn.RawRowView(k), b.slope.RawRowView(k))
			b.function.Differentiate(b.kmm.RawRowView(k), b.among.RawRowView(k))
		}
	})
}

// at returns the bound, and its gradient by log ℓ and, last, by log μ. It is −Inf with no gradient where a matrix
// is singular.
func (b *bound) at(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error) {
	m, n := b.kmn.Dims()
	b.scale(widths)
	u, ok, err := factor(ctx, b.kmm, jitter*b.constant)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	v := b.kmn // becomes U⁻ᵀK_mn
	solve(blas.Trans, u, v)
	gram := mat.NewSymDense(m, b.gram.RawMatrix().Data).RawSymmetric()
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, v.RawMatrix(), 0, gram); err != nil {
		return math.Inf(-1), err
	}
	b.shifted.Copy(b.gram)
	factorB, ok, err := factor(ctx, b.shifted, mu)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	vy, a := linalg.Vector(make([]float64, m)), linalg.Vector(make([]float64, n))
	blas64.Gemv(blas.NoTrans, 1, v.RawMatrix(), b.y, 0, vy)
	blas64.Trsv(blas.Trans, factorB.RawTriangular(), vy)
	blas64.Trsv(blas.NoTrans, factorB.RawTriangular(), vy) // B⁻¹Vy
	blas64.Copy(b.y, a)
	blas64.Gemv(blas.Trans, -1/mu, v.RawMatrix(), vy, 1/mu, a) // P⁻¹y

	dims, residual := float64(n), max(0, float64(n)*b.constant-mat.Trace(b.gram))
	sum := 0.0 // of the logarithms of the diagonal of B's factor
	for i := range m {
		sum += math.Log(factorB.At(i, i))
	}
	logDet := dims*math.Log(mu) + 2*sum - float64(m)*math.Log(mu)
	amplitude := blas64.Dot(b.y, a) / dims
	if gradient != nil {
		b.gradient(gradient, u, factorB, a, amplitude, mu, residual)
	}
	return -logDet/2 - residual/(2*mu) - dims/2*math.Log(2*math.Pi*math.E*amplitude), ctx.Err()
}

// factor returns the Cholesky factor U of UᵀU = a + ridge·I in the memory of a, of which it reads the upper triangle.
func factor(ctx context.Context, a *mat.Dense, ridge float64) (u *mat.TriDense, ok bool, err error) {
	raw := a.RawMatrix()
	return linalg.CholeskyInPlace(ctx, linalg.AddRidge(mat.NewSymDense(raw.Rows, raw.Data), ridge))
}

// solve replaces b by U⁻¹b, or U⁻ᵀb.
func solve(t blas.Transpose, u *mat.TriDense, b *mat.Dense) {
	blas64.Trsm(blas.Left, t, 1, u.RawTriangular(), b.RawMatrix())
}

// gradient writes the gradient by the logarithms of the widths and of μ, from the Cholesky factors of K_mm and B, a =
// P⁻¹y, s², μ and tr(K−K̃).
//
// The derivative is ½·tr(S·dK̃) with S = a·aᵀ/s² + I/μ − P⁻¹. With C = K_mm⁻¹·K_mn this is
// tr(C·S·dK_nm) − ½·tr(C·S·Cᵀ·dK_mm), and I/μ − P⁻¹ = VᵀB⁻¹V/μ, so that C·(I/μ − P⁻¹) = U⁻¹(I/μ − B⁻¹)V.
func (b *bound) gradient(gradient []float64, u, factorB *mat.TriDense, a blas64.Vector,
	amplitude, mu, residual float64) {
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
	for k := range m {
		floats.Mul(w.RawRowView(k), slope.RawRowView(k))
	}
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
