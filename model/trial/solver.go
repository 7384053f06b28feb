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
	SolverKrill  = "krill"  // the same with another preconditioner
	SolverPCG    = "pcg"    // with K itself, by conjugate gradients with K̃ as the preconditioner
)

// Solvers returns the names of all solvers.
func Solvers() []string { return []string{SolverDirect, SolverFalkon, SolverKrill, SolverPCG} }

// Iterates reports whether a solver is iterative. "" stands for the direct solver.
func Iterates(solver string) bool { return solver != "" && solver != SolverDirect }

// OnLandmarks reports whether a solver needs landmarks among the rows.
func OnLandmarks(solver string) bool { return solver == SolverFalkon || solver == SolverKrill }

// learn solves kernel ridge regressions with K itself by conjugate gradients. All ridges share the
// products with K, and K̃ is the preconditioner.
func (p preconditioner) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	train, test := t.Rows.Train, t.Rows.Test
	offset, centred := learn.Centred(train.Y)
	fits, err := learn.PCG(ctx, t.Gram.View(), p.Decomposition, centred, mus, learn.PCGOptions{Tolerance: t.Tolerance})
	if err != nil {
		return nil, err
	}
	out := make([]Learned, len(mus))
	for i, fit := range fits {
		if fit.Err == nil {
			predictor := t.overRows(nil, fit.Alpha)
			var predicted []float64
			if test != nil && ctx.Err() == nil {
				predicted = mat.Col(nil, 0, predictor(nil).Predict(test.X))
				floats.AddConst(offset, predicted)
			}
			out[i] = t.regression(predictor, offset, predicted)
			out[i].Iterations, out[i].Residual, out[i].Fitted = float64(fit.Iterations), fit.Residual, fit.Fitted
			floats.AddConst(offset, out[i].Fitted)
		}
		out[i].Mu, out[i].Err, out[i].Warnings = fit.Mu, fit.Err, fit.Warnings
	}
	return out, ctx.Err()
}
