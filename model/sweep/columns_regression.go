package sweep

import (
	"math"

	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// regressionColumns returns the columns of the regression, in the target's units. The target is centred by its mean
// over the training rows, which is treated as known. For the risk see [learn.Risk].
func regressionColumns() []Column {
	return each(func(c *Column) { c.Target = NumberTarget }, []Column{
		{Name: "rmse_train", Doc: "root mean squared error at the training rows",
			Figure: FigureRegression, Better: Lower, Scale: ScaleLog,
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				l, err := v.learn()
				if err != nil || l.Fitted == nil {
					return none(), err
				}
				return exact.Exactly(learn.RMSE(l.Fitted, v.Rows.Train.Y)), nil
			}},
		{Name: "rmse_test", Label: "test error", Doc: "root mean squared error at the test rows",
			Figure: FigureRegression, Exact: "rmse_test_exact",
			Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 8,
			Line: Cell{Place: 8, Width: 9}, Table: Cell{Place: 4, Width: 9, Head: "rmse"},
			content: nonNegative(), of: ofLearned(func(l *trial.Learned) float64 { return l.Score.RMSE })},
		{Name: "r2_test", Label: "test R²", Doc: "R² at the test rows",
			Figure: FigureRegression, Better: Higher, Group: GroupRegression, Value: 9,
			content: numbers(math.Inf(-1), 1), of: ofLearned(func(l *trial.Learned) float64 { return l.Score.R2 })},
		{Name: "rmse_test_exact", Doc: "rmse_test of exact regression with K",
			Figure: FigureExact, Scale: ScaleLog,
			content: nonNegative(), of: besideExact(true, func(v *visit, e *trial.ExactRegression) exact.Estimate {
				if v.Rows.Test == nil {
					return none()
				}
				return exact.Exactly(learn.RMSE(e.Predicted, v.Rows.Test.Y))
			})},
		{Name: "krr_error", Label: "fit error", Doc: "mean squared distance to the exact fit",
			Figure: FigureExact, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 14,
			content: nonNegative(), of: besideExact(true, func(v *visit, e *trial.ExactRegression) exact.Estimate {
				return exact.Exactly(learn.MeanSquare(v.solved.value.Fitted, e.Fitted))
			})},
		{Name: "bias", Doc: "‖(I−H)(z−z̄)‖²/n, H = K̃(K̃+μI)⁻¹, z the truth or the exact fit, z̄ its mean",
			Figure: FigureRegression, Scale: ScaleLog, Group: GroupRegression, Value: 12,
			content: nonNegative(), of: valueOf((*visit).riskOf, func(r learn.Risk) float64 { return r.Bias })},
		{Name: "variance", Doc: "σ²‖H‖_F²/n, σ² the noise",
			Figure: FigureRegression, Scale: ScaleLog, Group: GroupRegression, Value: 13,
			content: nonNegative(), of: valueOf((*visit).riskOf, func(r learn.Risk) float64 { return r.Variance })},
		{Name: "risk", Label: "risk",
			Doc:    "bias + variance: the squared error at the training rows expected over the noise, the offset z̄ known",
			Figure: FigureRegression, Exact: "risk_exact", Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 10,
			content: nonNegative(), of: valueOf((*visit).riskOf, learn.Risk.Total)},
		{Name: "risk_exact", Doc: "risk of exact regression with K",
			Figure: FigureExact, Scale: ScaleLog,
			content: nonNegative(), Estimated: true,
			of: besideExact(true, func(_ *visit, e *trial.ExactRegression) exact.Estimate {
				return exact.Estimate{Value: e.Risk.Total(), SE: e.RiskSE}
			})},
		{Name: "risk_ratio", Label: "risk ratio", Doc: "risk over that of exact regression",
			Figure: FigureExact, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 11,
			Line: Cell{Place: 8, Width: 10}, Table: Cell{Place: 8, Width: 12, Head: "risk ratio"},
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				r, err := v.riskOf()
				if e := v.exact.value; e != nil && e.Risk.Total() > 0 {
					return exact.Exactly(r.Total() / e.Risk.Total()), err
				}
				return none(), err
			}},
		{Name: "df", Label: "degrees of freedom", Doc: "degrees of freedom, tr H",
			Figure: FigureRegression, Exact: "df_exact", Group: GroupRegression, Value: 15,
			content: anyNumber(), of: valueOf((*visit).learnDirect, func(l *trial.Learned) float64 { return l.DF })},
		{Name: "gcv", Doc: "generalised cross-validation score",
			Figure: FigureRegression, Exact: "gcv_exact", Better: Lower, Scale: ScaleLog,
			content: nonNegative(), of: valueOf((*visit).learnDirect, func(l *trial.Learned) float64 { return l.GCV })},
		{Name: "loo", Label: "leave-one-out error", Doc: "mean squared leave-one-out error",
			Figure: FigureRegression, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 16,
			content: nonNegative(), of: valueOf((*visit).learnDirect, func(l *trial.Learned) float64 { return l.LOO })},
	})
}

// ofLearned is a number that a regression or classification has.
func ofLearned(value func(*trial.Learned) float64) figure { return valueOf((*visit).learn, value) }

// evidenceColumns returns the columns of a Gaussian process's evidence and of its error bars.
func evidenceColumns() []Column {
	bounded := func(value func(learn.Bounds) float64) figure { return valueOf((*visit).boundEvidence, value) }
	return each(func(c *Column) { c.Target = NumberTarget }, []Column{
		{Name: "evidence", Label: "log evidence",
			Doc:    "lower bound of the log evidence of K at the best amplitude (Titsias 2009)",
			Figure: FigureEvidence, Exact: "evidence_exact", Better: Higher, Group: GroupEvidence, Value: 17,
			Line: Cell{Place: 8, Width: 9}, content: anyNumber(), of: bounded(func(b learn.Bounds) float64 { return b.Lower })},
		{Name: "evidence_upper", Label: "upper bound of log evidence",
			Doc:    "upper bound of the same (Titsias 2014), with tr(K−K̃) for λ₁(K−K̃)",
			Figure: FigureEvidence, Exact: "evidence_exact", Better: Lower, Group: GroupEvidence, Value: 17,
			Line: Cell{Place: 8, Width: 14}, content: anyNumber(), of: bounded(func(b learn.Bounds) float64 { return b.Upper })},
		{Name: "evidence_gap", Label: "evidence gap", Unit: "nats",
			Doc: "evidence_upper − evidence, of all rows together: at least the divergence of the approximate " +
				"from the exact Gaussian process",
			Figure: FigureEvidence, Better: Lower, Scale: ScaleLog, Group: GroupEvidence, Value: 17,
			Line: Cell{Place: 8, Width: 12}, content: nonNegative(),
			of: bounded(func(b learn.Bounds) float64 { return max(0, b.Upper-b.Lower) })},
		{Name: "evidence_exact", Doc: "log evidence of exact Gaussian process regression with K",
			Figure: FigureEvidenceExact, Line: Cell{Place: 8, Width: 14},
			content: anyNumber(), Estimated: true,
			of: besideExact(true, func(_ *visit, e *trial.ExactRegression) exact.Estimate {
				return exact.Estimate{Value: e.Evidence.Log(), SE: e.LogDet.SE / 2}
			})},
		{Name: "df_exact", Label: "degrees of freedom of K",
			Doc:    "degrees of freedom of exact regression with K, tr K(K+μI)⁻¹",
			Figure: FigureTraces, Group: GroupRegression, Value: 16, Line: Cell{Place: 8, Width: 9},
			content: nonNegative(), Estimated: true,
			of: besideExact(false, func(_ *visit, e *trial.ExactRegression) exact.Estimate { return e.DF })},
		{Name: "gcv_exact", Label: "cross-validation score of K",
			Doc:    "generalised cross-validation score of exact regression with K",
			Figure: FigureTraces, Scale: ScaleLog, Group: GroupRegression, Value: 16,
			content: nonNegative(), Estimated: true,
			of: besideExact(true, func(v *visit, e *trial.ExactRegression) exact.Estimate {
				n := float64(len(v.Rows.Train.Y))
				rest := 1 - e.DF.Value/n
				score := learn.MeanSquare(e.Fitted, v.Rows.Train.Y) / (rest * rest)
				return exact.Estimate{Value: score, SE: 2 * score * e.DF.SE / (n * rest)}
			})},
		{Name: "log_det_exact", Label: "log determinant of K", Doc: "log|K+μI|",
			Figure: FigureTraces, Group: GroupRegression, Value: 16,
			content: anyNumber(), Estimated: true,
			of: besideExact(false, func(_ *visit, e *trial.ExactRegression) exact.Estimate { return e.LogDet })},
		{Name: "coverage_test", Label: "coverage of 95 % intervals",
			Doc:    "share of the test targets in their 95 % intervals: 0.95 if the error bars are right",
			Figure: FigureCalibration, Format: FormatPercent, Group: GroupEvidence, Value: 17, Line: Cell{Place: 8, Width: 13},
			content: numbers(0, 1), of: valueOf((*visit).calibrate, func(c learn.Calibration) float64 { return c.Coverage })},
		{Name: "nlpd_test", Label: "negative log density", Doc: "mean −log of the predicted density at the test targets",
			Figure: FigureCalibration, Better: Lower, Group: GroupEvidence, Value: 17, Line: Cell{Place: 8, Width: 9},
			content: anyNumber(), of: valueOf((*visit).calibrate, func(c learn.Calibration) float64 { return c.NLPD })},
	})
}

// classColumns returns the columns of a classification, and of the solver.
func classColumns() []Column {
	return []Column{
		{Name: "accuracy_test", Label: "accuracy", Doc: "share of test rows whose class is right",
			Figure: FigureRegression, Target: ClassTarget,
			Better: Higher, Format: FormatPercent, Group: GroupClassification, Value: 18,
			Line: Cell{Place: 8, Width: 13}, Table: Cell{Place: 4, Width: 10, Head: "accuracy"},
			content: numbers(0, 1), of: ofLearned(func(l *trial.Learned) float64 { return l.Score.Accuracy })},
		{Name: "logloss_test", Label: "log loss", Doc: "mean −log of the right class's probability at the test rows",
			Figure: FigureRegression, Target: ClassTarget, Table: Cell{Place: 8, Width: 8, Head: "logloss"},
			Better: Lower, Scale: ScaleLog, Group: GroupClassification, Value: 19,
			content: nonNegative(), of: ofLearned(func(l *trial.Learned) float64 { return l.Score.LogLoss })},
		{Name: "solver_iterations", Label: "solver iterations", Doc: "iterations of the solver",
			Figure: FigureRegression, Solver: true, Line: Cell{Place: 8, Width: 17},
			Better: Cost, Scale: ScaleLog, Group: GroupRegression, Value: 20,
			content: nonNegative(), of: ofLearned(func(l *trial.Learned) float64 { return l.Iterations })},
		{Name: "solver_residual", Doc: "the solver's final residual, relative to the initial one",
			Figure: FigureRegression, Solver: true, Scale: ScaleLog,
			content: nonNegative(), of: ofLearned(func(l *trial.Learned) float64 { return l.Residual })},
	}
}
