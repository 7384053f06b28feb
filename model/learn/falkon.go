package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	falkonTolerance  = 1e-9
	falkonIterations = 200

	// roundingResidual is the residual from which rounding errors are worth a
	// warning. Measured on a Gaussian kernel, n = 500 and m = 100, against QR on the
	// same landmarks: fitted values 2e-6 apart at a residual of 6e-7 (μ = 1e-6), 6e-5
	// apart at 3e-6 (μ = 1e-9).
	roundingResidual = 1e-6
)

// FalkonOptions say when [Falkon] stops and what it may store. The zero value is
// ready to use.
type FalkonOptions struct {
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

// FalkonInfo tells how a call of [Falkon] went.
type FalkonInfo struct {
	Rank       int      // landmarks that are independent; the weights of the others are 0
	Iterations int      // of conjugate gradients
	Residual   float64  // norm of the preconditioned residual at the end, computed anew, relative to its start
	Warnings   []string // where the solution is not what was asked for
}

// Falkon is kernel ridge regression on landmarks by preconditioned conjugate
// gradients (Rudi, Carratino and Rosasco, NIPS 2017): f(z) = k(z, X_M)·α with
//
//	α = argmin ‖y − K_nM·α‖² + μ·αᵀK_MM·α,  (K_nMᵀK_nM + μ·K_MM)·α = K_nMᵀy,
//
// the solution of Nyström ridge regression on the same landmarks, up to the
// tolerance. y, of length n, is centred by the caller and finite. landmarks are m
// distinct rows. weight, of length m and positive, is how often each landmark was
// expected to be drawn, πⱼ: its inclusion probability, or m·Pⱼ for m draws with
// probabilities Pⱼ; nil: m/n, that of uniform sampling. Weights change how fast it
// converges, and nothing else. α is of length m.
//
// With the Cholesky factors K_MM = TᵀT and AᵀA = T·diag(1/π)·Tᵀ + μI, the
// preconditioner is B = T⁻¹A⁻¹, and Bᵀ(K_nMᵀK_nM + μK_MM)B is near I where the
// landmarks represent all rows: its condition is below 17 for
// m ≳ d_eff·log n landmarks drawn by leverage scores, or n·maxτ·log n uniform
// ones. T comes from a Cholesky factorisation with complete pivoting, which needs no
// jitter: a landmark that depends on others to working precision, such as one of
// two equal points, is left out and its weight is 0. The sums of 1/π are over all
// m still.
//
// It reads K_nM once, n·m entries, where that can be stored; else at most
// m² + n·m·(iterations + 2). Time O(n·m·iterations + m³), memory O(m²) beside K_nM.
// Where m is near n, or many μ are wanted, it is the wrong choice: a factorisation
// costs no more then, and serves all μ at once. With few landmarks and a small μ
// it converges slowly; the info then holds a warning.
//
// A μ of 0, or below the rounding errors of K, is a *model.SingularError; a kernel
// that overflows a *model.DegenerateError. Wrong lengths, landmarks that repeat or
// are no rows, weights that are not positive and a negative μ panic.
func Falkon(ctx context.Context, g *model.Gram, landmarks []int, weight, y []float64, mu float64, opts FalkonOptions) ([]float64, FalkonInfo, error) {
	checkFalkon(g.N(), landmarks, weight, y, mu, opts)
	if err := ctx.Err(); err != nil {
		return nil, FalkonInfo{}, err
	}
	columns, core, err := readLandmarks(ctx, g, landmarks, opts.store())
	if err != nil {
		return nil, FalkonInfo{}, err
	}
	p, err := newPreconditioner(ctx, core, inverseWeights(weight, len(landmarks), g.N()), mu)
	if err != nil {
		return nil, FalkonInfo{}, err
	}
	alpha := make([]float64, len(landmarks))
	if p.rank() == 0 { // k(x, x) = 0 at every landmark, and so is all of K_nM
		return alpha, FalkonInfo{}, nil
	}
	columns.keep(p.order)
	s := &falkonSystem{columns: columns, p: p, mu: mu}
	beta, info, err := s.solve(ctx, y, opts)
	if err != nil {
		return nil, FalkonInfo{}, err
	}
	p.solve(beta)
	for j, v := range beta {
		alpha[p.order[j]] = v
	}
	return alpha, info, nil
}

func (o FalkonOptions) store() int64 {
	if o.Store == 0 {
		return model.CacheLimit
	}
	return o.Store
}

func (o FalkonOptions) tolerance() float64 {
	if o.Tolerance == 0 {
		return falkonTolerance
	}
	return o.Tolerance
}

func (o FalkonOptions) iterations() int {
	if o.Iterations == 0 {
		return falkonIterations
	}
	return o.Iterations
}

// falkonSystem is W = Bᵀ(K_nMᵀK_nM + μ·K_MM)B, whose second term is μ·A⁻ᵀA⁻¹.
type falkonSystem struct {
	columns *landmarkColumns
	p       *preconditioner
	mu      float64
}

// apply is W·v.
func (s *falkonSystem) apply(ctx context.Context, v []float64) ([]float64, error) {
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
func (s *falkonSystem) solve(ctx context.Context, y []float64, opts FalkonOptions) ([]float64, FalkonInfo, error) {
	info := FalkonInfo{Rank: s.p.rank()}
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
			"falkon stopped after %d iterations at a residual of %.1e, not %.0e: take more landmarks, raise mu or allow more iterations",
			info.Iterations, info.Residual, wanted))
	case info.Residual > max(roundingResidual, 10*wanted):
		info.Warnings = append(info.Warnings, fmt.Sprintf(
			"rounding errors held falkon's residual at %.1e: raise mu, or solve directly", info.Residual))
	}
	return beta, info, nil
}

// inverseWeights are 1/πⱼ.
func inverseWeights(weight []float64, m, n int) []float64 {
	inverse := make([]float64, m)
	for j := range inverse {
		inverse[j] = float64(n) / float64(m)
		if weight != nil {
			inverse[j] = 1 / weight[j]
		}
	}
	return inverse
}

func checkFalkon(n int, landmarks []int, weight, y []float64, mu float64, opts FalkonOptions) {
	checkLength("targets", len(y), n)
	checkMu(mu)
	if len(landmarks) == 0 {
		panic("learn: Falkon without landmarks")
	}
	if weight != nil && len(weight) != len(landmarks) {
		panic(fmt.Sprintf("learn: Falkon with %d weights for %d landmarks", len(weight), len(landmarks)))
	}
	seen := make([]bool, n)
	for j, i := range landmarks {
		if i < 0 || i >= n || seen[i] {
			panic(fmt.Sprintf("learn: Falkon's landmark %d is row %d, want distinct rows below %d", j, i, n))
		}
		seen[i] = true
		if weight != nil && !(weight[j] > 0 && !math.IsInf(weight[j], 0)) {
			panic(fmt.Sprintf("learn: Falkon's weight %d is %v, want above 0", j, weight[j]))
		}
	}
	if !(opts.Tolerance >= 0 && opts.Tolerance < 1) || opts.Iterations < 0 {
		panic(fmt.Sprintf("learn: Falkon with tolerance %v and %d iterations", opts.Tolerance, opts.Iterations))
	}
}
