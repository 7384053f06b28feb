package explore

import (
	"cmp"
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// figure is the chart of a figure over the swept parameter, or over a result.
type figure struct {
	values []sweep.Column
	value  int  // index of the figure that is shown
	theory bool // whether the predictions of the theory are drawn

	against sweep.Column // the result that the chart is over; without a name the swept parameter

	curve.Axes
}

// now returns the figure that is shown.
func (v *figure) now() sweep.Column { return v.values[v.value] }

// errorTitle heads the pane.
func (s *Screen) errorTitle(built chart.Lines, w int) string {
	f, over, rank := s.errors.now(), s.errors.against, model.TargetRank(nil)
	beside := s.theoryTitles()
	floored := func(s chart.Series) bool { return s.Name == curve.FloorName }
	if beside == nil && slices.ContainsFunc(built.Series, floored) {
		beside = []string{"   ── floor", "   ── floor", " ── floor"}
		if set := s.bench.Setting; set.Axis.Name != rank.Name && set.Value(rank) == 0 {
			beside[0] += " of rank m" // else at the target rank, too
		}
	}
	return screen.Title(s.curves, s.look, built, w, f, over, beside...)
}

// errorLines returns the chart: the curves of a preview while a knob turns, else those of the present setting and,
// until its runs are finished, those of the previous setting, dimmed.
func (s *Screen) errorLines() (lines chart.Lines) {
	if over := s.errors.against; over.Name != "" {
		lines = s.curves.OverResult(&s.errors.Axes, over, s.errors.now(), true)
	} else {
		lines = s.curves.OverSwept(&s.errors.Axes, s.errors.now(), true)
		s.theoryLines(&lines, s.bench.Shown())
	}
	lines.Empty = s.bench.WhyEmpty(s.unmet(s.errors.now()))
	s.curves.NameBand(&lines)
	return lines
}

// shownBelow returns what the third chart shows over the swept parameter: the methods' times, or their errors where the
// first chart shows times.
func (s *Screen) shownBelow() sweep.Column {
	if s.errors.now().Name == "seconds" {
		return lab.Column("error")
	}
	return lab.Column("seconds")
}

func (s *Screen) belowTitle(_ chart.Lines, w int) string {
	column := s.shownBelow()
	return s.look.Longest(w, column.Title()+curve.InUnit(column)+" over "+s.bench.AxisParam().Symbol, column.Title())
}

func (s *Screen) belowLines() chart.Lines {
	lines := s.curves.OverSwept(&s.below, s.shownBelow(), true)
	lines.Empty = s.bench.WhyEmpty("")
	curve.OfOne(&lines, s.bench.CurrentName())
	return lines
}

// menuOf returns the columns that have a place, in the order of their places.
func menuOf(place func(sweep.Column) int) []sweep.Column {
	list := slices.DeleteFunc(sweep.AllColumns(), func(c sweep.Column) bool { return place(c) == 0 })
	slices.SortStableFunc(list, func(a, b sweep.Column) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// axes are the columns that the first chart can be over in place of the swept parameter.
func axes() []sweep.Column { return menuOf(func(c sweep.Column) int { return c.Axis }) }

// SweptName stands for the swept parameter among the results that a chart can be over.
const SweptName = "parameter"

// Axes returns what the first chart's x axis can show: the swept parameter, and columns, all or those among only.
func Axes(only []sweep.Column) []widget.Item {
	list := []widget.Item{{Name: SweptName, Note: "the swept parameter"}}
	for _, c := range axes() {
		if only == nil || slices.ContainsFunc(only, func(o sweep.Column) bool { return o.Name == c.Name }) {
			list = append(list, widget.Item{Name: c.Title(), Note: c.Doc, Column: c.Name, Head: c.Table.Head})
		}
	}
	return list
}

// againstMenu asks for the x axis of the first chart.
func (s *Screen) againstMenu() []screen.Do {
	menu := widget.NewMenu("chart over", Axes(s.bench.ChartColumns()), s.errors.against.Title())
	menu.Items[0].Note += ", " + s.bench.AxisParam().Symbol
	return screen.Ask(menu, func(name string) []screen.Do { return s.Update(screen.ShowAgainst(name)) })
}

// showAgainst puts a result, given its label or column, or else the swept parameter on the first chart's x axis.
func (s *Screen) showAgainst(name string) {
	s.errors.against = sweep.Column{}
	for _, c := range axes() {
		if name == c.Title() || name == c.Name {
			s.errors.against = c
		}
	}
}

// errorText draws the chart in w×h cells. A line below a chart with theory says what theory recommends for m.
func (s *Screen) errorText(built chart.Lines, w, h int) []string {
	forms := s.theoryText()
	if forms == nil || h < 8 {
		return screen.Drawn(s.look, built, w, h)
	}
	below := " " + s.look.Text(s.look.Longest(w-1, forms...))
	return append(screen.Drawn(s.look, built, w, h-1), below)
}
