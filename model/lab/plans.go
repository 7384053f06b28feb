package lab

import (
	"slices"

	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Plans are the plans of the present setting and of the grid, and their progress.
type Plans struct {
	Now, Grid *sweep.Plan   // of the present setting, and of the grid, which may be nil
	quick     *sweep.Plan   // Now without figures that take a pass over all rows of a large set; nil if there are none
	compared  []*sweep.Plan // the plans with the exact regression, see compareLater
	tooLarge  error         // why they are not run, if they need too much memory
	axis      sweep.Axis
	rows      []Row // of the present setting
	begun     int   // number of runs that have begun
}

// ofRepetition returns the cells of a repetition.
func ofRepetition(plan *sweep.Plan, rep int) []trial.Setting {
	var some []trial.Setting
	for _, c := range plan.Cells {
		if c.Draw.Rep == rep {
			some = append(some, c)
		}
	}
	return some
}

// inOrder returns the plans in the order in which a repetition runs them. The present setting
// comes first, because the table shows it. In the first repetition its slow figures come last.
func (p *Plans) inOrder(rep int) []*sweep.Plan {
	first, last := p.Now, (*sweep.Plan)(nil)
	if p.quick != nil && rep == 1 {
		first, last = p.quick, p.Now
	}
	plans := []*sweep.Plan{first, p.Grid, last}
	return slices.DeleteFunc(plans, func(plan *sweep.Plan) bool { return plan == nil })
}

// again reports whether the rows of a plan were computed before without the slow figures.
func (p *Plans) again(plan *sweep.Plan, rep int) bool {
	return p.quick != nil && rep == 1 && plan == p.Now
}
