package methodtable

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// The heads of the columns that compare methods and are not columns of the results.
const pinHead, ratioHead = "vs pin", "× floor"

// Column is a column of the table.
type Column struct {
	Head   string
	Width  int
	Of     sweep.Column // the column of the results that it shows
	higher bool         // whether larger values are better, and sorted first
	Text   func(name string) string
	value  func(name string) float64 // the value for sorting
}

// tableColumns returns the columns of results that the table can have, from left to right.
var tableColumns = sync.OnceValue(func() []sweep.Column {
	list := slices.DeleteFunc(sweep.AllColumns(), func(c sweep.Column) bool { return c.Table.Width == 0 })
	slices.SortStableFunc(list, func(a, b sweep.Column) int { return cmp.Compare(a.Table.Place, b.Table.Place) })
	return list
})

// mostMatter is the largest place of a column that the table has unless all are asked for.
const mostMatter = 4

// Columns returns the columns after the name: the columns that matter on the present screen, and the most important of
// the others, or all.
func (t Table) Columns() []Column {
	var list []Column
	for _, of := range tableColumns() {
		target := t.Setting.Store.Source().HasTarget() && of.Target.Suits(t.Setting.Classifies())
		switch {
		case !t.All && of.Table.Place > mostMatter && !slices.Contains(t.About, of.Name):
		case of.Target != sweep.AnyTarget && !target:
		default:
			list = append(list, t.meanColumn(of))
		}
	}
	list = t.withRatios(list)
	slices.SortStableFunc(list, func(a, b Column) int {
		return cmp.Compare(placeIn(t.About, a.Of.Name), placeIn(t.About, b.Of.Name))
	})
	return list
}

// Heads returns the heads of all columns by which a table can be sorted, whatever it shows.
func Heads() []string {
	heads := []string{pinHead, ratioHead}
	for _, c := range tableColumns() {
		heads = append(heads, c.Table.Head)
	}
	return heads
}

// isFloor reports whether another column of the table can have no smaller value than this one.
func isFloor(c sweep.Column) bool {
	return slices.ContainsFunc(tableColumns(), func(of sweep.Column) bool { return of.Floor == c.Name })
}

// meanColumn shows the mean of a column of the results: with its standard error if it has one or is a floor of which
// some are estimates, and a time with a mark where kernel entries were already known.
func (t Table) meanColumn(c sweep.Column) Column {
	column := Column{Head: c.Table.Head, Width: c.Table.Width, Of: c, higher: c.Better == sweep.Higher}
	column.value = func(name string) float64 { return t.mean(name, c) }
	estimates := c.Estimated
	if isFloor(c) {
		if estimates = t.estimates(); estimates {
			column.Width = 16
		}
	}
	isUnsolved := func(r sweep.Result) bool { return r.Unsolved() }
	column.Text = func(name string) string {
		rows, _ := t.Figures(name)
		v, se := lab.Mean(rows, c)
		text := t.orLater(number.Value(c.Format, v), c)
		switch {
		case estimates && !(isFloor(c) && math.IsNaN(v)):
			return errorText(v, se, estimated(rows))
		case math.IsNaN(v) && c.Needs().Has(sweep.FigureRegression) && slices.ContainsFunc(rows, isUnsolved):
			return "failed"
		case c.Varies && text != "" && slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached() }):
			return "~" + text
		}
		return text
	}
	return column
}

// mean returns the mean of a column for a method at the present setting.
func (t Table) mean(name string, c sweep.Column) float64 {
	rows, _ := t.Figures(name)
	v, _ := lab.Mean(rows, c)
	return v
}

// orLater returns the text of a figure, or "later" while it is being computed.
func (t Table) orLater(text string, c sweep.Column) string {
	if text == "" && t.Pending(c) {
		return "later"
	}
	return text
}

// errorText formats a relative error with its standard error, which is NaN if there is none.
func errorText(v, se float64, estimated bool) string {
	text := number.Error(v)
	if estimated {
		text = "≈" + text
	}
	if math.IsNaN(se) || v < number.Rounding {
		return text + "       " // as wide as a standard error
	}
	return text + " ±" + number.Roughly(se)
}

// placeIn returns the index of a name in a list, or the list's length if it is not in it.
func placeIn(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// withRatios adds the columns of how far an error is above its floor, and above that of the latest pin, right of the
// error.
func (t Table) withRatios(columns []Column) []Column {
	floor, errors := lab.Column("error_best"), lab.Column("error")
	add := func(head string, width int, of sweep.Column, than func(name string) float64) {
		ratio := func(name string) float64 { return t.mean(name, errors) / than(name) }
		columns = slices.Insert(columns, 1, Column{Head: head, Width: width, Of: of, value: ratio,
			Text: func(name string) string {
				if head == ratioHead && t.mean(name, floor) < number.Rounding {
					return "floor 0"
				}
				return t.orLater(number.Times(ratio(name)), of)
			}})
	}
	add(ratioHead, 9, floor, func(name string) float64 {
		if least := t.mean(name, floor); least >= number.Rounding {
			return least
		}
		return math.NaN()
	})
	if pins := t.Pins; len(pins) > 0 {
		add(pinHead, 9, errors, func(name string) float64 {
			v, _ := lab.Mean(pins[len(pins)-1].Now(name), errors)
			return v
		})
	}
	return columns
}

// estimates reports whether any figures in the table are estimates.
func (t Table) estimates() bool {
	return slices.ContainsFunc(t.Methods, func(method model.Method) bool {
		rows, _ := t.Figures(method.Name)
		return estimated(rows)
	})
}

func estimated(rows []sweep.Result) bool {
	return slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Get("exact") == 0 })
}
