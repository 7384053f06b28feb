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

// Abreast is the width of two tables of numbers side by side.
const Abreast = 80

// Numbers returns the table of a chart's samples in w×h cells, with the line of the crosshair in the middle where there
// are more than fit. If not all columns fit, it tries fewer digits, then markers in place of names, which the table of
// methods has, then smaller gaps, then shortest forms; at last dots on the right stand for columns left out.
func (c *Crosshair) Numbers(l chart.Lines, w, h int, look *look.Look) string {
	there := map[float64]bool{}
	for _, s := range l.Series {
		for x := range valuesOf(l, s) {
			there[x] = true
		}
	}
	xs := slices.DeleteFunc(places(l), func(x float64) bool { return !there[x] })
	if len(xs) == 0 {
		return look.Page(look.Message(l.Empty, w, h), w, h)
	}
	lines, whole := []string(nil), false
	for i := 0; i < len(numbersForms) && !whole; i++ {
		lines, whole = numbersForms[i].lines(l, xs, w, look)
	}
	at := 0
	if x, crossed := c.At(l); crossed {
		if at = nearestSample(l.X, xs, x); xs[at] == x {
			lines[at+1] = look.Accent.Render(look.Fit(lines[at+1], w))
		}
	}
	body, _ := widget.Window(lines[1:], at, 0, h-1)
	return look.Page(append([]string{look.Strong.Render(look.Fit(lines[0], w))}, body...), w, h)
}

// numbersForm is a form of a table of numbers, on which its width depends.
type numbersForm struct {
	named       bool // with names, or markers only
	digits, gap int  // of a number, and blanks before it
}

// numbersForms are the forms, the widest first.
var numbersForms = []numbersForm{
	{true, 6, 2}, {true, 4, 2}, {true, 3, 2}, {false, 6, 2}, {false, 3, 2}, {false, 3, 1}, {false, 1, 1},
}

// lines returns a line of names and a line for each place, and whether all columns fit.
func (f numbersForm) lines(l chart.Lines, xs []float64, w int, look *look.Look) (lines []string, whole bool) {
	lines = make([]string, len(xs)+1)
	used := 0
	add := func(head string, cells []string) bool {
		width := ansi.StringWidth(head)
		for _, s := range cells {
			width = max(width, ansi.StringWidth(s))
		}
		if used += f.gap + width; used > w {
			return false
		}
		for k, s := range append([]string{head}, cells...) {
			lines[k] += strings.Repeat(" ", f.gap) + look.Right(s, width)
		}
		return true
	}
	places := make([]string, len(xs))
	for k, x := range xs {
		places[k] = placeText(x)
	}
	add(look.Text(l.X.Title), aligned(places))
	for _, s := range l.Series {
		mark := seriesMark(s)
		if f.named || s.Color < 0 {
			mark += " " + s.Name
		}
		cells, values := make([]string, len(xs)), valuesOf(l, s)
		for k, x := range xs {
			if y, ok := values[x]; ok {
				if cells[k] = l.Y.Text(y, f.digits); f.digits == 1 {
					cells[k] = shortest(l.Y, y, 2)
				}
			}
		}
		if !add(look.Text(strings.TrimSpace(mark)), aligned(cells)) {
			lines[0] += look.Text(" …")
			return lines, false
		}
	}
	return lines, true
}

// aligned pads decimals so that their points stand below each other. Numbers with exponents or units stay as they are.
func aligned(numbers []string) []string {
	most := 0
	decimals := func(s string) int {
		_, behind, _ := strings.Cut(s+".", ".")
		return len(behind)
	}
	for _, s := range numbers {
		if strings.Trim(s, "-.0123456789") != "" {
			return numbers
		}
		most = max(most, decimals(s))
	}
	for i, s := range numbers {
		numbers[i] = s + strings.Repeat(" ", most-decimals(s))
	}
	return numbers
}

// valuesOf returns a curve's values by place and, where the curve has none, those of the marked points in its colour:
// what the curve's method has at the present setting.
func valuesOf(l chart.Lines, s chart.Series) map[float64]float64 {
	values := make(map[float64]float64, len(s.X))
	for _, p := range slices.Backward(l.Points) { // of several the first counts
		if p.Color == s.Color && s.Color >= 0 && !s.Repeats {
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
