package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// Regression has the figures of the regression on an approximation, in the
// target's units. Figures that do not apply are NaN. The target is centred
// by its mean over the training rows, which is treated as known.
type Regression struct {
	RMSETrain, RMSETest, R2Test float64

	DF  float64 // tr H, H = K̃(K̃+μI)⁻¹
	GCV float64 // (1/n)‖y−ŷ‖²/(1−DF/n)²
	LOO float64 // mean squared leave-one-out error

	// Expectations over the noise at a fixed design, for the truth z, noise of
	// variance σ² and a known offset z̄; see learn.Risk. Truth and noise are known
	// for built-in sets; for files z is the exact fit and σ² its residual variance
	// over n − DF.
	Bias, Variance, Risk float64 // ‖(I−H)(z−z̄)‖²/n, σ²‖H‖_F²/n, and their sum

	// The exact regression with K at the same ridge.
	KRRError      float64 // mean squared distance of the two fits at the training rows
	RMSETestExact float64
	RiskExact     float64
	RiskRatio     float64 // Risk/RiskExact

	// The Gaussian process with the regression as its mean; see evidence.go.
	Evidence, EvidenceUpper float64 // bounds of the log evidence of K
	EvidenceExact           float64 // with K itself

	// The spectrum of K in the exact regression, and the standard errors of those figures of it that are estimates;
	// see exact.Products.
	DFExact, GCVExact, LogDetExact       float64
	DFExactSE, GCVExactSE, LogDetExactSE float64
	RiskExactSE, EvidenceExactSE         float64

	CoverageTest, NLPDTest float64 // see learn.Calibration

	AccuracyTest, LogLossTest float64 // of a classification

	Iterations, Residual float64 // of a solver that iterates; see trial.Learned
}

// noRegression returns figures that are all NaN.
func noRegression() Regression {
	nan := math.NaN()
	return Regression{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, nan,
		nan, nan, nan, nan, nan, nan, nan, nan}
}

// Regresses reports whether the spec asks for a regression and the data have a target.
func (p *Plan) Regresses() bool { return p.wants(FigureRegression) && p.store.Source().HasTarget() }

// NoExactFit returns the reason why n rows are not compared with the exact regression, or "".
func NoExactFit(n, limit int) string {
	if n <= limit {
		return ""
	}
	return fmt.Sprintf("the exact regression is for n up to %d, not %d", limit, n)
}

// MostTraced is the largest n at which the explorer computes exact regression from products with K, which take
// O(n²) for each ridge and kernel.
const MostTraced = 100000

// learner returns the spec's learner, or the usual one for the target.
func (p *Plan) learner() string {
	switch {
	case p.Spec.Learner != "":
		return p.Spec.Learner
	case p.store.Source().Classes() != nil:
		return trial.LearnLogistic
	}
	return trial.LearnRidge
}

// regress fills in the regression at the row's ridge. If K̃ + μI is singular it
// adds a warning instead.
func (r runner) regress(ctx context.Context, c run, row *Result) error {
	figures, err := r.regression(ctx, c, row)
	if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
		figures, err = noRegression(), nil
		row.warn(fmt.Sprint(unsolved, singular))
	}
	row.Regression = &figures
	return err
}

// unsolved begins the warning of a row whose regression could not be solved.
const unsolved = "no regression: "

// Unsolved reports whether a regression was tried and could not be solved.
func (r *Result) Unsolved() bool {
	return slices.ContainsFunc(r.Warnings, func(n remedy.Note) bool { return strings.HasPrefix(n.Text, unsolved) })
}

func (r runner) regression(ctx context.Context, c run, row *Result) (Regression, error) {
	out := noRegression()
	if c.Learner != trial.LearnRidge && c.Rows.Test == nil {
		return out, nil // all figures of a classification are of test rows
	}
	all, err := c.Learn(ctx, c.fit, []float64{c.Mu})
	if err != nil {
		return out, err
	}
	direct := all[0]
	if direct.Err != nil {
		return out, direct.Err
	}
	if err := r.addEvidence(ctx, c, direct, &out, row); err != nil {
		return out, err
	}
	learned := direct
	out.DF, out.GCV, out.LOO = direct.DF, direct.GCV, direct.LOO
	if trial.OnLandmarks(c.Solver) {
		learned, err = c.Landmarks(ctx, c.fit, c.Mu)
		if unsuited := (*trial.UnsuitedError)(nil); errors.As(err, &unsuited) {
			learned, err = direct, nil
			learned.Warnings = append(direct.Warnings, unsuited.Error()+"; the direct solution was used: take nystrom or rpcholesky with rank = 0, say")
		}
		if err != nil {
			return out, err
		}
	}
	out.Iterations, out.Residual = learned.Iterations, learned.Residual
	row.warn(learned.Warnings...)
	score := learned.Score
	out.RMSETest, out.R2Test, out.AccuracyTest, out.LogLossTest = score.RMSE, score.R2, score.Accuracy, score.LogLoss
	if learned.Fitted == nil {
		return out, nil
	}
	out.RMSETrain = learn.RMSE(learned.Fitted, c.Rows.Train.Y)
	return out, r.addRisk(ctx, c, direct, learned, &out, row)
}

// addRisk fills in the risk and the comparison with the exact regression. The risk is that of
// the direct solution. The fit error is that of learned, which an iterative solver may have
// computed.
func (r runner) addRisk(ctx context.Context, c run, direct, learned trial.Learned, out *Regression, row *Result) error {
	truth, noise := c.Rows.Train.Truth, c.Rows.Train.Noise
	if r.exactRegression(c.Setting) || r.byProducts(c.Setting) {
		exact, err := c.on.Exact(ctx, c.Mu)
		if err != nil {
			return err
		}
		row.warn(exact.Warnings...)
		if r.wants(FigureTraces) {
			out.addTraces(exact, c.Rows.Train.Y)
		}
		if exact.Fitted == nil {
			return nil
		}
		out.KRRError = learn.MeanSquare(learned.Fitted, exact.Fitted)
		if test := c.Rows.Test; test != nil {
			out.RMSETestExact = learn.RMSE(exact.Predicted, test.Y)
		}
		out.RiskExact = exact.Risk.Total()
		if r.wants(FigureEvidenceExact) || r.wants(FigureTraces) {
			out.EvidenceExact = exact.Evidence.Log()
		}
		truth, noise = exact.Truth, exact.Noise
	}
	if truth == nil || math.IsNaN(noise) {
		return nil
	}
	risk, err := direct.Risk(ctx, truth, noise)
	if err != nil {
		return err
	}
	out.Bias, out.Variance, out.Risk = risk.Bias, risk.Variance, risk.Total()
	if out.RiskExact > 0 {
		out.RiskRatio = out.Risk / out.RiskExact
	}
	return nil
}

// exactRegression reports whether a cell is compared with the exact regression by a factorisation of K.
func (p *Plan) exactRegression(s trial.Setting) bool {
	return p.wants(FigureExact) && (p.ExactFigures(s) || p.wants(FigureTraces) && s.Draw.N < exact.LeastProducts)
}

// byProducts reports whether a cell's exact regression is computed from products with K.
func (p *Plan) byProducts(s trial.Setting) bool {
	return p.wants(FigureTraces) && p.wants(FigureExact) && p.Regresses() && p.learner() == trial.LearnRidge && !p.ExactFigures(s) && s.Draw.N >= exact.LeastProducts
}

// checkLearner returns an error if the learner or the solver does not suit the target.
func (p preparation) checkLearner() error {
	s := p.Spec
	classes := p.store.Source().Classes()
	switch {
	case !p.Regresses():
		return nil
	case classes != nil && s.Learner == trial.LearnRidge:
		return &SpecError{fmt.Sprintf("the target is text, %d classes, and ridge regression is for numbers", len(classes)),
			remedy.By("learn classes", "learner", trial.LearnLogistic).Or(remedy.By("as a support vector machine", "learner", trial.LearnSVM)).Or(trial.AnotherTarget())}
	case trial.Iterates(s.Solver) && p.learner() != trial.LearnRidge:
		return &SpecError{s.Solver + " solves ridge regressions, not " + p.learner(), remedy.Change(remedy.Omit, "solver")}
	case s.Preconditioner != trial.PreconditionedByAFN:
		return nil
	case s.Solver != trial.SolverPCG:
		return &SpecError{"afn is a preconditioner of pcg", remedy.By("solve by pcg", "solver", trial.SolverPCG).Or(remedy.Change(remedy.Omit, "preconditioner"))}
	}
	for _, m := range p.methods {
		if m.Name != trial.Exact && !m.Uses(model.BudgetName) {
			return &SpecError{"afn has as many landmarks as m says, and " + m.Name + " has no m", remedy.By("take nystrom", "method", "nystrom")}
		}
	}
	return nil
}

// noteClasses adds a note on how classes are learned.
func (p preparation) noteClasses() {
	if p.Regresses() && p.learner() != trial.LearnRidge {
		several := "together, by softmax"
		if p.learner() == trial.LearnSVM {
			several = "each against the rest"
		}
		p.Notes = append(p.Notes, remedy.Note{Text: "classification by " + p.learner() + "; more than two classes " + several})
	}
}

// addTraces fills in the figures that follow from traces of K, with their standard errors.
func (r *Regression) addTraces(exact *trial.ExactRegression, y []float64) {
	n := float64(len(y))
	r.DFExact, r.DFExactSE = exact.DF, exact.DFSE
	r.LogDetExact, r.LogDetExactSE = exact.Evidence.LogDet, exact.LogDetSE
	if exact.Fitted == nil {
		return
	}
	rest := 1 - r.DFExact/n
	r.GCVExact = learn.MeanSquare(exact.Fitted, y) / (rest * rest)
	r.GCVExactSE = 2 * r.GCVExact * r.DFExactSE / (n * rest)
	r.RiskExactSE, r.EvidenceExactSE = exact.RiskSE, exact.LogDetSE/2
}
