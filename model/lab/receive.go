package lab

import (
	"math"

	"gramscope/model/job"
	"gramscope/model/sweep"
)

// Receive takes in a message of the sweep's work.
func (b *Bench) Receive(body any) {
	switch r := body.(type) {
	case Entered:
		b.Out.enter(r)
	case FoundWidths:
		b.widths[r.Key] = r.Widths
		b.follow()
	case Prepared:
		b.Out.prepare(r, b.Speed, b.Workers)
		b.setSwept(b.Out.Axis)
		for _, note := range r.Now.Notes {
			b.InfoOnce(NoteText(note))
		}
		if r.refused != nil {
			b.Complain(r.refused)
		}
	case Row:
		b.addRow(r)
	case Floor:
		b.Out.Floor[r.Point] = r.Value
	case recomputed:
		b.Out.replace(r)
		b.showWarnings(Row(r))
		b.warnFailure(r)
	case Best:
		b.Out.Best[r.Method] = append(b.Out.Best[r.Method], r)
	case job.Failed:
		b.refuse(r.Err)
	case job.Crashed:
		b.refuse(r.Err)
	case job.Finished:
		b.Out.Finished = true
	}
}

// addRow adds a finished run; the first one ends the life of what is stale.
func (b *Bench) addRow(r Row) {
	b.Out.add(r)
	if b.Out.rows {
		b.Old = nil
	}
	b.showWarnings(r)
}

// showWarnings shows what there is to know about a run at the present setting.
func (b *Bench) showWarnings(r Row) {
	if r.OnGrid {
		return
	}
	for _, warning := range r.Result.Warnings {
		b.warn(r.Result.Method, NoteText(warning))
	}
}

// warnFailure says why a row has no more than it had.
func (b *Bench) warnFailure(r recomputed) {
	if why := Failure([]sweep.Result{r.Result}); why != "" {
		b.warn(r.Result.Method, "a regression failed: "+why)
	}
}

// refuse notes why nothing runs. Without figures what is stale gives way to the reason.
func (b *Bench) refuse(err error) {
	b.Failed = err
	if b.Out.Done == 0 {
		b.Old = nil
		clear(b.Before)
	}
	b.Complain(err)
}

// Shown is what the charts over a swept parameter show: the outcome of the present
// knobs, or the one before until the first new point is there.
func (b *Bench) Shown() *Outcome {
	if b.Old != nil && b.Old.Axis.Name == b.Out.Axis.Name {
		return b.Old
	}
	return b.Out
}

// Figures are a method's rows at the present setting, or, stale, those of the
// setting before until the first is there.
func (b *Bench) Figures(method string) (rows []sweep.Result, stale bool) {
	if rows = b.Out.Now[method]; len(rows) > 0 {
		return rows, false
	}
	return b.Before[method], true
}

// ExactNow is a figure of the exact regression at the present setting, NaN if it
// is not known.
func (b *Bench) ExactNow(name string) float64 {
	if name != "" {
		for _, method := range b.Methods {
			rows, stale := b.Figures(method.Name)
			if v, _ := Mean(rows, Column(name)); !stale && !math.IsNaN(v) {
				return v
			}
		}
	}
	return math.NaN()
}

// Pending reports whether a column of the table is still to come at the present setting.
func (b *Bench) Pending(c sweep.Column) bool {
	o := b.Out
	if o.Plan == nil || o.Finished || b.Frozen || b.Failed != nil || c.Figure == "" {
		return false
	}
	return b.Setting.Lacks(c) == "" && (o.Plan.Regresses() || !c.Needs().Has(sweep.FigureRegression))
}

// Lacks says why the setting has no values of a column, or "".
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
		return "for a target of classes"
	case !c.Target.Suits(s.Classifies()):
		return "for a target of numbers"
	case needs.Has(sweep.FigureExact):
		return sweep.NoExactFit(s.Spec.N, s.Spec.ExactLimit)
	}
	return ""
}
