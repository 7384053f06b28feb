package samples

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Numbers returns the table of a chart's samples in w×h cells, with the line of the
// crosshair in the middle where there are more than fit.
func (c *Crosshair) Numbers(l chart.Lines, w, h int, look *look.Look) string {
	there := map[float64]bool{}
	for _, s := range l.Series {
		for x := range valuesOf(l, s) {
			there[x] = true
		}
	}
	xs := slices.DeleteFunc(places(l), func(x float64) bool { return !there[x] })
	if len(xs) == 0 {
		return look.Filled(look.Message(l.Empty, w, h), w)
	}
	table := numbersTable(l, xs, w, look)
	marked, crossed := c.At(l)
	lines, at := []string{look.Strong.Render(look.Fit(table[0], w))}, 0
	for k, x := range xs {
		line := table[k+1]
		if crossed && x == marked {
			at = k
			line = look.Accent.Render(look.Fit(line, w))
		}
		lines = append(lines, line)
	}
	body, _ := widget.Window(lines[1:], at, h-1)
	body = append(lines[:1:1], body...)
	for len(body) < h {
		body = append(body, "")
	}
	return look.Filled(body[:h], w)
}

// numbersForm is a width of a table of numbers.
type numbersForm struct {
	named       bool // with names, or markers only, which the table of methods has
	digits, gap int  // of a number, and blanks before it
	brief       bool // each number in its shortest form
}

// numbersTable returns a line of names and a line for each place. If not all columns fit, it tries fewer digits, then
// markers in place of names, then smaller gaps, then each number in its shortest form; at last it leaves columns out on the right and writes dots there.
func numbersTable(l chart.Lines, xs []float64, w int, look *look.Look) []string {
	var lines []string
	for _, form := range []numbersForm{{true, 6, 2, false}, {true, 4, 2, false}, {true, 3, 2, false}, {false, 6, 2, false}, {false, 4, 2, false}, {false, 3, 2, false}, {false, 3, 1, false}, {false, 2, 1, false}, {false, 2, 1, true}} {
		var whole bool
		if lines, whole = numbersLines(l, xs, w, form, look); whole {
			return lines
		}
	}
	return lines
}

// Abreast is the width of two tables of numbers side by side.
const Abreast = 80

// numbersLines returns the lines of numbersTable in one form, and whether all columns fit.
func numbersLines(l chart.Lines, xs []float64, w int, form numbersForm, look *look.Look) (lines []string, whole bool) {
	gap := strings.Repeat(" ", form.gap)
	lines = make([]string, len(xs)+1)
	used := 0
	add := func(head string, cells []string) bool {
		width := ansi.StringWidth(head)
		for _, s := range cells {
			width = max(width, ansi.StringWidth(s))
		}
		if used += form.gap + width; used > w {
			return false
		}
		lines[0] += gap + look.Right(head, width)
		for k, s := range cells {
			lines[k+1] += gap + look.Right(s, width)
		}
		return true
	}
	places := column{values: xs, most: 4}
	add(look.Text(l.X.Title), places.texts(formatOf([]column{places}, chart.Automatic)))
	columns := columnsOf(l, xs, form.digits)
	format := formatOf(columns, l.Y.Notation)
	if form.brief {
		format = 'g'
	}
	for i, s := range l.Series {
		mark := seriesMark(s, i, look)
		if form.named || mark == "" || s.Color < 0 {
			mark += " " + s.Name
		}
		if !add(look.Text(strings.TrimSpace(mark)), columns[i].texts(format)) {
			lines[0] += look.Text(" …")
			return lines, false
		}
	}
	return lines, true
}

// columnsOf returns the column of each curve, with at most so many digits.
func columnsOf(l chart.Lines, xs []float64, digits int) []column {
	list := make([]column, len(l.Series))
	for i, s := range l.Series {
		c := column{values: make([]float64, len(xs)), se: make([]float64, len(xs)), most: digits, percent: l.Y.Notation == chart.Percent}
		values := valuesOf(l, s)
		for k, x := range xs {
			c.values[k] = math.NaN()
			if y, ok := values[x]; ok {
				c.values[k], c.se[k] = y, halfBand(s, slices.Index(s.X, x))
			}
		}
		list[i] = c
	}
	return list
}

// valuesOf are a curve's values by place, and where it has none those of the chart's
// marked points which have its colour: what its method has at the present setting.
func valuesOf(l chart.Lines, s chart.Series) map[float64]float64 {
	values := make(map[float64]float64, len(s.X))
	for _, p := range slices.Backward(l.Points) { // of several the first counts
		if p.Color == s.Color && s.Color >= 0 {
			values[p.X] = p.Y
		}
	}
	for i := min(len(s.X), len(s.Y)) - 1; i >= 0; i-- {
		if !math.IsNaN(s.Y[i]) {
			values[s.X[i]] = s.Y[i]
		}
	}
	return values
}
