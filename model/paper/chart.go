package paper

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Chart describes the chart of an entry: for each method of a run a column over another, as means
// over the repetitions.
type Chart struct {
	Run    int
	And    []int  // more runs
	X, Y   string // columns
	LogX   bool
	LogY   bool
	Also   []string // more columns of the first method, such as bounds
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

// Curves computes the curves of the chart from the findings, without those that have no points.
func (c Chart) Curves(f *Findings) (curves []Curve) {
	curve := func(name string, run int, method, column string, where at) {
		if x, y := f.points(run, method, c.X, column, where); len(x) > 0 {
			curves = append(curves, Curve{name, column != c.Y, x, y})
		}
	}
	for _, run := range append([]int{c.Run}, c.And...) {
		methods := f.methods(run)
		for _, m := range methods {
			name := m
			if label := f.Entry.Runs[run].Label; label != "" {
				name += ", " + label
			}
			if c.By == "" {
				curve(name, run, m, c.Y, nil)
				continue
			}
			for _, v := range f.values(run, c.By) {
				curve(name+", "+(at{c.By: v}).String(), run, m, c.Y, at{c.By: v})
			}
		}
		for _, column := range c.Also {
			if run == c.Run {
				curve(column, run, methods[0], column, nil)
			}
		}
	}
	return curves
}

// methods returns the methods of a run, in its order.
func (f *Findings) methods(run int) []string {
	var methods []string
	for _, r := range f.Rows[run] {
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	return methods
}

// points returns two columns of a method's rows with these values, in ascending order of x: means
// over the repetitions, and over rows with the same x. It omits rows that lack a column. If a
// row failed, or no row has both columns, the claim does not hold.
func (f *Findings) points(run int, method, x, y string, where at) (xs, ys []float64) {
	byX := map[float64][]float64{}
	for _, group := range f.groups(f.Rows[run]) {
		var u, v []float64
		for _, r := range group {
			if r.Failed != "" && r.Method == method {
				f.evidence.Needs(fmt.Sprintf("a run of %s that failed: %s", method, r.Failed))
			}
			a, hasX := r.Values[x]
			b, hasY := r.Values[y]
			if hasX && hasY && r.Method == method && where.fits(r) {
				u, v = append(u, a), append(v, b)
			}
		}
		if u != nil {
			at := stat.Mean(u, nil)
			byX[at] = append(byX[at], stat.Mean(v, nil))
		}
	}
	if len(byX) == 0 {
		f.evidence.Needs(fmt.Sprintf("%s over %s of %s at %v", y, x, method, where))
	}
	for _, at := range slices.Sorted(maps.Keys(byX)) {
		xs, ys = append(xs, at), append(ys, stat.Mean(byX[at], nil))
	}
	return xs, ys
}
