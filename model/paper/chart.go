package paper

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/claim"
)

// Chart describes the chart of an entry: for each method of some runs a column over another, as means
// over the repetitions.
type Chart struct {
	Runs   []int
	X, Y   string // columns
	LogX   bool
	LogY   bool
	Also   []string // more columns of the first run's first method, such as bounds
	By     string   // a column: each of its values has a curve of its own; "" for none
	XTitle string   // "" for the column's name
	YTitle string
}

// Curve is one curve of a chart; len(X) = len(Y).
type Curve struct {
	Name string
	Also bool // from one of the columns of Chart.Also, which are drawn dashed
	X, Y []float64
}

// symbols are the symbols of columns whose name is not one.
var symbols = map[string]string{"gamma": "γ", "mu": "μ", "sigma": "σ", "qbar": "q̄"}

// String returns the values as text.
func (a at) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		parts = append(parts, cmp.Or(symbols[name], name)+" = "+claim.Number(a[name]))
	}
	return strings.Join(parts, ", ")
}

// Curves computes the curves of the chart from the findings. It omits curves without points.
func (c Chart) Curves(f *Findings) (curves []Curve) {
	curve := func(name string, rows []Row, method, column string, where at) {
		if x, y := points(rows, method, c.X, column, where); len(x) > 0 {
			curves = append(curves, Curve{name, column != c.Y, x, y})
		}
	}
	for i, run := range c.Runs {
		rows := f.Rows[run]
		names := methods(rows)
		for _, m := range names {
			name := m
			if label := f.Entry.Runs[run].Label; label != "" {
				name += ", " + label
			}
			if c.By == "" {
				curve(name, rows, m, c.Y, nil)
				continue
			}
			var values []float64
			for _, r := range rows {
				if v, has := r.Values[c.By]; has {
					values = append(values, v)
				}
			}
			slices.Sort(values)
			for _, v := range slices.Compact(values) {
				curve(name+", "+(at{c.By: v}).String(), rows, m, c.Y, at{c.By: v})
			}
		}
		for _, column := range c.Also {
			if i == 0 {
				curve(column, rows, names[0], column, nil)
			}
		}
	}
	return curves
}

// points returns two columns of a method's rows with these values, in ascending order of x: means
// over the repetitions, and over rows with the same x. It omits rows that lack a column.
func points(rows []Row, method, x, y string, where at) (xs, ys []float64) {
	byX := map[float64][]float64{}
	for _, r := range means(rows) {
		a, hasX := r.Values[x]
		b, hasY := r.Values[y]
		if hasX && hasY && r.Method == method && where.fits(r) {
			byX[a] = append(byX[a], b)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(byX)) {
		xs, ys = append(xs, at), append(ys, stat.Mean(byX[at], nil))
	}
	return xs, ys
}
