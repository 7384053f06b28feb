// Package chart describes charts, and turns them into text.
//
// The types Lines, Heat and Matrix describe charts. Their Render methods draw characters; package drawing draws files
// and pictures from the same descriptions. Both use the methods that settle what is drawn: ranges and ticks of axes
// (Settled, Ticks), samples of curves and their order (Shows, Curve, Layers, Hidden), levels of figures (HeatScale,
// Extent), where names of curves stand (End, Apart), and the markers and colours of methods (Sign).
//
// The package does not depend on the explorer and uses no colours: a caller passes a Paint function that styles a run
// of text, or nil for plain text. Every Render returns exactly the given number of lines, none wider than the given
// width, for all numbers: NaN, ±Inf, 1e308, an empty slice, one point, a constant.
//
// Package asciigraph draws the lines; only curve.go calls it. It panics on infinite values, ignores bounds and has only
// linear axes with even steps, so that resample.go first converts samples to rows, clamped and resampled to columns.
// Axes, ticks, bands, markers and labels are drawn here. A line is exact to half a cell in both directions, as it
// passes the middles of its markers: where small differences matter, show the numbers as well.
package chart

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Chart is what can be drawn: [Lines], [Panes], [Heat] or [Matrices].
type Chart interface {
	Stale() bool // whether all of it is out of date
}

// Stale implements [Chart]. A chart of curves has curves of both kinds, which look different.
func (l Lines) Stale() bool { return l.Faint }

// Stale implements [Chart].
func (m Heat) Stale() bool { return m.Faint }

// Panes are charts of the same dots side by side in a drawing, and the texts of their legend.
type Panes struct {
	Charts  []Lines
	At      Multiples         // on a pane of a terminal
	Heading string            // of the groups; "" for none
	Groups  []string          // names by colour
	Levels  [DotLevels]string // meaning of the sizes; empty if all dots have one size
}

// Stale implements [Chart].
func (p Panes) Stale() bool { return len(p.Charts) > 0 && p.Charts[0].Faint }

// Matrices are pictures of matrices side by side in a drawing.
type Matrices struct {
	List []Matrix
	At   Multiples // on a pane of a terminal
}

// Stale implements [Chart].
func (m Matrices) Stale() bool { return len(m.List) > 0 && m.List[0].Faint }

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

// Area returns the cells of a chart, counted from 0.
func (m Multiples) Area(k int) Area {
	return Area{Left: k % m.Across * (m.W + 1), Top: k / m.Across * m.H, Cols: m.W, Rows: m.H}
}

// At returns the chart at a cell, counted from 0, and the place of the cell in it; −1 if there is no chart.
func (m Multiples) At(x, y int) (k, px, py int) {
	column, row := x/(m.W+1), y/max(m.H, 1)
	if k = row*m.Across + column; x < 0 || y < 0 || column >= m.Across || k >= m.Count {
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
