package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/learn"
)

// What learns the target on an approximation.
const (
	LearnRidge    = "ridge"
	LearnLogistic = learn.LearnerLogistic
	LearnSVM      = learn.LearnerSVM
)

// Learners are the names of what learns the target: ridge for numbers, the others
// for classes.
func Learners() []string { return []string{LearnRidge, LearnLogistic, LearnSVM} }

// How the ridge regression is solved.
const (
	SolverDirect = "direct"
	SolverFalkon = "falkon"
)

// Solvers are the names of the ways to solve the ridge regression.
func Solvers() []string { return []string{SolverDirect, SolverFalkon} }

// Regresses tells whether a regression is wanted and there is a target.
func (p *Plan) Regresses() bool { return p.Spec.Regress && p.store.source.HasTarget() }

// NoExactFit says in words why nothing is compared with the exact regression at
// n rows, or "".
func NoExactFit(n, limit int) string {
	if n <= limit {
		return ""
	}
	return fmt.Sprintf("the exact regression is for n up to %d, not %d", limit, n)
}

// learner is the spec's, or what suits the target.
func (p *Plan) learner() string {
	switch {
	case p.Spec.Learner != "":
		return p.Spec.Learner
	case p.store.source.Classes() != nil:
		return LearnLogistic
	}
	return LearnRidge
}

// regress fills in the regression at the row's ridge. Where K̃ + μI can't be
// solved the row has no such figures, and a warning says so.
func (p *Plan) regress(ctx context.Context, c Cell, on *problem, f *fit, r *Result) error {
	if !p.Regresses() || f.pairs == nil {
		return nil
	}
	figures, err := p.regression(ctx, c, on, f, r)
	var singular *model.SingularError
	if errors.As(err, &singular) {
		figures, err = noRegression(), nil
		r.Warnings = append(r.Warnings, fmt.Sprintf("no regression: %v", singular))
	}
	r.Regression = &figures
	return err
}

func (p *Plan) regression(ctx context.Context, c Cell, on *problem, f *fit, r *Result) (Regression, error) {
	if p.learner() != LearnRidge {
		return p.classify(ctx, c, on.draw, f, r)
	}
	out, d := noRegression(), on.draw
	at, err := f.ridge.At(r.Mu)
	if err != nil {
		return out, err
	}
	fitted, predicted := at.Fitted, f.predict(at, d)
	out.DF, out.GCV, out.LOO = at.DF, at.GCV, at.LOO
	if p.Spec.Solver == SolverFalkon {
		if fitted, predicted, err = p.falkon(ctx, on, f, r); err != nil {
			return out, err
		}
	}
	out.RMSETrain = rmse(fitted, d.train.Y)
	if d.test != nil {
		out.RMSETest = rmse(predicted, d.test.Y)
		out.R2Test = determination(predicted, d.test.Y)
	}
	truth, noise := d.train.Truth, d.train.Noise
	var exact *exactFit
	if p.exactly(c) {
		if exact, err = on.exactly(ctx, r.Mu); err != nil {
			return out, err
		}
		out.KRRError = meanSquare(fitted, exact.fitted)
		if d.test != nil {
			out.RMSETestExact = rmse(exact.predicted, d.test.Y)
		}
		out.RiskExact = exact.risk.Total()
		if truth == nil {
			truth, noise = exact.fitted, exact.noise
		}
	}
	if truth == nil || math.IsNaN(noise) {
		return out, nil
	}
	risk := at.Risk(truth, noise)
	out.Bias, out.Variance, out.Risk = risk.Bias, risk.Variance, risk.Total()
	if out.RiskExact > 0 {
		out.RiskRatio = out.Risk / out.RiskExact
	}
	return out, nil
}

// predict is the regression's value at the test rows.
func (f *fit) predict(at *learn.Fit, d *draw) []float64 {
	switch {
	case d.test == nil:
		return nil
	case f.test == nil: // K̃ = 0
		return slices.Repeat(at.At(nil), len(d.test.Y))
	}
	return at.At(f.test)
}

// exactly tells whether a cell is compared with the exact regression.
func (p *Plan) exactly(c Cell) bool { return p.Spec.ExactFit && p.rowsOf(c) <= p.Spec.ExactLimit }

func rmse(got, want []float64) float64 { return math.Sqrt(meanSquare(got, want)) }

func meanSquare(a, b []float64) float64 {
	if len(a) == 0 {
		return math.NaN()
	}
	d := floats.Distance(a, b, 2)
	return d * d / float64(len(a))
}

// determination is R² = 1 − Σ(y−ŷ)²/Σ(y−ȳ)²; NaN where y has one value.
func determination(got, want []float64) float64 {
	mean, sum := stat.Mean(want, nil), 0.0
	for _, y := range want {
		sum += (y - mean) * (y - mean)
	}
	if sum == 0 {
		return math.NaN()
	}
	d := floats.Distance(got, want, 2)
	return 1 - d*d/sum
}
