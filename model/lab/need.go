package lab

import (
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
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

// Constrain sets the constraint of a lesson; nil removes it.
func (b *Bench) Constrain(c *Constraint) { b.constraint = c }

// Require computes the sweep again if the present one does not have the needed results.
func (b *Bench) Require(n Need) {
	if b.constraint != nil {
		n.Figures = n.Figures.With(b.constraint.Figures...)
	}
	b.need = n
	if len(b.Swept().Values) == 0 {
		b.fitAxis()
	}
	axis, o := b.Swept(), b.outcome
	covered := axis.Name == o.axis.Name && slices.Equal(axis.Values, o.axis.Values) && o.wants.Covers(n.Figures)
	if covered && !b.stale {
		return
	}
	if !b.restored || n.Over != "" {
		b.fitAxis()
	}
	b.stale, b.restored = false, false
	b.Restart()
}
