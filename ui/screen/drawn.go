package screen

import (
	"slices"
	"strings"

	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// Drawn is a chart of w×h cells; without anything to draw it is the text that says why.
func Drawn(l *look.Look, lines chart.Lines, w, h int) string {
	if len(lines.Points) > 0 || slices.ContainsFunc(lines.Series, func(s chart.Series) bool { return len(s.X) > 0 }) {
		lines.Linear = [2]string{"x: linear", "y: linear"} // keys of all screens with such charts
		return l.Filled(strings.Split(Rendered(l, lines.Render, w, h), "\n"), w)
	}
	return l.Filled(l.Message(lines.Empty, w, h), w)
}

// DrawnBelow is a chart of w×h cells below some lines.
func DrawnBelow(l *look.Look, above []string, lines chart.Lines, w, h int) string {
	drawn := Drawn(l, lines, w, h-len(above))
	lines.Area.Lower(len(above))
	return l.Filled(append(above, strings.Split(drawn, "\n")...), w)
}

// Rendered is what the Render of a chart of package chart draws in w×h cells, or blanks if a picture is shown in its
// place.
func Rendered(l *look.Look, render func(w, h int, g chart.Glyphs, paint chart.Paint) string, w, h int) string {
	if l.Blank == 0 || w <= 0 || h <= 0 {
		return render(w, h, l.Glyphs, l.Paint)
	}
	line := strings.Repeat(string(l.Blank), w)
	return strings.Repeat(line+"\n", h-1) + line
}
