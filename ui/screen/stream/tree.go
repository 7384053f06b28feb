package stream

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Cells for the names of the levels: in words, or their numbers.
const longMargin, shortMargin = 8, 2

// tree is a merge tree on cells: the leaves below, each node over what it was made of.
type tree struct {
	*Passage
	at      int
	margin  int       // for the names of the levels
	middles []float64 // of the nodes, in cells after the margin
}

// treeLines is the merge tree up to the cursor in h lines: each node with the points that it keeps, and the one just
// made in brackets. Where a level has no room for the numbers it has dots, and without room for these words. All nodes
// that are known have their places, so that none moves while they are shown one by one.
func (s *Screen) treeLines(p *Passage, at int, stale bool, w, h int) []string {
	var lines []string
	if h >= 4 {
		lines = append(lines, s.look.Text(s.mergeText(p, at, w)))
	}
	t := tree{Passage: p, at: at, margin: longMargin, middles: make([]float64, len(p.Steps))}
	leaves, top, widest := 0, 0, 0
	for _, one := range p.Steps {
		if top = max(top, one.Level); len(one.From) == 0 {
			leaves, widest = leaves+1, max(widest, len(strconv.Itoa(one.Points)))
		}
	}
	if need := leaves * (widest + 1); w < need+longMargin && w >= need+shortMargin {
		t.margin = shortMargin
	}
	leaf := 0
	for i, one := range p.Steps {
		if len(one.From) == 0 {
			t.middles[i] = (float64(leaf) + 0.5) * float64(w-t.margin) / float64(leaves)
			leaf++
		}
		for _, from := range one.From {
			t.middles[i] += t.middles[from] / float64(len(one.From))
		}
	}
	room := max(h-len(lines), 0)
	levels, links := top+1, 2*top+1 <= room
	if levels > room { // as many as there is room for, with that of the cursor
		levels = room
		top = max(min(top, p.Steps[at].Level+levels/2), levels-1)
	}
	for level := top; level > top-levels; level-- {
		row := s.treeRow(t, level, w)
		if stale {
			row = s.look.Dim.Render(row)
		}
		if lines = append(lines, row); links && level > 0 {
			lines = append(lines, s.look.Dim.Render(s.links(t, level, w)))
		}
	}
	return lines
}

// mergeText says what has just happened.
func (s *Screen) mergeText(p *Passage, at, w int) string {
	one := p.Steps[at]
	if len(one.From) < 2 {
		full := fmt.Sprintf(" a leaf of %d points: [%d] are kept", one.Seen, one.Points)
		return s.look.Longest(w, full, fmt.Sprintf(" a leaf: [%d]", one.Points))
	}
	a, b := p.Steps[one.From[0]].Points, p.Steps[one.From[1]].Points
	merge := fmt.Sprintf(" %d + %d → [%d] kept", a, b, one.Points)
	return s.look.Longest(w, fmt.Sprintf("%s for %d of all %d points", merge, one.Seen, p.N),
		fmt.Sprintf("%s for %d points", merge, one.Seen), merge)
}

// treeRow draws the nodes of a level, with the one at the cursor lit up.
func (s *Screen) treeRow(t tree, level, w int) string {
	cells := slices.Repeat([]rune{' '}, w)
	put := func(at int, text string) {
		if at < w {
			copy(cells[at:], []rune(text))
		}
	}
	switch {
	case t.margin == shortMargin:
		put(0, strconv.Itoa(level))
	case level == 0:
		put(0, "leaves")
	default:
		put(0, "level "+strconv.Itoa(level))
	}
	widest, gap, last, known, there := 0, math.Inf(1), math.Inf(-1), 0, 0
	for i, one := range t.Steps {
		if one.Level != level {
			continue
		}
		if known++; i <= t.at {
			there++
		}
		widest, gap, last = max(widest, len(strconv.Itoa(one.Points))), min(gap, t.middles[i]-last), t.middles[i]
	}
	now, text := t.Steps[t.at], "["+strconv.Itoa(t.Steps[t.at].Points)+"]"
	if gap < 1 {
		said := fmt.Sprintf("%d of %d nodes", there, known)
		if now.Level == level {
			said += ", " + text
		}
		put(t.margin, s.look.Text(said))
		return string(cells)
	}
	start := func(node int, text string) int { // moved inwards at the ends
		n := len([]rune(text))
		return max(0, min(max(t.margin+int(t.middles[node])-(n-1)/2, t.margin), w-n))
	}
	for i, one := range t.Steps[:t.at] {
		if one.Level == level {
			node := string(s.look.Glyphs.Mark('·'))
			if float64(widest+1) <= gap {
				node = strconv.Itoa(one.Points)
			}
			put(start(i, node), node)
		}
	}
	if now.Level != level {
		return string(cells)
	}
	from := start(t.at, text)
	put(from, text)
	to := min(from+len(text), w)
	return string(cells[:from]) + s.look.Accent.Render(string(cells[from:to])) + string(cells[to:])
}

// links draws the lines from the nodes of a level to what they were made of.
func (s *Screen) links(t tree, level, w int) string {
	cells, g := slices.Repeat([]rune{' '}, w), s.look.Glyphs
	cell := func(node int) int { return min(t.margin+int(t.middles[node]), w-1) }
	for i, one := range t.Steps[:t.at+1] {
		if one.Level != level || len(one.From) < 2 {
			continue
		}
		a, b := cell(slices.Min(one.From)), cell(slices.Max(one.From))
		if b-a < 2 {
			continue
		}
		for x := a; x <= b; x++ {
			cells[x] = g.Mark('─')
		}
		cells[a], cells[b], cells[cell(i)] = g.Mark('┌'), g.Mark('┐'), g.Mark('┴')
	}
	return string(cells)
}
