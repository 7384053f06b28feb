package ui

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// recordedOutcome is what the charts show at the knobs' values.
func (m *explorer) recordedOutcome() *outcome {
	r, axis := m.recorded, m.setting.axis.Name
	k := r.find(axis)
	rows := r.chosen(axis)
	values := k.among(rows)
	if len(values) == 0 { // no method here has it: flat lines
		values = k.numbers
	}
	if !slices.Contains(values, k.numbers[k.at]) {
		k.at = slices.Index(k.numbers, values[0])
	}
	now := slices.Index(values, k.numbers[k.at])
	m.followRecorded()
	o := newOutcome(m.setting.clone(), m.clock())
	o.axis = sweep.Axis{Name: axis, Values: values}
	o.done, o.total, o.rows, o.finished = len(rows), len(rows), true, true
	for _, method := range m.methods {
		if !slices.Contains(m.setting.spec.Methods, method.Name) {
			continue
		}
		points, without := make([][]sweep.Result, len(values)), []sweep.Result(nil)
		for _, row := range rows {
			v, ok := k.column.Number(&row)
			switch {
			case row.Method != method.Name:
			case ok:
				at := slices.Index(values, v)
				points[at] = append(points[at], row)
			case !slices.ContainsFunc(without, func(other sweep.Result) bool { return other.Rep == row.Rep }):
				without = append(without, row) // a method that does not have the parameter: the same everywhere
			}
		}
		for i := range points {
			points[i] = append(points[i], without...)
		}
		o.grid[method.Name], o.now[method.Name] = points, points[now]
		if v, _ := mean(points[now], column("error_best")); !math.IsNaN(v) {
			o.best[method.Name] = []float64{v}
		}
	}
	o.floor = make([]float64, len(values))
	for i := range o.floor {
		o.floor[i] = recordedFloor(rows, k.column, values[i])
	}
	return o
}

// recordedFloor is the error of the best approximation of the budget's rank: what
// rows of methods that used this rank have for the best error of their own. NaN
// where there are none.
func recordedFloor(rows []sweep.Result, axis sweep.Column, value float64) float64 {
	used, best := column("rank_used"), column("error_best")
	var known []float64
	for i := range rows {
		asked := map[string]float64{}
		for _, name := range []string{"m", "rank"} {
			asked[name], _ = sweep.Column{Name: name}.Number(&rows[i])
		}
		at, _ := axis.Number(&rows[i])
		rank, ranked := used.Number(&rows[i])
		v, ok := best.Number(&rows[i])
		if ok && ranked && at == value && asked["m"] > 0 && int(rank) == rankAsked(asked, rows[i].N) {
			known = append(known, v)
		}
	}
	return average(known)
}

// followRecorded writes the knobs' values into the setting, from which the chart
// takes where it stands.
func (m *explorer) followRecorded() {
	s := &m.setting.spec
	s.Values = map[string]float64{}
	for i := range m.recorded.knobs {
		k := &m.recorded.knobs[i]
		switch {
		case k.numbers == nil || k.Name == "sigma" && m.setting.axis.Name != "sigma" || k.Name == "gamma" && m.setting.axis.Name == "sigma":
		case k.Name == "n":
			s.N = int(k.numbers[k.at])
		default:
			s.Values[k.Name] = k.numbers[k.at]
		}
	}
}

// turnRecorded chooses another of the values that there are.
func (m *explorer) turnRecorded(steps int) {
	k := m.recorded.find(m.panel.chosen)
	switch {
	case !k.varies():
		m.tell(fmt.Sprintf("%s is %s in all rows: results of files do not turn", m.look.text(k.Symbol), m.recorded.text(k.Name)))
		return
	case m.recorded.tied(k, m.setting.axis.Name):
		m.tell(fmt.Sprintf("%s goes with %s, which the chart is over", m.look.text(k.Symbol), m.axisParam().Symbol))
		return
	}
	next := min(max(k.at+steps, 0), len(k.Choices)-1)
	if next == k.at {
		m.tell(fmt.Sprintf("%s stops at %s, the last in these results", m.look.text(k.Symbol), m.recorded.text(k.Name)))
		return
	}
	k.at, m.recorded.turned = next, k.Name
	m.restart()
}

// recordedOver asks for another swept parameter.
func (m *explorer) recordedOver() {
	m.menu = menu{title: "over"}
	for i, k := range m.recorded.axes() {
		m.menu.items = append(m.menu.items, item{name: k.Name, note: fmt.Sprintf("%d values; %s", len(k.Choices), k.Doc)})
		if k.Name == m.setting.axis.Name {
			m.menu.at = i
		}
	}
	m.menu.then = func(name string) {
		m.setting.axis = sweep.Axis{Name: name}
		m.errors.fresh()
		m.old = nil
		m.recorded.settle(name)
		m.restart()
	}
}

// tickRecorded shows a method's rows, or hides them.
func (m *explorer) tickRecorded(i int) {
	name, list := m.methods[i].Name, m.setting.spec.Methods
	if at := slices.Index(list, name); at >= 0 {
		list = slices.Delete(slices.Clone(list), at, at+1)
	} else {
		list = append(slices.Clone(list), name)
	}
	m.setting.spec.Methods = list
	m.restart()
}

// recordedScreen is the only one of results from files.
func recordedScreen() screen {
	s := explore()
	s.key, s.name, s.charts = "1", "Results", s.charts[:1]
	s.wants = func(*explorer) wants { return nothingMore }
	s.start = nil
	s.over = nil
	s.keys = slices.DeleteFunc(s.keys, func(b binding) bool { return b.in&onError == 0 })
	for i, b := range s.keys {
		if b.hint == "over" {
			s.keys[i].run = do((*explorer).recordedOver)
		}
	}
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

// recordedValues are the figures that the files have.
func recordedValues(c Recorded, params []recordedKnob) []shown {
	var list []shown
	known := shownValues()
	for _, name := range c.Header {
		col := sweep.Column{Name: name, Doc: "a column of the files"}
		for _, ours := range sweep.Columns(nil, sweep.AllFigures()) {
			if ours.Name == name {
				col = ours
			}
		}
		if name == "method" || name == "rep" || slices.ContainsFunc(params, func(k recordedKnob) bool { return k.column.Name == name }) ||
			!slices.ContainsFunc(c.Rows, func(r sweep.Result) bool { _, ok := col.Number(&r); return ok }) {
			continue
		}
		s := shown{column: col, label: name}
		if i := slices.IndexFunc(known, func(s shown) bool { return s.column.Name == name }); i >= 0 {
			s = known[i]
			s.wants = nothingMore
		}
		list = append(list, s)
	}
	return list
}

// newViewer is an explorer of results from files.
func newViewer(c Config, l look, r *runner, clock func() time.Time) *explorer {
	rows := c.Recorded.Rows
	var methods []model.Method
	var names []string
	seen := func(name string) bool { return slices.Contains(names, name) }
	for _, row := range rows {
		if seen(row.Method) {
			continue
		}
		names = append(names, row.Method)
		method := model.Method{Name: row.Method, Doc: "of the files; this program has no such method", New: func() model.Fitter { return absent{} }}
		if i := slices.IndexFunc(c.Methods, func(x model.Method) bool { return x.Name == row.Method }); i >= 0 {
			method = c.Methods[i]
			method.Needs = model.Needs{} // it has run
		}
		methods = append(methods, method)
	}
	from := newRecorded(*c.Recorded, methods)
	axis := from.axes()[0].Name
	spec := sweep.DefaultSpec(max(1, rows[0].N))
	spec.Methods, spec.ExactLimit = names, math.MaxInt
	spec.Over = []sweep.Axis{{Name: axis}}
	if slices.ContainsFunc(model.Families(), func(f model.Family) bool { return f.Name == rows[0].Kernel }) {
		spec.Kernel = rows[0].Kernel
	}
	m := newExplorer(Config{Source: recordedSource{*c.Recorded}, Spec: spec, Methods: methods, Workers: 1, Output: c.Output, Warnings: c.Warnings, Version: c.Version}, l, r, clock)
	m.recorded, m.note, m.notes = from, note{}, nil // nothing was clamped that anybody had asked for
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

// recordedHeader says what is shown.
func (m *explorer) recordedHeader(w int) string {
	r := m.recorded
	files := r.Files[0]
	if n := len(r.Files) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := m.setting.store.Source().Name(), fmt.Sprintf("%d of %d runs", m.out.done, len(r.Rows))
	return m.longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}
