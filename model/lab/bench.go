// Package lab implements the experiment that the explorer shows. It does not depend on a terminal.
package lab

import (
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// Bench is the experiment: its State, and the methods that change it.
type Bench struct {
	State
	producer
	Messages
	History History
	Runner  *job.Runner
	Launch  func(job.Kind, job.Work) // Runner.Start, or nothing in tests
	Clock   func() time.Time

	keeper     func(data.Source) sweep.Keeper // of results on a source; nil for none
	constraint *Constraint                    // of the open lesson, or nil
	stale      bool                           // whether the setting has changed since the outcome
	restored   bool                           // whether the setting, with its axis, is from the history

	rest     time.Duration                 // after which the sweep of a knob that turned begins; 0: at once, and there are no previews
	late     bool                          // whether the setting has changed since the preview under way began
	previews map[*sweep.Store]*sweep.Store // the rows of previews, by the store of the setting; it has one
}

// Config is the configuration of a new bench.
type Config struct {
	Source   data.Source
	Spec     sweep.Spec     // the first setting; Over's first axis is swept, or m if there is none
	Methods  []model.Method // all methods, in the order of display
	Workers  int            // number of goroutines that compute, at least 1
	Warnings []remedy.Note  // shown at the start

	Keeper func(data.Source) sweep.Keeper // of the results on a source; nil for none

	Rest time.Duration // between two steps of a knob that is held, at most; 0 for no previews
}

// New returns a bench that computes, with the first setting. Messages tell the user about values that were clamped.
func New(c Config, r *job.Runner, clock func() time.Time) *Bench {
	b := newBench(c, r, clock)
	b.produceBy(&live{b})
	notes := append(remedy.Texts(c.Warnings, explorerWords()), b.setting.Clamp(Setting{})...)
	if len(c.Spec.Over) > 1 {
		notes = append(notes, "the explorer sweeps one parameter: "+string(c.Spec.Over[0].Name))
	}
	if b.setting.sampled() {
		notes = append(notes, b.setting.sampling())
	}
	for _, text := range notes {
		b.InfoOnce(text)
	}
	return b
}

// newBench returns a bench with the first setting, but without a producer.
func newBench(c Config, r *job.Runner, clock func() time.Time) *Bench {
	b := &Bench{Runner: r, Launch: r.Start, Clock: clock, stale: true}
	b.keeper, b.rest = c.Keeper, c.Rest
	b.methods, b.markers, b.workers, b.limits = c.Methods, markersOf(c.Methods), c.Workers, r.Limits
	b.widths, b.previousFigures = map[WidthsKey]kernel.Distances{}, map[string][]sweep.Result{}
	b.setting.Store = sweep.NewStore(c.Source)
	b.setting.Preset(c.Source, c.Spec)
	switch {
	case len(c.Spec.Over) > 0:
		b.setting.Axis = withinRows(b.setting.Axis, c.Spec.N)
	case b.setting.Spec.Formula(model.BudgetName) == "":
		b.sweepOver(model.BudgetName)
	default:
		b.sweepOver(model.TrainRowsName)
	}
	b.follow()
	b.outcome = newOutcome(b.setting, clock())
	return b
}

// produceBy sets the producer of outcomes.
func (b *Bench) produceBy(p producer) { b.producer, b.reader = p, p }

// withinRows clamps the values to n if the axis is the budget.
func withinRows(axis sweep.Axis, n int) sweep.Axis {
	if axis.Name == model.BudgetName {
		for i, v := range axis.Values {
			axis.Values[i] = min(v, float64(n))
		}
		axis.Values = slices.Compact(axis.Values)
	}
	return axis
}

// Freeze stops all computing until it is called again. Knobs can be turned, but the figures do not
// change. Files can still be read and written.
func (b *Bench) Freeze() {
	if b.frozen = !b.frozen; !b.frozen {
		b.stale = true
		return
	}
	b.Runner.StopComputing()
}

// Restart cancels the sweep under way and produces the outcome of the present setting.
func (b *Bench) Restart() {
	b.failed = nil
	b.produce()
}

// Forget drops everything that belongs to the previous data.
func (b *Bench) Forget() {
	clear(b.widths)
	clear(b.previousFigures)
	b.Messages.forget()
	b.previous, b.preview, b.previews, b.screenAxis = nil, nil, nil, sweep.Axis{}
	b.Runner.StopComputing(job.Sweep)
}
