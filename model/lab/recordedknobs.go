package lab

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// recordedKnob is a column of a parameter. It has the indices of the values of all rows, because a
// selection then compares only indices.
type recordedKnob struct {
	model.Param           // its choices are the values in the files
	numbers     []float64 // the values, if all are numbers
	of          []int     // index of each row's value, −1 if it has none
	at          int       // index of the chosen value
}

// varies reports whether the column has more than one value.
func (k *recordedKnob) varies() bool { return len(k.Choices) > 1 }

// text returns the chosen value.
func (k *recordedKnob) text() string {
	if k.numbers != nil {
		return number.Short(k.numbers[k.at])
	}
	return k.Choices[k.at]
}

// newRecorded lists the knobs and the figures of files.
func newRecorded(c Recorded, methods []model.Method) *recorded {
	r := &recorded{results: c}
	params := sweep.Parameters(methods)
	for _, name := range r.results.Header {
		param, known := sweep.Parameter(params, model.Name(strings.ReplaceAll(name, "_", "-")))
		if name == "method" || name == "rep" {
			continue
		}
		column, ours := sweep.ColumnNamed(name)
		if !ours {
			column = sweep.Column{Name: name, Doc: "a column of the files"}
		}
		if known || column.Input {
			if !known {
				param = model.Param{Name: model.Name(name), Symbol: name, Group: model.GroupMethod, Doc: "column " + name}
			}
			if k := newKnob(c.Rows, param, name); k.Choices != nil {
				r.knobs = append(r.knobs, k)
				continue
			}
		}
		hasNumber := func(row sweep.Result) bool { _, ok := column.Number(&row); return ok }
		if name == "error" || slices.ContainsFunc(c.Rows, hasNumber) {
			r.figures = append(r.figures, column)
		}
	}
	slices.SortStableFunc(r.knobs, func(a, b *recordedKnob) int {
		return slices.Index(model.Groups(), a.Group) - slices.Index(model.Groups(), b.Group)
	})
	r.dropRepeated()
	return r
}

// newKnob returns the knob of a column. It has no choices if no row has a value.
func newKnob(rows []sweep.Result, param model.Param, column string) *recordedKnob {
	c, k := sweep.Column{Name: column}, &recordedKnob{of: make([]int, len(rows))}
	found := map[string]float64{}
	texts := make([]string, len(rows))
	numeric := true
	for i := range rows {
		if texts[i] = c.Text(&rows[i]); texts[i] != "" {
			v, ok := c.Number(&rows[i])
			found[texts[i]], numeric = v, numeric && ok
		}
	}
	values := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(cmp.Compare(found[a], found[b]), cmp.Compare(a, b))
	})
	place := map[string]int{"": -1}
	for i, text := range values {
		place[text] = i
		if numeric {
			k.numbers = append(k.numbers, found[text])
		}
	}
	for i, text := range texts {
		k.of[i] = place[text]
	}
	group := param.Group
	switch column {
	case "data", "d", "seed":
		group = model.GroupData
	case "kernel":
		group = model.GroupKernel
	case "learner":
		group = model.GroupRidge
	}
	k.Param = model.Param{Name: param.Name, Symbol: param.Symbol, Group: group, Doc: param.Doc,
		Choices: values, Max: float64(len(values) - 1)}
	return k
}

// run tells runs apart: by method, repetition and the values of some knobs, as [key] has them.
type run struct {
	method, settings string
	rep              int
}

// dropRepeated removes rows that repeat a run, because overlapping files would count it twice. It keeps
// the first row of a run that did not fail, or else the first. A note says if figures differ, as of experiments that
// the columns do not tell apart.
func (r *recorded) dropRepeated() {
	at, others, one := map[run]int{}, 0, ""
	rows := make([]sweep.Result, 0, len(r.results.Rows))
	for i := range r.results.Rows {
		row := &r.results.Rows[i]
		this := run{row.Method, key(i, r.knobs), row.Rep}
		before, seen := at[this]
		isOther := func(c sweep.Column) bool {
			was, is := c.Text(&rows[before]), c.Text(row)
			return !c.Varies && was != "" && is != "" && was != is
		}
		switch {
		case !seen:
			at[this] = len(rows)
			for _, k := range r.knobs {
				k.of[len(rows)] = k.of[i]
			}
			rows = append(rows, *row)
		case rows[before].Failure != "" && row.Failure == "":
			rows[before] = *row
		default:
			if j := slices.IndexFunc(r.figures, isOther); j >= 0 {
				c := r.figures[j]
				others, one = others+1, fmt.Sprintf("%s of one is %s, not %s", c.Name, c.Text(row), c.Text(&rows[before]))
			}
		}
	}
	if all := len(r.results.Rows); len(rows) < all {
		text := fmt.Sprintf("%d of %d rows repeat runs of other rows and are ignored", all-len(rows), all)
		if others > 0 {
			text += fmt.Sprintf(", %d of them with other figures (%s): the data, widths, target or version are others; "+
				"look at each file alone", others, one)
		}
		r.results.Notes = append(slices.Clip(r.results.Notes), text)
	}
	for _, k := range r.knobs {
		k.of = k.of[:len(rows)]
	}
	r.results.Rows = rows
}

func (r *recorded) Knobs() []model.Param {
	var list []model.Param
	for _, k := range r.knobs {
		list = append(list, k.Param)
	}
	return list
}

func (r *recorded) KnobText(k model.Param) string { return r.knob(k.Name).text() }

// knob returns the knob of that name, which must exist.
func (r *recorded) knob(name model.Name) *recordedKnob {
	return r.knobs[slices.IndexFunc(r.knobs, func(k *recordedKnob) bool { return k.Name == name })]
}

// axes returns the knobs that can be the x axis of a chart, the budget first. They are the numeric
// knobs that vary or, if there are none, all numeric knobs.
func (r *recorded) axes() []*recordedKnob {
	list := slices.DeleteFunc(slices.Clone(r.knobs), func(k *recordedKnob) bool {
		return k.numbers == nil || k.Name == "seed" || k.Name == "d"
	})
	if slices.ContainsFunc(list, (*recordedKnob).varies) {
		list = slices.DeleteFunc(list, func(k *recordedKnob) bool { return !k.varies() })
	}
	slices.SortStableFunc(list, func(a, b *recordedKnob) int { return compareAxes(a.Param, b.Param) })
	return list
}

// tied reports whether a knob changes with the swept one, as γ does with σ: the rows with a value of the one have one
// value of the other. m may follow from a condition, and has one for each method and repetition.
func (r *recorded) tied(k *recordedKnob, axis model.Name) bool {
	if k.Name == axis || k.numbers == nil || sweep.SameParameter(k.Name, axis) {
		return k.Name != axis && k.numbers != nil
	}
	by, first := []*recordedKnob{r.knob(axis)}, map[run]int{}
	for i, v := range k.of {
		this := run{settings: key(i, by)}
		if row := &r.results.Rows[i]; k.Name == model.BudgetName {
			this.method, this.rep = row.Method, row.Rep
		}
		if before, seen := first[this]; v >= 0 && seen && before != v {
			return false
		}
		if v >= 0 {
			first[this] = v
		}
	}
	return true
}
