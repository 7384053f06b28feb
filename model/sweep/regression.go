package sweep

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// Regression holds what the regression on an approximation comes to, in the
// target's own units; NaN where a figure does not apply. The target is centred
// by its mean over the training rows, which then counts as given.
type Regression struct {
	RMSETrain, RMSETest, R2Test float64

	DF  float64 // tr H, H = K̃(K̃+μI)⁻¹
	GCV float64 // (1/n)‖y−ŷ‖²/(1−DF/n)²
	LOO float64 // mean squared error of leaving one out

	// Expectations over the noise at a fixed design, for the truth z, noise of
	// variance σ² and a known offset z̄; see learn.Risk. Truth and noise are known
	// for built-in sets; for files z is the exact fit and σ² its residual variance
	// over n − DF.
	Bias, Variance, Risk float64 // ‖(I−H)(z−z̄)‖²/n, σ²‖H‖_F²/n, and their sum

	// Of the exact regression with K at the same ridge.
	KRRError      float64 // mean squared distance of the two fits at the training rows
	RMSETestExact float64
	RiskExact     float64
	RiskRatio     float64 // Risk/RiskExact

	AccuracyTest, LogLossTest float64 // of a classification

	Iterations, Residual float64 // of a solver that iterates; see trial.Iteration
}

// noRegression has no figure.
func noRegression() Regression {
	nan := math.NaN()
	return Regression{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan}
}

func regressed(name, doc string, v func(*Regression) float64) Column {
	return Column{name, doc, false, func(r *Result) any {
		if r.Regression == nil {
			return nil
		}
		return v(r.Regression)
	}}
}

// ridgeColumns are those of a ridge regression.
func ridgeColumns() []Column {
	return []Column{
		regressed("rmse_train", "root mean squared error at the training rows", func(r *Regression) float64 { return r.RMSETrain }),
		regressed("rmse_test", "root mean squared error at the test rows", func(r *Regression) float64 { return r.RMSETest }),
		regressed("r2_test", "R² at the test rows", func(r *Regression) float64 { return r.R2Test }),
		regressed("rmse_test_exact", "the same of exact regression with K", func(r *Regression) float64 { return r.RMSETestExact }),
		regressed("krr_error", "mean squared distance to the exact fit", func(r *Regression) float64 { return r.KRRError }),
		regressed("bias", "‖(I−H)(z−z̄)‖²/n, H = K̃(K̃+μI)⁻¹, z the truth or the exact fit, z̄ its mean", func(r *Regression) float64 { return r.Bias }),
		regressed("variance", "σ²‖H‖_F²/n, σ² the noise", func(r *Regression) float64 { return r.Variance }),
		regressed("risk", "bias + variance: the squared error at the training rows expected over the noise, the offset z̄ known", func(r *Regression) float64 { return r.Risk }),
		regressed("risk_exact", "risk of exact regression with K", func(r *Regression) float64 { return r.RiskExact }),
		regressed("risk_ratio", "risk over that of exact regression", func(r *Regression) float64 { return r.RiskRatio }),
		regressed("df", "degrees of freedom, tr H", func(r *Regression) float64 { return r.DF }),
		regressed("gcv", "generalised cross-validation score", func(r *Regression) float64 { return r.GCV }),
		regressed("loo", "mean squared leave-one-out error", func(r *Regression) float64 { return r.LOO }),
	}
}

// solverColumns are those of a solver that iterates.
func solverColumns() []Column {
	return []Column{
		regressed("solver_iterations", "iterations of the solver", func(r *Regression) float64 { return r.Iterations }),
		regressed("solver_residual", "residual that they leave, relative to that at the start", func(r *Regression) float64 { return r.Residual }),
	}
}

// classColumns are those of a classification.
func classColumns() []Column {
	return []Column{
		regressed("accuracy_test", "share of test rows whose class is right", func(r *Regression) float64 { return r.AccuracyTest }),
		regressed("logloss_test", "mean −log of the right class's probability at the test rows", func(r *Regression) float64 { return r.LogLossTest }),
	}
}

// checkLearner refuses a learner or solver that does not exist or does not suit
// the target.
func (p *Plan) checkLearner([]model.Method) error {
	s := p.Spec
	if s.Learner != "" && !slices.Contains(trial.Learners(), s.Learner) {
		return unknown("learner", s.Learner, trial.Learners())
	}
	if s.Solver != "" && !slices.Contains(trial.Solvers(), s.Solver) {
		return unknown("solver", s.Solver, trial.Solvers())
	}
	classes := p.store.Source().Classes()
	switch {
	case !p.Regresses():
		return nil
	case classes != nil && s.Learner == trial.LearnRidge:
		return &SpecError{fmt.Sprintf("the target is text, %d classes, and ridge regression is for numbers", len(classes)),
			remedy.By("learn classes", "learner", trial.LearnLogistic+" or "+trial.LearnSVM).Or(trial.AnotherTarget())}
	case trial.Iterates(s.Solver) && p.learner() != trial.LearnRidge:
		return &SpecError{s.Solver + " solves ridge regressions, not " + p.learner(), remedy.Change(remedy.Omit, "solver")}
	}
	return nil
}

// noteClasses tells how classes are learned.
func (p *Plan) noteClasses() {
	if p.Regresses() && p.learner() != trial.LearnRidge {
		p.note("classification by %s; each class against the rest where there are more than two", p.learner())
	}
}
