// Package frame divides the window into panes, and joins the texts of the panes to the window's text.
package frame

import "gramscope/ui/look"

// Smallest sizes of a window with several panes, and of one that is drawn at all.
const (
	panesW, panesH = 60, 16
	LeastW, LeastH = 30, 8
)

// spared is the height of the charts down to which the table takes lines for headings.
const spared = 20

// presented is the height of the table below a chart that is presented: its head and three methods.
const presented = 4

// Rect is a part of the window, in cells from its top left corner.
type Rect struct{ X, Y, W, H int }

func (r Rect) holds(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// Pane is a part of the window that can have the focus.
type Pane int

// The panes.
const (
	Knobs Pane = iota
	First      // the screen's charts
	Second
	Third
	Methods
	Count

	Charts = Third - First + 1 // their number
)

// The smallest second chart, in cells, below which there is room for the third one.
const roomyW, roomyH = 60, 24

// Layout has the positions of the panes, without the lines around them. A pane that does not fit is empty. The first
// and the last row of the window belong to the header and the footer.
type Layout struct {
	W, H     int
	TooSmall bool
	Panes    [Count]Rect
	table    int // row of the line above the methods, 0 if there is none
	third    int // row of the line above the third chart, 0 if there is none
	bars     []bar
}

// bar is a vertical line of the frame. Rows from and to are its crossings with horizontal lines.
type bar struct{ x, from, to int }

// KnobsWidth returns the width of the knobs in a window of w cells.
func KnobsWidth(w int) int {
	if w >= 100 {
		return 22
	}
	return 20
}

// Contents describes what a window of W×H cells has to show.
type Contents struct {
	W, H     int
	Left     int  // cells of the left column
	Methods  int  // lines of the table below its head; −1 for no table
	Headings int  // lines more for headings, if the charts can spare them
	Charts   int  // from one to three, the third of which is shown below the second in large windows
	Abreast  int  // cells that two charts need side by side
	Even     bool // two charts side by side are equally wide
	Focus    Pane
	Shown    Pane // the chart to show if there is space for only one
	Alone    bool // whether the focused pane fills the window
	Present  bool // whether one chart fills the window but for presented lines of the table
	Text     bool // whether the left column has a text, which takes the place of the table below a chart that is presented
}

// New returns the layout of a window. If there is space for only one pane, that is the focused one.
func New(c Contents) Layout {
	l := Layout{W: c.W, H: c.H, TooSmall: c.W < LeastW || c.H < LeastH}
	if l.TooSmall {
		return l
	}
	if c.Alone || c.W < panesW || c.H < panesH {
		return l.Only(c.Focus)
	}
	if c.Present {
		below, rows := Methods, presented
		if c.Text {
			below, rows = Knobs, max(presented, c.H/3)
		}
		l.table = c.H - 2 - rows
		l.Panes[below] = Rect{1, l.table + 1, c.W - 2, rows}
		l.Panes[c.Shown] = Rect{1, 1, c.W - 2, l.table - 1}
		return l
	}
	l.Panes[Knobs] = Rect{1, 1, c.Left, c.H - 2}
	l.bars = append(l.bars, bar{c.Left + 1, 0, c.H - 1})
	left, width := c.Left+2, c.W-c.Left-3
	most := (c.H - 3) * 2 / 5
	rows := min(c.Methods+1, most)
	if all := rows + c.Headings; rows > c.Methods && c.H-3-all >= spared {
		rows = all
	}
	height := c.H - 2
	if rows > 0 {
		l.table = c.H - 2 - rows
		l.Panes[Methods], height = Rect{left, l.table + 1, width, rows}, l.table-1
	}
	if c.Charts == 1 || width < c.Abreast {
		l.Panes[c.Shown] = Rect{left, 1, width, height}
		return l
	}
	half := (width - 1) * 11 / 20
	second := width - half - 1
	if c.Even { // a column may be left
		half = (width - 1) / 2
		second = half
	}
	l.Panes[First] = Rect{left, 1, half, height}
	l.Panes[Second] = Rect{left + half + 1, 1, second, height}
	if c.Charts == 3 && second >= roomyW && height >= roomyH {
		l.third = 1 + height/2
		l.Panes[Second].H = l.third - 1
		l.Panes[Third] = Rect{left + half + 1, l.third + 1, second, height - l.third}
	}
	l.bars = append(l.bars, bar{left + half, 0, height + 1})
	return l
}

// Only returns the layout of the same window for one pane.
func (l Layout) Only(p Pane) Layout {
	only := Layout{W: l.W, H: l.H}
	only.Panes[p] = Rect{1, 1, l.W - 2, l.H - 2}
	return only
}

// At returns the pane at a cell of the window.
func (l *Layout) At(x, y int) (Pane, bool) {
	for p, r := range l.Panes {
		if r.holds(x, y) {
			return Pane(p), true
		}
	}
	return 0, false
}

// lines returns the lines of the frame as runes, one slice a row, blank inside.
func (l *Layout) lines(b look.Border) [][]rune {
	rows := make([][]rune, l.H)
	for y := range rows {
		rows[y] = make([]rune, l.W)
		fill := ' '
		if y == 0 || y == l.H-1 {
			fill = b.H
		}
		for x := range rows[y] {
			rows[y][x] = fill
		}
		rows[y][0], rows[y][l.W-1] = b.V, b.V
	}
	last := l.H - 1
	rows[0][0], rows[0][l.W-1] = b.TopLeft, b.TopRight
	rows[last][0], rows[last][l.W-1] = b.BottomLeft, b.BottomRight
	for _, v := range l.bars {
		for y := v.from + 1; y < v.to; y++ {
			rows[y][v.x] = b.V
		}
		rows[v.from][v.x], rows[v.to][v.x] = b.Top, b.Bottom
	}
	if l.table > 0 {
		from := 0
		if len(l.bars) > 0 {
			from = l.bars[0].x
		}
		level(rows[l.table][from:], b)
	}
	if l.third > 0 {
		level(rows[l.third][l.Panes[Third].X-1:], b)
	}
	return rows
}

// level draws a horizontal line of the frame from its crossing with one bar to its crossing with another.
func level(row []rune, b look.Border) {
	last := len(row) - 1
	for x := 1; x < last; x++ {
		if row[x] != b.Bottom {
			row[x] = b.H
		}
	}
	row[0], row[last] = b.Left, b.Right
}
