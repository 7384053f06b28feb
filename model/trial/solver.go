package trial

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
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
		if fit.Err == nil && ctx.Err() == nil {
			predictor := t.overRows(nil, fit.Alpha)
			l := t.regression(predictor, offset, t.predictions(predictor(nil), offset))
			floats.AddConst(offset, fit.Fitted)
			l.Fitted, l.Warnings, l.Iterations, l.Residual = fit.Fitted, fit.Warnings, float64(fit.Iterations), fit.Residual
			out[i] = l
		}
		out[i].Mu, out[i].Err = fit.Mu, fit.Err
	}
	return out, ctx.Err()
}

// UnsuitedError is the error of a solver on landmarks that does not suit the approximation.
type UnsuitedError struct{ Solver, Reason string }

func (e *UnsuitedError) Error() string {
	return e.Solver + " needs an approximation that equals K at landmarks among the training rows, but " + e.Reason
}

// LearnOnLandmarks returns the ridge regression on K̃ by the trial's solver on landmarks. K̃ must be the
// projection of K on landmarks that are training rows; otherwise the error is an *UnsuitedError.
func (t *Trial) LearnOnLandmarks(ctx context.Context, f *Fit, mu float64) (Learned, error) {
	landmarks, err := t.landmarkRows(f.Approx)
	if err != nil {
		return Learned{}, err
	}
	train, test := t.Rows.Train, t.Rows.Test
	offset, centred := learn.Centred(train.Y)
	alpha, info, err := learn.Falkon(ctx, t.Gram.View(), landmarks, centred, mu, learn.Options{Tolerance: t.Tolerance})
	if err != nil {
		return Learned{}, err
	}
	var predicted []float64
	if test != nil {
		predicted = learn.Values(model.Cross(t.Gram.Kernel(), test.X, t.landmarks(landmarks)), alpha, offset)
	}
	l := t.regression(t.overRows(landmarks, alpha), offset, predicted)
	l.Mu, l.Warnings, l.Iterations, l.Residual = mu, info.Warnings, float64(info.Iterations), info.Residual
	columns := mat.NewDense(t.Gram.N(), len(landmarks), nil)
	t.Gram.View().Block(columns, nil, landmarks)
	l.Fitted = learn.Values(columns, alpha, offset)
	return l, nil
}

// landmarkRows returns the training rows I such that an approximation is the projection of K on I. It is
// if K̃[I, I] = K[I, I] and the rank is at most len(I). The error is an *UnsuitedError.
func (t *Trial) landmarkRows(a model.Approximation) ([]int, error) {
	if a == nil || len(a.Landmarks()) == 0 { // nil for exact regression
		return nil, &UnsuitedError{t.Solver, t.Method.Name + " names none"}
	}
	if rows := a.Landmarks(); projects(t.Gram.View(), a, rows) {
		return rows, nil
	}
	return nil, &UnsuitedError{t.Solver, "K̃ of " + t.Method.Name + " differs from K at its landmarks"}
}

// projects reports whether an approximation is the projection of K on some rows: whether K̃ equals K
// at these rows up to rounding, and the rank of K̃ is at most their number.
func projects(g *model.Gram, a model.Approximation, rows []int) bool {
	if a.Rank() > len(rows) || !sameTraces(g, a, rows) { // cheap; the blocks are all of K for a sketch of all rows
		return false
	}
	k, approx := mat.NewDense(len(rows), len(rows), nil), mat.NewDense(len(rows), len(rows), nil)
	g.Block(k, rows, rows)
	a.Block(approx, rows, rows)
	size := mat.Norm(k, 2)
	k.Sub(k, approx)
	return mat.Norm(k, 2) <= 1e-6*size
}

// sameTraces reports whether tr K[I, I] and tr K̃[I, I] differ by at most √|I|·1e-6·tr K[I, I]. That is
// necessary for K[I, I] and K̃[I, I] to agree to 1e-6·‖K[I, I]‖_F: the traces then differ by at most
// √|I|·1e-6·‖K[I, I]‖_F, and ‖K[I, I]‖_F ≤ tr K[I, I].
func sameTraces(g *model.Gram, a model.Approximation, rows []int) bool {
	k, approx := make([]float64, g.N()), make([]float64, g.N())
	g.Diag(k)
	a.Diag(approx)
	trace, difference := 0.0, 0.0
	for _, i := range rows {
		trace += k[i]
		difference += k[i] - approx[i]
	}
	return math.Abs(difference) <= 1e-6*math.Sqrt(float64(len(rows)))*trace
}

// LandmarksOf returns the landmarks of a fit's K̃, one a row, as the kernel sees them: training rows in the order of
// the method, the first m given landmarks, or other points. The result is nil if K̃ has no landmarks, if all rows are
// landmarks, or if the landmarks are those of clusters.
func (t *Trial) LandmarksOf(ctx context.Context, f *Fit) (*mat.Dense, error) {
	if f.Approx == nil || !t.Method.Landmarks {
		return nil, nil
	}
	if t.Method.Needs.Landmarks {
		all := t.Gram.Given()
		m, d := all.Dims()
		return all.Slice(0, min(m, int(t.Params[model.BudgetName])), 0, d).(*mat.Dense), nil
	}
	if rows := f.Approx.Landmarks(); rows != nil {
		return t.landmarks(rows), nil
	}
	e, err := f.Approx.Extension(ctx)
	if errors.Is(err, model.ErrUnextended) {
		return nil, nil
	}
	if err != nil || !e.Product {
		return nil, err
	}
	return e.Parts[0].Landmarks, nil
}

// landmarks returns some training rows, as the kernel sees them; nil means all.
func (t *Trial) landmarks(rows []int) *mat.Dense {
	if rows == nil {
		return t.Gram.X()
	}
	return linalg.Rows(t.Gram.X(), rows)
}
