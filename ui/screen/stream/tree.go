package stream

import (
	"math"
	"slices"
	"strconv"
)

// margin is the number of cells for the names of the levels.
const margin = 8

// tree is a merge tree on cells: the leaves below, each node over what it was made of.
type tree struct {
	*Passage
	at      int
	middles []float64 // of the nodes, in cells after the margin
}

// treeLines draws the merge tree up to the cursor in h lines: each node as the number of points that it keeps, the one
// just made in brackets, or as a dot if its level has no room for the numbers. All known nodes have their places, so
// that none moves while they are shown one by one.
func (s *Screen) treeLines(p *Passage, at int, stale bool, w, h int) []string {
	t := tree{Passage: p, at: at, middles: make([]float64, len(p.Steps))}
	leaves, leaf, top := 0, 0, 0
	for _, one := range p.Steps {
		if top = max(top, one.Level); len(one.From) == 0 {
			leaves++
		}
	}
	for i, one := range p.Steps {
		if len(one.From) == 0 {
			t.middles[i] = (float64(leaf) + 0.5) * float64(w-margin) / float64(leaves)
			leaf++
		}
		for _, from := range one.From {
			t.middles[i] += t.middles[from] / float64(len(one.From))
		}
	}
	levels, links := top+1, 2*top+1 <= h
	if levels > h { // as many as there is room for, with that of the cursor
		levels = max(h, 0)
		top = max(min(top, p.Steps[at].Level+levels/2), levels-1)
	}
	var lines []string
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

// treeRow draws the nodes of a level, with the one at the cursor lit up.
func (s *Screen) treeRow(t tree, level, w int) string {
	name, numbers, last := "level "+strconv.Itoa(level), true, math.Inf(-1)
	if level == 0 {
		name = "leaves"
	}
	for i, one := range t.Steps {
		if one.Level == level {
			numbers = numbers && t.middles[i]-last >= float64(1+len(strconv.Itoa(one.Points)))
			last = t.middles[i]
		}
	}
	cells := []rune(s.look.Fit(name, w))
	put := func(node int, text string) (from, to int) { // moved inwards at the ends
		n := len([]rune(text))
		from = max(0, min(max(margin+int(t.middles[node])-(n-1)/2, margin), w-n))
		return from, from + copy(cells[from:], []rune(text))
	}
	for i, one := range t.Steps[:t.at] {
		if one.Level == level && numbers {
			put(i, strconv.Itoa(one.Points))
		} else if one.Level == level {
			put(i, string(s.look.Glyphs.Mark('·')))
		}
	}
	now := t.Steps[t.at]
	if now.Level != level {
		return string(cells)
	}
	from, to := put(t.at, "["+strconv.Itoa(now.Points)+"]")
	return string(cells[:from]) + s.look.Accent.Render(string(cells[from:to])) + string(cells[to:])
}

// links draws the lines from the nodes of a level to what they were made of.
func (s *Screen) links(t tree, level, w int) string {
	cells, g := slices.Repeat([]rune{' '}, w), s.look.Glyphs
	cell := func(node int) int { return min(margin+int(t.middles[node]), w-1) }
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
