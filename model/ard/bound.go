// Package ard learns a width for each feature: automatic relevance determination (MacKay 1994; Neal 1996), by the
// gradient of the evidence of Gaussian process regression.
//
//	found, err := ard.Learn(ctx, ard.Problem{X: x, Y: y, Family: family, Landmarks: rows}, start, rng)
//	found.Widths // ℓ, one for each feature: features that do not matter have large ones
//
// The evidence is the lower bound of Titsias (2009) on m landmarks. It needs no test rows, and one value with its
// gradient takes O(n·m·(m + d)). The widths are those of one stationary kernel with σ = 1 on features divided by them.
//
// It is the wrong choice for kernels that are not functions of the features' differences; where few landmarks
// can't represent the kernel, as then the bound prefers wide kernels to right ones; and where the noise differs much
// between rows. With many features and few rows, the widths fit the noise.
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

// Problem is a regression whose widths are to be found.
type Problem struct {
	X         *mat.Dense    // n×d, one point a row, not divided by widths; read only
	Y         *mat.Dense    // n×q targets, at least one column; each is centred by its mean. Read only
	Family    kernel.Family // a family that takes widths and is Differentiable
	Landmarks []int         // m different rows of X

	Report func(Progress) // called after every evaluation of the bound; nil for none
}

// jitter is added to the diagonal of the landmarks' kernel matrix, as a fraction of k(x, x). It is part of K̃, so
// that the gradient is exact.
const jitter = 1e-8

// bound evaluates the evidence and its gradient.
//
// With V = L⁻¹K_mn, LLᵀ = K_mm, K̃ = VᵀV, P = K̃ + μI and s_c² = y_cᵀP⁻¹y_c/n for each target, the bound is
//
//	Σ_c −n/2·log(2πe·s_c²) − q·(½·log|P| + tr(K−K̃)/(2μ))
//
// where the amplitude s² of kernel and noise has its best value. All is computed from B = μI + VVᵀ.
type bound struct {
	Problem
	function  kernel.Differentiable // with σ = 1
	y         *mat.Dense            // centred
	constants float64               // k(x, x)
}

func newBound(p Problem) *bound {
	n, q := p.Y.Dims()
	b := &bound{Problem: p, y: mat.DenseCopyOf(p.Y)}
	for c := range q {
		column := mat.Col(nil, c, b.y)
		mean := floats.Sum(column) / float64(n)
		for i := range n {
			b.y.Set(i, c, column[i]-mean)
		}
	}
	function, err := p.Family.Kernel(kernel.Values{model.GammaName: p.Family.GammaOf(1)})
	if err != nil {
		panic("ard: " + err.Error())
	}
	differentiable, ok := function.(kernel.Differentiable)
	if !ok || !p.Family.TakesWidths() {
		panic("ard: the kernel " + p.Family.Name + " has no widths to learn")
	}
	b.function, b.constants = differentiable, function.Diagonal()
	return b
}

// blocks are the kernel's values and derivatives between the points and the landmarks.
type blocks struct {
	x, z       *mat.Dense // scaled points and landmarks
	knm, slope *mat.Dense // n×m
	kmm, among *mat.Dense // m×m
}

// scaled returns the points divided by the widths, with the blocks of their kernel.
func (b *bound) scaled(widths []float64) blocks {
	n, d := b.X.Dims()
	m := len(b.Landmarks)
	x := mat.NewDense(n, d, nil)
	linalg.Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.DivTo(x.RawRowView(i), b.X.RawRowView(i), widths)
		}
	})
	k := blocks{x: x, z: linalg.Rows(x, b.Landmarks)}
	distances := model.NewGram(model.NewPoints(x, b.function.Geometry()), kernel.DistanceOf(b.function))
	k.knm, k.kmm = mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	distances.Block(k.knm, nil, b.Landmarks)
	distances.Block(k.kmm, b.Landmarks, b.Landmarks)
	k.slope, k.among = mat.DenseCopyOf(k.knm), mat.DenseCopyOf(k.kmm)
	for _, pair := range [][2]*mat.Dense{{k.knm, k.slope}, {k.kmm, k.among}} {
		rows, _ := pair[0].Dims()
		linalg.Parallel(rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				b.function.Apply(pair[0].RawRowView(i))
				b.function.Derivative(pair[1].RawRowView(i))
			}
		})
	}
	return k
}

// at returns the bound, and its gradient by log ℓ and, last, by log μ. It is −Inf with no gradient where a matrix
// is singular.
func (b *bound) at(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error) {
	n, m := len(b.X.RawMatrix().Data)/b.X.RawMatrix().Cols, len(b.Landmarks)
	_, q := b.y.Dims()
	k := b.scaled(widths)
	lower, ok, err := factor(ctx, k.kmm, jitter*b.constants)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	v := mat.DenseCopyOf(k.knm.T()) // m×n
	solve(blas.NoTrans, lower, v)
	inner := mat.NewDense(m, m, nil)
	inner.Mul(v, v.T())
	squares := mat.Trace(inner) // tr K̃
	factorB, ok, err := factor(ctx, inner, mu)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	vy := mat.NewDense(m, q, nil)
	vy.Mul(v, b.y)
	solve(blas.NoTrans, factorB, vy)
	solve(blas.Trans, factorB, vy) // B⁻¹VY
	a := mat.NewDense(n, q, nil)   // P⁻¹Y
	a.Mul(v.T(), vy)
	a.Sub(b.y, a)
	a.Scale(1/mu, a)

	dims, residual := float64(n), max(0, float64(n)*b.constants-squares)
	logDet := dims*math.Log(mu) + 2*logDiagonal(factorB) - float64(m)*math.Log(mu)
	total := -float64(q) * (logDet/2 + residual/(2*mu))
	amplitudes := make([]float64, q)
	for c := range q {
		amplitudes[c] = mat.Dot(b.y.ColView(c), a.ColView(c)) / dims
		if !(amplitudes[c] > 0) {
			return math.Inf(-1), nil
		}
		total -= dims / 2 * math.Log(2*math.Pi*math.E*amplitudes[c])
	}
	if gradient != nil {
		g := slopes{b, k, lower, factorB, v, inner, a, amplitudes, mu, residual}
		g.write(gradient)
	}
	return total, ctx.Err()
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
