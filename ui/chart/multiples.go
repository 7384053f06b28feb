package chart

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Multiples are charts of several methods in rows: Count of them fit, each of W×H cells.
type Multiples struct{ Count, Across, W, H int }

// Arrange returns the arrangement of up to n charts in w×h cells in which these, taken to be squares below a title, are
// largest. If not all of them have room there are fewer, but at least one.
func Arrange(n, w, h int) (best Multiples) {
	const leastW, leastH = 12, 6
	for side := 0; side == 0 && n > 0; n-- {
		for across := 1; across <= n; across++ {
			m := Multiples{n, across, (w - across + 1) / across, h / ((n + across - 1) / across)}
			if s := min(m.W, 2*(m.H-1)); s > side && (n == 1 || m.W >= leastW && m.H >= leastH) {
				best, side = m, s
			}
		}
	}
	return best
}

// At returns the chart at a cell, counted from 0, and the place of the cell in it.
func (m Multiples) At(x, y int) (k, px, py int) {
	column, row := x/(m.W+1), y/max(m.H, 1)
	if k = row*m.Across + column; column >= m.Across || k >= m.Count {
		return -1, 0, 0
	}
	return k, x - column*(m.W+1), y - row*m.H
}

// Join returns the lines of the charts, given the text of each.
func (m Multiples) Join(texts []string) (lines []string) {
	for from := 0; from < len(texts); from += m.Across {
		row := make([]string, m.H)
		for k, text := range texts[from:min(from+m.Across, len(texts))] {
			for y, line := range strings.SplitN(text, "\n", m.H) {
				row[y] += strings.Repeat(" ", max(0, k*(m.W+1)-ansi.StringWidth(row[y]))) + line
			}
		}
		lines = append(lines, row...)
	}
	return lines
}
