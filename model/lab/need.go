package lab

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Need is what a screen needs of the sweep.
type Need struct {
	Over    model.Name    // the parameter that its charts are swept over; "": the setting's own
	Figures sweep.Figures // of the rows, beside their errors
	Theory  bool          // the bounds at the present setting as well
	Moving  []model.Name  // the knobs that what is shown depends on beside the sweep
}

// Constraint is what an open lesson fixes: on its data, the values of its swept parameter, and
// the figures that its claim is about.
type Constraint struct {
	Data    string
	Axis    sweep.Axis
	Figures sweep.Figures
}

// Constrain lets a lesson fix the sweep; nil ends that.
func (b *Bench) Constrain(c *Constraint) { b.constraint = c }

// Require computes the sweep anew if the present one is not what is needed.
func (b *Bench) Require(n Need) {
	if b.constraint != nil {
		n.Figures = n.Figures.With(b.constraint.Figures...)
	}
	b.need = n
	if len(b.Swept().Values) == 0 {
		b.fitAxis()
	}
	axis, o := b.Swept(), b.outcome
	covered := axis.Name == o.axis.Name && slices.Equal(axis.Values, o.axis.Values) && o.wants.Covers(n.Figures) && !b.missesTheory()
	if covered && !b.stale {
		return
	}
	if !b.restored || n.Over != "" {
		b.fitAxis()
	}
	b.stale, b.restored = false, false
	b.Restart()
}

// missesTheory reports whether bounds are needed that are neither there nor being computed.
func (s *State) missesTheory() bool {
	return s.need.Theory && !s.outcome.theory && math.IsNaN(s.ExactNow("root_rate")) && math.IsNaN(s.ExactNow("bach_d"))
}
