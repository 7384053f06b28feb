package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	landmarkTolerance  = 1e-9
	landmarkIterations = 200

	// roundingResidual is the residual from which rounding errors are worth a
	// warning. Measured on a Gaussian kernel, n = 500 and m = 100, against QR on the
	// same landmarks: fitted values 2e-6 apart at a residual of 6e-7 (μ = 1e-6), 6e-5
	// apart at 3e-6 (μ = 1e-9).
	roundingResidual = 1e-6
)

// LandmarkOptions say when [Falkon] and [Krill] stop and what they may store. The zero value is
// ready to use.
type LandmarkOptions struct {
	// Tolerance is what the norm of the preconditioned residual must fall to,
	// relative to its start, below 1; 0: 1e-9.
	Tolerance float64

	// Iterations at most, each a product with K_nM and one with its transpose; 0: 200.
	Iterations int

	// Store is how many bytes K_nM may take, 8·n·m: up to that it is read once and
	// kept, above it is read again in every iteration. 0: model.CacheLimit;
	// negative: never kept.
	Store int64
}

// LandmarkInfo tells how a call of [Falkon] or [Krill] went.
type LandmarkInfo struct {
	Rank       int      // landmarks that are independent; the weights of the others are 0
	Iterations int      // of conjugate gradients
	Residual   float64  // norm of the preconditioned residual at the end, computed anew, relative to its start
	Warnings   []string // where the solution is not what was asked for
}

// inner makes A of a preconditioner, for the columns of its independent landmarks.
type inner func(columns *landmarkColumns, p *preconditioner) (blas64.Triangular, error)

// iterate solves for α on landmarks by conjugate gradients; name is what warnings call
// the solver.
func iterate(ctx context.Context, name string, g *model.Gram, landmarks []int, y []float64, mu float64, opts LandmarkOptions, a inner) ([]float64, LandmarkInfo, error) {
	if err := ctx.Err(); err != nil {
		return nil, LandmarkInfo{}, err
	}
	s, err := newLandmarkSystem(ctx, g, landmarks, mu, opts.store(), a)
	if err != nil {
		return nil, LandmarkInfo{}, err
	}
	s.name = name
	alpha := make([]float64, len(landmarks))
	if s.p.rank() == 0 { // k(x, x) = 0 at every landmark, and so is all of K_nM
		return alpha, LandmarkInfo{}, nil
	}
	beta, info, err := s.solve(ctx, y, opts)
	if err != nil {
		return nil, info, err
	}
	s.p.solve(beta)
	for j, v := range beta {
		alpha[s.p.order[j]] = v
	}
	return alpha, info, nil
}

// newLandmarkSystem reads K_nM, stored if it takes at most so many bytes, and
// factorises K_MM.
func newLandmarkSystem(ctx context.Context, g *model.Gram, landmarks []int, mu float64, limit int64, a inner) (*landmarkSystem, error) {
	columns, core, err := readLandmarks(ctx, g, landmarks, limit)
	if err != nil {
		return nil, err
	}
	p, err := independent(core)
	if err != nil {
		return nil, err
	}
	s := &landmarkSystem{columns: columns, p: p, mu: mu}
	if p.rank() == 0 {
		return s, nil
	}
	columns.keep(p.order)
	p.a, err = a(columns, p)
	p.factor = blas64.General{} // as large as K_MM
	return s, err
}

func (o LandmarkOptions) store() int64 { return cmp.Or(o.Store, model.CacheLimit) }

func (o LandmarkOptions) tolerance() float64 { return cmp.Or(o.Tolerance, landmarkTolerance) }

func (o LandmarkOptions) iterations() int { return cmp.Or(o.Iterations, landmarkIterations) }

// landmarkSystem is W = Bᵀ(K_nMᵀK_nM + μ·K_MM)B, whose second term is μ·A⁻ᵀA⁻¹.
type landmarkSystem struct {
	name    string
	columns *landmarkColumns
	p       *preconditioner
	mu      float64
}

// apply is W·v.
func (s *landmarkSystem) apply(ctx context.Context, v []float64) ([]float64, error) {
	u := slices.Clone(v)
	s.p.solveInner(u)
	w := slices.Clone(u)
	s.p.solveOuter(w)
	w, err := s.columns.normal(ctx, w)
	if err != nil {
		return nil, err
	}
	s.p.solveOuterTransposed(w)
	floats.AddScaled(w, s.mu, u)
	s.p.solveInnerTransposed(w)
	return w, nil
}

// solve finds β of W·β = Bᵀ·K_nMᵀ·y by conjugate gradients from β = 0.
func (s *landmarkSystem) solve(ctx context.Context, y []float64, opts LandmarkOptions) ([]float64, LandmarkInfo, error) {
	info := LandmarkInfo{Rank: s.p.rank()}
	b, err := s.columns.transposed(ctx, y)
	if err != nil {
		return nil, info, err
	}
	s.p.solveTransposed(b)
	start := floats.Norm(b, 2)
	if math.IsNaN(start) || math.IsInf(start, 0) {
		return nil, info, &model.DegenerateError{What: "the kernel between the rows and the landmarks, times the target,", Value: start}
	}
	if start == 0 {
		return make([]float64, len(b)), info, nil
	}
	iteration := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			image, err := s.apply(ctx, x.RawMatrix().Data)
			copy(dst.RawMatrix().Data, image)
			return err
		},
		Tolerance: opts.tolerance(), Steps: opts.iterations(),
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
	switch wanted := opts.tolerance(); {
	case solved.Residual[0] > wanted:
		info.Warnings = append(info.Warnings, fmt.Sprintf(
			"%s stopped after %d iterations at a residual of %.1e, not %.0e: take more landmarks, raise mu or allow more iterations",
			s.name, info.Iterations, info.Residual, wanted))
	case info.Residual > max(roundingResidual, 10*wanted):
		info.Warnings = append(info.Warnings, fmt.Sprintf(
			"rounding errors held %s's residual at %.1e: raise mu, or solve directly", s.name, info.Residual))
	}
	return beta, info, nil
}

// checkLandmarks refuses what neither solver takes.
func checkLandmarks(name string, n int, landmarks []int, y []float64, mu float64, opts LandmarkOptions) {
	checkLength("targets", len(y), n)
	checkMu(mu)
	if len(landmarks) == 0 {
		panic("learn: " + name + " without landmarks")
	}
	seen := make([]bool, n)
	for j, i := range landmarks {
		if i < 0 || i >= n || seen[i] {
			panic(fmt.Sprintf("learn: %s's landmark %d is row %d, want distinct rows below %d", name, j, i, n))
		}
		seen[i] = true
	}
	if !(opts.Tolerance >= 0 && opts.Tolerance < 1) || opts.Iterations < 0 {
		panic(fmt.Sprintf("learn: %s with tolerance %v and %d iterations", name, opts.Tolerance, opts.Iterations))
	}
}
