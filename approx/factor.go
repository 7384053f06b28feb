package approx

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// factor is K̃ = F·Fᵀ, positive semi-definite by construction.
type factor struct {
	n         int
	f         *mat.Dense // n×q; nil for q = 0, K̃ = 0
	landmarks []int      // nil for methods that rest on no rows
	warnings  []string
	sketch    func() *mat.Dense // S of model.Sketcher; nil where there is none
	kernel    model.Kernel
	part      extender // how F goes on to new points
}

var (
	_ model.Approximation = (*factor)(nil)
	_ model.Warner        = (*factor)(nil)
	_ model.Landmarker    = (*factor)(nil)
	_ model.Sketcher      = (*factor)(nil)
)

// newFactor takes F, n×q; nil means K̃ = 0, which is worth a warning.
func newFactor(n int, f *mat.Dense, landmarks []int, warnings []string) *factor {
	if f == nil {
		warnings = append(warnings, "all that was sampled of the kernel is zero, and so is the approximation: raise m or take another seed")
	}
	return &factor{n: n, f: f, landmarks: landmarks, warnings: warnings}
}

func (a *factor) Warnings() []string { return a.warnings }
func (a *factor) Landmarks() []int   { return a.landmarks }
func (a *factor) Bytes() int64       { return 8 * int64(a.n) * int64(a.columns()) }

// Sketch is S of K·S, n×q, or nil.
func (a *factor) Sketch() *mat.Dense {
	if a.sketch == nil {
		return nil
	}
	return a.sketch()
}

// Rank is the number of columns of F, or n where that is smaller. The methods
// that project keep only columns that are numerically independent.
func (a *factor) Rank() int { return min(a.n, a.columns()) }

func (a *factor) columns() int {
	if a.f == nil {
		return 0
	}
	_, q := a.f.Dims()
	return q
}

func (a *factor) Diag(dst []float64) {
	checkLength("Diag", len(dst), a.n)
	clear(dst)
	if a.f == nil {
		return
	}
	for i := range dst {
		for _, v := range a.f.RawRowView(i) {
			dst[i] += v * v
		}
	}
}

func (a *factor) Block(dst *mat.Dense, rows, cols []int) {
	checkBlock(dst, rows, cols, a.n)
	if a.f == nil {
		dst.Zero()
		return
	}
	left, right := a.f, a.f
	if rows != nil {
		left = linalg.Rows(a.f, rows)
	}
	if cols != nil {
		right = linalg.Rows(a.f, cols)
	}
	dst.Mul(left, right.T())
}

func (a *factor) MulTo(dst, x *mat.Dense) {
	checkMul(dst, x, a.n)
	if a.f == nil {
		dst.Zero()
		return
	}
	if _, b := x.Dims(); b == 1 {
		y := vector(mat.Col(nil, 0, x))
		a.apply(y, y)
		dst.SetCol(0, y.Data)
		return
	}
	var z mat.Dense
	z.Mul(a.f.T(), x)
	dst.Mul(a.f, &z)
}

// apply is dst = F·Fᵀx; dst and x may be the same.
func (a *factor) apply(dst, x blas64.Vector) {
	z := vector(make([]float64, a.columns()))
	blas64.Gemv(blas.Trans, 1, a.f.RawMatrix(), x, 0, z)
	blas64.Gemv(blas.NoTrans, 1, a.f.RawMatrix(), z, 0, dst)
}

// SolveTo uses Woodbury's identity x = (y − F·w)/μ with w the ridge solution
// (FᵀF+μI)⁻¹Fᵀy, by Cholesky, or where ‖K̃+μI‖/μ is above 1e12 by QR of F
// stacked on √μ·I, which does not square the condition. Where y is nearly in
// the range of F, y − F·w cancels: iterative refinement, two to five steps,
// restores what that loses. O(n·q²).
func (a *factor) SolveTo(dst, y []float64, mu float64) error {
	checkSolve(dst, y, mu, a.n)
	if a.f == nil {
		for i, v := range y {
			dst[i] = v / mu
		}
		return nil
	}
	solve, err := a.solver(mu)
	if err != nil {
		return err
	}
	x, step := make([]float64, a.n), make([]float64, a.n)
	rest, before := append([]float64(nil), y...), math.Inf(1)
	for size := floats.Norm(rest, 2); size < before/2; size = floats.Norm(rest, 2) {
		before = size
		solve(step, rest)
		floats.Add(x, step)
		a.residual(rest, x, y, mu)
	}
	copy(dst, x)
	return nil
}

// residual is dst = y − (K̃+μI)·x.
func (a *factor) residual(dst, x, y []float64, mu float64) {
	a.apply(vector(dst), vector(x))
	for i, v := range dst {
		dst[i] = y[i] - mu*x[i] - v
	}
}

// solver factorises once what SolveTo needs twice.
func (a *factor) solver(mu float64) (func(dst, y []float64), error) {
	q := a.columns()
	normal := mat.NewSymDense(q, nil)
	normal.SymOuterK(1, a.f.T())
	for i := range q {
		normal.SetSym(i, i, normal.At(i, i)+mu)
	}
	// The largest eigenvalue of K̃ + μI over μ, its least one where q < n.
	condition := mat.Norm(normal, 1) / mu
	if a.columns() < a.n && !(condition < 1/eps) {
		return nil, &model.SingularError{Mu: mu, Condition: condition}
	}
	if !(condition <= 1e12) {
		return a.stacked(mu)
	}
	u, ok := cholesky(normal)
	if !ok {
		return a.stacked(mu)
	}
	return func(dst, y []float64) {
		w := make([]float64, q)
		blas64.Gemv(blas.Trans, 1, a.f.RawMatrix(), vector(y), 0, vector(w))
		lapack64.Potrs(u, single(w))
		copy(dst, y)
		blas64.Gemv(blas.NoTrans, -1/mu, a.f.RawMatrix(), vector(w), 1/mu, vector(dst))
	}, nil
}

// stacked solves by the QR factorisation of A = [F; √μ·I]: y − F·w is the
// upper part of the residual of min ‖A·w − [y; 0]‖, the projection of [y; 0]
// on what is orthogonal to the columns of A.
func (a *factor) stacked(mu float64) (func(dst, y []float64), error) {
	q := a.columns()
	rows := a.n + q
	s := mat.NewDense(rows, q, nil)
	s.Slice(0, a.n, 0, q).(*mat.Dense).Copy(a.f)
	for j := range q {
		s.Set(a.n+j, j, math.Sqrt(mu))
	}
	tau, work := make([]float64, q), make([]float64, 64*q)
	lapack64.Geqrf(s.RawMatrix(), tau, work, len(work))
	r := blas64.Triangular{N: q, Stride: q, Uplo: blas.Upper, Diag: blas.NonUnit, Data: s.RawMatrix().Data}
	// R has the square root of the condition of FᵀF + μI.
	root := 1 / lapack64.Trcon(lapack.MaxColumnSum, r, make([]float64, 3*q), make([]int, q))
	if condition := root * root; !(condition < 1/eps) {
		return nil, &model.SingularError{Mu: mu, Condition: condition}
	}
	return func(dst, y []float64) {
		long := make([]float64, rows)
		copy(long, y)
		column := single(long)
		lapack64.Ormqr(blas.Left, blas.Trans, s.RawMatrix(), tau, column, work, len(work))
		clear(long[:q])
		lapack64.Ormqr(blas.Left, blas.NoTrans, s.RawMatrix(), tau, column, work, len(work))
		for i := range dst {
			dst[i] = long[i] / mu
		}
	}, nil
}
