package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// Names of the learners on an approximation: ridge for numbers, the others for classes.
const (
	LearnRidge    = "ridge"
	LearnLogistic = learn.LearnerLogistic
	LearnSVM      = learn.LearnerSVM
)

// Learners returns the names of all learners.
func Learners() []string { return []string{LearnRidge, LearnLogistic, LearnSVM} }

// AnotherTarget returns the remedy for an unsuitable target.
func AnotherTarget() remedy.List { return remedy.By("choose another target", "target", "") }

// MoreRows returns the remedy for too few rows.
func MoreRows() remedy.List { return remedy.By("take more rows, if there are any,", "n", "") }

// AsNumber returns the remedy that learns the target as a number.
func AsNumber() remedy.List { return remedy.By("learn it as a number", "learner", LearnRidge) }

// CheckTarget returns a *data.Error if the sum of squares of the target's values may overflow. Sets may be nil.
func CheckTarget(sets ...*data.Set) error {
	for _, set := range sets {
		if set == nil {
			continue
		}
		limit := linalg.LargestSquare(len(set.Y))
		for _, y := range set.Y {
			if math.Abs(y) > limit {
				const problem = "the target %s contains %g, and the squares of such values overflow"
				return &data.Error{Problem: fmt.Sprintf(problem, set.Target, y),
					Remedies: remedy.Do("rescale it in the file").Or(AnotherTarget())}
			}
		}
	}
	return nil
}

// Learn learns the target at each of the ridges. The ridges share the decomposition of K̃, the Krylov
// spaces of exact regression, or the products with K of pcg. If K̃+μI is singular at a ridge, its
// result has an Err. For solvers on landmarks see [Trial.LearnOnLandmarks].
func (t *Trial) Learn(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	if t.Method.Name == Exact {
		return t.exactly(ctx, f, mus)
	}
	if err := t.Decompose(ctx, f); err != nil {
		return nil, err
	}
	if f.Unextended != nil {
		known := *t
		known.Rows = &Rows{Train: t.Rows.Train}
		t = &known
	}
	return f.decomposition.learn(ctx, t, mus)
}

// LearnOne is Learn at the setting's ridge alone.
func (t *Trial) LearnOne(ctx context.Context, f *Fit) (Learned, error) {
	all, err := t.Learn(ctx, f, []float64{t.Mu})
	if err != nil {
		return Learned{}, err
	}
	return all[0], all[0].Err
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
func (t *Trial) overRows(rows []int, alpha []float64) toPredictor {
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

// Learned is a regression or a classification at one ridge. A number that does not apply is NaN.
type Learned struct {
	Mu  float64
	Err error // a *model.SingularError if K̃+μI is singular; then only Mu and Err are set

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
	process   *process // nil without a Gaussian process of the same mean
	predictor toPredictor
	offsets   []float64 // added to the predictor's outputs
}

// toPredictor returns the predictor of a Learned, given the extension of K̃ to new rows.
type toPredictor func(*model.Extension) *model.Predictor

// Unlearned returns a Learned without figures, which are NaN.
func Unlearned() *Learned {
	l := newLearned(nil)
	return &l
}

// newLearned returns a Learned with the predictor and the offsets. All figures are NaN.
func newLearned(predictor toPredictor, offsets ...float64) Learned {
	nan := math.NaN()
	return Learned{
		Score: Score{nan, nan, nan, nan}, DF: nan, GCV: nan, LOO: nan, Squares: nan, SquaresError: nan,
		Iterations: nan, Residual: nan, predictor: predictor, offsets: offsets,
		risk: func(context.Context, []float64, float64) (learn.Risk, error) { return learn.NoRisk(), nil },
	}
}

// Risk returns the bias and variance of a regression; see [learn.Risk]. truth has one number for each training row, and
// noise is the standard deviation of the noise. The results are NaN unless the regression was solved directly on K̃. If
// features are not stored, a truth other than that of the data takes two passes over the rows.
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
