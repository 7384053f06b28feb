// Package lab is the experiment that the explorer shows, without a terminal.
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

// Bench is the experiment: its State, and what changes it.
type Bench struct {
	State
	producer
	Messages
	History History
	Runner  *job.Runner
	Launch  func(job.Kind, job.Work) // Runner.Start, or nothing in tests
	Clock   func() time.Time

	constraint *Constraint // of the open lesson; nil: none
	stale      bool        // the setting is another than the one of the outcome
	restored   bool        // the setting is from the history, with its axis as it was
}

// Config is what a bench starts from.
type Config struct {
	Source   data.Source
	Spec     sweep.Spec     // the first setting; Over's first axis is the swept one, none: m
	Methods  []model.Method // all there are, in the order of display
	Workers  int            // goroutines that compute, at least 1
	Warnings []remedy.Note  // shown at the start
}

// New returns a bench that computes, with the first setting. Messages say what was changed
// about it.
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
	b.methods, b.workers, b.limits = c.Methods, c.Workers, r.Limits
	b.widths, b.previousFigures, b.estimates.Speed = map[WidthsKey]kernel.Distances{}, map[string][]sweep.Result{}, new(sweep.Speed)
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

// produceBy lets outcomes come from p.
func (b *Bench) produceBy(p producer) { b.producer, b.reader = p, p }

// withinRows clamps a budget's values to the number of rows.
func withinRows(axis sweep.Axis, n int) sweep.Axis {
	if axis.Name == model.BudgetName {
		for i, v := range axis.Values {
			axis.Values[i] = min(v, float64(n))
		}
		axis.Values = slices.Compact(axis.Values)
	}
	return axis
}

// Freeze stops all computing until it is called again: knobs turn, and the figures
// stay. Files are read and written all the same.
func (b *Bench) Freeze() {
	if b.frozen = !b.frozen; !b.frozen {
		b.stale = true
		return
	}
	b.Runner.StopComputing()
}

// Restart drops what is under way and shows the outcome of the present setting.
func (b *Bench) Restart() {
	b.failed = nil
	b.produce()
}

// Forget drops what belongs to the data that were shown.
func (b *Bench) Forget() {
	clear(b.widths)
	clear(b.previousFigures)
	b.Messages.forget()
	b.previous, b.screenAxis = nil, sweep.Axis{}
	b.Runner.StopComputing(job.Sweep)
}
