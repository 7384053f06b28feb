package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

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

// Named is DrawnBelow with the names of the curves above the chart, in one line or two, where it has no room for them
// at the curves' ends.
func Named(l *look.Look, above []string, lines chart.Lines, w, h int) string {
	const least = 7 // lines with a chart and names
	if h < least || lines.NamesEnds(w, h-len(above), l.Glyphs) {
		return DrawnBelow(l, above, lines, w, h)
	}
	names, line := []string{}, ""
	named := map[string]bool{}
	for _, s := range lines.Series {
		sign := "─"
		if s.NoMarkers && s.Dashed {
			sign = "╌"
		} else if !s.NoMarkers {
			sign = string(s.Marker)
		}
		text := l.Text(sign + " " + s.Name)
		if s.Name == "" || named[sign] && !s.NoMarkers {
			continue
		}
		if named[sign] = true; line != "" && ansi.StringWidth(line+"  "+text) > w {
			names, line = append(names, l.Fit(line, w)), ""
		}
		line += strings.Repeat(" ", min(2, 1+len(line))) + l.Colored(text, s.Color)
	}
	names = append(names, l.Fit(line, w))
	return DrawnBelow(l, append(above, names[:min(2, len(names))]...), lines, w, h)
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
