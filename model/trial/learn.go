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

// Learned is a regression or classification at one ridge.
type Learned struct {
	Mu  float64
	Err error // a *model.SingularError where K̃+μI can't be solved at this ridge, and nothing was learned

	Fitted, Predicted []float64  // of a regression, at the training and the test rows; nil without
	Ridge             *learn.Fit // degrees of freedom and GCV, if solved directly on K̃, else nil; see Risk

	Classifier *learn.Classifier // nil for a regression
	values     *mat.Dense        // its models' values at the test rows, and the classes there; nil without test rows
	labels     []int

	Iteration *Iteration // nil for a direct solver
	Warnings  []string

	normal    *learn.NormalFit // nil unless by normal equations
	truth     []float64        // then the truth at the training rows, if known, and the bias about it
	bias      float64
	predictor func(e *model.Extension) *model.Predictor
	offsets   []float64 // added to its outputs
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
	if t.Solver == SolverPCG {
		return t.preconditioned(ctx, f, mus)
	}
	at := func(mu float64) (Learned, error) { return t.ridge(f, mu) }
	switch {
	case f.blocks != nil:
		at = func(mu float64) (Learned, error) { return t.inBlocks(ctx, f, mu, len(mus) > 1) }
	case f.normal != nil:
		at = func(mu float64) (Learned, error) { return t.streamed(ctx, f, mu, len(mus) > 1) }
	case t.Learner != LearnRidge:
		var err error
		if at, err = t.classes(ctx, f); err != nil {
			return nil, err
		}
	}
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

// ridge returns kernel ridge regression on K̃.
func (t *Trial) ridge(f *Fit, mu float64) (Learned, error) {
	at, err := f.ridge.At(mu)
	if err != nil {
		return Learned{}, err
	}
	l := t.fittedBy(at, f.ridge.Offset, f)
	l.predictor = func(e *model.Extension) *model.Predictor { return extend(e, f.pairs, [][]float64{at.Coefficients}) }
	return l, nil
}

// inBlocks returns kernel ridge regression on a block-diagonal K̃; on a path it uses eigenpairs.
func (t *Trial) inBlocks(ctx context.Context, f *Fit, mu float64, path bool) (Learned, error) {
	at := f.blocks.At
	if path {
		at = f.blocks.OnPath
	}
	fit, err := at(ctx, mu)
	if err != nil {
		return Learned{}, err
	}
	l, weights := t.fittedBy(fit, f.blocks.Offset, f), fit.Coefficients
	l.predictor = func(e *model.Extension) *model.Predictor { return e.Predictor(mat.NewDense(len(weights), 1, weights)) }
	return l, nil
}

// fittedBy returns a regression at the training and the test rows.
func (t *Trial) fittedBy(fit *learn.Fit, offset float64, f *Fit) Learned {
	l := Learned{Fitted: fit.Fitted, Ridge: fit, offsets: []float64{offset}}
	switch test := t.Rows.Test; {
	case test == nil:
	case f.test == nil: // K̃ = 0
		l.Predicted = slices.Repeat(fit.At(nil), len(test.Y))
	default:
		l.Predicted = fit.At(f.test)
	}
	return l
}

// streamed returns ridge regression on K̃ by its normal equations; on a path it uses their eigenpairs.
func (t *Trial) streamed(ctx context.Context, f *Fit, mu float64, path bool) (Learned, error) {
	at := f.normal.At
	if path {
		at = f.normal.OnPath
	}
	fit, err := at(ctx, mu)
	if err != nil {
		return Learned{}, err
	}
	l := Learned{normal: fit, offsets: []float64{f.normal.Offset}}
	if t.OnlyNew {
		l.Ridge = &learn.Fit{Mu: mu, DF: fit.DF, GCV: math.NaN(), LOO: math.NaN()}
	} else {
		if l.Ridge, l.bias, err = fit.Rows(ctx); err != nil {
			return Learned{}, err
		}
		l.Fitted, l.truth = l.Ridge.Fitted, t.Rows.Train.Truth
	}
	switch test := t.Rows.Test; {
	case f.test != nil:
		l.Predicted = fit.At(f.test)
	case test != nil:
		l.Predicted = fit.Values(test.X)
	}
	l.predictor = func(e *model.Extension) *model.Predictor { return e.Predictor(mat.NewDense(len(fit.W), 1, fit.W)) }
	return l, nil
}

// extend returns the predictor of the vectors Qᵀα, one an output.
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

// classes prepares classification on the features of K̃.
func (t *Trial) classes(ctx context.Context, f *Fit) (func(mu float64) (Learned, error), error) {
	classes, err := ClassesOf(t.Rows.Train, t.Rows.Test)
	if err != nil {
		return nil, err
	}
	features := learn.NewFeatures(f.pairs)
	phi, test := features.Train(), (*mat.Dense)(nil)
	if t.Rows.Test != nil {
		test = features.At(f.test, len(classes.Test))
	}
	return func(mu float64) (Learned, error) {
		c, err := learn.Classify(ctx, t.Learner, phi, classes.Train, classes.Count, mu, t.stream(t.Learner))
		if err != nil {
			return Learned{}, err
		}
		l := Learned{Classifier: c, Warnings: c.Warnings()}
		if test != nil {
			l.values, l.labels = c.Values(test), classes.Test
		}
		for _, m := range c.Models {
			l.offsets = append(l.offsets, m.Bias)
		}
		l.predictor = func(e *model.Extension) *model.Predictor {
			var coefficients [][]float64
			for _, m := range c.Models {
				coefficients = append(coefficients, features.Coefficients(m.W))
			}
			return extend(e, f.pairs, coefficients)
		}
		return l, nil
	}, nil
}

// exactly returns kernel ridge regression with K itself.
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
		out[i] = Learned{Mu: mus[i], Err: failed[i]}
		if alpha == nil {
			continue
		}
		if cross != nil {
			out[i].Predicted = learn.Values(cross, alpha, offset)
		}
		t.overRows(&out[i], nil, alpha, offset)
	}
	f.Seconds = time.Since(start).Seconds()
	return out, nil
}

// overRows sets the predictor f(z) = k(z, X_I)·α + offset for some training rows I; nil means
// all.
func (t *Trial) overRows(l *Learned, rows []int, alpha []float64, offset float64) {
	l.offsets = []float64{offset}
	l.predictor = func(*model.Extension) *model.Predictor {
		part := model.PredictorPart{Landmarks: t.landmarks(rows), Weights: mat.NewDense(len(alpha), 1, alpha)}
		return &model.Predictor{Kernel: t.Gram.Kernel(), Parts: []model.PredictorPart{part}, Outputs: 1}
	}
}

// Risk returns bias and variance of a regression about a truth, one number a training row,
// for noise of that standard deviation: see [learn.Risk]. l must have Ridge.
// If the features are not kept, any truth but that of the data takes two passes over the rows.
func (l Learned) Risk(ctx context.Context, truth []float64, noise float64) (learn.Risk, error) {
	switch {
	case l.normal == nil:
		return l.Ridge.Risk(truth, noise), nil
	case l.truth != nil && slices.Equal(truth, l.truth):
		return learn.Risk{Bias: l.bias, Variance: l.normal.Variance(noise)}, nil
	}
	return l.normal.Risk(ctx, truth, noise)
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

// Score scores what was learned at the trial's test rows; all is NaN without any.
func (t *Trial) Score(l Learned) Score {
	nan := math.NaN()
	s := Score{nan, nan, nan, nan}
	switch {
	case l.values != nil:
		s.Accuracy = learn.Accuracy(l.Classifier.Decide(l.values), l.labels)
		if chances := l.Classifier.Chances(l.values); chances != nil {
			s.LogLoss = learn.LogLoss(chances, l.labels)
		}
	case l.Predicted != nil:
		s.RMSE, s.R2 = learn.RMSE(l.Predicted, t.Rows.Test.Y), learn.R2(l.Predicted, t.Rows.Test.Y)
	}
	return s
}
