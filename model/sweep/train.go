package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// Trained is the model that a cell's training has fitted. It predicts the target of other rows: scale a
// row by Scaling, and add Offsets to the Predictor's output.
type Trained struct {
	*trial.Rows   // training and test rows, as the kernel sees them
	trial.Setting // of the cell, with m if it follows from a condition

	Found *Found // m that meets the condition; nil if there is none

	Predictor *model.Predictor
	Offsets   []float64 // one an output
	Classes   []int     // those with training rows; nil for ridge

	Landmarks *mat.Dense // of K̃, m×d, as the kernel sees them, in the method's order; nil for none and for all rows

	Amplitude float64       // s² of the Gaussian process of exact regression, or of the plan's Spread
	Spread    *learn.Spread // for the variances of predictions; nil without the plan's Spread

	Rank     int     // of K̃; n for exact regression
	DF       float64 // tr H of a ridge regression on K̃ by the direct solver; else NaN
	Squares  float64 // Σ(y−ŷ)² over the training rows to at least 7 digits; NaN if only predictions show it
	Warnings []remedy.Note
}

// Train learns the target of one cell at ridge mu ≥ 0, on the same rows and with the same random numbers as
// the cell's run. It computes no figures. The error is a *data.Error for a target with a single value,
// a *SpecError for a learner that does not suit the target, and a *model.SingularError if K̃+μI is singular.
func (p *Plan) Train(ctx context.Context, s trial.Setting, mu float64) (*Trained, error) {
	rows, err := p.store.Rows(s.Draw)
	if err != nil {
		return nil, err
	}
	out := &Trained{Rows: rows, Setting: s, Warnings: slices.Clone(rows.Warnings)}
	if s.Method.Name == trial.Exact && p.learner() != trial.LearnRidge {
		return nil, &SpecError{trial.Exact + " is for ridge regression, not " + p.learner(),
			remedy.By("use best, for example", "method", "best")}
	}
	if err := out.checkTarget(mu); err != nil {
		return nil, err
	}
	if !s.Condition.IsZero() {
		found, err := p.find(ctx, s)
		if err != nil {
			return nil, err
		}
		s = withBudget(s, found.M)
		out.Found, out.Setting = &found, s
	}
	training := &trial.Rows{Train: rows.Train} // without test rows: Train computes no scores
	t := trial.New(s, training, rows.Gram(s.Kernel), p.MemoryLimit().CheckLater(s, 1, p.training))
	t.OnlyNew = true
	t.Mu, out.Mu = mu, mu
	if s.Learner == trial.LearnRidge && !trial.Iterates(s.Solver) {
		t.Gram.SetFactorLimit(0) // stores no factor: the regression computes a feature map's rows tile by tile
	}
	fit, err := t.Fit(ctx)
	if err != nil {
		return nil, err
	}
	learned, err := bySolver(ctx, t, fit)
	if err != nil {
		return nil, err
	}
	if out.Landmarks, err = t.LandmarksOf(ctx, fit); err != nil {
		return nil, err
	}
	out.Rank = fit.Rank
	out.Warnings = slices.Concat(out.Warnings, remedy.Notes(fit.WarningsAt(mu, s.DependsOn(model.PSDName))...),
		remedy.Notes(learned.Warnings...))
	if p.Spread {
		if err := out.addSpread(ctx, t, fit, learned); err != nil {
			return nil, err
		}
	}
	if out.Predictor, out.Offsets, err = learned.Predictor(ctx, fit); err != nil {
		return nil, err
	}
	if s.Method.Name == trial.Exact {
		_, rest := learn.Centred(rows.Train.Y)
		out.Amplitude = floats.Dot(rest, mat.Col(nil, 0, out.Predictor.Parts[0].Weights)) / float64(len(rest))
	}
	out.DF, out.Classes = learned.DF, learned.Classes
	out.Squares = squaresOf(learned, out.Predictor, len(rows.Train.Y))
	return out, nil
}

// addSpread sets Amplitude and Spread.
func (t *Trained) addSpread(ctx context.Context, of *trial.Trial, fit *trial.Fit, l trial.Learned) error {
	if trial.Iterates(of.Solver) {
		return &SpecError{"no error bars: " + of.Solver + " iterates and has no factor of the regression", solveDirectly()}
	}
	if why := trial.NoProcess(of.Method, of.Learner, of.Solver); why != "" {
		list := remedy.By("take nystrom", "method", "nystrom")
		if of.Learner != trial.LearnRidge {
			list = trial.AnotherTarget()
		}
		return &SpecError{"no error bars: " + why, list}
	}
	bounds, err := of.Evidence(ctx, l)
	if err != nil {
		return err
	}
	t.Amplitude = bounds.Amplitude()
	e, err := fit.Approx.Extension(ctx)
	if err != nil {
		return err
	}
	if t.Spread = l.Spread(e); t.Spread == nil {
		return &SpecError{"no error bars: K̃ = 0", remedy.Change(remedy.Raise, model.BudgetName)}
	}
	return nil
}

func solveDirectly() remedy.List { return remedy.By("solve directly", "solver", trial.SolverDirect) }

// squaresOf returns Σ(y−ŷ)² over n training rows as it follows from normal equations, or NaN if rounding
// errors of these or of the predictor may change the seventh digit.
func squaresOf(l trial.Learned, p *model.Predictor, n int) float64 {
	const digits = 1e-7
	terms := 0
	for _, part := range p.Parts {
		if part.Weights != nil {
			terms = max(terms, part.Weights.RawMatrix().Rows)
		}
	}
	typical := math.Sqrt(l.Squares / float64(n))
	if l.SquaresError <= digits*l.Squares && float64(terms)*linalg.Eps*p.Magnitude() <= digits*typical {
		return l.Squares
	}
	return math.NaN()
}

// bySolver learns the target. A solver that does not suit K̃ is an error here, where a row has the direct solution.
func bySolver(ctx context.Context, t *trial.Trial, fit *trial.Fit) (trial.Learned, error) {
	if t.Solver != trial.SolverFalkon || t.Method.Name == trial.Exact {
		return t.LearnOne(ctx, fit)
	}
	learned, err := t.LearnOnLandmarks(ctx, fit, t.Mu)
	if unsuited := (*trial.UnsuitedError)(nil); errors.As(err, &unsuited) {
		err = &SpecError{unsuited.Error(), solveDirectly().Or(remedy.Do("take nystrom or rpcholesky without a rank"))}
	}
	return learned, err
}

// checkTarget returns an error if the target can't be learned, and adds a warning for each class without rows.
func (t *Trained) checkTarget(mu float64) error {
	s, classifies := t.Train, t.Learner != trial.LearnRidge
	switch {
	case s.Y == nil:
		return &SpecError{"there is no target to learn", remedy.By("name one", "target", "")}
	case classifies && s.Classes == nil:
		return &SpecError{fmt.Sprintf("the target %s is a number, and %s is for classes", s.Target, t.Learner),
			trial.AsNumber().Or(trial.AnotherTarget())}
	case classifies && mu == 0:
		return &SpecError{"mu = 0, and " + t.Learner + " has no solution without a ridge if the classes are separable",
			remedy.By("give one above 0", "mu", "")}
	}
	for class, name := range s.Classes {
		if !slices.Contains(s.Y, float64(class)) {
			text := fmt.Sprintf("class %s of %s has no training row and is never predicted", name, s.Target)
			t.Warnings = append(t.Warnings, remedy.Note{Text: text, Remedies: trial.MoreRows()})
		}
	}
	return trial.CheckLearning(t.Learner, s, t.Test)
}
