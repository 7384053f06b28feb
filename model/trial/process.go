package trial

import (
	"context"
	"math"

	"gramscope/model"
	"gramscope/model/learn"

	"gonum.org/v1/gonum/floats"
)

// process is the Gaussian process whose mean a ridge regression on K̃ is: the amplitude of its kernel is s², and
// the variance of its noise s²μ. Its figures say something about K only if 0 ⪯ K̃ ⪯ K.
type process struct {
	// evidence returns bounds of the log evidence; see [learn.Ridge.Evidence].
	evidence func(ctx context.Context, whole float64) (learn.Bounds, error)
	// variances returns the variances of the function at the test rows, for s² = 1; own has k(z, z) of these.
	variances func(own []float64) []float64
	// spread returns what the variances at other rows need, nil for K̃ = 0. e is K̃'s extension.
	spread func(e *model.Extension) *learn.Spread
}

// NoProcess returns the reason why a regression on a method's K̃ has no evidence and no error bars, or "".
func NoProcess(m model.Method, learner, solver string) string {
	switch {
	case learner != LearnRidge:
		return learner + " learns classes, and they are of regressions"
	case m.Exceeds:
		return "K̃ of " + m.Name + " may exceed K"
	case solver == SolverPCG && m.Name != Exact:
		return solver + " solves with K itself and has no factor of it"
	}
	return ""
}

// Evidence returns bounds of the log evidence of K. All figures are NaN where [NoProcess] has a reason.
func (t *Trial) Evidence(ctx context.Context, l Learned) (learn.Bounds, error) {
	if l.process == nil || NoProcess(t.Method, t.Learner, t.Solver) != "" {
		nan := math.NaN()
		return learn.Bounds{Evidence: learn.Evidence{LogDet: nan, Square: nan}, Lower: nan, Upper: nan}, nil
	}
	own := make([]float64, t.Gram.N())
	t.Gram.View().Diag(own)
	return l.process.evidence(ctx, floats.Sum(own))
}

// Calibration compares the targets of the test rows with their predicted distributions at the amplitude s²: normal,
// with the regression's values as means, and the variances of the process and of its noise. The figures are NaN
// without test rows, and where [NoProcess] has a reason.
func (t *Trial) Calibration(l Learned, amplitude float64) learn.Calibration {
	test := t.Rows.Test
	if test == nil || l.process == nil || l.Predicted == nil || NoProcess(t.Method, t.Learner, t.Solver) != "" {
		return learn.Calibrate(nil, nil, nil)
	}
	variance := l.process.variances(model.Own(t.Gram.Kernel(), test.X))
	for i, v := range variance {
		variance[i] = amplitude * (v + l.Mu)
	}
	return learn.Calibrate(l.Predicted, variance, test.Y)
}

// Spread returns what predicted variances need at rows other than those of the trial, nil for K̃ = 0.
func (l Learned) Spread(e *model.Extension) *learn.Spread {
	return l.process.spread(e)
}
