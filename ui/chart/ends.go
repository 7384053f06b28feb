package chart

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// end is the name of a curve at its end.
type end struct {
	series, row int     // row counts from the top
	u           float64 // on the x axis, from 0 to 1
	text        string
}

// Sizes of charts whose curves have names at their ends.
const (
	leastCurves = 44   // columns for the curves
	endsShare   = 4    // the longest name takes at most this part of the width
	AtTheRight  = 0.85 // of the x axis: curves that end before it have their names there
)

// endNames leaves columns at the right for the names of curves, if there are enough for all of them.
func (p *plot) endNames(w int) {
	var right []int // the ends at the right, as indices, and the rows that they want
	var wanted []float64
	widest := 0
	for i, s := range p.Series {
		u, v, ok := p.End(s)
		if !ok {
			continue
		}
		text := p.glyphs.Text(s.Name)
		if !s.NoMarkers {
			text = p.glyphs.marker(s.Sign()) + " " + text
		}
		row := p.rows - 1 - cellOf(v, p.rows)
		if u >= AtTheRight {
			right, wanted = append(right, len(p.ends)), append(wanted, float64(row))
			widest = max(widest, ansi.StringWidth(text))
		}
		p.ends = append(p.ends, end{i, row, u, text})
	}
	if len(right) > p.rows || widest > w/endsShare || p.cols-widest-1 < leastCurves {
		p.ends = nil
		return
	}
	if len(right) > 0 {
		p.cols -= widest + 1
	}
	for k, row := range Apart(wanted, 1, float64(p.rows-1)) {
		p.ends[right[k]].row = int(row)
	}
}

// nameInside writes the name of a curve that ends before the right of the axes: beside its end, or if other curves end
// there, too, at the left or in one of the rows below.
func (p *plot) nameInside(e end, s Series) {
	const rows = 6
	at := cellOf(e.u, p.cols)
	for y := p.top + e.row; y < p.top+min(e.row+rows, p.rows); y++ {
		for _, col := range []int{at + 2, at - 1 - ansi.StringWidth(e.text)} {
			if p.grid.label(p.left+col, y, p.left, p.left+p.cols, e.text, s.Color, s.Faint, blank) {
				return
			}
		}
	}
}

// NamesEnds reports whether the chart that Render draws has names at the ends of all its curves, and needs no legend.
func (l Lines) NamesEnds(w, h int, g Glyphs) bool {
	return w > 0 && h > 0 && len(newPlot(l, w, h, g).ends) > 0
}

// End returns where on the axes the name of a curve stands, from 0 to 1: beside its last sample within them. ok is
// false for a series that has no name there: without a line or a sample, or if it repeats others.
func (l Lines) End(s Series) (u, v float64, ok bool) {
	if s.Name == "" || s.NoLine || s.Repeats {
		return 0, 0, false
	}
	c := l.Curve(s)
	for k := range c.X {
		if l.Shows(c.X[k], c.Y[k]) {
			u, _ = l.X.Map(c.X[k])
			v, _ = l.Y.Map(c.Y[k])
			ok = true
		}
	}
	return u, min(max(v, 0), 1), ok
}

// Apart moves positions so that neighbours are at least gap apart, within 0 and end. Their order stays.
func Apart(wanted []float64, gap, end float64) []float64 {
	at, order, least := slices.Clone(wanted), ascending(Linear, wanted), 0.0
	for _, i := range order {
		at[i] = max(at[i], least)
		least = at[i] + gap
	}
	for _, i := range slices.Backward(order) {
		at[i] = min(at[i], end)
		end = at[i] - gap
	}
	return at
}
