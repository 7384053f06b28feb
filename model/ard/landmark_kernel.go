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

// landmarkKernel evaluates a kernel between the points and the landmarks of a problem for given widths.
type landmarkKernel struct {
	Problem
	function kernel.Differentiable // with σ = 1
	constant float64               // k(x, x)
}

func newLandmarkKernel(p Problem) landmarkKernel {
	function, err := p.Family.Kernel(kernel.Values{model.GammaName: p.Family.GammaOf(1)})
	if err != nil {
		panic("ard: " + err.Error())
	}
	differentiable, ok := function.(kernel.Differentiable)
	if !ok || !p.Family.TakesWidths() {
		panic("ard: the kernel " + p.Family.Name + " has no widths to learn")
	}
	return landmarkKernel{p, differentiable, function.Diagonal()}
}

// jitter is added to the diagonal of the landmarks' kernel matrix, as a fraction of k(x, x). It is part of K̃, so
// that the gradient is exact.
const jitter = 1e-8

// blocks are the kernel's values and derivatives between the points and the landmarks.
type blocks struct {
	x, z       *mat.Dense // scaled points and landmarks
	knm, slope *mat.Dense // n×m
	kmm, among *mat.Dense // m×m
}

// scaled returns the points divided by the widths, with the blocks of their kernel.
func (l landmarkKernel) scaled(widths []float64) blocks {
	n, d := l.X.Dims()
	m := len(l.Landmarks)
	x := mat.NewDense(n, d, nil)
	linalg.Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.DivTo(x.RawRowView(i), l.X.RawRowView(i), widths)
		}
	})
	k := blocks{x: x, z: linalg.Rows(x, l.Landmarks)}
	distances := model.NewGram(model.NewPoints(x, l.function.Geometry()), kernel.DistanceOf(l.function))
	k.knm, k.kmm = mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	distances.Block(k.knm, nil, l.Landmarks)
	distances.Block(k.kmm, l.Landmarks, l.Landmarks)
	k.slope, k.among = mat.DenseCopyOf(k.knm), mat.DenseCopyOf(k.kmm)
	for _, pair := range [][2]*mat.Dense{{k.knm, k.slope}, {k.kmm, k.among}} {
		rows, _ := pair[0].Dims()
		linalg.Parallel(rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				l.function.Apply(pair[0].RawRowView(i))
				l.function.Derivative(pair[1].RawRowView(i))
			}
		})
	}
	return k
}

// addDistances adds Σ_ik w_ik·k′(g_ik)·∂g_ik/∂log ℓ_j to each gradient_j, where g is the distance of the rows of x
// from those of z: for squared distances ∂g/∂log ℓ_j = −2(x_ij − z_kj)², for Manhattan distances −|x_ij − z_kj|.
func (l landmarkKernel) addDistances(gradient []float64, z, w, slope, x *mat.Dense) {
	n, d := x.Dims()
	m, _ := z.Dims()
	manhattan := l.function.Geometry() == model.Manhattan
	sums := mat.NewDense(n, d, nil) // one row for each point, so that the sum does not depend on the workers
	linalg.Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, sum := x.RawRowView(i), sums.RawRowView(i)
			weights, slopes := w.RawRowView(i), slope.RawRowView(i)
			for k := range m {
				t := weights[k] * slopes[k]
				if t == 0 {
					continue
				}
				landmark := z.RawRowView(k)
				for j, v := range row {
					off := v - landmark[j]
					if manhattan {
						sum[j] -= t * math.Abs(off)
					} else {
						sum[j] -= 2 * t * off * off
					}
				}
			}
		}
	})
	for i := range n {
		for j, v := range sums.RawRowView(i) {
			gradient[j] += v
		}
	}
}

// factor returns the Cholesky factor L of a + ridge·I, in the lower triangle.
func factor(ctx context.Context, a *mat.Dense, ridge float64) (*mat.Dense, bool, error) {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
		s.SetSym(i, i, s.At(i, i)+ridge)
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, s)
	if !ok || err != nil {
		return nil, false, err
	}
	return mat.DenseCopyOf(u.T()), true, nil
}

// solve replaces b by L⁻¹b, or L⁻ᵀb.
func solve(t blas.Transpose, lower, b *mat.Dense) {
	l := lower.RawMatrix()
	blas64.Trsm(blas.Left, t, 1, blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: l.Rows, Stride: l.Stride, Data: l.Data}, b.RawMatrix())
}

func logDiagonal(lower *mat.Dense) (sum float64) {
	n, _ := lower.Dims()
	for i := range n {
		sum += math.Log(lower.At(i, i))
	}
	return sum
}
