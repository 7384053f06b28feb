package chart

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// line draws the curve of a series on a canvas of dots: those of braille, or of half blocks, which are thick, or
// characters of ASCII. A cell that curves share has the dots of all of them, in the colour of one: they take turns
// along the row.
//
// A line passes the middles of the cells that have its markers.
func (p *plot) line(c Curve, s Series) {
	g := p.glyphs
	if s.Thin {
		g = g.fine()
	}
	if p.curves[g] == nil {
		p.curves[g] = p.newCanvas(g)
	}
	shared, own := p.curves[g], p.newCanvas(g)
	t := p.trace(c.X, c.Y)
	for i, y := range t.y {
		if !s.NoMarkers && p.markerGap(s) <= usualGap && y >= -0.5 && y <= float64(p.rows)-0.5 {
			t.x[i], t.y[i] = math.Round(t.x[i]), math.Round(y)
		}
		// From cells to dots.
		t.x[i] = float64(own.across)*t.x[i] + float64(own.across-1)/2
		t.y[i] = float64(own.down)*t.y[i] + float64(own.down-1)/2
	}
	top := float64(p.rows*own.down - 1)
	edges := make([]float64, p.cols*own.across+1)
	t.resample(edges, -0.5, 1)
	clip(edges, top)
	texts := map[[2]int]string{} // of ASCII
	set := func(x, y int, text string) {
		along := x
		if math.Abs(edges[x+1]-edges[x]) > 2 { // steep
			along = y
		}
		unit := own.down // so that dashes look alike in all characters
		switch {
		case g == ASCII:
			texts[[2]int{x, y}] = g.Text(text)
		case s.Dotted && along%unit != 0 || !s.Dotted && s.Dashed && along*2/unit%3 == 2:
			return
		}
		own.set(x, y)
	}
	steps(edges, int(top)+1, s, set)
	t.extremes(p.cols*own.across, top, func(x int, lo, hi float64) {
		for y := math.Floor(lo + 0.5); y <= math.Floor(hi+0.5); y++ {
			if at := [2]int{x, int(top - y)}; texts[at] == "" {
				set(at[0], at[1], "|")
			}
		}
	})
	for at := range own.bits {
		if own.bits[at] == 0 {
			continue
		}
		shared.bits[at] |= own.bits[at]
		x, y := at%p.cols, at/p.cols
		r, _ := shared.cell(at)
		text, color, faint := string(r), s.Color, s.Faint || s.Thin && s.Color == NoColor
		if before := shared.owners[at]; g == ASCII {
			text = texts[[2]int{x, y}]
		} else if x%(before+1) != 0 {
			other := p.grid.at(p.left+x, p.top+y).ink
			color, faint = other.Color, other.Faint
		}
		shared.owners[at]++
		p.put(x, p.rows-1-y, text, color, faint)
	}
}

// steps draws a line with asciigraph and calls put for each of its cells, with columns from the left, rows from the
// top.
//
// edges are the heights of the line at the borders of the columns, one more than there are columns, in rows counted
// from the bottom: in [0, rows−1], or NaN in a gap. asciigraph draws the step from one value to the next in one column,
// so that the line passes the middle of a column at its true height, where markers are. The bounds are in rows too, and
// no wider than the line, so that asciigraph returns exactly the rows that it passes.
func steps(edges []float64, rows int, s Series, put func(col, row int, text string)) {
	drawn, low, high := 0, math.Inf(1), math.Inf(-1)
	for _, e := range edges {
		if !math.IsNaN(e) {
			drawn, low, high = drawn+1, min(low, e), max(high, e)
		}
	}
	if drawn < 2 {
		return
	}
	low = math.Floor(low) // in at least two rows, as asciigraph has no plot of one
	high = max(low+1, math.Ceil(high))
	var chars asciigraph.CharSet // asciigraph's own, but blank caps: a line ends at the border of its last column
	if s.Dashed || s.Dotted {
		chars = asciigraph.CreateCharSet(".")
	}
	chars.StartCap, chars.EndCap = blank, blank
	text := asciigraph.Plot(edges,
		asciigraph.Height(int(high-low)), asciigraph.LowerBound(low), asciigraph.UpperBound(high),
		asciigraph.Offset(1), asciigraph.SeriesChars(chars),
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }))
	for row := rows - 1 - int(high); text != ""; row++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		for col := -1; line != ""; col++ { // column −1 is asciigraph's own axis
			_, n := utf8.DecodeRuneInString(line)
			if col >= 0 && line[:n] != blank {
				put(col, row, line[:n])
			}
			line = line[n:]
		}
	}
}
