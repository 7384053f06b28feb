package trial

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Names of the ways to solve the ridge regression.
const (
	SolverDirect = "direct" // on K̃, by its normal equations, its blocks or its eigenpairs
	SolverFalkon = "falkon" // on K̃ if it is the projection on landmarks, by conjugate gradients
	SolverKrill  = "krill"  // the same with another preconditioner
	SolverPCG    = "pcg"    // with K itself, by conjugate gradients with K̃ as the preconditioner

	// SolverASkotch solves with K itself by accelerated sketch-and-project. The method approximates the kernel
	// matrices of blocks of rows, and not K.
	SolverASkotch = "askotch"
)

// Names of the preconditioners of pcg.
const (
	PreconditionedByMethod = "method" // by the method's K̃, of low rank or in blocks
	PreconditionedByAFN    = "afn"    // by the factorised Nyström preconditioner on m landmarks; see learn.AFN
)

// Preconditioners returns the names of all preconditioners of pcg.
func Preconditioners() []string { return []string{PreconditionedByMethod, PreconditionedByAFN} }

// WithoutApproximation reports whether the regression of a setting uses no K̃.
func (s Setting) WithoutApproximation() bool {
	return s.Learner == LearnRidge && (s.Solver == SolverASkotch || s.Solver == SolverPCG && s.Preconditioner == PreconditionedByAFN)
}

// Solvers returns the names of all solvers.
func Solvers() []string {
	return []string{SolverDirect, SolverFalkon, SolverKrill, SolverPCG, SolverASkotch}
}

// Iterates reports whether a solver is iterative. "" stands for the direct solver.
func Iterates(solver string) bool { return solver != "" && solver != SolverDirect }

// OnLandmarks reports whether a solver needs landmarks among the rows.
func OnLandmarks(solver string) bool { return solver == SolverFalkon || solver == SolverKrill }

// WithK reports whether a solver solves with K itself, and not with K̃.
func WithK(solver string) bool { return solver == SolverPCG || solver == SolverASkotch }

// learn solves kernel ridge regressions with K itself by conjugate gradients. All ridges share the
// products with K, and K̃ is the preconditioner.
func (p preconditioner) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return t.conjugate(ctx, mus, func(centred []float64, opts learn.Options) ([]learn.Solution, error) {
		return learn.PCG(ctx, t.Gram.View(), p.Decomposition, centred, mus, opts)
	})
}

// factorised is pcg's preconditioner by landmarks and neighbours, which all ridges share.
type factorised struct{ *learn.AFN }

func (p factorised) bytes(approx int64) int64 { return approx + p.Bytes() }

// learn solves kernel ridge regressions with K itself by conjugate gradients, with the landmarks and neighbours of p.
func (p factorised) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return t.conjugate(ctx, mus, func(centred []float64, opts learn.Options) ([]learn.Solution, error) {
		return learn.FactorisedPCG(ctx, t.Gram.View(), p.AFN, centred, mus, opts)
	})
}

// conjugate returns the regressions with K that solve finds for the centred target.
func (t *Trial) conjugate(ctx context.Context, mus []float64, solve func(centred []float64, opts learn.Options) ([]learn.Solution, error)) ([]Learned, error) {
	offset, centred := learn.Centred(t.Rows.Train.Y)
	fits, err := solve(centred, learn.Options{Tolerance: t.Tolerance})
	if err != nil {
		return nil, err
	}
	out := make([]Learned, len(mus))
	for i, fit := range fits {
		if fit.Err == nil {
			out[i] = t.withK(ctx, offset, fit)
		}
		out[i].Mu, out[i].Err = fit.Mu, fit.Err
	}
	return out, ctx.Err()
}

// withK returns the regression offset + k(z, X)·α, and adds the offset to the solution's fitted values.
func (t *Trial) withK(ctx context.Context, offset float64, fit learn.Solution) Learned {
	predictor := t.overRows(nil, fit.Alpha)
	var predicted []float64
	if test := t.Rows.Test; test != nil && ctx.Err() == nil {
		predicted = mat.Col(nil, 0, predictor(nil).Predict(test.X))
		floats.AddConst(offset, predicted)
	}
	out := t.regression(predictor, offset, predicted)
	out.Fitted, out.Iterations, out.Residual, out.Warnings = fit.Fitted, float64(fit.Iterations), fit.Residual, fit.Warnings
	floats.AddConst(offset, out.Fitted)
	return out
}

// blockwise is what regressions by sketch-and-project share: nothing but the method, which is fitted to blocks.
type blockwise struct{}

func (blockwise) bytes(approx int64) int64 { return approx }

// learn solves kernel ridge regressions with K itself by sketch-and-project. All ridges have the same blocks.
func (blockwise) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	offset, centred := learn.Centred(t.Rows.Train.Y)
	near := func(ctx context.Context, block *model.Gram, rng *rand.Rand) (*model.Decomposition, error) {
		if given := t.Gram.Given(); given != nil {
			block.Give(given)
		}
		approx, err := t.Fitter().Fit(ctx, block, rng)
		if err != nil {
			return nil, err
		}
		return approx.Decompose(ctx)
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := learn.ASkotch(ctx, t.Gram.View(), near, centred, mu, t.stream(SolverASkotch), learn.Options{Tolerance: t.Tolerance})
		if err != nil {
			return Learned{}, err
		}
		return t.withK(ctx, offset, fit), nil
	})
}
