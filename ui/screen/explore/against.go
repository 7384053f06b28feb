package explore

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// result is a column that the first chart can be over in place of the swept parameter.
type result struct {
	label, column, unit string
	cost                bool // the less of it the better: there is a Pareto front
	wants               sweep.Figures
}

func (r result) inUnit() string { return shown{unit: r.unit}.inUnit() }

// results are all of them.
func results() []result {
	return []result{
		{label: "time", column: "seconds", unit: "s", cost: true},
		{label: "memory", column: "bytes", unit: "B", cost: true},
		{label: "entries", column: "entries", cost: true},
		{label: "rank", column: "rank_used", cost: true},
		{label: "effective dimension", column: "d_eff", wants: sweep.Figures{sweep.FigureDEff}},
	}
}

// SweptName stands for the swept parameter among the results that a chart can be over.
const SweptName = "parameter"

// Axes are what the first chart can be over: the swept parameter, and results, of files
// those that they have; only is nil for all.
func Axes(only []sweep.Column) []widget.Item {
	list := []widget.Item{{Name: SweptName, Note: "the swept parameter"}}
	for _, r := range results() {
		c := lab.Column(r.column)
		if only == nil || slices.ContainsFunc(only, func(o sweep.Column) bool { return o.Name == r.column }) {
			list = append(list, widget.Item{Name: r.label, Note: c.Doc, Column: r.column})
		}
	}
	return list
}

// over is the result that the first chart is over; not ok where that is the swept
// parameter.
func (v *figure) over() (result, bool) {
	all := results()
	i := slices.IndexFunc(all, func(r result) bool { return r.label == v.against })
	if i < 0 {
		return result{}, false
	}
	return all[i], true
}

// againstMenu asks what the first chart is to be over.
func (s *Screen) againstMenu(int) []screen.Do {
	menu := widget.Menu{Title: "chart over", Items: Axes(s.bench.OnlyColumns())}
	menu.Items[0].Note += ", " + s.bench.AxisParam().Symbol
	menu.At = max(0, slices.IndexFunc(menu.Items, func(it widget.Item) bool { return it.Name == s.errors.against }))
	return []screen.Do{screen.Choose{Menu: menu, Then: func(name string) []screen.Do { return s.Update(screen.ShowAgainst(name)) }}}
}

// showAgainst lets the first chart be over a result, by its label or its column; by any
// other name over the swept parameter.
func (s *Screen) showAgainst(name string) {
	s.errors.against = ""
	for _, r := range results() {
		if name == r.label || name == r.column {
			s.errors.against = r.label
		}
	}
}

// againstLines is the chart over a result: a marker for each value of the swept
// parameter, and the Pareto front where the result is a cost and the figure is better
// low or high.
func (s *Screen) againstLines(a curve.Axes, over result) (chart.Lines, curve.Axes) {
	v, o := &s.errors, s.bench.Shown()
	x, of := lab.Column(over.column), v.now().column
	a = a.For(x.Name, v.now().startsLog())
	lines := chart.Lines{Empty: s.whyEmpty(), Points: s.curves.PresentAgainst(x, of)}
	lines.X.Title, lines.X.ID = over.label+over.inUnit(), x.Name
	if s.spared(x.Name) != nil {
		lines.X.Title = "~" + lines.X.Title // as in the table
	}
	now, pinned := s.curves.Against(o, x, of)
	if front := curve.Front(now, v.now().high()); over.cost && v.now().ranks() && len(front.X) > 1 {
		front.Faint = o != s.bench.Out
		lines.Series = append(lines.Series, front)
	}
	lines.Series = append(append(lines.Series, now...), pinned...)
	var xs [][]float64
	for _, one := range lines.Series {
		xs = append(xs, one.X)
	}
	for _, p := range lines.Points {
		xs = append(xs, []float64{p.X})
	}
	if lo, hi, ok := chart.Range(chart.Log, xs...); ok {
		a.X.Auto = hi/lo >= 8
		lines.X.Scale = curve.Scale(a.X.On())
	}
	lines.X.Lo, lines.X.Hi, _ = chart.Range(lines.X.Scale, xs...)
	settleErrors(&a, &lines, v.now(), nil, o, s.bench.Out.Finished)
	return lines, a
}

// againstTitle heads it, in the longest form that fits.
func (s *Screen) againstTitle(built chart.Lines, w int, over result) string {
	f := s.errors.now()
	label := " over " + over.label
	in := label + over.inUnit()
	swept := ", a marker for each " + s.bench.AxisParam().Symbol
	full, brief := f.heading()+","+in, f.label+f.inUnit()+in
	if !slices.ContainsFunc(built.Series, func(one chart.Series) bool { return one.Name == curve.FrontName }) {
		return s.look.Longest(w, full+swept, brief+swept, full, brief, f.label+label)
	}
	front := "   ╌╌ " + curve.FrontName
	return s.look.Longest(w, full+swept+front, brief+swept+front, brief+front, f.label+label+front, f.label+label+" ╌╌ front", f.label+label)
}

// spared are the forms of a line below a chart over the time, the longest first, that tells
// the methods apart whose times are without kernel entries that had been computed before;
// nil where there are none.
func (s *Screen) spared(over string) []string {
	var with, without, signs []string
	for i, method := range s.bench.Methods {
		all, some := 0, 0
		for _, rows := range s.bench.Shown().Grid[method.Name] {
			if v, _ := lab.Mean(rows, lab.Column("seconds")); !math.IsNaN(v) {
				all++
			}
			if slices.ContainsFunc(rows, func(r sweep.Result) bool { return r.Cached }) {
				some++
			}
		}
		sign := s.look.Marker(s.bench.Number(i))
		name := sign + " " + method.Name
		switch {
		case some > 0 && some < all:
			name += fmt.Sprintf(" at %d of %d", some, all)
			fallthrough
		case some > 0:
			with, signs = append(with, name), append(signs, sign)
		case all > 0:
			without = append(without, name)
		}
	}
	if over != "seconds" || with == nil {
		return nil
	}
	brief := "~ entries spared: "
	long := brief + strings.Join(with, ", ")
	forms := []string{"~ spared entries of K that were there: " + strings.Join(with, ", "), long, brief + strings.Join(signs, " "), "~ " + strings.Join(signs, " ")}
	if without != nil {
		not := "; not: " + strings.Join(without, ", ")
		forms = append([]string{forms[0] + not, long + not}, forms...)
	}
	return forms
}

// errorText is the chart of w×h cells; one over the time tells below which of the times
// are not whole.
func (s *Screen) errorText(built chart.Lines, w, h int) string {
	forms := s.spared(built.X.ID)
	if forms == nil || h < 8 {
		return screen.Drawn(s.look, built, w, h)
	}
	return screen.Drawn(s.look, built, w, h-1) + "\n" + s.look.Fit(" "+s.look.Text(s.look.Longest(w-1, forms...)), w)
}
