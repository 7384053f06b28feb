package explore

import (
	"cmp"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// figure is the chart of a figure over the swept parameter, or over a result.
type figure struct {
	values []sweep.Column
	value  int  // index of the figure that is shown
	theory bool // whether the predictions of the theory are drawn

	against string // the label of the result that the chart is over; "" for the swept parameter

	curve.Axes
}

// now returns the figure that is shown.
func (v *figure) now() sweep.Column { return v.values[v.value] }

// choose shows another figure.
func (v *figure) choose(label string) {
	v.value = slices.IndexFunc(v.values, func(c sweep.Column) bool { return c.Title() == label })
	v.Y, v.HasRange = curve.Log{}, false
}

// errorTitle heads the pane, in the longest form that fits.
func (s *Screen) errorTitle(built chart.Lines, w int) string {
	if over, ok := s.errors.over(); ok {
		return s.againstTitle(built, w, over)
	}
	f, band := s.errors.now(), s.curves.Asides(built)
	over := " over " + s.bench.AxisParam().Symbol
	full, brief := curve.Heading(f)+","+over, f.Title()+curve.InUnit(f)+over
	if theory := s.theoryTitles(); theory != nil {
		forms := []string{full + theory[0]}
		for _, t := range theory {
			forms = append(forms, brief+t)
		}
		return s.look.Longest(w, append(forms, f.Title()+theory[len(theory)-1], brief)...)
	}
	if f.Floor != "" && floored(built) {
		floor := "   ── floor of " + s.floorRank()
		return s.look.Longest(w, full+floor+band[0], brief+floor+band[0], brief+floor+band[1],
			brief+"   ── floor"+band[1], brief+" ── floor"+band[2], brief+" ── floor", brief)
	}
	return s.look.Longest(w, full+band[0], brief+band[0], brief+band[1], brief+band[2], brief)
}

// floored reports whether a chart shows the floor.
func floored(built chart.Lines) bool {
	return slices.ContainsFunc(built.Series, func(s chart.Series) bool { return s.Name == curve.FloorName })
}

// floorRank returns the rank of the floor: the smaller of the budget and the target rank.
func (s *Screen) floorRank() string {
	rank, budget := model.TargetRank(nil), model.Budget(nil)
	set := s.bench.Setting()
	k, most := set.Value(rank, kernel.Distances{}), set.Value(budget, kernel.Distances{})
	switch {
	case set.Axis.Name == rank.Name:
		return "that rank"
	case k > 0 && set.Axis.Name == budget.Name:
		return "rank ≤ " + lab.KnobText(rank, k)
	case k > 0 && k < most:
		return "rank " + lab.KnobText(rank, k)
	}
	return "rank m"
}

// errorLines returns the chart: while a knob turns the curves of a preview, else those of the present setting, and
// until that has all its runs those of the setting before, dimmed.
func (s *Screen) errorLines(a curve.Axes) (chart.Lines, curve.Axes) {
	if over, ok := s.errors.over(); ok {
		return s.againstLines(a, over)
	}
	lines, a := s.curves.OverSwept(a, s.errors.now(), true)
	lines.Empty = s.whyEmpty()
	s.theoryLines(&lines, s.bench.Shown())
	s.curves.NameBand(&lines)
	return lines, a
}

// whyEmpty returns the text of an error chart without curves.
func (s *Screen) whyEmpty() string { return s.bench.WhyEmpty(s.unmet(s.errors.now())) }

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

func (s *Screen) belowLines(kept curve.Axes) (chart.Lines, curve.Axes) {
	lines, axes := s.curves.OverSwept(kept, s.shownBelow(), true)
	lines.Empty = s.bench.WhyEmpty("")
	curve.OfOne(&lines, s.bench.CurrentName())
	return lines, axes
}

// menuOf returns the columns that have a place, in the order of their places.
func menuOf(place func(sweep.Column) int) []sweep.Column {
	list := slices.DeleteFunc(sweep.AllColumns(), func(c sweep.Column) bool { return place(c) == 0 })
	slices.SortStableFunc(list, func(a, b sweep.Column) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// values are the columns that the key v offers, in this order.
func values() []sweep.Column { return menuOf(func(c sweep.Column) int { return c.Value }) }

// labels returns the labels of all columns that the first chart can show.
func labels() []string {
	var list []string
	for _, c := range values() {
		list = append(list, c.Title())
	}
	return list
}
