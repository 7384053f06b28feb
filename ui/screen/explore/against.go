package explore

import (
	"slices"

	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// axes are the columns that the first chart can be over in place of the swept parameter.
func axes() []sweep.Column { return menuOf(func(c sweep.Column) int { return c.Axis }) }

// SweptName stands for the swept parameter among the results that a chart can be over.
const SweptName = "parameter"

// Axes returns what the first chart can be over: the swept parameter, and columns, all or those that are among only.
func Axes(only []sweep.Column) []widget.Item {
	list := []widget.Item{{Name: SweptName, Note: "the swept parameter"}}
	for _, c := range axes() {
		if only == nil || slices.ContainsFunc(only, func(o sweep.Column) bool { return o.Name == c.Name }) {
			list = append(list, widget.Item{Name: c.Title(), Note: c.Doc, Column: c.Name, Head: c.Table.Head})
		}
	}
	return list
}

// over returns the column that the first chart is over. ok is false if that is the swept parameter.
func (v *figure) over() (c sweep.Column, ok bool) {
	if v.against == "" { // each frame asks, and the list of all columns is long
		return sweep.Column{}, false
	}
	all := axes()
	i := slices.IndexFunc(all, func(c sweep.Column) bool { return c.Title() == v.against })
	if i < 0 {
		return sweep.Column{}, false
	}
	return all[i], true
}

// againstMenu asks what the first chart is to be over.
func (s *Screen) againstMenu(int) []screen.Do {
	menu := widget.Menu{Title: "chart over", Items: Axes(s.bench.ChartColumns())}
	menu.Items[0].Note += ", " + s.bench.AxisParam().Symbol
	menu.At = max(0, slices.IndexFunc(menu.Items, func(it widget.Item) bool { return it.Name == s.errors.against }))
	return screen.Ask(menu, func(name string) []screen.Do { return s.Update(screen.ShowAgainst(name)) })
}

// showAgainst lets the first chart be over a result, by its label or its column; by any
// other name over the swept parameter.
func (s *Screen) showAgainst(name string) {
	s.errors.against = ""
	for _, c := range axes() {
		if name == c.Title() || name == c.Name {
			s.errors.against = c.Title()
		}
	}
}

// againstLines is the chart over a result: a marker for each value of the swept parameter, and the Pareto front where
// the result is a cost and the figure is better low or high.
func (s *Screen) againstLines(a curve.Axes, x sweep.Column) (chart.Lines, curve.Axes) {
	lines, a := s.curves.OverResult(a, x, s.errors.now(), true)
	lines.Empty = s.whyEmpty()
	s.curves.NameBand(&lines)
	return lines, a
}

// againstTitle heads it, in the longest form that fits.
func (s *Screen) againstTitle(built chart.Lines, w int, over sweep.Column) string {
	f, band := s.errors.now(), curve.BandTitles(built)
	label := " over " + over.Title()
	in := label + curve.InUnit(over)
	swept := ", a marker for each " + s.bench.AxisParam().Symbol
	full, brief, title := curve.Heading(f)+","+in, f.Title()+curve.InUnit(f)+in, f.Title()+label
	front, short := "", ""
	if slices.ContainsFunc(built.Series, func(one chart.Series) bool { return one.Name == curve.FrontName }) {
		front, short = "   ╌╌ "+curve.FrontName, " ╌╌ front"
	}
	return s.look.Longest(w, full+swept+front+band[0], brief+swept+front+band[0], brief+swept+front+band[1],
		brief+front+band[1], brief+front, title+short+band[2], title+short, title)
}

// errorText draws the chart in w×h cells. A line below a chart with theory says what theory recommends for m.
func (s *Screen) errorText(built chart.Lines, w, h int) string {
	forms := s.theoryText()
	if forms == nil || h < 8 {
		return screen.Drawn(s.look, built, w, h)
	}
	below := s.look.Fit(" "+s.look.Text(s.look.Longest(w-1, forms...)), w)
	return screen.Drawn(s.look, built, w, h-1) + "\n" + below
}
