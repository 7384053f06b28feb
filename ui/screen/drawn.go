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
		return l.Filled(strings.Split(lines.Render(w, h, l.Glyphs, l.Paint), "\n"), w)
	}
	return l.Filled(l.Message(lines.Empty, w, h), w)
}
