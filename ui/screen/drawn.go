package screen

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/look"
)

// Drawn returns a chart in h lines of w cells, or if there is nothing to draw the text that says why.
func Drawn(l *look.Look, lines chart.Lines, w, h int) []string {
	sampled := func(s chart.Series) bool { return len(s.X) > 0 }
	switch {
	case len(lines.Points) == 0 && !slices.ContainsFunc(lines.Series, sampled):
		return l.Message(lines.Empty, w, h)
	case l.Blank != 0:
		return Blank(l, w, h)
	}
	return strings.Split(lines.Render(w, h, l.Glyphs, l.Paint), "\n")
}

// Blank returns h lines of w blanks, in whose place a picture is shown.
func Blank(l *look.Look, w, h int) []string {
	return slices.Repeat([]string{strings.Repeat(string(l.Blank), max(w, 0))}, max(h, 0))
}

// Named returns a chart below some lines, in h lines of w cells together. If the chart has no room for names at the
// ends of its curves, up to two lines above it name them, or a sixth of the lines.
func Named(l *look.Look, above []string, lines chart.Lines, w, h int) []string {
	const least = 7 // lines with a chart and names
	if h >= least && !lines.NamesEnds(w, h-len(above), l.Glyphs) {
		names := names(l, lines.Series, w)
		above = append(above, names[:min(max(2, h/6), len(names))]...)
	}
	drawn := Drawn(l, lines, w, h-len(above))
	lines.Area.Lower(len(above))
	return append(above, drawn...)
}

// names returns the signs and names of curves in lines of w cells.
func names(l *look.Look, curves []chart.Series, w int) (names []string) {
	line, named := "", map[string]bool{}
	for _, s := range curves {
		sign := "─"
		if s.NoMarkers && s.Dashed {
			sign = "╌"
		} else if !s.NoMarkers {
			sign = string(s.Sign())
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
	return append(names, l.Fit(line, w))
}

// OfFirst returns the curve of a figure over the swept parameter, without a band, of the first method that has samples.
func OfFirst(b *lab.State, o *lab.Outcome, figure string, methods ...string) (s chart.Series) {
	for _, name := range methods {
		if s = curve.Samples(o.Grid(name), o.Axis.Values, lab.Column(figure), lab.StandardError); len(s.X) > 0 {
			break
		}
	}
	s.Name, s.Faint, s.Lo, s.Hi = figure, o != b.Outcome, nil, nil
	return s
}

// Title heads the chart of a column, over the swept parameter or a result, in the longest form that fits into w cells.
// beside are the forms of what it says about curves other than the methods', the longest first.
func Title(
	c curve.Curves, l *look.Look, built chart.Lines, w int, of, over sweep.Column, beside ...string,
) string {
	x, in, each, band := c.AxisParam().Symbol, "", "", c.Asides(built)
	if over.Name != "" {
		x, in, each, beside = over.Title(), curve.InUnit(over), ", a marker for each "+x, nil
		if slices.ContainsFunc(built.Series, func(s chart.Series) bool { return s.Name == curve.FrontName }) {
			beside = []string{"   ╌╌ " + curve.FrontName, " ╌╌ front"}
		}
	}
	if len(beside) == 0 {
		beside = []string{""}
	}
	x = " over " + x
	full, brief, all := curve.Heading(of)+","+x+in, of.Title()+curve.InUnit(of)+x+in, beside[0]+band[0]
	forms := []string{full + each + all, brief + each + all, brief + all}
	for _, text := range beside {
		forms = append(forms, brief+text+band[1])
	}
	for _, text := range append(beside, "") {
		forms = append(forms, brief+text+band[2], brief+text, of.Title()+x+text)
	}
	return l.Longest(w, forms...)
}

// Visible returns the first count names. If the method that is pointed at comes later, it replaces the last of them.
func Visible(b *lab.State, names []string, count int) []string {
	shown := slices.Clone(names[:min(max(count, 0), len(names))])
	if at := slices.Index(names, b.CurrentName()); at >= len(shown) && len(shown) > 0 {
		shown[len(shown)-1] = names[at]
	}
	return shown
}

// Sign returns the number of a method's marker and colour.
func Sign(b *lab.State, name string) int { return curve.Sign(b, max(b.MethodIndex(name), 0)) }

// Heading heads the chart of a method among others in w cells: its marker in its colour, its name, and the first of the
// ends that fits.
func Heading(b *lab.State, l *look.Look, name string, w int, ends ...string) string {
	number := Sign(b, name)
	sign := l.Marker(number) + " "
	var texts []string
	for _, end := range append(ends, "") {
		texts = append(texts, sign+name+end)
	}
	text, _ := strings.CutPrefix(l.Longest(w+1, texts...), sign)
	return l.Colored(sign, number) + l.Strong.Render(strings.TrimRight(l.Fit(l.Text(text), max(w-2, 0)), " "))
}
