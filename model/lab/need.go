package lab

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// Need is what a screen needs of the sweep.
type Need struct {
	Over    string        // the parameter that its charts are swept over; "": the setting's own
	Figures sweep.Figures // of the rows, beside their errors
	Theory  bool          // the bounds at the present setting as well
	Moving  []string      // the knobs that what is shown depends on beside the sweep
}

// Constraint is what an open lesson holds still: on its data, the values of its swept
// parameter, and figures of which its claim is.
type Constraint struct {
	Data    string
	Axis    sweep.Axis
	Figures sweep.Figures
}

// axis is what a screen with that need is swept over.
func (b *Bench) axis(over string) sweep.Axis {
	if over == "" {
		return b.Setting.Axis
	}
	if b.ScreenAxis.Name == over {
		return b.ScreenAxis
	}
	return sweep.Axis{Name: over}
}

// Swept is what the sweep is over.
func (b *Bench) Swept() sweep.Axis { return b.axis(b.Need.Over) }

func (b *Bench) setSwept(axis sweep.Axis) {
	if b.Need.Over == "" {
		b.Setting.Axis = axis
	} else {
		b.ScreenAxis = axis
	}
}

// AxisParam describes the swept parameter.
func (b *Bench) AxisParam() model.Param {
	name := b.Swept().Name
	p, ok := sweep.Parameter(sweep.Parameters(b.Methods), name)
	if !ok {
		return model.Param{Name: name, Symbol: name}
	}
	return p
}

// SweepOver chooses the setting's own swept parameter, which follows from no others then.
func (b *Bench) SweepOver(name string) {
	if p, ok := sweep.Parameter(sweep.Parameters(b.Methods), name); ok {
		b.Setting.free(name)
		b.Setting.Axis = b.Setting.GridFor(p, b.Widths(), sweep.Axis{})
	}
}

// Sweep sweeps over another parameter, which undo takes back.
func (b *Bench) Sweep(name string) {
	if b.Recorded != nil {
		b.SweepRecorded(name)
		return
	}
	b.Change(func(*Setting) { b.SweepOver(name) })
}

// Sweepables are the parameters that the setting can be swept over.
func (b *Bench) Sweepables() []model.Param {
	if b.Recorded == nil {
		return b.Setting.Sweepable(b.Methods)
	}
	var list []model.Param
	for _, k := range b.Recorded.Axes() {
		p := k.Param
		p.Doc = fmt.Sprintf("%d values; %s", len(k.Choices), k.Doc)
		list = append(list, p)
	}
	return list
}

// refit lets the grid of the sweep follow the knobs, unless it is held.
func (b *Bench) refit() {
	axis := b.Swept()
	p, ok := sweep.Parameter(sweep.Parameters(b.Methods), axis.Name)
	switch grid, holds := b.constrainedGrid(p); {
	case !ok:
	case holds:
		b.setSwept(grid)
	default:
		b.setSwept(b.Setting.GridFor(p, b.Widths(), axis))
	}
}

// constrainedGrid is the grid that a lesson holds. Not ok where it is not what is swept, or
// cannot be.
func (b *Bench) constrainedGrid(p model.Param) (axis sweep.Axis, ok bool) {
	if b.Constraint == nil || b.Constraint.Axis.Name != p.Name || !BuiltInSet(b.Setting.Store.Source(), b.Constraint.Data) || slices.Max(b.Constraint.Axis.Values) > b.Setting.most(p) {
		return sweep.Axis{}, false
	}
	axis = b.Constraint.Axis
	axis.Values = slices.Clone(axis.Values)
	return axis, true
}

// Require starts the sweep anew if the present one is not what is needed, and tells
// whether.
func (b *Bench) Require(n Need) bool {
	if b.Constraint != nil {
		n.Figures = n.Figures.With(b.Constraint.Figures...)
	}
	b.Need = n
	if len(b.Swept().Values) == 0 {
		b.refit()
	}
	axis := b.Swept()
	covered := axis.Name == b.Out.Axis.Name && slices.Equal(axis.Values, b.Out.Axis.Values) && b.Out.Wants.Covers(n.Figures) && !b.missesTheory()
	if covered && !b.stale {
		return false
	}
	if !b.restored || n.Over != "" {
		b.refit()
	}
	b.stale, b.restored = false, false
	b.Restart()
	return true
}

// missesTheory tells whether bounds are needed that are neither there nor on their way.
func (b *Bench) missesTheory() bool {
	return b.Need.Theory && !b.Out.theory && math.IsNaN(b.ExactNow("root_rate")) && math.IsNaN(b.ExactNow("bach_d"))
}

// Restart drops what is under way and computes the present setting.
func (b *Bench) Restart() {
	b.Failed = nil
	b.estimateFits()
	if b.Recorded != nil {
		b.Out = b.recordedOutcome()
		return
	}
	if b.Out.Setting.Store == b.Setting.Store { // else it is of other data
		if b.Out.rows {
			b.Old = b.Out
		}
		for name, rows := range b.Out.Now {
			b.Before[name] = rows
		}
	}
	active := b.Setting.Active(b.Methods)
	maps.DeleteFunc(b.Before, func(name string, _ []sweep.Result) bool { return !slices.Contains(active, name) })
	total, best := b.Out.Total, b.Out.Best // shown until the new ones are known
	same := b.Out.Setting.Store == b.Setting.Store && reflect.DeepEqual(b.Out.Setting.Spec, b.Setting.Spec)
	b.Out = newOutcome(b.Setting.Clone(), b.Clock())
	if same { // only the charts want more of it
		b.Out.Best = best
	}
	b.Out.Axis, b.Out.Wants, b.Out.theory = b.Swept(), b.Need.Figures, b.Need.Theory
	b.Out.Total = total
	if len(active) == 0 {
		b.Runner.Stop(job.Sweep)
		b.Out.Finished, b.Out.Total, b.Old = true, 0, nil
		return
	}
	t := &Task{Setting: b.Setting.Clone(), Widths: b.Widths(), Methods: b.Methods, Workers: b.Workers, Wants: b.Need.Figures, theory: b.Need.Theory}
	started, clock := b.Out.started, b.Clock
	t.Elapsed = func() time.Duration { return clock().Sub(started) }
	t.Setting.Spec, t.Setting.Axis = b.Setting.Runnable(), b.Swept()
	t.Setting.Spec.Methods = active
	if b.Frozen {
		b.Runner.Stop(job.Sweep)
		return
	}
	b.Launch(job.Sweep, t.run(b.Runner))
}
