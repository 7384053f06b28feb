package drawing

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// matrices are pictures of square matrices in rows on a paper. Neighbours with the same Full and Least have one colour
// scale, those without Full one of their own. The scale of matrices with negative entries has white for 0. One without
// values leaves its place free.
type matrices struct {
	Paper
	chart.Matrices
}

// Sizes of the parts of a picture.
const (
	panelGap   = vg.Length(10)
	cutRoom    = vg.Length(16) // for the numbers of groups, at the left and below
	figureRoom = vg.Length(30) // for bars with their figures
)

// panels says where the pictures are.
type panels struct {
	across, down int // pictures in a row, and rows
	side         vg.Length
	titles       [][]string // in lines
	high         vg.Length  // of the highest title
}

// panels returns the arrangement in rows of so many pictures on a canvas: high is its height, or 0 for the one that
// suits.
func (m matrices) panels(across int, wide, high vg.Length) panels {
	if across = max(across, 1); m.bare {
		across = m.At.Across
	}
	p := panels{across: across, down: (len(m.List) + across - 1) / across}
	p.side = min((wide-vg.Length(across-1)*panelGap)/vg.Length(across)-cutRoom, 9*vg.Centimeter)
	room := (high - figureRoom) / vg.Length(p.down)
	if m.bare {
		last := m.areas[len(m.areas)-1]
		p.side, room = last.Size().X-cutRoom, min(last.Size().Y, last.Max.Y-m.margin-figureRoom)
	}
	p.title(m.List)
	if low := room - p.high - cutRoom; high > 0 && low < p.side-0.01 { // rounding errors of sums
		if p.side = low; !m.bare { // where titles are as wide as the cells
			p.title(m.List)
		}
	}
	return p
}

// title breaks the titles into lines as wide as the pictures.
func (p *panels) title(list []chart.Matrix) {
	p.titles, p.high = nil, 0
	for _, one := range list {
		lines := wrapped(label(legendSize), spelled(one.Title), p.side)
		p.titles, p.high = append(p.titles, lines), max(p.high, vg.Length(len(lines))*leading(label(legendSize))+4)
	}
}

func (m matrices) height() vg.Length {
	p := m.panels(min(len(m.List), 3), width-2*margin, 0)
	return vg.Length(p.down)*(p.high+p.side+cutRoom) + figureRoom
}

// place returns the rectangle of picture k below the top of a canvas, on a pane in the cells that the text has for it.
func (m matrices) place(c draw.Canvas, p panels, k int) vg.Rectangle {
	left := c.Min.X + vg.Length(k%p.across)*(cutRoom+p.side+panelGap) + cutRoom
	top := c.Max.Y - vg.Length(k/p.across)*(p.high+p.side+cutRoom) - p.high
	if m.bare {
		left, top = m.areas[k].Min.X+cutRoom, m.areas[k].Max.Y-p.high
	}
	return box(left, top-p.side, left+p.side, top)
}

// draw draws the pictures as large as the canvas permits and, below all, their scales.
func (m matrices) draw(c draw.Canvas) error {
	if !slices.ContainsFunc(m.List, func(one chart.Matrix) bool { return len(one.Values) > 0 }) {
		return errNothing
	}
	p := m.panels(min(len(m.List), 3), c.Size().X, c.Size().Y)
	for across := range len(m.List) {
		if other := m.panels(across+1, c.Size().X, c.Size().Y); other.side > p.side+0.01 {
			p = other
		}
	}
	if p.side <= 0 {
		return errSmall
	}
	var groups [][2]int
	for first := 0; first < len(m.List); {
		one, end := m.List[first], first+1
		for end < len(m.List) && one.Full > 0 && m.List[end].Full == one.Full && m.List[end].Least == one.Least {
			end++
		}
		groups = append(groups, [2]int{first, end})
		first = end
	}
	for g, at := range groups {
		scale, least := m.scale(at[0], at[1])
		for k := at[0]; k < at[1]; k++ {
			if len(m.List[k].Values) == 0 {
				continue
			}
			r, style := m.place(c, p, k), label(legendSize)
			paragraph(c, style, vg.Point{X: r.Min.X, Y: r.Max.Y + 4 + vg.Length(len(p.titles[k]))*leading(style)}, p.titles[k])
			c.DrawImage(r, picture(m.List[k].Values, scale.of))
			frame(c, r)
			drawCuts(c, r, m.List[k].Cuts)
		}
		bottom := (p.down - 1) * p.across // the first picture of the last row; each group has columns there
		from := max(min(at[0], p.across-len(groups)+g), 0)
		to := max(min(at[1], p.across-len(groups)+g+1), 1)
		top := m.place(c, p, bottom).Min.Y - cutRoom - 4
		strip := box(m.place(c, p, from).Min.X, top-barWidth, m.place(c, p, to-1).Max.X, top)
		axis := chart.Axis{Lo: least, Hi: scale.Full}
		if scale.Least > 0 {
			axis.Scale = chart.Log
		}
		bar{axis: axis, color: scale.of}.draw(c, strip)
	}
	return nil
}

// scale returns the colours of the pictures from first to end−1, and the entry that has the first colour.
func (m matrices) scale(first, end int) (s entryScale, least float64) {
	s = entryScale{chart.Matrix{Least: m.List[first].Least}}
	_, s.Full = extent(m.List[first])
	for _, one := range m.List[first:end] {
		if v, _ := extent(one); s.Least == 0 && v <= -s.Full/(2*tints) { // else it has the colour of 0
			least, s.Signed = min(least, v), true
		}
	}
	return s, least + s.Least
}

// entryScale is a scale of colours for entries of a matrix: that of a matrix without entries.
type entryScale struct{ chart.Matrix }

// of returns the colour of an entry.
func (s entryScale) of(v float64) color.Color {
	switch t := s.Share(v, s.Full); {
	case math.IsNaN(t) || math.IsInf(t, 0):
		return noFigure()
	case s.Signed:
		return chart.Diverging(math.Round(tints*t) / tints)
	default:
		return chart.Viridis(math.Round(2*tints*t) / (2 * tints))
	}
}

// extent returns the extent of a matrix; full is 1 for a matrix of zeros.
func extent(m chart.Matrix) (least, full float64) {
	if least, full = m.Extent(); full == 0 {
		full = 1
	}
	return least, full
}

// tints is the number of colours for positive entries, and for negative ones.
const tints = 127

// drawCuts marks the ends of groups of rows and columns, and numbers the groups that are wide enough.
func drawCuts(c draw.Canvas, r vg.Rectangle, shares []float64) {
	if len(shares) < 2 {
		return
	}
	line := draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}
	fine := draw.LineStyle{Color: color.NRGBA{0x55, 0x55, 0x55, 0x80}, Width: vg.Points(0.4)}
	style := label(noteSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	side, start := r.Size().X, 0.0
	for k, end := range shares {
		x, y := r.Min.X+side*vg.Length(end), r.Max.Y-side*vg.Length(end)
		if end < 1 {
			c.StrokeLine2(fine, x, r.Min.Y, x, r.Max.Y)
			c.StrokeLine2(fine, r.Min.X, y, r.Max.X, y)
			c.StrokeLine2(line, x, r.Min.Y, x, r.Min.Y-5)
			c.StrokeLine2(line, r.Min.X, y, r.Min.X-5, y)
		}
		name := strconv.Itoa(k + 1)
		middle, room := side*vg.Length((start+end)/2), side*vg.Length(end-start)
		if room >= max(style.Width(name)+2, style.FontExtents().Ascent) {
			c.FillText(style, vg.Point{X: r.Min.X + middle, Y: r.Min.Y - 8}, name)
			c.FillText(style, vg.Point{X: r.Min.X - 9, Y: r.Max.Y - middle}, name)
		}
		start = end
	}
}
