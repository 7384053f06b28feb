package ui

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// bench is the experiment: data, setting and its history, the work under way, what it
// has found, and what was found before. It knows no terminal.
type bench struct {
	methods []model.Method // all there are, in the order of display
	workers int
	clock   func() time.Time
	runner  *runner
	speed   *sweep.Speed     // what work has taken here
	launch  func(lane, work) // runner.start, or nothing in tests

	setting setting
	history []moment // before the present setting, the latest last
	known   map[widthsKey]widths
	own     sweep.Axis  // of a screen that is swept over a parameter of its own choice
	held    *constraint // nil: none
	pointed int         // the method, an index of methods, that charts of one method show

	need     need
	stale    bool                      // the setting is another than the one that was asked for
	restored bool                      // by undo, with its axis as it was
	out      *outcome                  // of the present setting
	old      *outcome                  // shown dimmed until out has something
	before   map[string][]sweep.Result // the table's figures before, likewise
	failed   error                     // why nothing runs
	pins     []pin                     // the latest last
	frozen   bool                      // nothing computes

	recorded *recorded // results of files, which nothing is computed beside; nil: of the setting

	note   note
	warned map[string]bool // kinds of warnings that were shown
	notes  []string        // that the help keeps, since the footer may be too short for them
}

// need is what a screen needs of the sweep.
type need struct {
	over    string        // the parameter that its charts are swept over; "": the setting's own
	figures sweep.Figures // of the rows, beside their errors
	theory  bool          // the bounds at the present setting as well
}

// constraint is what an open lesson holds still: on its data, the values of its swept
// parameter, and figures of which its claim is.
type constraint struct {
	data    string
	axis    sweep.Axis
	figures sweep.Figures
}

// newBench sets the first setting up, and tells what was changed about it.
func newBench(c Config, r *runner, clock func() time.Time) *bench {
	b := &bench{methods: c.Methods, workers: c.Workers, clock: clock, runner: r, launch: r.start, speed: new(sweep.Speed),
		known: map[widthsKey]widths{}, warned: map[string]bool{}, before: map[string][]sweep.Result{}}
	b.setting = setting{store: sweep.NewStore(c.Source), spec: c.Spec.Clone()}
	if c.Spec.N != sweep.UsualRows(c.Source.Rows(), c.Spec.Test, sweep.DefaultRows) {
		b.setting.rows = c.Spec.N
	}
	b.setting.ownTest = c.Spec.Test != usualTest(c.Source)
	if len(c.Spec.Over) > 0 {
		b.setting.axis = withinRows(c.Spec.Clone().Over[0], c.Spec.N)
	} else {
		b.sweepOver("m")
	}
	b.setting.spec.Over, b.setting.spec.Figures = nil, nil
	notes := append(slices.Clone(c.Warnings), b.setting.clamp(setting{})...)
	if len(c.Spec.Over) > 1 {
		notes = append(notes, "the explorer sweeps one parameter: "+c.Spec.Over[0].Name)
	}
	for _, text := range notes {
		b.keep(text)
	}
	if b.setting.sampled() {
		b.keep(b.setting.sampling())
	}
	b.out, b.stale = newOutcome(b.setting, clock()), true
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

func (b *bench) widths() widths { return b.known[b.setting.widthsKey()] }

// axis is what a screen with that need is swept over.
func (b *bench) axis(over string) sweep.Axis {
	if over == "" {
		return b.setting.axis
	}
	if b.own.Name == over {
		return b.own
	}
	return sweep.Axis{Name: over}
}

// swept is what the sweep is over.
func (b *bench) swept() sweep.Axis { return b.axis(b.need.over) }

func (b *bench) setSwept(axis sweep.Axis) {
	if b.need.over == "" {
		b.setting.axis = axis
	} else {
		b.own = axis
	}
}

// axisParam describes the swept parameter.
func (b *bench) axisParam() model.Param {
	name := b.swept().Name
	p, ok := sweep.Parameter(sweep.Parameters(b.methods), name)
	if !ok {
		return model.Param{Name: name, Symbol: name}
	}
	return p
}

// sweepOver chooses the setting's own swept parameter.
func (b *bench) sweepOver(name string) {
	if p, ok := sweep.Parameter(sweep.Parameters(b.methods), name); ok {
		b.setting.axis = b.setting.gridFor(p, b.widths(), sweep.Axis{})
	}
}

// sweepables are the parameters that the setting can be swept over.
func (b *bench) sweepables() []model.Param {
	if b.recorded == nil {
		return b.setting.sweepable(b.methods)
	}
	var list []model.Param
	for _, k := range b.recorded.axes() {
		p := k.Param
		p.Doc = fmt.Sprintf("%d values; %s", len(k.Choices), k.Doc)
		list = append(list, p)
	}
	return list
}

// refit lets the grid of the sweep follow the knobs, unless it is held.
func (b *bench) refit() {
	axis := b.swept()
	p, ok := sweep.Parameter(sweep.Parameters(b.methods), axis.Name)
	switch grid, holds := b.heldGrid(p); {
	case !ok:
	case holds:
		b.setSwept(grid)
	default:
		b.setSwept(b.setting.gridFor(p, b.widths(), axis))
	}
}

// heldGrid is the grid that a lesson holds. Not ok where it is not what is swept, or
// cannot be.
func (b *bench) heldGrid(p model.Param) (axis sweep.Axis, ok bool) {
	if b.held == nil || b.held.axis.Name != p.Name || !builtInSet(b.setting.store.Source(), b.held.data) || slices.Max(b.held.axis.Values) > b.setting.most(p) {
		return sweep.Axis{}, false
	}
	axis = b.held.axis
	axis.Values = slices.Clone(axis.Values)
	return axis, true
}

// ask starts the sweep anew if the present one is not what is needed, and tells
// whether.
func (b *bench) ask(n need) bool {
	if b.held != nil {
		n.figures = n.figures.With(b.held.figures...)
	}
	b.need = n
	if len(b.swept().Values) == 0 {
		b.refit()
	}
	axis := b.swept()
	covered := axis.Name == b.out.axis.Name && slices.Equal(axis.Values, b.out.axis.Values) && b.out.wants.Covers(n.figures) && !b.missesTheory()
	if covered && !b.stale {
		return false
	}
	if !b.restored || n.over != "" {
		b.refit()
	}
	b.stale, b.restored = false, false
	b.restart()
	return true
}

// missesTheory tells whether bounds are needed that are neither there nor on their way.
func (b *bench) missesTheory() bool {
	return b.need.theory && !b.out.theory && math.IsNaN(b.exactNow("root_rate")) && math.IsNaN(b.exactNow("bach_d"))
}

// restart drops what is under way and computes the present setting.
func (b *bench) restart() {
	b.failed = nil
	b.weigh()
	if b.recorded != nil {
		b.out = b.recordedOutcome()
		return
	}
	if b.out.setting.store == b.setting.store { // else it is of other data
		if b.out.rows {
			b.old = b.out
		}
		for name, rows := range b.out.now {
			b.before[name] = rows
		}
	}
	active := b.setting.active(b.methods)
	maps.DeleteFunc(b.before, func(name string, _ []sweep.Result) bool { return !slices.Contains(active, name) })
	total, best := b.out.total, b.out.best // shown until the new ones are known
	same := b.out.setting.store == b.setting.store && reflect.DeepEqual(b.out.setting.spec, b.setting.spec)
	b.out = newOutcome(b.setting.clone(), b.clock())
	if same { // only the charts want more of it
		b.out.best = best
	}
	b.out.axis, b.out.wants, b.out.theory = b.swept(), b.need.figures, b.need.theory
	b.out.total = total
	if len(active) == 0 {
		b.runner.stop(sweepLane)
		b.out.finished, b.out.total, b.old = true, 0, nil
		return
	}
	t := &task{setting: b.setting.clone(), widths: b.widths(), methods: b.methods, workers: b.workers, wants: b.need.figures, theory: b.need.theory}
	started, clock := b.out.started, b.clock
	t.elapsed = func() time.Duration { return clock().Sub(started) }
	t.setting.spec, t.setting.axis = b.setting.runnable(), b.swept()
	t.setting.spec.Methods = active
	if b.frozen {
		b.runner.stop(sweepLane)
		return
	}
	b.launch(sweepLane, t.run(b.runner))
}

// receive takes in a message of the sweep's work.
func (b *bench) receive(body any) {
	switch r := body.(type) {
	case entered:
		b.out.enter(r)
	case foundWidths:
		b.known[r.key] = r.widths
	case prepared:
		b.out.prepare(r, b.speed, b.workers)
		b.setSwept(b.out.axis)
		for _, text := range r.now.Notes {
			b.keep(text)
		}
		if r.refused != nil {
			b.complain(r.refused)
		}
	case row:
		b.take(r)
	case floor:
		b.out.floor[r.point] = r.value
	case compared:
		b.out.replace(r)
	case best:
		b.out.best[r.method] = append(b.out.best[r.method], r.value)
	case refusal:
		b.refuse(r.err)
	case crashed:
		b.refuse(r.err)
	case finished:
		b.out.finished = true
	}
}

// take adds a finished run; the first one ends the life of what is stale.
func (b *bench) take(r row) {
	b.out.add(r)
	if b.out.rows {
		b.old = nil
	}
	if !r.onGrid {
		for _, text := range r.result.Warnings {
			b.warn(r.result.Method, text)
		}
	}
}

// refuse notes why nothing runs. Without figures what is stale gives way to the reason.
func (b *bench) refuse(err error) {
	b.failed = err
	if b.out.done == 0 {
		b.old = nil
		clear(b.before)
	}
	b.complain(err)
}

// shown is what the charts over a swept parameter show: the outcome of the present
// knobs, or the one before until the first new point is there.
func (b *bench) shown() *outcome {
	if b.old != nil && b.old.axis.Name == b.out.axis.Name {
		return b.old
	}
	return b.out
}

// figures are a method's rows at the present setting, or, stale, those of the
// setting before until the first is there.
func (b *bench) figures(method string) (rows []sweep.Result, stale bool) {
	if rows = b.out.now[method]; len(rows) > 0 {
		return rows, false
	}
	return b.before[method], true
}

// exactNow is a figure of the exact regression at the present setting, NaN if it
// is not known.
func (b *bench) exactNow(name string) float64 {
	if name != "" {
		for _, method := range b.methods {
			rows, stale := b.figures(method.Name)
			if v, _ := mean(rows, column(name)); !stale && !math.IsNaN(v) {
				return v
			}
		}
	}
	return math.NaN()
}

// usable are the names of all methods that suit the present kernel and n.
func (b *bench) usable() []string {
	var names []string
	for _, method := range b.methods {
		if b.setting.unmet(method) == "" {
			names = append(names, method.Name)
		}
	}
	return names
}

// place is where a method stands in the list, −1 for none.
func (b *bench) place(name string) int {
	return slices.IndexFunc(b.methods, func(x model.Method) bool { return x.Name == name })
}

// learner is the method that charts of one method show: the one pointed at, if it
// runs, else the first that does; −1 for none.
func (b *bench) learner() int {
	active := b.setting.active(b.methods)
	runs := func(x model.Method) bool { return slices.Contains(active, x.Name) }
	if runs(b.methods[b.pointed]) {
		return b.pointed
	}
	return slices.IndexFunc(b.methods, runs)
}

// freeze stops all computing until it is called again: knobs turn, and the figures
// stay. Files are read and written all the same.
func (b *bench) freeze() {
	if b.frozen = !b.frozen; !b.frozen {
		b.stale = true
		return
	}
	for l := range laneCount {
		if l != filesLane && !l.writes() {
			b.runner.stop(l)
		}
	}
}

// point points at another method.
func (b *bench) point(at int) { b.pointed = min(max(at, 0), len(b.methods)-1) }

// toggle ticks a method or leaves it out.
func (b *bench) toggle(at int) {
	method := b.methods[at]
	if b.recorded != nil {
		b.tickRecorded(method.Name)
		return
	}
	if why := b.setting.unmet(method); why != "" {
		b.complain(&sweep.SpecError{Problem: why, Remedy: "choose another kernel"})
		return
	}
	b.change(func(s *setting) { s.toggle(method) })
}

// turn moves a knob by steps of its own scale.
func (b *bench) turn(k model.Param, steps int, big bool) {
	if b.recorded != nil {
		b.turnRecorded(k, steps)
		return
	}
	v := b.setting.value(k, b.widths())
	if math.IsNaN(v) {
		b.tell(k.Name + " is being taken from the data: one moment")
		return
	}
	next, clamped := k.Step(v, steps, big)
	if most := b.setting.most(k); next > most {
		next, clamped = most, true
	}
	if clamped {
		b.tell(fmt.Sprintf("%s stops at %s", k.Symbol, knobText(k, next)))
	}
	if next != v {
		b.change(func(s *setting) { s.set(k, next) })
	}
}
