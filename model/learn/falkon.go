package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// roundingResidual is the residual from which rounding errors give a warning. At a residual of
// 6e-7, fitted values differ from QR's by about 2e-6; at 3e-6, by about 6e-5.
const roundingResidual = 1e-6

// Falkon returns kernel ridge regression on landmarks by preconditioned conjugate
// gradients (Rudi, Carratino and Rosasco, NIPS 2017): f(z) = k(z, X_M)·α with
//
//	α = argmin ‖y − K_nM·α‖² + μ·αᵀK_MM·α,  (K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,
//
// which is Nyström ridge regression on the same m distinct landmarks, up to the tolerance. y, of length
// n, is finite, and centred by the caller; α has length m.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = (n/m)·TTᵀ + μI, as for landmarks drawn uniformly, the preconditioner
// is B = T⁻¹A⁻¹. Bᵀ(K_nMᵀK_nM + μK_MM)B is near I if the landmarks represent all rows: its condition is below 17 for m
// ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n uniform ones. T is computed with complete pivoting,
// which needs no jitter. A landmark that depends on others to working precision, such as one of two equal points, is
// left out and its weight in α is 0, but it counts in A, as the part of it in the span of the others.
//
// It reads m² + n·m entries if K_nM can be stored, else at most m² + n·m·(iterations + 2). It takes
// O(n·m·iterations + m³) time, and O(m²) memory beside K_nM. If m is near n, or many μ are wanted, a
// factorisation is better: it costs no more and serves all μ at once. With few landmarks and a small μ
// it converges slowly, and warns. The error is a *model.SingularError if μ is 0 or below the rounding
// errors of K, a *model.DegenerateError if the kernel overflows, or the context's.
func Falkon(
	ctx context.Context, g *model.Gram, landmarks []int, y []float64, mu float64, opts Options,
) ([]float64, Iteration, error) {
	checkLandmarks(g.N(), landmarks, y, mu, opts)
	s, err := newLandmarkSystem(ctx, g, landmarks, mu, cmp.Or(opts.store, model.CacheLimit))
	if err != nil {
		return nil, Iteration{}, err
	}
	alpha := make([]float64, len(landmarks))
	if s.t.N == 0 { // k(x, x) = 0 at every landmark, and so is all of K_nM
		return alpha, Iteration{}, nil
	}
	beta, info, err := s.solve(ctx, y, opts)
	if err != nil {
		return nil, info, err
	}
	divide(blas.NoTrans, s.a, beta)
	divide(blas.NoTrans, s.t, beta)
	for j, v := range beta {
		alpha[s.order[j]] = v
	}
	return alpha, info, nil
}

// landmarkSystem is W = Bᵀ(K_nMᵀK_nM + μ·K_MM)B, whose second term is μ·A⁻ᵀA⁻¹. B = T⁻¹A⁻¹ is the preconditioner for
// the r of the m landmarks that are linearly independent, in the order of the pivots: K_MM[order, order] = TᵀT.
type landmarkSystem struct {
	columns *landmarkColumns // of the independent landmarks
	mu      float64
	order   []int             // positions in the list of landmarks, the independent ones first
	factor  blas64.General    // R, r×m: the pivoted factor of all K_MM
	t       blas64.Triangular // T, the left part of R
	a       blas64.Triangular // AᵀA = (n/m)·RRᵀ + μI
}

// newLandmarkSystem factorises K_MM, and reads the independent columns of K_nM. It stores them if they
// take at most limit bytes.
func newLandmarkSystem(
	ctx context.Context, g *model.Gram, landmarks []int, mu float64, limit int64,
) (s *landmarkSystem, err error) {
	m := len(landmarks)
	core, largest := mat.NewDense(m, m, nil), 0.0
	g.Block(core, landmarks, landmarks)
	for i := range m {
		for _, v := range core.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
		largest = max(largest, core.At(i, i))
	}
	s = &landmarkSystem{mu: mu}
	if largest == 0 {
		return s, nil
	}
	s.factor, s.order = linalg.Pivoted(linalg.Symmetric(core), linalg.PivotTolerance*largest)
	s.t = blas64.Triangular{N: s.factor.Rows, Stride: s.factor.Stride, Data: s.factor.Data,
		Uplo: blas.Upper, Diag: blas.NonUnit}
	independent := make([]int, s.t.N)
	for j := range independent {
		independent[j] = landmarks[s.order[j]]
	}
	if s.columns, err = readColumns(ctx, g, independent, limit); err != nil {
		return nil, err
	}
	s.a, err = s.inner(ctx)
	return s, err
}

// inner returns A of a system whose other fields are set.
func (s *landmarkSystem) inner(ctx context.Context) (a blas64.Triangular, err error) {
	r, m := s.factor.Rows, s.factor.Cols
	root := math.Sqrt(float64(s.columns.g.N()) / float64(m))
	w := mat.NewDense(r, m, nil)
	for i := range r {
		floats.ScaleTo(w.RawRowView(i)[i:], root, s.factor.Data[i*s.factor.Stride:][i:m])
	}
	inner := mat.NewSymDense(r, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, w.RawMatrix(), 0, inner.RawSymmetric()); err != nil {
		return a, err
	}
	scale := 0.0
	for i := range r {
		scale = max(scale, inner.At(i, i))
	}
	// The matrix has about the eigenvalues of K, and scale is at most the largest of them.
	singular := &model.SingularError{Mu: s.mu, Condition: scale / s.mu, Usable: linalg.Eps * scale}
	if s.mu <= singular.Usable {
		return a, singular
	}
	// A jitter in A slows the iteration and does not change its solution.
	linalg.AddRidge(inner, max(s.mu, float64(m)*linalg.Eps*scale))
	u, ok, err := linalg.CholeskyInPlace(ctx, inner)
	if err != nil {
		return a, err
	}
	if !ok {
		return a, singular
	}
	return u.RawTriangular(), nil
}

// divide replaces v by op(A)⁻¹·v.
func divide(op blas.Transpose, a blas64.Triangular, v []float64) {
	blas64.Trsv(op, a, linalg.Vector(v))
}

// apply returns W·v.
func (s *landmarkSystem) apply(ctx context.Context, v []float64) ([]float64, error) {
	u := slices.Clone(v)
	divide(blas.NoTrans, s.a, u)
	w := slices.Clone(u)
	divide(blas.NoTrans, s.t, w)
	w, err := s.columns.normal(ctx, w)
	if err != nil {
		return nil, err
	}
	divide(blas.Trans, s.t, w)
	floats.AddScaled(w, s.mu, u)
	divide(blas.Trans, s.a, w)
	return w, nil
}

// solve finds β of W·β = Bᵀ·K_nMᵀ·y by conjugate gradients from β = 0.
func (s *landmarkSystem) solve(ctx context.Context, y []float64, opts Options) ([]float64, Iteration, error) {
	info, wanted := Iteration{rank: s.t.N}, opts.check()
	b, err := s.columns.transposed(ctx, y)
	if err != nil {
		return nil, info, err
	}
	divide(blas.Trans, s.t, b)
	divide(blas.Trans, s.a, b)
	start := floats.Norm(b, 2)
	if math.IsNaN(start) || math.IsInf(start, 0) {
		const what = "the kernel between the rows and the landmarks, times the target,"
		return nil, info, &model.DegenerateError{What: what, Value: start}
	}
	if start == 0 {
		return b, info, nil
	}
	iteration := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			image, err := s.apply(ctx, x.RawMatrix().Data)
			copy(dst.RawMatrix().Data, image)
			return err
		},
		Tolerance: wanted, Steps: cmp.Or(opts.Iterations, 200),
	}
	solved, err := iteration.Solve(mat.NewDense(len(b), 1, b))
	if err != nil {
		return nil, info, err
	}
	beta := solved.X.RawMatrix().Data
	info.Iterations = solved.Steps[0]
	image, err := s.apply(ctx, beta)
	if err != nil {
		return nil, info, err
	}
	info.Residual = floats.Distance(b, image, 2) / start
	switch {
	case solved.Residual[0] > wanted:
		info.Warnings = append(info.Warnings, stoppedShort("falkon", solved, 0, info.Residual, wanted))
	case info.Residual > max(roundingResidual, 10*wanted):
		info.Warnings = append(info.Warnings, fmt.Sprintf(
			"rounding errors keep falkon's residual at %.1e: raise mu, or solve directly", info.Residual))
	}
	return beta, info, nil
}

// stoppedShort returns the warning for one column of an iteration that has not reached its tolerance.
func stoppedShort(solver string, solved *linalg.Conjugated, column int, residual, wanted float64) string {
	text := fmt.Sprintf("%s stopped after %d iterations", solver, solved.Steps[column])
	switch solved.Breakdown[column] {
	case linalg.IndefinitePreconditioner:
		text += ", as its preconditioner is indefinite to working precision"
	case linalg.IndefiniteMatrix:
		text += ", as the matrix that it solves with is indefinite to working precision"
	}
	if solved.Residual[column] == 1 {
		text += "; no iteration lowered the residual, and the weights stay at 0"
	} else {
		text += fmt.Sprintf("; its smallest residual is %.1e, not %.0e", residual, wanted)
	}
	return text + ": raise mu, or take a larger m or another method"
}

// checkLandmarks panics for arguments that Falkon does not accept.
func checkLandmarks(n int, landmarks []int, y []float64, mu float64, opts Options) {
	checkLength("targets", len(y), n)
	checkSize("a ridge mu", mu)
	opts.check()
	if len(landmarks) == 0 {
		panic("learn: Falkon without landmarks")
	}
	seen := make([]bool, n)
	for j, i := range landmarks {
		if i < 0 || i >= n || seen[i] {
			panic(fmt.Sprintf("learn: Falkon's landmark %d is row %d, want distinct rows below %d", j, i, n))
		}
		seen[i] = true
	}
}
