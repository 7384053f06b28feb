package chart

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// curve draws one line with asciigraph and calls put for every cell that is not blank; columns count from the left, rows from
// the top.
//
// edges are the heights of the line at the borders of the columns, one more than there are columns, in rows counted from the
// bottom: in [0, rows−1], or NaN in a gap. asciigraph draws the step from one value to the next in one column, so that the line
// passes the middle of a column at its true height, where markers are. The bounds are in rows too, and no wider than the line, so
// that asciigraph returns exactly the rows that it passes.
func curve(edges []float64, rows int, set asciigraph.CharSet, put func(col, row int, text string)) {
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
	text := asciigraph.Plot(edges,
		asciigraph.Height(int(high-low)), asciigraph.LowerBound(low), asciigraph.UpperBound(high),
		asciigraph.Offset(1), asciigraph.SeriesChars(set),
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

// charSet returns the characters of lines. Caps are blank, so that a line ends at the border of its last sample's column.
func (g Glyphs) charSet(s Series) asciigraph.CharSet {
	set := asciigraph.DefaultCharSet
	all := []*string{&set.Horizontal, &set.VerticalLine, &set.ArcDownRight, &set.ArcDownLeft, &set.ArcUpRight, &set.ArcUpLeft, &set.UpRight, &set.DownHorizontal}
	set.StartCap, set.EndCap = blank, blank
	switch {
	case s.Dotted:
		for _, c := range all {
			*c = string(g.Mark('·'))
		}
		return set
	case s.Dashed:
		set.Horizontal, set.VerticalLine = "╌", "╎"
	}
	if g == ASCII {
		for _, c := range all {
			*c = g.Text(*c)
			if s.Dashed {
				*c = g.Text("╌")
			}
		}
	}
	return set
}

// spike extends the line in one column to the heights lo and hi of the lowest and highest sample in it, so that extremes show
// even if many samples share a column. y0 and y1 are the heights of the line at the borders of the column, NaN for none.
func (p *plot) spike(col int, lo, hi, y0, y1 float64, s Series) {
	bottom, top := int(math.Floor(lo+0.5)), int(math.Floor(hi+0.5))
	from, to := top+1, top // the rows of the line itself
	if !math.IsNaN(y0 + y1) {
		from, to = int(math.Floor(min(y0, y1)+0.5)), int(math.Floor(max(y0, y1)+0.5))
		if from == to {
			p.joint(col, from, top > to, bottom < from)
		} else {
			p.joint(col, to, top > to, false)
			p.joint(col, from, false, bottom < from)
		}
	}
	text := p.glyphs.charSet(s).VerticalLine
	for row := bottom; row < from; row++ {
		p.put(col, row, text, s.Color, s.Faint)
	}
	for row := to + 1; row <= top; row++ {
		p.put(col, row, text, s.Color, s.Faint)
	}
}

// joint replaces the character at which a spike leaves the line, upwards, downwards or both ways.
func (p *plot) joint(col, row int, up, down bool) {
	if p.glyphs == ASCII || !up && !down {
		return
	}
	c := p.grid.at(p.left+col, p.top+p.rows-1-row)
	switch c.text {
	case "╮", "╯":
		c.text = "┤"
	case "╭", "╰":
		c.text = "├"
	case "─", "╌":
		switch {
		case up && down:
			c.text = "┼"
		case up:
			c.text = "┴"
		default:
			c.text = "┬"
		}
	}
}
