package handout

import (
	"fmt"
	"html"
	"math"
	"strings"

	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/lesson"
	"gramscope/model/number"
	"gramscope/model/sweep"
)

// Size of a grid, and the room beside it for labels, in pixels.
const (
	gridW, gridH         = 430.0, 210.0
	gridLeft, gridBottom = 64.0, 34.0
)

// grid returns an empty chart as SVG, to draw a curve on: lines at the values of the swept parameter, and across it at
// decades, or at fifths of a linear axis.
func grid(axis model.Param, values []float64, of lesson.Curve) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="Liberation Sans,Arial,sans-serif" font-size="11" fill="currentColor" stroke-width="0.6">`+"\n",
		gridLeft+gridW+14, gridH+gridBottom+8, gridLeft+gridW+14, gridH+gridBottom+8)
	line := func(class string, x1, y1, x2, y2 float64) {
		fmt.Fprintf(&b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="currentColor" stroke-opacity="0.4"/>`+"\n", class, x1, y1, x2, y2)
	}
	label := func(anchor string, x, y float64, text string) {
		fmt.Fprintf(&b, `<text text-anchor="%s" x="%.1f" y="%.1f">%s</text>`+"\n", anchor, x, y, html.EscapeString(legible.Text(text)))
	}
	place := func(v, lo, hi float64, log bool) float64 {
		if log {
			v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
		}
		if hi == lo {
			return 0.5
		}
		return (v - lo) / (hi - lo)
	}
	first, last := values[0], values[len(values)-1]
	for _, v := range values {
		x := gridLeft + 10 + (gridW-20)*place(v, first, last, axis.Scale == model.Log && first > 0)
		line("up", x, 6, x, 6+gridH)
		label("middle", x, gridH+20, number.Short(v))
	}
	label("end", gridLeft+gridW, gridH+gridBottom+2, axis.Symbol)
	isLog := of.Column.Scale == sweep.ScaleLog && of.Lo > 0
	for _, v := range levels(of.Lo, of.Hi, isLog) {
		y := 6 + gridH*(1-place(v, of.Lo, of.Hi, isLog))
		line("across", gridLeft, y, gridLeft+gridW, y)
		label("end", gridLeft-6, y+4, number.Short(v))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// levels returns the values at which lines go across a grid.
func levels(lo, hi float64, log bool) (list []float64) {
	if !log {
		for i := range 6 {
			list = append(list, lo+(hi-lo)*float64(i)/5)
		}
		return list
	}
	const most = 12 // lines
	first, last := math.Ceil(math.Log10(lo)-1e-9), math.Floor(math.Log10(hi)+1e-9)
	step := max(1, math.Ceil((last-first)/most))
	for e := first; e <= last; e += step {
		list = append(list, math.Pow(10, e))
	}
	return list
}
