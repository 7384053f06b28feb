package lab

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/sweep"
)

// Bench is the experiment: data, setting and its history, the work under way, what it
// has found, and what was found before. It knows no terminal.
type Bench struct {
	Methods []model.Method // all there are, in the order of display
	numbers []int          // by which they have their markers and colours; nil: their places
	Workers int
	Clock   func() time.Time
	Runner  *job.Runner
	Speed   *sweep.Speed             // what work has taken here
	fitWork map[string]float64       // operations of a fit, of methods that read all of K
	Launch  func(job.Kind, job.Work) // runner.start, or nothing in tests

	Setting    Setting
	History    []moment // before the present setting, the latest last
	widths     map[WidthsKey]Widths
	ScreenAxis sweep.Axis  // of a screen that is swept over a parameter of its own choice
	Constraint *Constraint // nil: none
	Pointed    int         // the method, an index of methods, that charts of one method show

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

// Config is what a bench starts from.
type Config struct {
	Source   data.Source
	Spec     sweep.Spec     // the first setting; Over's first axis is the swept one, none: m
	Methods  []model.Method // all there are, in the order of display
	Workers  int            // goroutines that compute, at least 1
	Warnings []remedy.Note  // shown at the start
}

// New sets the first setting up, and tells what was changed about it.
func New(c Config, r *job.Runner, clock func() time.Time) *Bench {
	b := &Bench{Methods: c.Methods, Workers: c.Workers, Clock: clock, Runner: r, Launch: r.Start, Speed: new(sweep.Speed),
		widths: map[WidthsKey]Widths{}, warned: map[string]bool{}, Before: map[string][]sweep.Result{}}
	b.Setting = Setting{Store: sweep.NewStore(c.Source), Spec: c.Spec.Clone()}
	if c.Spec.N != sweep.UsualRows(c.Source.Rows(), c.Spec.Test, sweep.DefaultRows) {
		b.Setting.Rows = c.Spec.N
	}
	b.Setting.OwnTest = c.Spec.Test != UsualTest(c.Source)
	if len(c.Spec.Over) > 0 {
		b.Setting.Axis = withinRows(c.Spec.Clone().Over[0], c.Spec.N)
	} else if b.Setting.Spec.Formula("m") == "" {
		b.SweepOver("m")
	} else {
		b.SweepOver("n")
	}
	b.Setting.Spec.Over, b.Setting.Spec.Figures = nil, nil
	b.follow()
	notes := append(remedy.Texts(c.Warnings, explorerWords()), b.Setting.Clamp(Setting{})...)
	if len(c.Spec.Over) > 1 {
		notes = append(notes, "the explorer sweeps one parameter: "+c.Spec.Over[0].Name)
	}
	for _, text := range notes {
		b.InfoOnce(text)
	}
	if b.Setting.sampled() {
		b.InfoOnce(b.Setting.sampling())
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

// Widths are the median and the mean distance of the present data; not known at first.
func (b *Bench) Widths() Widths { return b.widths[b.Setting.WidthsKey()] }

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

// MethodIndex is where a method stands in the list, −1 for none.
func (b *Bench) MethodIndex(name string) int {
	return slices.IndexFunc(b.Methods, func(x model.Method) bool { return x.Name == name })
}

// Marker is the number by which a method has its marker and colour: its place among all of the
// program's, also where only some are listed.
func (b *Bench) Marker(method int) int {
	if b.numbers == nil {
		return method
	}
	return b.numbers[method]
}

// CurrentMethod is the method that charts of one method show: the one pointed at, if it
// runs, else the first that does; −1 for none.
func (b *Bench) CurrentMethod() int {
	active := b.Setting.Active(b.Methods)
	runs := func(x model.Method) bool { return slices.Contains(active, x.Name) }
	if runs(b.Methods[b.Pointed]) {
		return b.Pointed
	}
	return slices.IndexFunc(b.Methods, runs)
}

// CurrentName is the name of that method; "" for none.
func (b *Bench) CurrentName() string {
	if at := b.CurrentMethod(); at >= 0 {
		return b.Methods[at].Name
	}
	return ""
}

// WhyNotPointed says why charts of one method are not of the one pointed at: in brackets, behind
// the name of that which they are of; "" where they are.
func (b *Bench) WhyNotPointed() string {
	pointed := b.Methods[b.Pointed].Name
	switch {
	case b.CurrentMethod() == b.Pointed:
		return ""
	case slices.Contains(b.Setting.Spec.Methods, pointed):
		return " (" + pointed + " does not run)"
	}
	return " (" + pointed + " is not ticked)"
}

// Freeze stops all computing until it is called again: knobs turn, and the figures
// stay. Files are read and written all the same.
func (b *Bench) Freeze() {
	if b.Frozen = !b.Frozen; !b.Frozen {
		b.stale = true
		return
	}
	b.Runner.StopComputing()
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
		remedies := remedy.Do("choose another kernel")
		if method.Needs.Landmarks && b.Setting.Store.Source().Landmarks() == nil {
			remedies = remedy.By("name one", "landmarks", "FILE")
		}
		b.Complain(&sweep.SpecError{Problem: why, Remedies: remedies})
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
		b.Info(k.Name + " is being taken from the data: one moment")
		return
	}
	next, clamped := k.Step(v, steps, big)
	if most := b.Setting.most(k); next > most {
		next, clamped = most, true
	}
	if clamped {
		b.Info(fmt.Sprintf("%s stops at %s", k.Symbol, KnobText(k, next)))
	}
	if formula := b.Setting.Spec.Formula(k.Name); formula != "" {
		b.Info(fmt.Sprintf("%s no longer follows from %s; u brings it back", k.Symbol, formula))
	}
	if next != v {
		b.Change(func(s *Setting) { s.Set(k, next) })
	}
}
