package ui

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui/look"
)

// recordedOutcome is what the charts show at the knobs' values.
func (b *bench) recordedOutcome() *outcome {
	r, axis := b.recorded, b.setting.axis.Name
	k, s := r.find(axis), r.selection(axis)
	now, there := slices.BinarySearch(s.values, k.numbers[k.at])
	if !there {
		now, k.at = 0, slices.Index(k.numbers, s.values[0])
	}
	b.followRecorded()
	o := newOutcome(b.setting.clone(), b.clock())
	o.axis = sweep.Axis{Name: axis, Values: s.values}
	o.done, o.total, o.rows, o.finished = len(s.rows), len(s.rows), true, true
	best := column("error_best")
	for _, name := range b.setting.spec.Methods {
		points := s.points[name]
		if points == nil { // none at these settings
			points = make([][]sweep.Result, len(s.values))
		}
		o.grid[name], o.now[name] = points, points[now]
		if v, _ := mean(points[now], best); !math.IsNaN(v) {
			o.best[name] = []float64{v}
		}
	}
	o.floor, o.known = s.floor, s.known
	return o
}

// followRecorded writes the knobs' values into the setting, from which the chart
// takes where it stands.
func (b *bench) followRecorded() {
	s := &b.setting.spec
	s.Values = map[string]float64{}
	for i := range b.recorded.knobs {
		k := &b.recorded.knobs[i]
		switch {
		case k.numbers == nil || k.Name == "sigma" && b.setting.axis.Name != "sigma" || k.Name == "gamma" && b.setting.axis.Name == "sigma":
		case k.Name == "n":
			s.N = int(k.numbers[k.at])
		default:
			s.Values[k.Name] = k.numbers[k.at]
		}
	}
}

// turnRecorded chooses another of the values that there are.
func (b *bench) turnRecorded(param model.Param, steps int) {
	k := b.recorded.find(param.Name)
	switch {
	case !k.varies():
		b.tell(fmt.Sprintf("%s is %s in all rows: results of files do not turn", k.Symbol, b.recorded.text(k.Name)))
		return
	case b.recorded.tied(k, b.setting.axis.Name):
		b.tell(fmt.Sprintf("%s goes with %s, which the chart is over", k.Symbol, b.axisParam().Symbol))
		return
	}
	next := min(max(k.at+steps, 0), len(k.Choices)-1)
	if next == k.at {
		b.tell(fmt.Sprintf("%s stops at %s, the last in these results", k.Symbol, b.recorded.text(k.Name)))
		return
	}
	k.at, b.recorded.turned, b.stale = next, k.Name, true
}

// sweepRecorded chooses another swept parameter, with the knobs where the files have
// most of its values.
func (b *bench) sweepRecorded(name string) {
	b.setting.axis, b.old, b.stale = sweep.Axis{Name: name}, nil, true
	b.recorded.settle(name)
}

// tickRecorded shows a method's rows, or hides them.
func (b *bench) tickRecorded(name string) {
	list := slices.Clone(b.setting.spec.Methods)
	if at := slices.Index(list, name); at >= 0 {
		list = slices.Delete(list, at, at+1)
	} else {
		list = append(list, name)
	}
	b.setting.spec.Methods, b.stale = list, true
}

// recordedScreen is the only one of results from files.
func recordedScreen() screen {
	s := explore()
	s.key, s.name, s.charts = "1", "Results", s.charts[:1]
	s.need = noMore
	s.start = nil
	s.keys = slices.DeleteFunc(s.keys, func(b binding) bool { return b.in&onError == 0 })
	return s
}

// recordedKeys are those that make sense for results from files: nothing is
// computed, and there are no other data.
func recordedKeys(s screen) []binding {
	return slices.DeleteFunc(bindings([]screen{s}), func(b binding) bool {
		computes := b.section == "Data chooser" || b.hint == "data" || b.hint == "type" || b.hint == "screen"
		for _, k := range []string{"d", "u", "r", "f", "c", "b", "backspace", "1", ":"} {
			computes = computes || b.in&onPanes != 0 && slices.Contains(b.keys, k)
		}
		return computes || b.in&onKnobs != 0 && slices.Contains(b.keys, "enter")
	})
}

// recordedValues are the figures that the files have, and in any case the error.
func recordedValues(c Recorded, params []recordedKnob) []shown {
	var list []shown
	known, columns := shownValues(), allColumns()
	for _, name := range c.Header {
		col, ours := columns[name]
		if !ours {
			col = sweep.Column{Name: name, Doc: "a column of the files"}
		}
		if name == "method" || name == "rep" || slices.ContainsFunc(params, func(k recordedKnob) bool { return k.column.Name == name }) ||
			name != "error" && !anyNumber(c.Rows, col) {
			continue
		}
		s := shown{column: col, label: name}
		if i := slices.IndexFunc(known, func(s shown) bool { return s.column.Name == name }); i >= 0 {
			s = known[i]
			s.wants = nil
		}
		list = append(list, s)
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

// mostTicked is how many methods are drawn at first: more curves hide each other.
const mostTicked = 32

// newViewer is an explorer of results from files.
func newViewer(c Config, l look.Look, r *runner, clock func() time.Time) *explorer {
	rows := c.Recorded.Rows
	ours := map[string]model.Method{}
	for _, method := range c.Methods {
		method.Needs = model.Needs{} // it has run
		ours[method.Name] = method
	}
	var methods []model.Method
	var names []string
	seen := map[string]bool{}
	for i := range rows {
		name := rows[i].Method
		if seen[name] {
			continue
		}
		seen[name] = true
		method, known := ours[name]
		if !known {
			method = model.Method{Name: name, Doc: "of the files; this program has no such method", New: func() model.Fitter { return absent{} }}
		}
		names, methods = append(names, name), append(methods, method)
	}
	from := newRecorded(*c.Recorded, methods)
	axis := from.axes()[0].Name
	spec := sweep.DefaultSpec(max(1, rows[0].N))
	spec.Methods, spec.ExactLimit = names[:min(len(names), mostTicked)], math.MaxInt
	spec.Over = []sweep.Axis{{Name: axis}}
	if _, known := kernel.Lookup(rows[0].Kernel); known {
		spec.Kernel = rows[0].Kernel
	}
	m := newExplorer(Config{Source: newRecordedSource(*c.Recorded), Spec: spec, Methods: methods, Workers: 1, Output: c.Output, Warnings: c.Warnings, Version: c.Version}, l, r, clock)
	m.recorded, m.note, m.notes = from, note{}, nil // nothing was clamped that anybody had asked for
	for _, text := range from.Notes {
		m.keep(text)
	}
	if len(names) > mostTicked {
		m.keep(fmt.Sprintf("%d methods: the first %d are drawn, space in the table chooses others", len(names), mostTicked))
	}
	if twice := len(rows) - len(from.Rows); twice > 0 {
		m.keep(fmt.Sprintf("%d of %d rows are of runs that stand in the files already, and count once", twice, len(rows)))
	}
	from.settle(axis)
	m.screens = []screen{recordedScreen()}
	m.keys, m.lookedAt = recordedKeys(m.screens[0]), firstLooks(m.screens)
	m.focus, m.charted = knobsPane, firstPane
	m.panel.chosen = axis
	m.errors.values = recordedValues(*c.Recorded, from.knobs)
	m.errors.value = max(0, slices.IndexFunc(m.errors.values, func(s shown) bool { return s.label == "error" }))
	m.errors.y.auto = m.errors.now().startsLog()
	return m
}

// whyNothingRecorded stands in the chart where no row has the figure: why the runs
// failed, if all did.
func (b *bench) whyNothingRecorded() string {
	runs, why := 0, ""
	for _, name := range b.setting.spec.Methods {
		for _, rows := range b.out.grid[name] {
			reason := failure(rows)
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

// recordedHeader says what is shown.
func (m *explorer) recordedHeader(w int) string {
	r := m.recorded
	files := r.Files[0]
	if n := len(r.Files) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := m.setting.store.Source().Name(), fmt.Sprintf("%d of %d runs", m.out.done, len(r.Rows))
	return m.look.Longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}
