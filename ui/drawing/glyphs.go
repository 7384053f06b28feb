package drawing

import (
	"cmp"
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// glyph is a marker: outlines that are filled, and lines.
type glyph struct {
	fill, line []outline
	width      vg.Length // of the lines; 0 for the usual one
}

// outline returns the path of a part of a glyph about as large as a disc of that radius.
type outline func(at vg.Point, radius vg.Length) vg.Path

// DrawGlyph implements [draw.GlyphDrawer].
func (g glyph) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetColor(style.Color)
	for _, o := range g.fill {
		c.Fill(o(at, style.Radius))
	}
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: cmp.Or(g.width, vg.Points(0.7))})
	for _, o := range g.line {
		c.Stroke(o(at, style.Radius))
	}
}

// ground returns the outline of a glyph's area: its own if it is one that is filled, else a disc.
func (g glyph) ground() outline {
	if len(g.fill) == 1 && len(g.line) == 0 {
		return g.fill[0]
	}
	return disc
}

// Kinds of glyphs on grounds of their own: a filled outline with a black edge, and a line on a white one.
type (
	edged outline
	open  struct{ glyph }
)

// DrawGlyph implements [draw.GlyphDrawer].
func (e edged) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	path, edge := e(at, style.Radius), color.Color(color.Black)
	if _, same := style.Color.(scaled); same {
		edge = scaled{edge}
	}
	c.SetColor(style.Color)
	c.Fill(path)
	c.SetLineStyle(draw.LineStyle{Color: edge, Width: vg.Points(0.6)})
	c.Stroke(path)
}

// DrawGlyph implements [draw.GlyphDrawer].
func (o open) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	path := o.ground()(at, style.Radius)
	c.SetLineStyle(draw.LineStyle{Color: color.NRGBA{0xff, 0xff, 0xff, 0xd0}, Width: vg.Points(2.8)})
	c.Stroke(path)
	if len(o.fill) != 1 || len(o.line) > 0 {
		o.glyph.DrawGlyph(c, style, at)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.3)})
	c.Stroke(path)
}

// shape returns the shape of a marker, the same as on the screens. ✗, which is not among the markers of series, has a
// shape, too.
func shape(marker rune) glyph {
	if marker == '✗' {
		return glyph{line: []outline{spokes(0.125, 0.375)}, width: vg.Points(1.3)}
	}
	return shapes()[chart.Resolve(marker)]
}

// fallen is an arrow that points down.
var fallen = glyph{line: []outline{func(at vg.Point, radius vg.Length) (p vg.Path) {
	for _, turn := range []float64{0, 0.8, 0.2} {
		p.Move(toward(at, turn, 1.4*radius))
		p.Line(toward(at, 0.5, 1.4*radius))
	}
	return p
}}, width: vg.Points(1.3)}

// shapes are all shapes in the order of [chart.Markers].
var shapes = sync.OnceValue(func() (list []glyph) {
	up, square, diamond := polygon(3, 0, 1.3, 1.3), polygon(4, 0.125, 1.3, 1.3), polygon(4, 0, 1.3, 1.3)
	areas := []outline{disc, up, square, diamond, polygon(3, 0.5, 1.3, 1.3), polygon(10, 0, 1.4, 0.65)}
	for _, o := range areas {
		list = append(list, glyph{fill: []outline{o}})
	}
	for _, o := range areas {
		list = append(list, glyph{line: []outline{o}})
	}
	for _, from := range []float64{0.25, 0.75, 0.5, 0} {
		list = append(list, glyph{fill: []outline{half(from)}, line: []outline{disc}})
	}
	plus, cross := spokes(0, 0.25), spokes(0.125, 0.375)
	filled := func(o outline) glyph { return glyph{fill: []outline{inner(o)}, line: []outline{o}} }
	list = append(list, filled(disc), glyph{line: []outline{disc, inner(disc)}}, filled(square), filled(diamond))
	for _, pair := range [][]outline{
		{disc, plus}, {disc, cross}, {square, plus}, {square, cross},
		{disc, spokes(0)}, {square, spokes(0)}, {disc, spokes(0.125)}, {square, spokes(0.25)},
	} {
		list = append(list, glyph{line: pair})
	}
	return append(list, filled(up), glyph{line: []outline{disc, plus, cross}})
})

// disc is the outline of a circle.
func disc(at vg.Point, radius vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// toward returns the point at a distance from the centre, turned clockwise from the top by a fraction of a full turn.
func toward(at vg.Point, turn float64, distance vg.Length) vg.Point {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return vg.Point{X: at.X + distance*vg.Length(sin), Y: at.Y + distance*vg.Length(cos)}
}

// polygon returns a polygon with a corner at the top, turned clockwise by a fraction of a full turn, whose corners
// alternate between two distances from the centre.
func polygon(corners int, turn float64, even, odd vg.Length) outline {
	return func(at vg.Point, radius vg.Length) (p vg.Path) {
		for k := range corners {
			p.Line(toward(at, float64(k)/float64(corners)+turn, radius*[]vg.Length{even, odd}[k%2]))
		}
		p[0].Type = vg.MoveComp
		p.Close()
		return p
	}
}

// half returns a half disc that extends counterclockwise from an angle, given as a fraction of a full turn.
func half(from float64) outline {
	return func(at vg.Point, radius vg.Length) (p vg.Path) {
		p.Move(toward(at, 0.25-from, radius))
		p.Arc(at, radius, 2*math.Pi*from, math.Pi)
		p.Close()
		return p
	}
}

// inner returns an outline of half the size.
func inner(o outline) outline {
	return func(at vg.Point, radius vg.Length) vg.Path { return o(at, radius*0.5) }
}

// spokes returns lines through the centre, each turned by a fraction of a full turn from the horizontal.
func spokes(turns ...float64) outline {
	return func(at vg.Point, radius vg.Length) (p vg.Path) {
		for _, turn := range turns {
			p.Move(toward(at, 0.75-turn, radius))
			p.Line(toward(at, 0.25-turn, radius))
		}
		return p
	}
}
