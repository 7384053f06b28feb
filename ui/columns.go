package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// figureColumn is a column of the table of methods.
type figureColumn struct {
	head   string
	width  int
	of     sweep.Column // of the results
	higher bool         // more is better, and comes first
	text   func(name string, rows []sweep.Result) string
	value  func(name string) float64 // by which it is sorted; nil: the mean of the column
}

// tableColumns are the columns of results that the table can have, from left to right.
var tableColumns = sync.OnceValue(func() []sweep.Column {
	list := slices.DeleteFunc(sweep.AllColumns(), func(c sweep.Column) bool { return c.Table.Width == 0 })
	slices.SortStableFunc(list, func(a, b sweep.Column) int { return cmp.Compare(a.Table.Place, b.Table.Place) })
	return list
})

// figureColumns returns the columns right of the name, those first that the screen is about.
func (m *explorer) figureColumns() []figureColumn {
	var list []figureColumn
	for _, c := range tableColumns() {
		target := m.Setting().Store.Source().HasTarget() && c.Target.Suits(m.Setting().Classifies())
		switch {
		case c.Target != sweep.AnyTarget && !target:
		case isFloor(c):
			list = append(list, m.floorColumn(c))
		default:
			list = append(list, m.figureColumn(c))
		}
	}
	list = m.withFront(m.withPin(list))
	about := m.screen().Panes().Columns
	slices.SortStableFunc(list, func(a, b figureColumn) int {
		return cmp.Compare(placeIn(about, a.of.Name), placeIn(about, b.of.Name))
	})
	return list
}

// isFloor reports whether another column of the table can have no smaller value than this one.
func isFloor(c sweep.Column) bool {
	return slices.ContainsFunc(tableColumns(), func(of sweep.Column) bool { return of.Floor == c.Name })
}

// figureColumn shows the mean of a column of the results: with its standard error if it has one,
// and a time with a mark where kernel entries were already known.
func (m *explorer) figureColumn(c sweep.Column) figureColumn {
	return figureColumn{head: c.Table.Head, width: c.Table.Width, of: c, higher: c.Better == sweep.Higher, text: func(_ string, rows []sweep.Result) string {
		v, se := lab.Mean(rows, c)
		if c.HasStandardError() {
			return errorText(v, se, estimated(rows))
		}
		text := m.orLater(number.Value(c.Format, v), c)
		if c.Varies && text != "" && slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached }) {
			return "~" + text
		}
		return text
	}}
}

// orLater returns the text of a figure, or that it is still to come.
func (m *explorer) orLater(text string, c sweep.Column) string {
	if text == "" && m.Pending(c) {
		return "later"
	}
	return text
}

// floorColumn shows the error of the best approximation of a method's rank, with its standard
// error where some are estimates.
func (m *explorer) floorColumn(best sweep.Column) figureColumn {
	c := figureColumn{head: best.Table.Head, width: best.Table.Width, of: best, value: func(name string) float64 {
		v, _ := m.Outcome().MeanBest(name)
		return v
	}}
	c.text = func(name string, _ []sweep.Result) string {
		return m.orLater(number.Value(best.Format, c.value(name)), best)
	}
	if m.estimates() {
		c.width = 16
		c.text = func(name string, rows []sweep.Result) string {
			v, se := m.Outcome().MeanBest(name)
			if math.IsNaN(v) {
				return m.orLater("", best)
			}
			return errorText(v, se, estimated(rows))
		}
	}
	return c
}

// errorText is a relative error with its standard error, NaN where there is none.
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

// withPin adds the column that compares with the latest pin, right of the error.
func (m *explorer) withPin(columns []figureColumn) []figureColumn {
	if len(m.Pins()) == 0 {
		return columns
	}
	before, errors := m.Pins()[len(m.Pins())-1].Now, lab.Column("error")
	ratio := func(name string) float64 {
		rows, _ := m.Figures(name)
		now, _ := lab.Mean(rows, errors)
		then, _ := lab.Mean(before(name), errors)
		return now / then
	}
	return slices.Insert(columns, 1, figureColumn{head: "vs pin", width: 8, of: errors, value: ratio,
		text: func(name string, _ []sweep.Result) string { return times(ratio(name)) }})
}

// withFront adds the column that says how many of a method's samples are on the Pareto
// front, where the first chart has one.
func (m *explorer) withFront(columns []figureColumn) []figureColumn {
	drawn := m.built[0].Series
	at := slices.IndexFunc(drawn, func(s chart.Series) bool { return s.Name == curve.FrontName })
	if at < 0 {
		return columns
	}
	samples := func(name string) (on, of int) {
		for _, s := range drawn {
			if s.Name == name {
				return curve.OnFront(s, drawn[at]), len(s.X)
			}
		}
		return 0, 0
	}
	return slices.Insert(columns, 1, figureColumn{head: "front", width: 9, of: lab.Column("error"), higher: true,
		value: func(name string) float64 { on, _ := samples(name); return float64(on) },
		text: func(name string, _ []sweep.Result) string {
			on, of := samples(name)
			if on == 0 {
				return ""
			}
			return fmt.Sprintf("%d of %d", on, of)
		}})
}

// times writes a ratio: ×0.52.
func times(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	text := strconv.FormatFloat(v, 'g', 2, 64)
	if v >= 10 && v < 1e4 {
		text = strconv.FormatFloat(v, 'f', 0, 64)
	}
	return "×" + text
}

// estimates reports whether any figures in the table are estimates.
func (m *explorer) estimates() bool {
	return slices.ContainsFunc(m.Methods(), func(method model.Method) bool {
		rows, _ := m.Figures(method.Name)
		return estimated(rows)
	})
}

func estimated(rows []sweep.Result) bool {
	return slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Failure == "" && !r.Exact })
}
