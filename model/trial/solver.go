package trial

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// How the ridge regression is solved.
const (
	SolverDirect = "direct" // on K̃, by its normal equations, its blocks or its eigenpairs
	SolverFalkon = "falkon" // on K̃ too, by iteration, where that is the projection on landmarks
	SolverKrill  = "krill"  // the same, preconditioned otherwise
	SolverPCG    = "pcg"    // with K itself, by iteration that K̃ makes short
)

// Solvers are the names of the ways to solve the ridge regression.
func Solvers() []string { return []string{SolverDirect, SolverFalkon, SolverKrill, SolverPCG} }

// Iterates tells whether a solver, "" for the direct one, is an iteration.
func Iterates(solver string) bool { return solver != "" && solver != SolverDirect }

// OnLandmarks tells whether a solver is for landmarks among the rows.
func OnLandmarks(solver string) bool { return solver == SolverFalkon || solver == SolverKrill }

// Iteration is how a solver that iterates went.
type Iteration struct {
	Steps    int
	Residual float64 // at the end, relative to that at the start
}

// UnsuitedError says that a solver on landmarks does not suit an approximation.
type UnsuitedError struct{ Solver string }

func (e *UnsuitedError) Error() string {
	return e.Solver + " is for approximations that equal K at landmarks among the rows"
}

// Landmarks is the ridge regression on K̃ by the trial's solver on landmarks, where K̃
// is the projection on landmarks that are rows; else an *UnsuitedError.
func (t *Trial) Landmarks(ctx context.Context, f *Fit, mu float64) (Learned, error) {
	landmarks := projectionRows(t.Gram.View(), f.Approx)
	if landmarks == nil {
		return Learned{}, &UnsuitedError{t.Solver}
	}
	train, test := t.Rows.Train, t.Rows.Test
	offset, centred := learn.Centred(train.Y)
	var alpha []float64
	var info learn.LandmarkInfo
	var err error
	if t.Solver == SolverKrill {
		alpha, info, err = learn.Krill(ctx, t.Gram.View(), landmarks, centred, mu, t.stream(SolverKrill), learn.LandmarkOptions{Tolerance: t.Tolerance})
	} else {
		alpha, info, err = learn.Falkon(ctx, t.Gram.View(), landmarks, nil, centred, mu, learn.LandmarkOptions{Tolerance: t.Tolerance})
	}
	if err != nil {
		return Learned{}, err
	}
	l := Learned{Mu: mu, Warnings: info.Warnings, Iteration: &Iteration{info.Iterations, info.Residual}}
	t.overRows(&l, landmarks, alpha, offset)
	columns := mat.NewDense(t.Gram.N(), len(landmarks), nil)
	t.Gram.View().Block(columns, nil, landmarks)
	l.Fitted = learn.Values(columns, alpha, offset)
	if test != nil {
		l.Predicted = learn.Values(model.Cross(t.Gram.Kernel(), test.X, t.landmarks(landmarks)), alpha, offset)
	}
	return l, nil
}

// projectionRows are the landmarks of an approximation that is K's projection on
// their columns, which shows in K̃[I, I] = K[I, I]; else nil.
func projectionRows(g *model.Gram, a model.Approximation) []int {
	l, ok := a.(model.Landmarker)
	if !ok || len(l.Landmarks()) == 0 {
		return nil
	}
	rows := l.Landmarks()
	if a.Rank() > len(rows) || !sameTraces(g, a, rows) { // which spares two matrices of all rows where a sketch has entries in all
		return nil
	}
	k, approx := mat.NewDense(len(rows), len(rows), nil), mat.NewDense(len(rows), len(rows), nil)
	g.Block(k, rows, rows)
	a.Block(approx, rows, rows)
	size := mat.Norm(k, 2)
	k.Sub(k, approx)
	if !(mat.Norm(k, 2) <= 1e-6*size) {
		return nil
	}
	return rows
}

// sameTraces tells whether tr K[I, I] and tr K̃[I, I] are so near that K[I, I] and K̃[I, I] may be equal
// to 1e-6 of ‖K[I, I]‖_F: the traces differ by √|I|·1e-6·‖K[I, I]‖_F then at most, which is at most
// √|I|·1e-6·tr K[I, I].
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

// LandmarksOf are the points that K̃ of a fit rests on, one a row, as the kernel sees them:
// training rows in the order of the method, or such as are none. nil for K̃ that rests on
// no points, on all rows, or on the rows of clusters.
func (t *Trial) LandmarksOf(ctx context.Context, f *Fit) (*mat.Dense, error) {
	if f.Approx == nil || !t.Method.Landmarks {
		return nil, nil
	}
	if all := t.Gram.Given(); t.Method.Needs.Landmarks {
		m, d := all.Dims()
		return all.Slice(0, min(m, int(t.Params["m"])), 0, d).(*mat.Dense), nil
	}
	if l, ok := f.Approx.(model.Landmarker); ok && l.Landmarks() != nil {
		return t.landmarks(l.Landmarks()), nil
	}
	e, err := f.Approx.Extension(ctx)
	if err != nil || !e.Product {
		return nil, err
	}
	return e.Parts[0].Landmarks, nil
}

// landmarks are some training rows, as the kernel sees them; nil means all.
func (t *Trial) landmarks(rows []int) *mat.Dense {
	if rows == nil {
		return t.Gram.X()
	}
	return linalg.Rows(t.Gram.X(), rows)
}

// preconditioned is kernel ridge regression with K itself by conjugate gradients, all
// ridges at a time, for which K̃ is the preconditioner.
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
