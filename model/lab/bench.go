// Package lab implements the experiment that the explorer shows. It does not depend on a terminal.
package lab

import (
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
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

	Constraint *Constraint // of the open lesson, or nil

	keeper   func(data.Source) sweep.Keeper // of results on a source; nil for none
	stale    bool                           // whether the setting has changed since the outcome
	restored bool                           // whether the setting, with its axis, is from the history

	pause     time.Duration     // after which the sweep of a turned knob begins; 0: at once, without previews
	late      map[job.Kind]bool // whether the setting has changed since the preview of that kind began
	previews  *sweep.Store      // the rows of previews on the data of the store previewed; nil before the first
	previewed *sweep.Store
}

// Config is the configuration of a new bench.
type Config struct {
	Source   data.Source
	Spec     sweep.Spec     // the first setting; Over has the swept axis, or none for m
	Methods  []model.Method // all methods, in the order of display
	Workers  int            // number of goroutines that compute, at least 1
	Warnings []remedy.Note  // shown at the start

	Keeper func(data.Source) sweep.Keeper // of the results on a source; nil for none

	Pause time.Duration // between two steps of a knob that is held, at most; 0 for no previews
}

// New returns a bench that computes, with the first setting. Messages tell the user about values that were clamped.
func New(c Config, r *job.Runner, clock func() time.Time) *Bench {
	b := newBench(c, r, clock)
	b.producer = &live{b}
	b.reader = b.producer
	notes := append(remedy.Texts(c.Warnings, explorerWords()), b.Setting.Clamp(Setting{})...)
	if b.Setting.sampled() {
		notes = append(notes, b.Setting.sampling())
	}
	for _, text := range notes {
		b.InfoOnce(text)
	}
	return b
}

// newBench returns a bench with the first setting, but without a producer.
func newBench(c Config, r *job.Runner, clock func() time.Time) *Bench {
	b := &Bench{Runner: r, Launch: r.Start, Clock: clock, stale: true}
	b.keeper, b.pause, b.late = c.Keeper, c.Pause, map[job.Kind]bool{}
	b.Methods, b.markers, b.Workers, b.Limits = c.Methods, markersOf(c.Methods), c.Workers, r.Limits
	b.Setting.Store = sweep.NewStore(c.Source)
	b.Setting.Preset(c.Source, c.Spec)
	switch {
	case len(c.Spec.Over) > 0:
		if axis := &b.Setting.Axis; axis.Name == model.BudgetName {
			for i, v := range axis.Values {
				axis.Values[i] = min(v, float64(c.Spec.N))
			}
			axis.Values = slices.Compact(axis.Values)
		}
	case b.Setting.Spec.Formula(model.BudgetName) != "":
		b.sweepOver(model.TrainRowsName)
	default: // m or, for methods without it, the first of their parameters
		own := slices.DeleteFunc(b.Setting.Sweepable(b.Methods), func(p model.Param) bool {
			return p.Group != model.GroupBudget && p.Group != model.GroupMethod
		})
		b.sweepOver(append(own, model.Budget(nil))[0].Name)
	}
	b.follow()
	b.Outcome = newOutcome(b.Setting, clock())
	return b
}

// ToggleFrozen stops all computing, or lets it go on. While it is stopped, knobs can be turned and files be read and
// written, but the figures do not change.
func (b *Bench) ToggleFrozen() {
	if b.Frozen = !b.Frozen; !b.Frozen {
		b.stale = true
		return
	}
	b.Runner.StopComputing()
}

// Restart cancels the sweep under way and produces the outcome of the present setting.
func (b *Bench) Restart() {
	b.Failed = nil
	b.produce()
}

// Forget drops everything that belongs to the previous data.
func (b *Bench) Forget() {
	b.Notes, b.Messages.shown = nil, nil
	b.previous, b.preview, b.screenAxis = nil, nil, sweep.Axis{}
	b.previews, b.previewed = nil, nil
	for _, p := range b.Pins { // a store keeps the figures of its data in memory
		p.Setting.Store = sweep.NewStore(p.Setting.Store.Source())
	}
	b.Runner.StopComputing(job.Sweep)
}

// A producer makes outcomes: live computes them, and recorded selects rows of files.
type producer interface {
	reader

	// Turn moves a knob by some steps, and ten times as far if big.
	Turn(k model.Param, steps int, big bool)
	// Toggle selects or deselects a method, given by its index.
	Toggle(method int)
	// Sweep chooses another swept parameter.
	Sweep(param model.Name)
	// produce replaces the outcome by the outcome of the present setting, or starts to compute it.
	produce()
}

// reader has the methods of a producer that do not change anything.
type reader interface {
	// Knobs returns the knobs, in the order of display.
	Knobs() []model.Param
	// KnobText returns a knob's value for display.
	KnobText(k model.Param) string
	// Idle reports whether a knob has no effect on the screen.
	Idle(k model.Param) bool
	// Explain returns a description of a knob that no chosen method uses, else "".
	Explain(k model.Param) string
	// Sweepables returns the parameters that can be the x axis of a chart.
	Sweepables() []model.Param
	// Rows returns the results on screen, in the order of a sweep.
	Rows() []sweep.Result
	// Columns returns the columns that these rows have.
	Columns() []sweep.Column
	// ChartColumns returns the figures that a chart can show. nil stands for all figures.
	ChartColumns() []sweep.Column
	// WhyEmpty returns the reason why a chart over the swept parameter has no curves. lacking is the
	// reason why the setting has no values of the figure, or "".
	WhyEmpty(lacking string) string
	// Files returns the files of the results, and the number of runs in them.
	Files() (names []string, runs int)
}

// noteFallback says what stands for a median distance of 0.
func (b *Bench) noteFallback() {
	if text := b.Setting.Spec.Width.Fallback(b.Setting.Distances()); text != "" {
		b.InfoOnce(text)
	}
}

// Receive handles a message that a job of that kind, a sweep or a preview, has posted.
func (b *Bench) Receive(kind job.Kind, body any) {
	if kind != job.Sweep {
		b.receivePreview(kind, body)
		return
	}
	switch r := body.(type) {
	case FoundDistances:
		r.Of.Know(r.Distances)
		b.noteFallback()
		b.follow()
	case Prepared:
		b.noteFallback() // of distances that were known before
		b.Outcome.prepare(r)
		b.setSwept(b.Outcome.Axis)
		for _, note := range r.Now.Notes {
			b.InfoOnce(NoteText(note))
		}
		if r.refused != nil {
			b.Complain(r.refused)
		}
	case Row:
		if b.Outcome.add(r) {
			b.warn(r.Result.Method, "figures failed: "+Failure([]sweep.Result{r.Result}))
		}
		if b.preview != nil && b.Outcome.Drawable() {
			b.preview = nil
		}
		if !r.OnGrid {
			for _, warning := range r.Result.Warnings {
				b.warn(r.Result.Method, NoteText(warning))
			}
		}
	case sweep.Result: // of a method that is not ticked
		b.Outcome.tried = append(b.Outcome.tried, r)
	case job.Finished:
		b.Outcome.Finished, b.previous, b.preview = true, nil, nil
	}
	if err := job.Error(body); err != nil {
		b.Failed = err
		if b.Outcome.Done == 0 {
			b.previous, b.preview = nil, nil
		}
		b.Complain(err)
	}
}
