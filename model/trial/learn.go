package trial

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Learned is a regression or a classification at one ridge. A number that does not apply is NaN.
type Learned struct {
	Mu  float64
	Err error // a *model.SingularError if K̃+μI is singular; then all other fields are zero

	Fitted, Predicted []float64 // the values of a regression at the training and at the test rows; may be nil
	Classes           []int     // for a classification, the classes with training rows

	Score        Score   // at the test rows
	DF, GCV, LOO float64 // for a regression by the direct solver; see learn.Fit

	// Squares is Σ(y−ŷ)² over the training rows, and SquaresError a bound of its rounding error. NaN
	// unless the regression is solved by normal equations, and figures at the training rows are omitted.
	Squares, SquaresError float64

	Iterations, Residual float64 // for an iterative solver; the residual is relative to the initial one
	Warnings             []string

	risk      func(ctx context.Context, truth []float64, noise float64) (learn.Risk, error)
	process   process                                   // nil without a Gaussian process of the same mean
	predictor func(e *model.Extension) *model.Predictor // e is that of K̃ to new rows
	offsets   []float64                                 // added to the predictor's outputs
}

// Learn learns the target at each of the ridges. The ridges share the decomposition of K̃, the Krylov
// spaces of exact regression, or the products with K of pcg. If K̃+μI is singular at a ridge, its
// result has an Err. For solvers on landmarks see [Trial.Landmarks].
func (t *Trial) Learn(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	if t.Method.Name == Exact {
		return t.exactly(ctx, f, mus)
	}
	if err := t.Decompose(ctx, f, len(mus) > 1); err != nil {
		return nil, err
	}
	return f.decomposition.learn(ctx, t, mus)
}

// atEach calls at for each of the ridges. A *model.SingularError becomes the Err of its ridge.
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
		l := t.direct(fit, t.predict(fit, p.test), p.ridge.Offset, func(e *model.Extension) *model.Predictor {
			return extend(e, p.Decomposition, [][]float64{fit.Coefficients})
		})
		l.process = pairsProcess{p, fit}
		return l, nil
	})
}

// learn solves kernel ridge regressions block by block. Several ridges share the blocks' eigenpairs.
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
		return t.direct(fit, t.predict(fit, b.test), b.Offset, func(e *model.Extension) *model.Predictor {
			return e.Predictor(column(fit.Coefficients))
		}), nil
	})
}

// learn solves kernel ridge regressions by products with K̃. There are no figures at the training rows but the
// fitted values.
func (s smoother) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	e, err := s.k.Extension(ctx)
	if err != nil {
		return nil, err
	}
	train, nan := t.Rows.Train, math.NaN()
	offset, centred := learn.Centred(train.Y)
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		values := make([]float64, len(centred)) // K̃α = y−ȳ−μα for α = (K̃+μI)⁻¹(y−ȳ)
		if mu == 0 {
			copy(values, centred)
		}
		warning := ""
		if mu > 0 {
			if warning, err = s.k.SmoothTo(ctx, values, centred, mu); err != nil {
				return Learned{}, err
			}
		}
		part := e.Parts[0]
		part.Map = nil // the features at the rows are the coefficients of the nearest rows
		predictor := (&model.Extension{Kernel: e.Kernel, Parts: []model.Part{part}}).Predictor(column(values))
		fit := &learn.Fit{Fitted: slices.Clone(values), DF: nan, GCV: nan, LOO: nan}
		floats.AddConst(offset, fit.Fitted)
		var predicted []float64
		if test := t.Rows.Test; test != nil {
			predicted = mat.Col(nil, 0, predictor.Predict(test.X))
			floats.AddConst(offset, predicted)
		}
		l := t.direct(fit, predicted, offset, func(*model.Extension) *model.Predictor { return predictor })
		l.risk = newLearned(nil).risk
		if warning != "" {
			l.Warnings = append(l.Warnings, warning)
		}
		return l, nil
	})
}

// learn solves ridge regressions on the features. Several ridges share the eigenpairs of the normal equations.
func (e normalEquations) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	known := t.Rows.Train.Truth
	normal := e.On(t.Gram.X(), t.Rows.Train.Y, known)
	solve := normal.At
	if len(mus) > 1 {
		solve = normal.OnPath
	}
	if t.Searches {
		return e.predictions(ctx, t, mus)
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		fit, err := solve(ctx, mu)
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
		l := t.direct(rows, predicted, e.Offset, func(e *model.Extension) *model.Predictor { return e.Predictor(column(fit.W)) })
		l.process = normalProcess{e, fit}
		if t.OnlyNew {
			l.Squares, l.SquaresError = fit.Squares()
		}
		l.risk = func(ctx context.Context, truth []float64, noise float64) (learn.Risk, error) {
			if known != nil && !t.OnlyNew && slices.Equal(truth, known) {
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
		return t.regression(func(e *model.Extension) *model.Predictor { return e.Predictor(column(w)) }, e.Offset, predicted), nil
	})
}

// predict returns a regression's values at the test rows. test is the argument of fit.At for these rows,
// nil for K̃ = 0.
func (t *Trial) predict(fit *learn.Fit, test *mat.Dense) []float64 {
	switch rows := t.Rows.Test; {
	case rows == nil:
		return nil
	case test == nil:
		return slices.Repeat(fit.At(nil), len(rows.Y))
	}
	return fit.At(test)
}

// direct returns a regression that was solved directly on K̃.
func (t *Trial) direct(fit *learn.Fit, predicted []float64, offset float64, predictor func(*model.Extension) *model.Predictor) Learned {
	l := t.regression(predictor, offset, predicted)
	l.Fitted, l.DF, l.GCV, l.LOO = fit.Fitted, fit.DF, fit.GCV, fit.LOO
	l.risk = func(_ context.Context, truth []float64, noise float64) (learn.Risk, error) {
		return fit.Risk(truth, noise), nil
	}
	return l
}

// regression returns a regression with its score.
func (t *Trial) regression(predictor func(*model.Extension) *model.Predictor, offset float64, predicted []float64) Learned {
	l := newLearned(predictor, offset)
	if l.Predicted = predicted; predicted != nil {
		l.Score.RMSE, l.Score.R2 = learn.RMSE(predicted, t.Rows.Test.Y), learn.R2(predicted, t.Rows.Test.Y)
	}
	return l
}

// newLearned returns a Learned with the predictor and the offsets. All figures are NaN.
func newLearned(predictor func(*model.Extension) *model.Predictor, offsets ...float64) Learned {
	nan := math.NaN()
	return Learned{
		Score: Score{nan, nan, nan, nan}, DF: nan, GCV: nan, LOO: nan, Squares: nan, SquaresError: nan, Iterations: nan, Residual: nan, predictor: predictor, offsets: offsets,
		risk: func(context.Context, []float64, float64) (learn.Risk, error) {
			return learn.Risk{Bias: nan, Variance: nan}, nil
		},
	}
}

// learn classifies on the features of K̃.
func (p classPairs) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	features := learn.NewFeatures(p.Decomposition)
	test := (*mat.Dense)(nil)
	if t.Rows.Test != nil {
		test = features.At(p.test, len(t.Rows.Test.Y))
	}
	return t.classify(ctx, features.Train(), test, mus, func(e *model.Extension, models []*learn.Linear) *model.Predictor {
		var coefficients [][]float64
		for _, m := range models {
			coefficients = append(coefficients, features.Coefficients(m.W))
		}
		return extend(e, p.Decomposition, coefficients)
	})
}

// learn classifies on the features of the map.
func (m mapClasses) learn(ctx context.Context, t *Trial, mus []float64) ([]Learned, error) {
	return t.classify(ctx, m.features, m.test, mus, func(e *model.Extension, models []*learn.Linear) *model.Predictor {
		weights := mat.NewDense(m.features.RawMatrix().Cols, len(models), nil)
		for j, of := range models {
			weights.SetCol(j, of.W)
		}
		return e.Predictor(weights)
	})
}

// classify learns the classes on features of the training rows, at each of the ridges. test has the
// features of the test rows, nil without them. predictor makes the predictor of linear functions.
func (t *Trial) classify(ctx context.Context, train, test *mat.Dense, mus []float64, predictor func(*model.Extension, []*learn.Linear) *model.Predictor) ([]Learned, error) {
	classes, err := ClassesOf(t.Rows.Train, t.Rows.Test)
	if err != nil {
		return nil, err
	}
	scored := func(c *learn.Classifier) Learned {
		l := newLearned(func(e *model.Extension) *model.Predictor { return predictor(e, c.Models) })
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
		return l
	}
	if t.Searches && t.Learner == LearnLogistic {
		all, failed, err := learn.ClassifyAlong(ctx, train, classes.Train, classes.Count, mus)
		if err != nil {
			return nil, err
		}
		out := make([]Learned, len(mus))
		for i, c := range all {
			if c != nil {
				out[i] = scored(c)
			}
			out[i].Mu, out[i].Err = mus[i], failed[i]
		}
		return out, nil
	}
	return atEach(ctx, mus, func(mu float64) (Learned, error) {
		c, err := learn.Classify(ctx, t.Learner, train, classes.Train, classes.Count, mu, t.stream(t.Learner))
		if err != nil {
			return Learned{}, err
		}
		return scored(c), nil
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
			out[i] = t.regression(t.overRows(nil, alpha), offset, predicted)
		}
		out[i].Mu, out[i].Err = mus[i], failed[i]
	}
	f.Seconds = time.Since(start).Seconds()
	return out, nil
}

// overRows returns the predictor f(z) = k(z, X_I)·α for some training rows I; nil means all.
func (t *Trial) overRows(rows []int, alpha []float64) func(*model.Extension) *model.Predictor {
	return func(*model.Extension) *model.Predictor {
		part := model.PredictorPart{Landmarks: t.landmarks(rows), Weights: column(alpha)}
		return &model.Predictor{Kernel: t.Gram.Kernel(), Parts: []model.PredictorPart{part}, Outputs: 1}
	}
}

// extend returns the predictor with the coefficients Qᵀα, one vector for each output.
func extend(e *model.Extension, pairs *model.Decomposition, coefficients [][]float64) *model.Predictor {
	var weights *mat.Dense
	for j, c := range coefficients {
		w := pairs.Weights(c)
		if len(w) == 0 { // no features: K̃ = 0
			return &model.Predictor{Kernel: e.Kernel, Outputs: len(coefficients)}
		}
		if weights == nil {
			weights = mat.NewDense(len(w), len(coefficients), nil)
		}
		weights.SetCol(j, w)
	}
	return e.Predictor(weights)
}

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// Risk returns the bias and variance of a regression; see [learn.Risk]. truth has one number for each
// training row, and noise is the standard deviation of the noise. The results are NaN unless the
// regression was solved directly on K̃. If features are not stored, a truth other than that of the
// data takes two passes over the rows.
func (l Learned) Risk(ctx context.Context, truth []float64, noise float64) (learn.Risk, error) {
	return l.risk(ctx, truth, noise)
}

// Predictor returns the learned function of rows as the kernel sees them. Its values are p's outputs
// plus offsets, one for each output. f is the fit that was learned on, and must still have its K̃.
func (l Learned) Predictor(ctx context.Context, f *Fit) (p *model.Predictor, offsets []float64, err error) {
	var e *model.Extension
	if f.Approx != nil {
		if e, err = f.Approx.Extension(ctx); err != nil {
			return nil, nil, err
		}
	}
	return l.predictor(e), l.offsets, nil
}

// Score has the figures of the predictions at the test rows. Figures that do not apply are NaN.
type Score struct {
	RMSE float64
	R2   float64 // 1 − Σ(y−ŷ)²/Σ(y−ȳ)², ȳ the mean of the test rows; NaN if all y are equal

	Accuracy float64 // share of rows whose class is right
	LogLoss  float64 // mean −log of the right class's probability; NaN for an SVM
}
