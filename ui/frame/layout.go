// Package frame divides the window into panes, and joins the texts of the panes to the window's text.
package frame

import "gramscope/ui/look"

// Smallest sizes of a window with several panes, and of one that is drawn at all.
const (
	panesW, panesH = 60, 16
	LeastW, LeastH = 30, 8
)

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

// The smallest size in cells in which the second and the third chart are shown one below the other.
const roomyW, roomyH = 60, 24

// Layout has the positions of the panes, without the lines around them. A pane that does not fit is empty. The first
// and the last row of the window belong to the header and the footer.
type Layout struct {
	W, H     int
	TooSmall bool
	Panes    [Count]Rect
}

// KnobsWidth returns the width of the knobs in a window of w cells.
func KnobsWidth(w int) int {
	if w >= 100 {
		return 22
	}
	return 20
}

// Contents describes what a window of W×H cells has to show.
type Contents struct {
	W, H    int
	Left    int // cells of the left column
	Methods int // lines of the table below its head; −1 for no table
	Charts  int // from one to three; in large windows the third is below the second
	Abreast int // cells that two charts need side by side
	Focus   Pane
	Shown   Pane // the chart to show if there is space for only one
	Alone   bool // whether the focused pane fills the window
	Present bool // whether one chart fills the window, except for the lines of the table below it
	Text    bool // whether the left column has a text, which stands in place of the table below a presented chart
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
		l.Panes[below] = Rect{1, c.H - 1 - rows, c.W - 2, rows}
		l.Panes[c.Shown] = Rect{1, 1, c.W - 2, c.H - 3 - rows}
		return l
	}
	l.Panes[Knobs] = Rect{1, 1, c.Left, c.H - 2}
	left, width := c.Left+2, c.W-c.Left-3
	most := (c.H - 3) * 2 / 5
	rows := min(c.Methods+1, most)
	height := c.H - 2
	if rows > 0 {
		l.Panes[Methods], height = Rect{left, c.H - 1 - rows, width, rows}, c.H-3-rows
	}
	if c.Charts == 1 || width < c.Abreast {
		l.Panes[c.Shown] = Rect{left, 1, width, height}
		return l
	}
	half := (width - 1) * 11 / 20
	second := width - half - 1
	l.Panes[First] = Rect{left, 1, half, height}
	l.Panes[Second] = Rect{left + half + 1, 1, second, height}
	if c.Charts == 3 && second >= roomyW && height >= roomyH {
		l.Panes[Second].H = height / 2
		l.Panes[Third] = Rect{left + half + 1, 2 + height/2, second, height - 1 - height/2}
	}
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

// joints are the characters of the frame. A bit of the index says that the cell above, below, left or right has one.
const joints = " │││─┘┐┤─└┌├─┴┬┼"

// lines returns the lines of the frame as runes, one slice a row, blank inside.
func (l *Layout) lines(look *look.Look) [][]rune {
	on := make([][]bool, l.H) // the cells of the frame: around the window and the panes
	rows := make([][]rune, l.H)
	for y := range rows {
		on[y], rows[y] = make([]bool, l.W), make([]rune, l.W)
	}
	for _, r := range append(l.Panes[:], Rect{1, 1, l.W - 2, l.H - 2}) {
		for x := r.X - 1; r.W > 0 && x <= r.X+r.W; x++ {
			on[r.Y-1][x], on[r.Y+r.H][x] = true, true
		}
		for y := r.Y; r.W > 0 && y < r.Y+r.H; y++ {
			on[y][r.X-1], on[y][r.X+r.W] = true, true
		}
	}
	is := func(x, y int) int {
		if x >= 0 && x < l.W && y >= 0 && y < l.H && on[y][x] {
			return 1
		}
		return 0
	}
	characters := []rune(look.Text(joints))
	for y, row := range rows {
		for x := range row {
			row[x] = characters[is(x, y)*(is(x, y-1)|is(x, y+1)<<1|is(x-1, y)<<2|is(x+1, y)<<3)]
		}
	}
	return rows
}
