package trial

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// learn solves kernel ridge regressions on K̃.
func (p ridgePairs) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := p.ridge.At(mu)
		if err != nil {
			return Learned{}, err
		}
		var predicted []float64
		switch test := t.Rows.Test; {
		case p.test != nil:
			predicted = fit.At(p.test)
		case test != nil: // K̃ = 0
			predicted = slices.Repeat(fit.At(nil), len(test.Y))
		}
		l := t.direct(fit, predicted, p.ridge.Offset, func(e *model.Extension) *model.Predictor {
			return extend(e, p.Decomposition, [][]float64{fit.Coefficients})
		})
		l.process = &process{
			evidence: func(_ context.Context, whole float64) (learn.Bounds, error) {
				return p.ridge.Evidence(mu, whole), nil
			},
			variances: func(own []float64) []float64 { return fit.Variances(p.test, own) },
			spread:    func(e *model.Extension) *learn.Spread { return fit.Spread(p.Decomposition, e) },
		}
		return l, nil
	})
}

// learn solves kernel ridge regressions block by block.
func (b diagonalBlocks) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := b.At(ctx, mu)
		if err != nil {
			return Learned{}, err
		}
		predictor := weighing(fit.Coefficients)
		return t.direct(fit, t.predictions(predictor(b.extension), b.Offset), b.Offset, predictor), nil
	})
}

// learn solves kernel ridge regressions by products with K̃. There are no figures at the training rows but the
// fitted values.
func (s smoother) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	e, err := s.k.Extension(ctx)
	if err != nil {
		return nil, err
	}
	offset, centred := learn.Centred(t.Rows.Train.Y)
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		values, warning := slices.Clone(centred), "" // K̃α = y−ȳ−μα for α = (K̃+μI)⁻¹(y−ȳ)
		if mu > 0 {
			var err error
			if warning, err = s.k.SmoothTo(ctx, values, centred, mu); err != nil {
				return Learned{}, err
			}
		}
		part := e.Parts[0]
		part.Map = nil // the features at the rows are the coefficients of the nearest rows
		predictor := (&model.Extension{Kernel: e.Kernel, Parts: []model.Part{part}}).Predictor(column(values))
		same := func(*model.Extension) *model.Predictor { return predictor }
		l := t.regression(same, offset, t.predictions(predictor, offset))
		l.Fitted = slices.Clone(values)
		floats.AddConst(offset, l.Fitted)
		if warning != "" {
			l.Warnings = append(l.Warnings, warning)
		}
		return l, nil
	})
}

// learn solves ridge regressions on the features.
func (e normalEquations) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	if t.Searches {
		return e.predictions(ctx, t, mus)
	}
	known := t.Rows.Train.Truth
	normal := e.On(t.Gram.X(), t.Rows.Train.Y, known)
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := normal.At(ctx, mu)
		if err != nil {
			return Learned{}, err
		}
		rows, bias := &learn.Fit{DF: fit.DF, GCV: math.NaN(), LOO: math.NaN()}, 0.0
		if !t.OnlyNew {
			if rows, bias, err = fit.Rows(ctx); err != nil {
				return Learned{}, err
			}
		}
		var predicted []float64
		switch test := t.Rows.Test; {
		case e.test != nil:
			predicted = fit.At(e.test)
		case test != nil:
			predicted = fit.Values(test.X)
		}
		l := t.direct(rows, predicted, e.Offset, weighing(fit.W))
		variances := func(own []float64) []float64 { return fit.VariancesAt(t.Rows.Test.X, own) }
		if e.test != nil {
			variances = func(own []float64) []float64 { return fit.Variances(e.test, own) }
		}
		l.process = &process{fit.Evidence, variances, func(*model.Extension) *learn.Spread { return fit.Spread() }}
		if t.OnlyNew {
			l.Squares, l.SquaresError = fit.Squares()
		}
		l.risk = func(ctx context.Context, truth []float64, noise float64) (learn.Risk, error) {
			if !t.OnlyNew && slices.Equal(truth, known) {
				return learn.Risk{Bias: bias, Variance: fit.Variance(noise)}, nil
			}
			return fit.Risk(ctx, truth, noise)
		}
		return l, nil
	})
}

// predictions solves ridge regressions for their values at the test rows alone.
func (e normalEquations) predictions(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	normal := e.On(t.Gram.X(), t.Rows.Train.Y, nil)
	var points *mat.Dense
	if t.Rows.Test != nil {
		points = t.Rows.Test.X
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		w, predicted, err := normal.Predictions(ctx, mu, e.test, points)
		if err != nil {
			return Learned{}, err
		}
		return t.regression(weighing(w), e.Offset, predicted), nil
	})
}

// weighing returns the predictor of the features with these weights.
func weighing(weights []float64) toPredictor {
	return func(e *model.Extension) *model.Predictor { return e.Predictor(column(weights)) }
}

// predictions returns a predictor's values at the test rows plus an offset, nil without test rows.
func (t *Trial) predictions(p *model.Predictor, offset float64) []float64 {
	if t.Rows.Test == nil {
		return nil
	}
	values := mat.Col(nil, 0, p.Predict(t.Rows.Test.X))
	floats.AddConst(offset, values)
	return values
}

// direct returns a regression that was solved directly on K̃.
func (t *Trial) direct(fit *learn.Fit, predicted []float64, offset float64, predictor toPredictor) Learned {
	l := t.regression(predictor, offset, predicted)
	l.Fitted, l.DF, l.GCV, l.LOO = fit.Fitted, fit.DF, fit.GCV, fit.LOO
	l.risk = func(_ context.Context, truth []float64, noise float64) (learn.Risk, error) {
		return fit.Risk(truth, noise), nil
	}
	return l
}

// regression returns a regression with its score.
func (t *Trial) regression(predictor toPredictor, offset float64, predicted []float64) Learned {
	l := newLearned(predictor, offset)
	if l.Predicted = predicted; predicted != nil {
		l.Score.RMSE, l.Score.R2 = learn.RMSE(predicted, t.Rows.Test.Y), learn.R2(predicted, t.Rows.Test.Y)
	}
	return l
}

// process is the Gaussian process that has a ridge regression on K̃ as its posterior mean. Its kernel is s²·K̃, and the
// variance of its noise s²μ. Its figures say something about K only if 0 ⪯ K̃ ⪯ K.
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
	if l.process == nil || l.Predicted == nil || NoProcess(t.Method, t.Learner, t.Solver) != "" {
		return learn.Calibrate(nil, nil, nil, 0.95)
	}
	variance := l.process.variances(model.Own(t.Gram.Kernel(), test.X))
	for i, v := range variance {
		variance[i] = amplitude * (v + l.Mu)
	}
	return learn.Calibrate(l.Predicted, variance, test.Y, 0.95)
}

// Spread returns what predicted variances need at rows other than those of the trial, nil for K̃ = 0. It panics for
// exact regression, and where [NoProcess] has a reason.
func (l Learned) Spread(e *model.Extension) *learn.Spread {
	return l.process.spread(e)
}
