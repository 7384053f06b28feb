package stream

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// treeLines is the merge tree up to the cursor in h lines: the leaves below, each
// node with the points that it keeps, and the one just made in brackets. Where a
// level has no room for the numbers it has dots, and without room for these words.
func (s *Screen) treeLines(p *Passage, at int, stale bool, w, h int) []string {
	var lines []string
	if h >= 4 {
		lines = append(lines, s.look.Text(s.mergeText(p, at, w)))
	}
	t := p.lay(w, h-len(lines), at)
	for _, row := range t.rows {
		lines = append(lines, s.treeRow(t, row, at, stale))
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines[:max(h, 0)]
}

// mergeText says what has just happened.
func (s *Screen) mergeText(p *Passage, at, w int) string {
	one := p.Steps[at]
	if len(one.From) < 2 {
		return s.look.Longest(w, fmt.Sprintf(" a leaf of %d points: [%d] are kept", one.Seen, one.Points), fmt.Sprintf(" a leaf: [%d]", one.Points))
	}
	a, b := p.Steps[one.From[0]].Points, p.Steps[one.From[1]].Points
	merge := fmt.Sprintf(" %d + %d → [%d] kept", a, b, one.Points)
	return s.look.Longest(w, fmt.Sprintf("%s for %d of all %d points", merge, one.Seen, p.N), fmt.Sprintf("%s for %d points", merge, one.Seen), merge)
}

// Cells for the names of the levels: in words, or their numbers.
const longMargin, shortMargin = 8, 2

// treeLayout has the positions of the nodes of a merge tree.
type treeLayout struct {
	passage *Passage
	w       int
	margin  int       // for the names of the levels
	middles []float64 // of the nodes, in cells after the margin
	rows    []treeRow // from the top
}

// treeRow is a level, or the lines from a level to that below.
type treeRow struct {
	level int
	links bool
}

// lay places all nodes that are known, so that none moves while they are shown one
// by one: leaves evenly, a merge between what it was made of.
func (p *Passage) lay(w, h, at int) treeLayout {
	t := treeLayout{passage: p, w: w, middles: make([]float64, len(p.Steps))}
	leaves, top, widest := 0, 0, 0
	for _, one := range p.Steps {
		top = max(top, one.Level)
		if len(one.From) == 0 {
			leaves++
			widest = max(widest, len(strconv.Itoa(one.Points)))
		}
	}
	t.margin = longMargin
	if need := leaves * (widest + 1); w < need+longMargin && w >= need+shortMargin {
		t.margin = shortMargin
	}
	leaf := 0
	for i, one := range p.Steps {
		if len(one.From) == 0 {
			t.middles[i] = (float64(leaf) + 0.5) * float64(w-t.margin) / float64(leaves)
			leaf++
			continue
		}
		for _, from := range one.From {
			t.middles[i] += t.middles[from] / float64(len(one.From))
		}
	}
	levels, links := top+1, 2*top+1 <= h
	if levels > h { // as many as there is room for, with that of the cursor
		levels = max(h, 0)
		top = min(top, p.Steps[at].Level+levels/2)
		top = max(top, levels-1)
	}
	for level := top; level > top-levels; level-- {
		t.rows = append(t.rows, treeRow{level, false})
		if links && level > 0 {
			t.rows = append(t.rows, treeRow{level, true})
		}
	}
	return t
}

// treeRow draws a row.
func (s *Screen) treeRow(t treeLayout, row treeRow, at int, stale bool) string {
	l := s.look
	cells := make([]rune, t.w)
	for i := range cells {
		cells[i] = ' '
	}
	if row.links {
		t.link(cells, row.level, at, l.Glyphs)
		return l.Dim.Render(string(cells))
	}
	name := strconv.Itoa(row.level)
	switch {
	case t.margin == shortMargin:
	case row.level == 0:
		name = "leaves"
	default:
		name = "level " + name
	}
	put(cells, 0, name)
	from, to := t.level(cells, row.level, at, l)
	switch {
	case stale:
		return l.Dim.Render(string(cells))
	case from == to:
		return string(cells)
	}
	return string(cells[:from]) + l.Accent.Render(string(cells[from:to])) + string(cells[to:])
}

// level writes the nodes of a level, and returns the cells of the one at the cursor.
func (t treeLayout) level(cells []rune, level, at int, l *look.Look) (from, to int) {
	widest, gap, last := 0, math.Inf(1), math.NaN()
	known, there := 0, 0
	for i, one := range t.passage.Steps {
		if one.Level != level {
			continue
		}
		known++
		if i <= at {
			there++
		}
		widest = max(widest, len(strconv.Itoa(one.Points)))
		if !math.IsNaN(last) {
			gap = min(gap, t.middles[i]-last)
		}
		last = t.middles[i]
	}
	now := level == t.passage.Steps[at].Level
	if gap < 1 {
		text := fmt.Sprintf("%d of %d nodes", there, known)
		if now {
			text += fmt.Sprintf(", [%d]", t.passage.Steps[at].Points)
		}
		put(cells, t.margin, l.Text(text))
		return 0, 0
	}
	for i, one := range t.passage.Steps[:at+1] {
		if one.Level != level || i == at {
			continue
		}
		text := string(l.Glyphs.Mark('·'))
		if float64(widest+1) <= gap {
			text = strconv.Itoa(one.Points)
		}
		put(cells, t.start(i, text), text)
	}
	if !now {
		return 0, 0
	}
	text := "[" + strconv.Itoa(t.passage.Steps[at].Points) + "]"
	from = t.start(at, text)
	put(cells, from, text)
	return from, min(from+len(text), len(cells))
}

// start is the first cell of a node's text, which is moved inwards at the ends.
func (t treeLayout) start(node int, text string) int {
	n := len([]rune(text))
	at := t.margin + int(t.middles[node]) - (n-1)/2
	return max(0, min(max(at, t.margin), t.w-n))
}

// put writes text into cells, as far as there are any.
func put(cells []rune, at int, text string) {
	if at < len(cells) {
		copy(cells[at:], []rune(text))
	}
}

// link draws the lines from the nodes of a level to what they were made of.
func (t treeLayout) link(cells []rune, level, at int, g chart.Glyphs) {
	line, left, right, up := g.Mark('─'), g.Mark('┌'), g.Mark('┐'), g.Mark('┴')
	cell := func(node int) int { return min(t.margin+int(t.middles[node]), len(cells)-1) }
	for i, one := range t.passage.Steps[:at+1] {
		if one.Level != level || len(one.From) < 2 {
			continue
		}
		a, b := cell(slices.Min(one.From)), cell(slices.Max(one.From))
		if b-a < 2 {
			continue
		}
		for x := a; x <= b; x++ {
			cells[x] = line
		}
		cells[a], cells[b], cells[cell(i)] = left, right, up
	}
}
