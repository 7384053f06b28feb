package ard

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// landmarkKernel has a kernel between n points and m of them, the landmarks, for given widths: its values, and its
// derivatives by the distance.
type landmarkKernel struct {
	function   kernel.Differentiable // with σ = 1
	constant   float64               // k(x, x)
	points     *mat.Dense            // n×d, not divided by widths, around the mean of the landmarks
	x, z       *mat.Dense            // points and landmarks divided by the widths
	kmn, slope *mat.Dense            // m×n
	kmm, among *mat.Dense            // m×m
}

// jitter is added to the diagonal of the landmarks' kernel matrix, as a fraction of k(x, x). It is part of K̃, so
// that the gradient is exact.
const jitter = 1e-8

func newLandmarkKernel(p Problem, size Size) landmarkKernel {
	function, err := p.Family.Kernel(kernel.Values{model.GammaName: p.Family.GammaOf(1)})
	if err != nil {
		panic("ard: " + err.Error())
	}
	differentiable, ok := function.(kernel.Differentiable)
	if !ok || !p.Family.TakesWidths() {
		panic("ard: the kernel " + p.Family.Name + " has no widths to learn")
	}
	n, m, d := size.Rows, size.Landmarks, p.X.RawMatrix().Cols
	x := aroundFirst(p.X.Slice(0, n, 0, d), m)
	dense := func(r, c int) *mat.Dense { return mat.NewDense(r, c, nil) }
	return landmarkKernel{differentiable, function.Diagonal(), x, dense(n, d), dense(m, d), dense(m, n), dense(m, n), dense(m, m), dense(m, m)}
}

// aroundFirst returns the points minus the mean of the first m, which changes no distance: addDistances takes
// differences of squares, which are exact only if these are not much larger than the differences.
func aroundFirst(x mat.Matrix, m int) *mat.Dense {
	centred := mat.DenseCopyOf(x)
	n, d := x.Dims()
	mean := make([]float64, d)
	for k := range m {
		floats.AddScaled(mean, 1/float64(m), centred.RawRowView(k))
	}
	for i := range n {
		floats.Sub(centred.RawRowView(i), mean)
	}
	return centred
}

// dims returns the number of features.
func (l landmarkKernel) dims() int { return l.x.RawMatrix().Cols }

// scale computes values and derivatives for widths.
func (l landmarkKernel) scale(widths []float64) {
	n, m := l.x.RawMatrix().Rows, l.z.RawMatrix().Rows
	linalg.Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.DivTo(l.x.RawRowView(i), l.points.RawRowView(i), widths)
		}
	})
	l.z.Copy(l.x)
	first := make([]int, m)
	for k := range first {
		first[k] = k
	}
	distances := model.NewGram(model.NewPoints(l.x, l.function.Geometry()), kernel.DistanceOf(l.function))
	distances.Block(l.kmn, first, nil)
	distances.Block(l.kmm, first, first)
	linalg.Parallel(m, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			l.function.Differentiate(l.kmn.RawRowView(k), l.slope.RawRowView(k))
			l.function.Differentiate(l.kmm.RawRowView(k), l.among.RawRowView(k))
		}
	})
}

// addDistances adds Σ_ki w_ki·k′(g_ki)·∂g_ki/∂log ℓ_j to each gradient_j, where g is the distance of the rows of z
// from those of x: for squared distances ∂g/∂log ℓ_j = −2(z_kj − x_ij)², for Manhattan distances −|z_kj − x_ij|.
// It overwrites w.
func (l landmarkKernel) addDistances(gradient []float64, z, w, slope, x *mat.Dense) {
	m, _ := w.Dims()
	linalg.Parallel(m, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			floats.Mul(w.RawRowView(k), slope.RawRowView(k))
		}
	})
	if l.function.Geometry() == model.Manhattan {
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

// factor returns the Cholesky factor U of UᵀU = a + ridge·I in the memory of a, of which it reads the upper triangle.
func factor(ctx context.Context, a *mat.Dense, ridge float64) (u *mat.TriDense, ok bool, err error) {
	raw := a.RawMatrix()
	return linalg.CholeskyInPlace(ctx, linalg.AddRidge(mat.NewSymDense(raw.Rows, raw.Data), ridge))
}

// solve replaces b by U⁻¹b, or U⁻ᵀb.
func solve(t blas.Transpose, u *mat.TriDense, b *mat.Dense) {
	blas64.Trsm(blas.Left, t, 1, u.RawTriangular(), b.RawMatrix())
}

func logDiagonal(u *mat.TriDense) (sum float64) {
	for i := range u.RawTriangular().N {
		sum += math.Log(u.At(i, i))
	}
	return sum
}
