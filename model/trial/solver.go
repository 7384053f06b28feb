package trial

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/learn"
)

// Names of the ways to solve the ridge regression.
const (
	SolverDirect = "direct" // on K̃, by its normal equations, its blocks or its eigenpairs
	SolverFalkon = "falkon" // on K̃ if it is the projection on landmarks, by conjugate gradients
	SolverPCG    = "pcg"    // with K itself, by conjugate gradients with K̃ as the preconditioner
)

// Solvers returns the names of all solvers.
func Solvers() []string { return []string{SolverDirect, SolverFalkon, SolverPCG} }

// Iterates reports whether a solver is iterative. "" stands for the direct solver.
func Iterates(solver string) bool { return solver != "" && solver != SolverDirect }

// learn solves kernel ridge regressions with K itself by conjugate gradients. All ridges share the
// products with K, and K̃ is the preconditioner.
func (p preconditioner) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	offset, centred := learn.Centred(t.Rows.Train.Y)
	fits, err := learn.PCG(ctx, t.Gram.View(), p.Decomposition, centred, mus, learn.Options{Tolerance: t.Tolerance})
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
