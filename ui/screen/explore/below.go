package explore

import (
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

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
