package chart

import (
	"image"
	"slices"

	"github.com/charmbracelet/x/ansi"
)

// Dot is one of many points.
type Dot struct {
	X, Y  float64
	Color int
	Level int // the weight, 0 to DotLevels−1
}

// DotLevels is the number of weights of dots. A heavier dot is larger and less faint, so that weights show without
// colour.
const DotLevels = 3

// DotLabel is a short text at a position in a chart of dots, such as the number of a group.
type DotLabel struct {
	X, Y float64
	Text string
}

// dots draws the dots, and crowded points in the same way.
func (p *plot) dots() {
	fine := p.newCanvas(Braille)
	heaviest := make([]*Dot, p.cols*p.rows) // of each cell, by row from the top
	list := slices.Clone(p.Dots)
	if p.crowded() {
		for _, m := range p.Points {
			level := DotLevels // above all dots
			if m.Faint {
				level--
			}
			list = append(list, Dot{X: m.X, Y: m.Y, Color: m.Color, Level: level})
		}
	}
	for i := range list {
		dot := &list[i]
		col, row, ok := p.cell(dot.X, dot.Y)
		if !ok {
			continue
		}
		at := &heaviest[(p.rows-1-row)*p.cols+col]
		if *at == nil || (*at).Level < dot.Level {
			*at = dot
		}
		x, y := dotAt(p.X, dot.X, p.cols, 2), 4*p.rows-1-dotAt(p.Y, dot.Y, p.rows, 4)
		fine.set(x, y)
		if dot.Level > 0 {
			fine.set(x, y^1)
		}
		if dot.Level > 1 {
			fine.set(x^1, y)
			fine.set(x^1, y^1)
		}
	}
	for at, top := range heaviest {
		if top == nil {
			continue
		}
		r, _ := fine.cell(at)
		if p.glyphs == ASCII {
			r = p.glyphs.Mark([]rune("⠁⠃⠛")[min(max(top.Level, 0), DotLevels-1)])
		}
		p.put(at%p.cols, p.rows-1-at/p.cols, string(r), top.Color, p.Faint && top.Level < DotLevels || top.Level == 0)
	}
}

// crowded reports whether most cells with points among dots are beside others: their markers would hide the dots.
func (p *plot) crowded() bool {
	taken, beside := map[[2]int]bool{}, 0
	if len(p.Dots) == 0 || !p.tints { // without colours only markers tell points from dots
		return false
	}
	for _, m := range p.Points {
		if col, row, ok := p.cell(m.X, m.Y); ok {
			taken[[2]int{col, row}] = true
		}
	}
	for at := range taken {
		for k := range 9 {
			if k != 4 && taken[[2]int{at[0] + k%3 - 1, at[1] + k/3 - 1}] {
				beside++
				break
			}
		}
	}
	return 2*beside > len(taken)
}

// labelDots writes labels centred at their positions, or as near as they stand apart, so that two do not look like one.
func (p *plot) labelDots() {
	moves := []image.Point{{}, {X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 2}, {X: -2}}
	var taken []image.Rectangle
	for _, l := range p.Labels {
		text := p.glyphs.Text(l.Text)
		col, row, ok := p.cell(l.X, l.Y)
		if !ok {
			continue
		}
		n := ansi.StringWidth(text)
		start := min(max(col-n/2, 0), max(p.cols-n, 0))
		at := image.Rect(start-1, row, start+n+1, row+1) // with a blank on either side
		free := func(by image.Point) bool {
			return at.Add(by).In(image.Rect(-1, 0, p.cols+1, p.rows)) && !slices.ContainsFunc(taken, at.Add(by).Overlaps)
		}
		if k := slices.IndexFunc(moves, free); k >= 0 {
			at = at.Add(moves[k])
		}
		taken = append(taken, image.Rect(at.Min.X+1, at.Min.Y, at.Max.X-1, at.Max.Y))
		p.grid.write(p.left+at.Min.X+1, p.top+p.rows-1-at.Min.Y, text, MarkColor, false)
	}
}
