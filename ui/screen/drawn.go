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

// Rendered is what the Render of a chart of package chart draws in w×h cells, or blanks if a picture is shown in its place.
func Rendered(l *look.Look, render func(w, h int, g chart.Glyphs, paint chart.Paint) string, w, h int) string {
	if l.Blank == 0 || w <= 0 || h <= 0 {
		return render(w, h, l.Glyphs, l.Paint)
	}
	line := strings.Repeat(string(l.Blank), w)
	return strings.Repeat(line+"\n", h-1) + line
}

// Ended is Drawn with the names of the curves beside their ends, at the right of the chart, if there is room for them; else they are in
// a line above it.
func Ended(l *look.Look, lines chart.Lines, w, h int) string {
	widest := 0
	for _, s := range lines.Series {
		widest = max(widest, ansi.StringWidth(s.Name)+2)
	}
	settled, ok := lines.Settled()
	if !ok || l.Blank != 0 || h < 4 {
		return Drawn(l, lines, w, h)
	}
	if widest > w/4 {
		var names []string
		for _, s := range lines.Series {
			names = append(names, l.Colored(l.Text(s.Name), s.Color))
		}
		text := Drawn(l, lines, w, h-1)
		lines.Area.Lower(1)
		return l.Fit(" "+strings.Join(names, "  "), w) + "\n" + text
	}
	area := chart.Area{}
	if lines.Area == nil {
		lines.Area = &area
	}
	rows := strings.Split(Drawn(l, lines, w-widest, h), "\n")
	taken := map[int]bool{}
	for _, s := range lines.Series {
		if len(s.X) == 0 {
			continue
		}
		v, ok := settled.Y.Map(s.Y[len(s.Y)-1])
		wanted := lines.Area.Top + lines.Area.Rows - 1 - int(min(max(v, 0), 1)*float64(lines.Area.Rows-1)+0.5)
		for _, row := range []int{wanted, wanted - 1, wanted + 1, wanted - 2, wanted + 2} {
			if ok && !taken[row] && row >= 0 && row < len(rows) {
				rows[row] = l.Fit(rows[row], w-widest) + " " + l.Colored(l.Text(s.Name), s.Color)
				taken[row] = true
				break
			}
		}
	}
	return l.Filled(rows, w)
}
