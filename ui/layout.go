package ui

import "gramscope/ui/look"

// Sizes of the window from which on there is more than one pane, and anything
// at all.
const (
	panesW, panesH = 60, 16
	leastW, leastH = 30, 8
)

// rect is a part of the window, in cells from its top left corner.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// pane is a part of the screen that can have the focus.
type pane int

const (
	knobsPane pane = iota
	firstPane      // the screen's charts
	secondPane
	methodsPane
	paneCount
)

// layout is where everything stands: the insides of the panes, without the
// lines around them. A pane without room is empty. The first and the last row
// of the window are the header and the footer, in the frame's lines.
type layout struct {
	w, h     int
	tooSmall bool
	panes    [paneCount]rect
	table    int // row of the line above the methods, 0 if there is none
	bars     []bar
}

// bar is a vertical line of the frame, in rows from..to, both of them crossings.
type bar struct{ x, from, to int }

// knobsWidth is the width of the knobs in a window of w cells.
func knobsWidth(w int) int {
	if w >= 100 {
		return 22
	}
	return 20
}

// newLayout lays out a window of w×h cells with a left column of that width, for that
// many methods and charts, one or two, which need so many cells to stand side by side.
// Where there is room for one pane only it is the focused one; where there is room for
// one chart only it is the one shown.
func newLayout(left, w, h, methods, charts, abreast int, focus, shown pane) layout {
	l := layout{w: w, h: h, tooSmall: w < leastW || h < leastH}
	if l.tooSmall {
		return l
	}
	if w < panesW || h < panesH {
		l.panes[focus] = rect{1, 1, w - 2, h - 2}
		return l
	}
	l.panes[knobsPane] = rect{1, 1, left, h - 2}
	l.bars = append(l.bars, bar{left + 1, 0, h - 1})
	left, width := left+2, w-left-3
	rows := min(methods+1, (h-3)*2/5)
	l.table = h - 2 - rows
	l.panes[methodsPane] = rect{left, l.table + 1, width, rows}
	height := l.table - 1
	if charts == 1 || width < abreast {
		l.panes[shown] = rect{left, 1, width, height}
		return l
	}
	half := (width - 1) * 11 / 20
	l.panes[firstPane] = rect{left, 1, half, height}
	l.panes[secondPane] = rect{left + half + 1, 1, width - half - 1, height}
	l.bars = append(l.bars, bar{left + half, 0, l.table})
	return l
}

// at is the pane at a cell of the window.
func (l *layout) at(x, y int) (pane, bool) {
	for p, r := range l.panes {
		if r.holds(x, y) {
			return pane(p), true
		}
	}
	return 0, false
}

// frame returns the lines of the frame as runes, one slice a row, blank inside.
func (l *layout) frame(b look.Border) [][]rune {
	rows := make([][]rune, l.h)
	for y := range rows {
		rows[y] = make([]rune, l.w)
		fill := ' '
		if y == 0 || y == l.h-1 {
			fill = b.H
		}
		for x := range rows[y] {
			rows[y][x] = fill
		}
		rows[y][0], rows[y][l.w-1] = b.V, b.V
	}
	last := l.h - 1
	rows[0][0], rows[0][l.w-1] = b.TopLeft, b.TopRight
	rows[last][0], rows[last][l.w-1] = b.BottomLeft, b.BottomRight
	for _, v := range l.bars {
		for y := v.from + 1; y < v.to; y++ {
			rows[y][v.x] = b.V
		}
		rows[v.from][v.x], rows[v.to][v.x] = b.Top, b.Bottom
	}
	if l.table > 0 {
		from := l.bars[0].x
		for x := from + 1; x < l.w-1; x++ {
			if rows[l.table][x] != b.Bottom {
				rows[l.table][x] = b.H
			}
		}
		rows[l.table][from], rows[l.table][l.w-1] = b.Left, b.Right
	}
	return rows
}

// expandedLayout is a window of one pane.
func expandedLayout(l layout, focus pane) layout {
	if !l.tooSmall {
		l.panes, l.bars, l.table = [paneCount]rect{}, nil, 0
		l.panes[focus] = rect{1, 1, l.w - 2, l.h - 2}
	}
	return l
}
