package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/number"
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

// plainColumn shows the mean of a column of the results.
func (m *explorer) plainColumn(head string, width int, name string, format func(float64) string) figureColumn {
	c := lab.Column(name)
	return figureColumn{head: head, width: width, of: c, text: func(_ string, rows []sweep.Result) string {
		v, _ := lab.Mean(rows, c)
		return m.orLater(format(v), c)
	}}
}

// orLater is the text of a figure, or that it is still to come.
func (m *explorer) orLater(text string, c sweep.Column) string {
	if text == "" && m.Later(c.Name) {
		return "later"
	}
	return text
}

// figureColumns are the columns right of the name, those first that the screen is about.
func (m *explorer) figureColumns() []figureColumn {
	errors, seconds := lab.Column("error"), lab.Column("seconds")
	list := []figureColumn{
		{head: "error ±se", width: 16, of: errors, text: func(_ string, rows []sweep.Result) string {
			v, se := lab.Mean(rows, errors)
			return errorText(v, se, estimated(rows))
		}},
		m.floorColumn(),
		m.plainColumn("rank", 6, "rank_used", number.Count),
		m.plainColumn("entries", 8, "entries", number.Count),
		{head: "time", width: 8, of: seconds, text: func(_ string, rows []sweep.Result) string {
			v, _ := lab.Mean(rows, seconds)
			if slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached }) && !math.IsNaN(v) {
				return "~" + number.Duration(v)
			}
			return number.Duration(v)
		}},
		m.plainColumn("mem", 8, "bytes", number.Memory),
	}
	switch {
	case !m.Setting.Store.Source().HasTarget():
	case m.Setting.Classifies():
		accuracy := m.plainColumn("accuracy", 10, "accuracy_test", number.Percent)
		accuracy.higher = true
		list = append(list, accuracy, m.plainColumn("logloss", 8, "logloss_test", number.Figure))
	default:
		list = append(list, m.plainColumn("rmse", 8, "rmse_test", number.Figure), m.plainColumn("risk ratio", 12, "risk_ratio", number.Figure))
	}
	list = m.withFront(m.withPin(list))
	about := m.screen().Panes().Columns
	slices.SortStableFunc(list, func(a, b figureColumn) int {
		return cmp.Compare(placeIn(about, a.of.Name), placeIn(about, b.of.Name))
	})
	return list
}

// floorColumn is the error of the best approximation of a method's rank, with its standard
// error where some are estimates.
func (m *explorer) floorColumn() figureColumn {
	best := lab.Column("error_best")
	c := figureColumn{head: "floor", width: 8, of: best, value: func(name string) float64 {
		v, _ := m.Out.MeanBest(name)
		return v
	}}
	c.text = func(name string, _ []sweep.Result) string { return m.orLater(number.Error(c.value(name)), best) }
	if m.estimates() {
		c.width = 16
		c.text = func(name string, rows []sweep.Result) string {
			v, se := m.Out.MeanBest(name)
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

// placeIn is the place of a name in a list, and behind it if it is not there.
func placeIn(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// withPin adds the column that compares with the latest pin, right of the error.
func (m *explorer) withPin(columns []figureColumn) []figureColumn {
	if len(m.Pins) == 0 {
		return columns
	}
	before, errors := m.Pins[len(m.Pins)-1].Now, lab.Column("error")
	ratio := func(name string) float64 {
		rows, _ := m.Figures(name)
		now, _ := lab.Mean(rows, errors)
		then, _ := lab.Mean(before[name], errors)
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

// estimates tells whether any figures in the table are estimates.
func (m *explorer) estimates() bool {
	return slices.ContainsFunc(m.Methods, func(method model.Method) bool {
		rows, _ := m.Figures(method.Name)
		return estimated(rows)
	})
}

func estimated(rows []sweep.Result) bool {
	return slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Failure == "" && !r.Exact })
}
