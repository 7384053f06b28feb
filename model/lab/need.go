package lab

import (
	"fmt"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Need describes the results that a screen needs.
type Need struct {
	Over    model.Name    // the swept parameter; "" for that of the setting
	Figures sweep.Figures // figures of the rows in addition to the errors; the bounds at the present setting alone
	Moving  []model.Name  // knobs that change the screen but not the sweep
}

// Constraint is the part of the sweep that an open lesson fixes: on its data, the values of its swept
// parameter, and the figures of its claim.
type Constraint struct {
	Data    string
	Axis    sweep.Axis
	Figures sweep.Figures
}

// Require computes the sweep again if the present one does not have the needed results.
func (b *Bench) Require(n Need) {
	if b.Constraint != nil {
		n.Figures = n.Figures.With(b.Constraint.Figures...)
	}
	b.Need = n
	if len(b.Swept().Values) == 0 {
		b.fitAxis()
	}
	axis, o := b.Swept(), b.Outcome
	covered := axis.Name == o.Axis.Name && slices.Equal(axis.Values, o.Axis.Values) && o.Wants.Covers(n.Figures)
	if covered && !b.stale {
		return
	}
	if !b.restored || n.Over != "" {
		b.fitAxis()
	}
	b.stale, b.restored = false, false
	b.Restart()
}

// Lacks returns the reason why the setting has no values of a column, or "".
func (s Setting) Lacks(c sweep.Column) string {
	needs := c.Needs()
	switch {
	case needs.Has(sweep.FigureDiagnostics):
		return sweep.NoDiagnostics(s.Spec.N)
	case !needs.Has(sweep.FigureRegression):
		return ""
	case !s.Store.Source().HasTarget():
		return "the data have no target: d chooses one"
	case !c.Target.Suits(s.Classifies()) && c.Target == sweep.ClassTarget:
		return "only for a target of classes"
	case !c.Target.Suits(s.Classifies()):
		return "only for a target of numbers"
	case c.Solver && !trial.Iterates(s.Spec.Solver):
		return "only for solvers that iterate; start with --solver pcg"
	case needs.Has(sweep.FigureExact):
		return NoExactFit(s.Spec.N, max(s.Spec.ExactLimit, mostTraced))
	case needs.Has(sweep.FigureEvidence), needs.Has(sweep.FigureCalibration):
		return trial.NoProcess(model.Method{}, trial.LearnRidge, s.Spec.Solver)
	}
	return ""
}

// mostTraced is the largest n at which exact regression is computed from products with K, which take O(n²) for each
// ridge and kernel.
const mostTraced = 100000

// NoExactFit returns the reason why n rows are not compared with the exact regression, or "".
func NoExactFit(n, limit int) string {
	if n <= limit {
		return ""
	}
	return fmt.Sprintf("the exact regression is for n up to %d, not %d", limit, n)
}

// Classifies reports whether the target is learned as classes.
func (s Setting) Classifies() bool {
	if s.Spec.Learner != "" {
		return s.Spec.Learner != trial.LearnRidge
	}
	return s.Store.Source().Classes() != nil
}
