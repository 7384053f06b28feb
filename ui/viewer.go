package ui

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui/lab"
	"gramscope/ui/look"
)

// recordedScreen is the only one of results from files.
func recordedScreen() board {
	s := explore()
	s.key, s.name, s.charts = "1", "Results", s.charts[:1]
	s.need = noMore
	s.start = nil
	s.keys = slices.DeleteFunc(s.keys, func(b binding) bool { return b.in&onError == 0 })
	return s
}

// recordedKeys are those that make sense for results from files: nothing is
// computed, and there are no other data.
func recordedKeys(s board) []binding {
	return slices.DeleteFunc(bindings([]board{s}), func(b binding) bool {
		computes := b.section == "Data chooser" || b.hint == "data" || b.hint == "type" || b.hint == "screen"
		for _, k := range []string{"d", "u", "r", "f", "c", "b", "backspace", "1", ":"} {
			computes = computes || b.in&onPanes != 0 && slices.Contains(b.keys, k)
		}
		return computes || b.in&onKnobs != 0 && slices.Contains(b.keys, "enter")
	})
}

// recordedValues are the figures that the files have, and in any case the error.
func recordedValues(c lab.Recorded, params []lab.RecordedKnob) []shown {
	var list []shown
	known, columns := shownValues(), lab.AllColumns()
	for _, name := range c.Header {
		col, ours := columns[name]
		if !ours {
			col = sweep.Column{Name: name, Doc: "a column of the files"}
		}
		if name == "method" || name == "rep" || slices.ContainsFunc(params, func(k lab.RecordedKnob) bool { return k.Column.Name == name }) ||
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
func newViewer(c Config, l look.Look, r *lab.Runner, clock func() time.Time) *explorer {
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
			method = model.Method{Name: name, Doc: "of the files; this program has no such method", New: func() model.Fitter { return lab.Absent{} }}
		}
		names, methods = append(names, name), append(methods, method)
	}
	from := lab.NewRecorded(*c.Recorded, methods)
	axis := from.Axes()[0].Name
	spec := sweep.DefaultSpec(max(1, rows[0].N))
	spec.Methods, spec.ExactLimit = names[:min(len(names), mostTicked)], math.MaxInt
	spec.Over = []sweep.Axis{{Name: axis}}
	if _, known := kernel.Lookup(rows[0].Kernel); known {
		spec.Kernel = rows[0].Kernel
	}
	m := newExplorer(Config{Source: lab.NewRecordedSource(*c.Recorded), Spec: spec, Methods: methods, Workers: 1, Output: c.Output, Warnings: c.Warnings, Version: c.Version}, l, r, clock)
	m.Recorded, m.Note, m.Notes = from, lab.Note{}, nil // nothing was clamped that anybody had asked for
	for _, text := range from.Notes {
		m.Keep(text)
	}
	if len(names) > mostTicked {
		m.Keep(fmt.Sprintf("%d methods: the first %d are drawn, space in the table chooses others", len(names), mostTicked))
	}
	if twice := len(rows) - len(from.Rows); twice > 0 {
		m.Keep(fmt.Sprintf("%d of %d rows are of runs that stand in the files already, and count once", twice, len(rows)))
	}
	from.Settle(axis)
	m.screens = []board{recordedScreen()}
	m.keys, m.lookedAt = recordedKeys(m.screens[0]), firstLooks(m.screens)
	m.focus, m.charted = knobsPane, firstPane
	m.panel.chosen = axis
	m.errors.values = recordedValues(*c.Recorded, from.Knobs)
	m.errors.value = max(0, slices.IndexFunc(m.errors.values, func(s shown) bool { return s.label == "error" }))
	m.errors.Y.Auto = m.errors.now().startsLog()
	return m
}

// recordedHeader says what is shown.
func (m *explorer) recordedHeader(w int) string {
	r := m.Recorded
	files := r.Files[0]
	if n := len(r.Files) - 1; n > 0 {
		files += fmt.Sprintf(" and %d more", n)
	}
	source, shown := m.Setting.Store.Source().Name(), fmt.Sprintf("%d of %d runs", m.Out.Done, len(r.Rows))
	return m.look.Longest(w+1, "gramscope view ── "+files+" ── "+source+" ── "+shown, files+" ── "+shown, shown)
}
