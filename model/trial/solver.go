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
	SolverFalkon = "falkon" // on K̃ too, by iteration, where that is the projection on landmarks
	SolverKrill  = "krill"  // the same, preconditioned otherwise
	SolverPCG    = "pcg"    // with K itself, by iteration that K̃ makes short
)

// Solvers returns the names of all solvers.
func Solvers() []string { return []string{SolverDirect, SolverFalkon, SolverKrill, SolverPCG} }

// Iterates reports whether a solver, "" for the direct one, is an iteration.
func Iterates(solver string) bool { return solver != "" && solver != SolverDirect }

// OnLandmarks reports whether a solver is for landmarks among the rows.
func OnLandmarks(solver string) bool { return solver == SolverFalkon || solver == SolverKrill }

// Iteration describes the iteration of a solver.
type Iteration struct {
	Steps    int
	Residual float64 // at the end, relative to that at the start
}

// preconditioned returns kernel ridge regression with K itself by conjugate gradients for
// all ridges together, with K̃ as the preconditioner.
func (t *Trial) preconditioned(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	train, test := t.Rows.Train, t.Rows.Test
	offset, centred := learn.Centred(train.Y)
	fits, err := learn.PCG(ctx, t.Gram.View(), f.pairs, centred, mus, learn.PCGOptions{Tolerance: t.Tolerance})
	if err != nil {
		return nil, err
	}
	out := make([]Learned, len(mus))
	for i, fit := range fits {
		out[i] = Learned{Mu: fit.Mu, Err: fit.Err, Warnings: fit.Warnings}
		if fit.Err != nil {
			continue
		}
		out[i].Iteration = &Iteration{fit.Iterations, fit.Residual}
		out[i].Fitted = fit.Fitted
		floats.AddConst(offset, out[i].Fitted)
		t.overRows(&out[i], nil, fit.Alpha, offset)
		if test != nil && ctx.Err() == nil {
			out[i].Predicted = mat.Col(nil, 0, out[i].predictor(nil).Predict(test.X))
			floats.AddConst(offset, out[i].Predicted)
		}
	}
	return out, ctx.Err()
}
