package paper

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"gramscope/ui/chart"
)

// Chart is what an entry looks like: for each of a run's methods a column over another,
// as means over the repetitions.
type Chart struct {
	Run    int
	X, Y   string // columns
	LogX   bool
	LogY   bool
	Also   []string // more columns of the first method, such as bounds
	By     string   // a column whose values get a curve each, "" for none
	XTitle string   // "" for the column's name
	YTitle string
}

// Lines is the chart of the findings.
func (c Chart) Lines(f *Findings) chart.Lines {
	scale := func(log bool) chart.Scale {
		if log {
			return chart.Log
		}
		return chart.Linear
	}
	title := func(title, column string) string {
		if title != "" {
			return title
		}
		return column
	}
	l := chart.Lines{X: chart.Axis{Scale: scale(c.LogX), Title: title(c.XTitle, c.X)}, Y: chart.Axis{Scale: scale(c.LogY), Title: title(c.YTitle, c.Y)}}
	curve := func(name, method, column string, where at) {
		s := chart.Series{Name: name, Color: len(l.Series), Dashed: column != c.Y}
		for _, x := range f.values(c.Run, c.X) {
			var list []float64
			for _, r := range f.Rows[c.Run] {
				v, ok := r.Values[column]
				if ok && (method == "" || r.Method == method) && where.fits(r) && (at{c.X: x}).fits(r) {
					list = append(list, v)
				}
			}
			if len(list) > 0 {
				s.X, s.Y = append(s.X, x), append(s.Y, stat.Mean(list, nil))
			}
		}
		if len(s.X) > 0 {
			l.Series = append(l.Series, s)
		}
	}
	var methods []string
	for _, r := range f.Rows[c.Run] {
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	for _, m := range methods {
		if c.By == "" {
			curve(m, m, c.Y, nil)
			continue
		}
		for _, v := range f.values(c.Run, c.By) {
			curve(m+", "+(at{c.By: v}).String(), m, c.Y, at{c.By: v})
		}
	}
	for _, column := range c.Also {
		curve(column, methods[0], column, nil)
	}
	return l
}
