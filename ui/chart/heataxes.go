package chart

import "github.com/charmbracelet/x/ansi"

// brief formats a number with three digits, as automatic axes do; "" if it is not finite.
func brief(v float64) string {
	if !finite(v) {
		return ""
	}
	return Axis{}.Text(v, 3)
}

// labelsOf returns the values of an axis as texts of one format: three digits, or if that takes more than eight characters,
// two digits and an exponent.
func labelsOf(values []float64) []string {
	of := func(n Notation, digits int) (texts []string, widest int) {
		for _, v := range values {
			text := ""
			if finite(v) {
				text = Axis{Notation: n}.Text(v, digits)
			}
			texts, widest = append(texts, text), max(widest, len(text))
		}
		return texts, widest
	}
	texts, widest := of(Decimal, 3)
	if widest > 8 {
		texts, _ = of(Exponent, 2)
	}
	return texts
}

// every returns the least distance of labelled values at which all labels fit, and the first of n values that has one.
func every(n int, fits func(from, by int) bool) (from, by int) {
	for by = 1; by < n; by++ {
		if from = (n - 1) % by / 2; fits(from, by) {
			return from, by
		}
	}
	return 0, max(n, 1)
}

// axes draws the axes, with as many values of rows and columns as fit, evenly spaced.
func (p *heatPlot) axes() {
	g := p.glyphs
	line, mark, corner, side, tick := g.Text("─"), g.Text("┬"), g.Text("└"), g.Text("│"), g.Text("┤")
	if p.left > 0 {
		for y := range p.rows {
			p.grid.put(p.left-1, y, side, AxisColor, true)
		}
		texts := labelsOf(p.Y.Values)
		from, by := every(p.ny, func(from, by int) bool {
			free := p.rows // labels from here on are taken
			for k := from; k < p.ny; k += by {
				if p.middle(p.y+k) >= free {
					return false
				}
				free = p.middle(p.y + k)
			}
			return true
		})
		for k := from; k < p.ny; k += by {
			y, text := p.middle(p.y+k), texts[p.y+k]
			p.grid.write(p.left-2-len(text), y, text, AxisColor, false)
			p.grid.put(p.left-1, y, tick, AxisColor, true)
		}
		title := p.glyphs.Text(p.Y.Title)
		if n := ansi.StringWidth(title); p.axis > 0 && n <= p.left-2 {
			p.grid.write(p.left-2-n, p.axis, title, AxisColor, false)
		}
	}
	end := p.left + p.wide
	if p.axis > 0 {
		if p.left > 0 {
			p.grid.put(p.left-1, p.axis, corner, AxisColor, true)
		}
		for x := p.left; x < end; x++ {
			p.grid.put(x, p.axis, line, AxisColor, true)
		}
		if title := p.glyphs.Text(p.X.Title); end+1+ansi.StringWidth(title) <= p.grid.w {
			p.grid.write(end+1, p.axis, title, AxisColor, false)
		}
	}
	if p.labels == 0 {
		return
	}
	texts := labelsOf(p.X.Values)
	place := func(k int) (middle, start int) {
		middle = (p.edge(p.x+k) + p.edge(p.x+k+1)) / 2
		return middle, max(min(middle-len(texts[p.x+k])/2, p.grid.w-len(texts[p.x+k])), 0)
	}
	from, by := every(p.nx, func(from, by int) bool {
		free := 0 // the first free cell of the row of labels
		for k := from; k < p.nx; k += by {
			_, start := place(k)
			if start < free {
				return false
			}
			free = start + len(texts[p.x+k]) + 1
		}
		return true
	})
	for k := from; k < p.nx; k += by {
		middle, start := place(k)
		p.grid.write(start, p.labels, texts[p.x+k], AxisColor, false)
		if p.axis > 0 {
			p.grid.put(middle, p.axis, mark, AxisColor, true)
		}
	}
}
