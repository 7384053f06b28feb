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

// panels returns the arrangement of the pictures: on a pane that of the text, else up to three in a row.
func (m matrices) panels() panels {
	p := panels{across: max(min(len(m.List), 3), 1)}
	wide, room := (m.width-2*m.margin+panelGap)/vg.Length(p.across)-panelGap, vg.Length(math.Inf(1))
	if m.bare {
		last := m.areas[len(m.areas)-1] // below which the bars are
		p.across, wide, room = m.At.Across, last.Size().X, min(last.Size().Y, last.Max.Y-m.margin-figureRoom)
	}
	p.down, wide = (len(m.List)+p.across-1)/p.across, min(wide-cutRoom, 9*vg.Centimeter)
	for _, one := range m.List {
		lines := wrapped(label(legendSize), spelled(one.Title), wide)
		p.titles, p.high = append(p.titles, lines), max(p.high, vg.Length(len(lines))*leading(label(legendSize))+4)
	}
	p.side = min(wide, room-p.high-cutRoom)
	return p
}

func (m matrices) height() vg.Length {
	p := m.panels()
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

// draw draws the pictures and, below all, their scales.
func (m matrices) draw(c draw.Canvas) error {
	if !slices.ContainsFunc(m.List, func(one chart.Matrix) bool { return len(one.Values) > 0 }) {
		return errNothing
	}
	p := m.panels()
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
		bar := barOf(m.List[at[0]:at[1]])
		for k := at[0]; k < at[1]; k++ {
			if len(m.List[k].Values) == 0 {
				continue
			}
			r, style := m.place(c, p, k), label(legendSize)
			paragraph(c, style, vg.Point{X: r.Min.X, Y: r.Max.Y + 4 + vg.Length(len(p.titles[k]))*leading(style)}, p.titles[k])
			c.DrawImage(r, picture(m.List[k].Values, bar.color))
			frame(c, r)
			drawCuts(c, r, m.List[k].Cuts)
		}
		bottom := (p.down - 1) * p.across // the first picture of the last row; each group has columns there
		from := max(min(at[0], p.across-len(groups)+g), 0)
		to := max(min(at[1], p.across-len(groups)+g+1), 1)
		top := m.place(c, p, bottom).Min.Y - cutRoom - 4
		strip := box(m.place(c, p, from).Min.X, top-barWidth, m.place(c, p, to-1).Max.X, top)
		bar.draw(c, strip)
	}
	return nil
}

// barOf returns the scale that matrices share.
func barOf(list []chart.Matrix) bar {
	scale, least := chart.Matrix{Least: list[0].Least}, 0.0
	if _, scale.Full = list[0].Extent(); scale.Full == 0 {
		scale.Full = 1
	}
	for _, one := range list {
		if v, _ := one.Extent(); scale.Least == 0 && v <= -scale.Full/(2*tints) { // else it has the colour of 0
			least, scale.Signed = min(least, v), true
		}
	}
	axis := chart.Axis{Lo: least + scale.Least, Hi: scale.Full}
	if scale.Least > 0 {
		axis.Scale = chart.Log
	}
	share := func(v float64) float64 {
		u, _ := axis.Map(v)
		return u
	}
	return bar{axis: axis, share: share, figure: axis.Value, color: func(v float64) color.Color {
		switch t := scale.Share(v, scale.Full); {
		case math.IsNaN(t) || math.IsInf(t, 0):
			return noFigure()
		case scale.Signed:
			return chart.Diverging(math.Round(tints*t) / tints)
		default:
			return chart.Viridis(math.Round(2*tints*t) / (2 * tints))
		}
	}}
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
