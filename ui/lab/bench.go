package lab

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// Bench is the experiment: data, setting and its history, the work under way, what it
// has found, and what was found before. It knows no terminal.
type Bench struct {
	Methods []model.Method // all there are, in the order of display
	Workers int
	Clock   func() time.Time
	Runner  *Runner
	Speed   *sweep.Speed     // what work has taken here
	Launch  func(Lane, Work) // runner.start, or nothing in tests

	Setting Setting
	History []moment // before the present setting, the latest last
	known   map[WidthsKey]Widths
	Own     sweep.Axis  // of a screen that is swept over a parameter of its own choice
	Held    *Constraint // nil: none
	Pointed int         // the method, an index of methods, that charts of one method show

	Need     Need
	stale    bool                      // the setting is another than the one that was asked for
	restored bool                      // by undo, with its axis as it was
	Out      *Outcome                  // of the present setting
	Old      *Outcome                  // shown dimmed until out has something
	Before   map[string][]sweep.Result // the table's figures before, likewise
	Failed   error                     // why nothing runs
	Pins     []pin                     // the latest last
	Frozen   bool                      // nothing computes

	Recorded *recorded // results of files, which nothing is computed beside; nil: of the setting

	Note   Note
	warned map[string]bool // kinds of warnings that were shown
	Notes  []string        // that the help keeps, since the footer may be too short for them
}

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

// Config is what a bench starts from.
type Config struct {
	Source   data.Source
	Spec     sweep.Spec     // the first setting; Over's first axis is the swept one, none: m
	Methods  []model.Method // all there are, in the order of display
	Workers  int            // goroutines that compute, at least 1
	Warnings []string       // shown at the start
}

// New sets the first setting up, and tells what was changed about it.
func New(c Config, r *Runner, clock func() time.Time) *Bench {
	b := &Bench{Methods: c.Methods, Workers: c.Workers, Clock: clock, Runner: r, Launch: r.Start, Speed: new(sweep.Speed),
		known: map[WidthsKey]Widths{}, warned: map[string]bool{}, Before: map[string][]sweep.Result{}}
	b.Setting = Setting{Store: sweep.NewStore(c.Source), Spec: c.Spec.Clone()}
	if c.Spec.N != sweep.UsualRows(c.Source.Rows(), c.Spec.Test, sweep.DefaultRows) {
		b.Setting.Rows = c.Spec.N
	}
	b.Setting.OwnTest = c.Spec.Test != UsualTest(c.Source)
	if len(c.Spec.Over) > 0 {
		b.Setting.Axis = withinRows(c.Spec.Clone().Over[0], c.Spec.N)
	} else {
		b.SweepOver("m")
	}
	b.Setting.Spec.Over, b.Setting.Spec.Figures = nil, nil
	notes := append(slices.Clone(c.Warnings), b.Setting.Clamp(Setting{})...)
	if len(c.Spec.Over) > 1 {
		notes = append(notes, "the explorer sweeps one parameter: "+c.Spec.Over[0].Name)
	}
	for _, text := range notes {
		b.Keep(text)
	}
	if b.Setting.sampled() {
		b.Keep(b.Setting.sampling())
	}
	b.Out, b.stale = newOutcome(b.Setting, clock()), true
	return b
}

// withinRows clamps a budget's values to the number of rows.
func withinRows(axis sweep.Axis, n int) sweep.Axis {
	if axis.Name == "m" {
		for i, v := range axis.Values {
			axis.Values[i] = min(v, float64(n))
		}
		axis.Values = slices.Compact(axis.Values)
	}
	return axis
}

func (b *Bench) Widths() Widths { return b.known[b.Setting.WidthsKey()] }

// axis is what a screen with that need is swept over.
func (b *Bench) axis(over string) sweep.Axis {
	if over == "" {
		return b.Setting.Axis
	}
	if b.Own.Name == over {
		return b.Own
	}
	return sweep.Axis{Name: over}
}

// Swept is what the sweep is over.
func (b *Bench) Swept() sweep.Axis { return b.axis(b.Need.Over) }

func (b *Bench) setSwept(axis sweep.Axis) {
	if b.Need.Over == "" {
		b.Setting.Axis = axis
	} else {
		b.Own = axis
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

// SweepOver chooses the setting's own swept parameter.
func (b *Bench) SweepOver(name string) {
	if p, ok := sweep.Parameter(sweep.Parameters(b.Methods), name); ok {
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
	switch grid, holds := b.heldGrid(p); {
	case !ok:
	case holds:
		b.setSwept(grid)
	default:
		b.setSwept(b.Setting.GridFor(p, b.Widths(), axis))
	}
}

// heldGrid is the grid that a lesson holds. Not ok where it is not what is swept, or
// cannot be.
func (b *Bench) heldGrid(p model.Param) (axis sweep.Axis, ok bool) {
	if b.Held == nil || b.Held.Axis.Name != p.Name || !BuiltInSet(b.Setting.Store.Source(), b.Held.Data) || slices.Max(b.Held.Axis.Values) > b.Setting.most(p) {
		return sweep.Axis{}, false
	}
	axis = b.Held.Axis
	axis.Values = slices.Clone(axis.Values)
	return axis, true
}

// Ask starts the sweep anew if the present one is not what is needed, and tells
// whether.
func (b *Bench) Ask(n Need) bool {
	if b.Held != nil {
		n.Figures = n.Figures.With(b.Held.Figures...)
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
	b.weigh()
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
		b.Runner.Stop(SweepLane)
		b.Out.Finished, b.Out.Total, b.Old = true, 0, nil
		return
	}
	t := &Task{Setting: b.Setting.Clone(), Widths: b.Widths(), Methods: b.Methods, Workers: b.Workers, Wants: b.Need.Figures, theory: b.Need.Theory}
	started, clock := b.Out.started, b.Clock
	t.Elapsed = func() time.Duration { return clock().Sub(started) }
	t.Setting.Spec, t.Setting.Axis = b.Setting.Runnable(), b.Swept()
	t.Setting.Spec.Methods = active
	if b.Frozen {
		b.Runner.Stop(SweepLane)
		return
	}
	b.Launch(SweepLane, t.run(b.Runner))
}

// Receive takes in a message of the sweep's work.
func (b *Bench) Receive(body any) {
	switch r := body.(type) {
	case Entered:
		b.Out.enter(r)
	case FoundWidths:
		b.known[r.Key] = r.Widths
	case Prepared:
		b.Out.prepare(r, b.Speed, b.Workers)
		b.setSwept(b.Out.Axis)
		for _, text := range r.Now.Notes {
			b.Keep(text)
		}
		if r.refused != nil {
			b.Complain(r.refused)
		}
	case Row:
		b.take(r)
	case Floor:
		b.Out.Floor[r.Point] = r.Value
	case compared:
		b.Out.replace(r)
	case Best:
		b.Out.Best[r.Method] = append(b.Out.Best[r.Method], r.Value)
	case Refusal:
		b.refuse(r.Err)
	case Crashed:
		b.refuse(r.Err)
	case Finished:
		b.Out.Finished = true
	}
}

// take adds a finished run; the first one ends the life of what is stale.
func (b *Bench) take(r Row) {
	b.Out.add(r)
	if b.Out.rows {
		b.Old = nil
	}
	if !r.OnGrid {
		for _, text := range r.Result.Warnings {
			b.warn(r.Result.Method, text)
		}
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

// Usable are the names of all methods that suit the present kernel and n.
func (b *Bench) Usable() []string {
	var names []string
	for _, method := range b.Methods {
		if b.Setting.Unmet(method) == "" {
			names = append(names, method.Name)
		}
	}
	return names
}

// Place is where a method stands in the list, −1 for none.
func (b *Bench) Place(name string) int {
	return slices.IndexFunc(b.Methods, func(x model.Method) bool { return x.Name == name })
}

// Learner is the method that charts of one method show: the one pointed at, if it
// runs, else the first that does; −1 for none.
func (b *Bench) Learner() int {
	active := b.Setting.Active(b.Methods)
	runs := func(x model.Method) bool { return slices.Contains(active, x.Name) }
	if runs(b.Methods[b.Pointed]) {
		return b.Pointed
	}
	return slices.IndexFunc(b.Methods, runs)
}

// Scored is the name of that method; "" for none.
func (b *Bench) Scored() string {
	if at := b.Learner(); at >= 0 {
		return b.Methods[at].Name
	}
	return ""
}

// Freeze stops all computing until it is called again: knobs turn, and the figures
// stay. Files are read and written all the same.
func (b *Bench) Freeze() {
	if b.Frozen = !b.Frozen; !b.Frozen {
		b.stale = true
		return
	}
	for l := range LaneCount {
		if l != FilesLane && !l.Writes() {
			b.Runner.Stop(l)
		}
	}
}

// Point points at another method.
func (b *Bench) Point(at int) { b.Pointed = min(max(at, 0), len(b.Methods)-1) }

// Toggle ticks a method or leaves it out.
func (b *Bench) Toggle(at int) {
	method := b.Methods[at]
	if b.Recorded != nil {
		b.tickRecorded(method.Name)
		return
	}
	if why := b.Setting.Unmet(method); why != "" {
		b.Complain(&sweep.SpecError{Problem: why, Remedy: "choose another kernel"})
		return
	}
	b.Change(func(s *Setting) { s.toggle(method) })
}

// Turn moves a knob by steps of its own scale.
func (b *Bench) Turn(k model.Param, steps int, big bool) {
	if b.Recorded != nil {
		b.turnRecorded(k, steps)
		return
	}
	v := b.Setting.Value(k, b.Widths())
	if math.IsNaN(v) {
		b.Tell(k.Name + " is being taken from the data: one moment")
		return
	}
	next, clamped := k.Step(v, steps, big)
	if most := b.Setting.most(k); next > most {
		next, clamped = most, true
	}
	if clamped {
		b.Tell(fmt.Sprintf("%s stops at %s", k.Symbol, KnobText(k, next)))
	}
	if next != v {
		b.Change(func(s *Setting) { s.Set(k, next) })
	}
}
