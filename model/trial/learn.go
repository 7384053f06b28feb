package trial

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Learned is a regression or a classification at one ridge. A number that does not apply is NaN.
type Learned struct {
	Mu  float64
	Err error // a *model.SingularError if K̃+μI can't be solved at this ridge; then nothing was learned

	Fitted, Predicted []float64 // of a regression, at the training and the test rows; nil without
	Classes           []int     // of a classification, those with training rows

	Score        Score   // at the test rows
	DF, GCV, LOO float64 // of a regression that is solved directly on K̃; see learn.Fit

	Iterations, Residual float64 // of a solver that iterates; the residual is relative to that at the start
	Warnings             []string

	solution
	offsets []float64 // added to the outputs of its predictor
}

// Learn learns the target at each of the ridges, which share a decomposition, Krylov spaces
// of exact regression, or products with K where K̃ preconditions. A ridge at
// which K̃+μI is singular has an Err. For solvers on landmarks see [Trial.Landmarks].
func (t *Trial) Learn(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	if t.Method.Name == Exact {
		return t.exactly(ctx, f, mus)
	}
	if err := t.Decompose(ctx, f, len(mus) > 1); err != nil {
		return nil, err
	}
	return f.decomposition.learn(ctx, t, mus)
}

// atEach learns at each of the ridges by a function.
func atEach(ctx context.Context, mus []float64, at func(mu float64) (Learned, error)) ([]Learned, error) {
	out := make([]Learned, len(mus))
	for i, mu := range mus {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, err := at(mu)
		if singular := (*model.SingularError)(nil); err != nil && !errors.As(err, &singular) {
			return nil, err
		}
		l.Mu, l.Err = mu, err
		out[i] = l
	}
	return out, nil
}

// learn solves kernel ridge regressions on K̃.
func (p ridgePairs) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := p.ridge.At(mu)
		if err != nil {
			return Learned{}, err
		}
		return t.direct(fit, p.test, p.ridge.Offset, pairsSolution{fit, p.Decomposition}), nil
	})
}

// learn solves kernel ridge regressions block by block; several of them share eigenpairs.
func (b diagonalBlocks) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	solve := b.At
	if len(mus) > 1 {
		solve = b.OnPath
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := solve(ctx, mu)
		if err != nil {
			return Learned{}, err
		}
		return t.direct(fit, b.test, b.Offset, blocksSolution{fit}), nil
	})
}

// direct returns a regression with its figures. test is what fit.At takes for the test rows, nil for K̃ = 0.
func (t *Trial) direct(fit *learn.Fit, test *mat.Dense, offset float64, s solution) Learned {
	var predicted []float64
	switch rows := t.Rows.Test; {
	case rows == nil:
	case test == nil:
		predicted = slices.Repeat(fit.At(nil), len(rows.Y))
	default:
		predicted = fit.At(test)
	}
	l := t.regression(s, offset, predicted)
	l.Fitted, l.DF, l.GCV, l.LOO = fit.Fitted, fit.DF, fit.GCV, fit.LOO
	return l
}

// learn solves ridge regressions on the features; several of them share eigenpairs of the normal equations.
func (e normalEquations) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	solve := e.At
	if len(mus) > 1 {
		solve = e.OnPath
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := solve(ctx, mu)
		if err != nil {
			return Learned{}, err
		}
		s, rows := normalSolution{fit: fit}, &learn.Fit{DF: fit.DF, GCV: math.NaN(), LOO: math.NaN()}
		if !t.OnlyNew {
			if rows, s.bias, err = fit.Rows(ctx); err != nil {
				return Learned{}, err
			}
			s.truth = t.Rows.Train.Truth
		}
		var predicted []float64
		switch test := t.Rows.Test; {
		case e.test != nil:
			predicted = fit.At(e.test)
		case test != nil:
			predicted = fit.Values(test.X)
		}
		l := t.regression(s, e.Offset, predicted)
		l.Fitted, l.DF, l.GCV, l.LOO = rows.Fitted, rows.DF, rows.GCV, rows.LOO
		return l, nil
	})
}

// regression returns a regression with its predictions at the test rows scored.
func (t *Trial) regression(s solution, offset float64, predicted []float64) Learned {
	l := learned(s, offset)
	if l.Predicted = predicted; predicted != nil {
		l.Score.RMSE, l.Score.R2 = learn.RMSE(predicted, t.Rows.Test.Y), learn.R2(predicted, t.Rows.Test.Y)
	}
	return l
}

// learned returns a solution without figures.
func learned(s solution, offsets ...float64) Learned {
	nan := math.NaN()
	return Learned{Score: Score{nan, nan, nan, nan}, DF: nan, GCV: nan, LOO: nan, Iterations: nan, Residual: nan, solution: s, offsets: offsets}
}

// learn classifies on the features of K̃.
func (p classPairs) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	classes, err := ClassesOf(t.Rows.Train, t.Rows.Test)
	if err != nil {
		return nil, err
	}
	features := learn.NewFeatures(p.Decomposition)
	phi, test := features.Train(), (*mat.Dense)(nil)
	if t.Rows.Test != nil {
		test = features.At(p.test, len(classes.Test))
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		c, err := learn.Classify(ctx, t.Learner, phi, classes.Train, classes.Count, mu, t.stream(t.Learner))
		if err != nil {
			return Learned{}, err
		}
		l := learned(classSolution{Classifier: c, features: features, pairs: p.Decomposition})
		l.Classes, l.Warnings = c.Classes, c.Warnings()
		for _, m := range c.Models {
			l.offsets = append(l.offsets, m.Bias)
		}
		if test != nil {
			values := c.Values(test)
			l.Score.Accuracy = learn.Accuracy(c.Decide(values), classes.Test)
			if chances := c.Chances(values); chances != nil {
				l.Score.LogLoss = learn.LogLoss(chances, classes.Test)
			}
		}
		return l, nil
	})
}

// exactly returns kernel ridge regressions with K itself.
func (t *Trial) exactly(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	start := time.Now()
	train, test := t.Rows.Train, t.Rows.Test
	offset, alphas, failed, err := learn.ExactPath(ctx, t.Gram, train.Y, mus)
	if err != nil {
		return nil, err
	}
	var cross *mat.Dense
	if test != nil {
		cross = model.Cross(t.Gram.Kernel(), test.X, train.X)
	}
	out := make([]Learned, len(mus))
	for i, alpha := range alphas {
		if alpha != nil {
			var predicted []float64
			if cross != nil {
				predicted = learn.Values(cross, alpha, offset)
			}
			out[i] = t.regression(rowsSolution{t: t, alpha: alpha}, offset, predicted)
		}
		out[i].Mu, out[i].Err = mus[i], failed[i]
	}
	f.Seconds = time.Since(start).Seconds()
	return out, nil
}

// Predictor returns what was learned as a function of rows as the kernel sees them: its
// outputs plus the offsets, one each. f is the fit it was learned on, with its K̃.
func (l Learned) Predictor(ctx context.Context, f *Fit) (p *model.Predictor, offsets []float64, err error) {
	var e *model.Extension
	if f.Approx != nil {
		if e, err = f.Approx.Extension(ctx); err != nil {
			return nil, nil, err
		}
	}
	return l.predictor(e), l.offsets, nil
}

// Score is how well the test rows are predicted; NaN where a figure does not apply.
type Score struct {
	RMSE float64
	R2   float64 // 1 − Σ(y−ŷ)²/Σ(y−ȳ)², ȳ the mean of the test rows; NaN where y has one value

	Accuracy float64 // share of rows whose class is right
	LogLoss  float64 // mean −log of the right class's probability; NaN for an SVM
}
