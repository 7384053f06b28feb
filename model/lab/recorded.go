package lab

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// Recorded are the results of earlier sweeps, read from files.
type Recorded struct {
	sweep.Results
	Files []string
	Notes []string // about the files, for the user
}

// recorded is the producer that selects rows of files. Its knobs are the columns of parameters. The
// values of a knob are those that occur in the files.
type recorded struct {
	b        *Bench
	results  Recorded
	knobs    []*recordedKnob
	turned   model.Name     // the knob that was turned last, which has precedence, see chosen
	selected []sweep.Result // on screen
	figures  []sweep.Column
}

// NewFromFiles returns a bench that shows results from files. methods are all methods of the program.
func NewFromFiles(c Recorded, methods []model.Method, r *job.Runner, clock func() time.Time) *Bench {
	methods, markers := methodsOf(c.Rows, methods)
	p := newRecorded(c, methods)
	axis := p.axes()[0].Name
	spec := sweep.DefaultSpec(max(1, c.Rows[0].N))
	spec.Methods, spec.ExactLimit = model.Names(methods), math.MaxInt
	spec.Over = []sweep.Axis{{Name: axis}}
	if _, known := kernel.Lookup(c.Rows[0].Kernel); known {
		spec.Kernel = c.Rows[0].Kernel
	}
	b := newBench(Config{Source: newRecordedSource(c), Spec: spec, Methods: methods, Workers: 1}, r, clock)
	p.b, b.markers = b, markers
	b.producer, b.reader = p, p
	for _, text := range p.results.Notes {
		b.InfoOnce(text)
	}
	p.settle(axis)
	return b
}

func (r *recorded) Rows() []sweep.Result         { return r.selected }
func (r *recorded) Files() ([]string, int)       { return r.results.Files, len(r.results.Rows) }
func (r *recorded) ChartColumns() []sweep.Column { return r.figures }
func (r *recorded) Explain(model.Param) string   { return "" }
func (r *recorded) Idle(k model.Param) bool      { return !r.knob(k.Name).varies() }

// Turn chooses another value of a knob.
func (r *recorded) Turn(param model.Param, steps int, _ bool) {
	k, b := r.knob(param.Name), r.b
	switch {
	case !k.varies():
		b.Info(fmt.Sprintf("%s is %s in all rows of the files: there is no other value to choose", k.Symbol, k.text()))
		return
	case r.tied(k, b.Setting.Axis.Name):
		b.Info(fmt.Sprintf("%s changes with %s, the x axis of the chart", k.Symbol, b.AxisParam().Symbol))
		return
	}
	next := min(max(k.at+steps, 0), len(k.Choices)-1)
	if next == k.at {
		b.Info(fmt.Sprintf("%s stops at %s, the last value in these results", k.Symbol, k.text()))
		return
	}
	k.at, r.turned, b.stale = next, k.Name, true
}

// Toggle shows or hides a method's rows.
func (r *recorded) Toggle(method int) {
	s := &r.b.Setting.Spec
	s.Methods, r.b.stale = toggled(s.Methods, r.b.Methods[method].Name), true
}

// Sweep chooses another swept parameter. It turns the other knobs to the values at which the files have
// most values of that parameter.
func (r *recorded) Sweep(param model.Name) {
	r.b.Setting.Axis, r.b.previous, r.b.stale = sweep.Axis{Name: param}, nil, true
	r.settle(param)
}

func (r *recorded) Sweepables() []model.Param {
	var list []model.Param
	for _, k := range r.axes() {
		p := k.Param
		p.Doc = fmt.Sprintf("%d values; %s", len(k.Choices), k.Doc)
		list = append(list, p)
	}
	return list
}

// produce shows the rows at the knobs' values, by method and value of the swept parameter.
func (r *recorded) produce() {
	b, axis := r.b, r.b.Setting.Axis.Name
	k, chosen := r.knob(axis), r.chosen(axis)
	values := k.among(chosen)
	if len(values) == 0 { // no method has the parameter, and all curves are flat
		values = slices.Compact(slices.Clone(k.numbers))
	}
	now, found := slices.BinarySearch(values, k.numbers[k.at])
	if !found {
		now, k.at = 0, slices.Index(k.numbers, values[0])
	}
	r.writeSetting(&b.Setting)
	o := newOutcome(b.Setting.Clone(), b.Clock())
	o.Axis = sweep.Axis{Name: axis, Values: values}
	o.Done, o.Total, o.Finished = len(chosen), len(chosen), true
	for _, name := range b.Setting.Spec.Methods {
		o.grid[name] = make([][]sweep.Result, len(values))
	}
	flat, seen := map[string][]sweep.Result{}, map[run]bool{} // of methods without the parameter: the same at all values
	r.selected = make([]sweep.Result, len(chosen))
	for j, i := range chosen {
		row := r.results.Rows[i]
		r.selected[j] = row
		this, points := run{method: row.Method, rep: row.Rep}, o.grid[row.Method]
		switch {
		case points == nil: // the method is not ticked
		case k.of[i] >= 0:
			at, _ := slices.BinarySearch(values, k.numbers[k.of[i]])
			points[at] = append(points[at], row)
		case !seen[this]:
			seen[this], flat[row.Method] = true, append(flat[row.Method], row)
		}
	}
	for name, points := range o.grid {
		for at, own := range points {
			if len(own) == 0 { // else the rows without the parameter are runs that failed to find it
				points[at] = flat[name] // points share these rows
			}
		}
		o.now[name] = points[now]
	}
	b.Outcome = o
}

// writeSetting copies the knobs' values into the setting. The chart marks the present value.
func (r *recorded) writeSetting(s *Setting) {
	s.Spec.Values, s.Spec.Width = model.Values{}, s.Spec.Width.Unset()
	width := model.Name(model.GammaName) // the files have both columns, and one suffices
	if s.Axis.Name == model.SigmaName {
		width = model.SigmaName
	}
	for _, k := range r.knobs {
		switch {
		case k.numbers == nil || model.IsWidth(k.Name) && k.Name != width:
		case k.Name == model.TrainRowsName:
			s.Spec.N = int(k.numbers[k.at])
		default:
			s.Spec.Assignment = s.Spec.Assignment.With(k.Name, k.numbers[k.at])
		}
	}
}

func (r *recorded) Columns() []sweep.Column {
	var list []sweep.Column
	for _, name := range r.results.Header {
		list = append(list, sweep.Column{Name: name})
	}
	return list
}

// WhyEmpty returns the reason why no row has the figure, or why runs failed at all settings.
func (r *recorded) WhyEmpty(string) string {
	why := ""
	for _, name := range r.b.Setting.Spec.Methods {
		for _, rows := range r.b.Outcome.grid[name] {
			reason := Failure(rows)
			if len(rows) > 0 && reason == "" {
				return "no row of a ticked method has this figure at these settings"
			}
			if why == "" && reason != "" {
				why = name + ": " + reason
			}
		}
	}
	if why == "" {
		return "the files have no rows of the ticked methods at these settings"
	}
	return "runs failed at each of these settings, such as " + why
}
