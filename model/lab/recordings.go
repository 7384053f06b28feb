package lab

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// recordedOutcome is what the charts show at the knobs' values.
func (b *Bench) recordedOutcome() *Outcome {
	r, axis := b.Recorded, b.Setting.Axis.Name
	k, s := r.Find(axis), r.Selection(axis)
	now, there := slices.BinarySearch(s.values, k.numbers[k.at])
	if !there {
		now, k.at = 0, slices.Index(k.numbers, s.values[0])
	}
	b.followRecorded()
	o := newOutcome(b.Setting.Clone(), b.Clock())
	o.Axis = sweep.Axis{Name: axis, Values: s.values}
	o.Done, o.Total, o.rows, o.Finished = len(s.Rows), len(s.Rows), true, true
	best := Column("error_best")
	for _, name := range b.Setting.Spec.Methods {
		points := s.points[name]
		if points == nil { // none at these settings
			points = make([][]sweep.Result, len(s.values))
		}
		o.Grid[name], o.Now[name] = points, points[now]
		if v, se := Mean(points[now], best); !math.IsNaN(v) {
			o.Best[name] = []Best{{name, v, se}}
		}
	}
	o.Floor, o.Fixed = s.floor, true
	return o
}

// followRecorded writes the knobs' values into the setting, from which the chart
// takes where it stands.
func (b *Bench) followRecorded() {
	s := &b.Setting.Spec
	s.Values = map[string]float64{}
	for i := range b.Recorded.Knobs {
		k := &b.Recorded.Knobs[i]
		switch {
		case k.numbers == nil || k.Name == "sigma" && b.Setting.Axis.Name != "sigma" || k.Name == "gamma" && b.Setting.Axis.Name == "sigma":
		case k.Name == "n":
			s.N = int(k.numbers[k.at])
		default:
			s.Values[k.Name] = k.numbers[k.at]
		}
	}
}

// turnRecorded chooses another of the values that there are.
func (b *Bench) turnRecorded(param model.Param, steps int) {
	k := b.Recorded.Find(param.Name)
	switch {
	case !k.Varies():
		b.Info(fmt.Sprintf("%s is %s in all rows: results of files do not turn", k.Symbol, b.Recorded.Text(k.Name)))
		return
	case b.Recorded.tied(k, b.Setting.Axis.Name):
		b.Info(fmt.Sprintf("%s goes with %s, which the chart is over", k.Symbol, b.AxisParam().Symbol))
		return
	}
	next := min(max(k.at+steps, 0), len(k.Choices)-1)
	if next == k.at {
		b.Info(fmt.Sprintf("%s stops at %s, the last in these results", k.Symbol, b.Recorded.Text(k.Name)))
		return
	}
	k.at, b.Recorded.turned, b.stale = next, k.Name, true
}

// SweepRecorded chooses another swept parameter, with the knobs where the files have
// most of its values.
func (b *Bench) SweepRecorded(name string) {
	b.Setting.Axis, b.Old, b.stale = sweep.Axis{Name: name}, nil, true
	b.Recorded.Settle(name)
}

// tickRecorded shows a method's rows, or hides them.
func (b *Bench) tickRecorded(name string) {
	list := slices.Clone(b.Setting.Spec.Methods)
	if at := slices.Index(list, name); at >= 0 {
		list = slices.Delete(list, at, at+1)
	} else {
		list = append(list, name)
	}
	b.Setting.Spec.Methods, b.stale = list, true
}

// WhyNothingRecorded stands in the chart where no row of files has the figure: why the
// runs failed, if all did; "" where the results are not of files.
func (b *Bench) WhyNothingRecorded() string {
	if b.Live() {
		return ""
	}
	runs, why := 0, ""
	for _, name := range b.Setting.Spec.Methods {
		for _, rows := range b.Out.Grid[name] {
			reason := Failure(rows)
			if len(rows) > 0 && reason == "" {
				return "no row of a ticked method has this figure at these settings"
			}
			if why == "" && reason != "" {
				why = name + ": " + reason
			}
			runs += len(rows)
		}
	}
	if why == "" {
		return "no row of a ticked method is there at these settings"
	}
	return fmt.Sprintf("all %d runs failed at these settings, the first with %s", runs, why)
}

// MostTicked is how many methods are drawn at first: more curves hide each other.
const MostTicked = 32

// NewOfFiles is a bench of results from files, beside which nothing is computed. methods
// are those that the program has.
func NewOfFiles(c Recorded, methods []model.Method, warnings []remedy.Note, r *job.Runner, clock func() time.Time) *Bench {
	all := methods
	methods = methodsOf(c.Rows, all)
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	from := NewRecorded(c, methods)
	axis := from.Axes()[0].Name
	spec := sweep.DefaultSpec(max(1, c.Rows[0].N))
	spec.Methods, spec.ExactLimit = names[:min(len(names), MostTicked)], math.MaxInt
	spec.Over = []sweep.Axis{{Name: axis}}
	if _, known := kernel.Lookup(c.Rows[0].Kernel); known {
		spec.Kernel = c.Rows[0].Kernel
	}
	b := New(Config{Source: NewRecordedSource(c), Spec: spec, Methods: methods, Workers: 1, Warnings: warnings}, r, clock)
	b.numbers = numbersOf(methods, all)
	b.Recorded, b.Note, b.Notes = from, Note{}, nil // nothing was clamped that anybody had asked for
	for _, text := range from.Notes {
		b.InfoOnce(text)
	}
	if len(names) > MostTicked {
		b.InfoOnce(fmt.Sprintf("%d methods: the first %d are drawn, space in the table chooses others", len(names), MostTicked))
	}
	if twice := len(c.Rows) - len(from.Rows); twice > 0 {
		b.InfoOnce(fmt.Sprintf("%d of %d rows are of runs that stand in the files already, and count once", twice, len(c.Rows)))
	}
	from.Settle(axis)
	return b
}

// numbersOf are the places of methods among all, and behind these for those that are not
// there.
func numbersOf(methods, all []model.Method) []int {
	var list []int
	strange := len(all)
	for _, m := range methods {
		at := slices.IndexFunc(all, func(one model.Method) bool { return one.Name == m.Name })
		if at < 0 {
			at = strange
			strange++
		}
		list = append(list, at)
	}
	return list
}

// methodsOf are the methods of rows, in their order. One that the program has not stands
// there by its name.
func methodsOf(rows []sweep.Result, all []model.Method) []model.Method {
	ours := map[string]model.Method{}
	for _, method := range all {
		method.Needs = model.Needs{} // it has run
		ours[method.Name] = method
	}
	var methods []model.Method
	seen := map[string]bool{}
	for i := range rows {
		name := rows[i].Method
		if seen[name] {
			continue
		}
		seen[name] = true
		method, known := ours[name]
		if !known {
			method = model.Method{Name: name, Doc: "of the files; this program has no such method", New: func() model.Fitter { return Absent{} }}
		}
		methods = append(methods, method)
	}
	return methods
}

// Live tells whether something is computed: not beside results from files.
func (b *Bench) Live() bool { return b.Recorded == nil }

// Files names the files that results are of, and how many rows they have.
func (b *Bench) Files() (names []string, rows int) {
	return b.Recorded.Files, len(b.Recorded.Rows)
}

// OnlyColumns are the figures that the files have, and in any case the error; nil where
// the results are not of files.
func (b *Bench) OnlyColumns() []sweep.Column {
	if b.Recorded == nil {
		return nil
	}
	return b.Recorded.figures
}

// figuresOf are the columns of files that are figures.
func figuresOf(c Recorded, knobs []RecordedKnob) []sweep.Column {
	var list []sweep.Column
	columns := AllColumns()
	for _, name := range c.Header {
		col, ours := columns[name]
		if !ours {
			col = sweep.Column{Name: name, Doc: "a column of the files"}
		}
		if name == "method" || name == "rep" || slices.ContainsFunc(knobs, func(k RecordedKnob) bool { return k.Column.Name == name }) ||
			name != "error" && !anyNumber(c.Rows, col) {
			continue
		}
		list = append(list, col)
	}
	return list
}

// anyNumber tells whether some row has a column.
func anyNumber(rows []sweep.Result, c sweep.Column) bool {
	for i := range rows {
		if _, ok := c.Number(&rows[i]); ok {
			return true
		}
	}
	return false
}
