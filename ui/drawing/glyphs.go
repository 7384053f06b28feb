package drawing

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// shape returns the shape of a marker, the same as on the screens; 0 is the marker of
// series i. ✓ and ✗, which are not among the markers of series, have shapes too.
func shape(marker rune, i int) draw.GlyphDrawer {
	switch marker {
	case '✓':
		return strong(tick)
	case '✗', '╳':
		return strong(spokes(0.125, 0.375))
	}
	return shapes()[chart.Resolve(marker, i)]
}

// shapes returns all shapes in the order of [chart.Markers]: ●▲■◆▼★○△□◇▽☆◐◑◒◓◉◎▣◈⊕⊗⊞⊠⊖⊟⊘◫◬⊛.
func shapes() []draw.GlyphDrawer {
	up, square, diamond, down := regular(3, 0), regular(4, 0.125), regular(4, 0), regular(3, 0.5)
	ring, frame, rhomb := hollow(disc), hollow(square), hollow(diamond)
	plus, cross := hollow(spokes(0, 0.25)), hollow(spokes(0.125, 0.375))
	return []draw.GlyphDrawer{solid(disc), solid(up), solid(square), solid(diamond), solid(down), solid(star),
		ring, hollow(up), frame, rhomb, hollow(down), hollow(star),
		group{ring, solid(half(0.25))}, group{ring, solid(half(0.75))}, group{ring, solid(half(0.5))}, group{ring, solid(half(0))},
		group{ring, solid(inner(disc))}, group{ring, hollow(inner(disc))}, group{frame, solid(inner(square))}, group{rhomb, solid(inner(diamond))},
		group{ring, plus}, group{ring, cross}, group{frame, plus}, group{frame, cross},
		group{ring, hollow(spokes(0))}, group{frame, hollow(spokes(0))}, group{ring, hollow(spokes(0.125))}, group{frame, hollow(spokes(0.25))},
		group{hollow(up), solid(inner(up))}, group{ring, plus, cross}}
}

// outline returns the path of a glyph about as large as a disc of that radius.
type outline func(at vg.Point, radius vg.Length) vg.Path

// Kinds of glyphs: filled, as a line, as a strong line, with a black edge, as a line on a white one, and a letter on a white disc.
type (
	solid  outline
	hollow outline
	strong outline
	edged  struct{ draw.GlyphDrawer }
	open   struct{ draw.GlyphDrawer }
	letter rune
)

// DrawGlyph implements [draw.GlyphDrawer].
func (s solid) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.Fill(s(at, style.Radius))
}

// DrawGlyph implements [draw.GlyphDrawer].
func (h hollow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(0.7)})
	c.Stroke(h(at, style.Radius))
}

// DrawGlyph implements [draw.GlyphDrawer].
func (s strong) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.3)})
	c.Stroke(s(at, style.Radius))
}

// DrawGlyph implements [draw.GlyphDrawer]. A marker that is not a filled outline is
// drawn black on a disc.
func (e edged) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	outline, filled := e.GlyphDrawer.(solid)
	if !filled {
		outline = solid(disc)
	}
	c.Fill(outline(at, style.Radius))
	edge := color.Color(color.Black)
	if _, same := style.Color.(scaled); same {
		edge = scaled{edge}
	}
	c.SetLineStyle(draw.LineStyle{Color: edge, Width: vg.Points(0.6)})
	c.Stroke(outline(at, style.Radius))
	if !filled {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: edge, Radius: style.Radius * 0.6, Shape: e.GlyphDrawer}, at)
	}
}

// DrawGlyph implements [draw.GlyphDrawer]. A marker that is not a filled outline has a disc as its white edge.
func (o open) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	path, filled := o.GlyphDrawer.(solid)
	if !filled {
		path = solid(disc)
	}
	c.SetLineStyle(draw.LineStyle{Color: color.NRGBA{0xff, 0xff, 0xff, 0xd0}, Width: vg.Points(2.8)})
	c.Stroke(path(at, style.Radius))
	if !filled {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: style.Color, Radius: style.Radius, Shape: o.GlyphDrawer}, at)
		return
	}
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.3)})
	c.Stroke(path(at, style.Radius))
}

// DrawGlyph implements [draw.GlyphDrawer].
func (l letter) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetColor(color.NRGBA{0xff, 0xff, 0xff, 0xd0})
	c.Fill(disc(at, style.Radius*1.6))
	text := label(noteSize)
	text.Color, text.XAlign, text.YAlign = style.Color, draw.XCenter, draw.YCenter
	c.FillText(text, at, string(l))
}

// group is several glyphs on top of each other.
type group []draw.GlyphDrawer

// DrawGlyph implements [draw.GlyphDrawer].
func (g group) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	for _, one := range g {
		one.DrawGlyph(c, style, at)
	}
}

// disc is the outline of a circle.
func disc(at vg.Point, radius vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: at.X + radius, Y: at.Y})
	p.Arc(at, radius, 0, 2*math.Pi)
	p.Close()
	return p
}

// regular returns a regular polygon with a corner at the top, turned clockwise by a
// fraction of a full turn.
func regular(corners int, turn float64) outline {
	return func(at vg.Point, radius vg.Length) vg.Path {
		return around(at, radius*1.3, radius*1.3, corners, turn)
	}
}

// star is a star with five points.
func star(at vg.Point, radius vg.Length) vg.Path {
	return around(at, radius*1.4, radius*0.65, 10, 0)
}

// around returns a polygon whose corners alternate between two distances from the centre.
func around(at vg.Point, even, odd vg.Length, corners int, turn float64) (p vg.Path) {
	for k := range corners {
		r := []vg.Length{even, odd}[k%2]
		sin, cos := math.Sincos(2 * math.Pi * (float64(k)/float64(corners) + turn))
		corner := vg.Point{X: at.X + r*vg.Length(sin), Y: at.Y + r*vg.Length(cos)}
		if k == 0 {
			p.Move(corner)
			continue
		}
		p.Line(corner)
	}
	p.Close()
	return p
}

// half returns a half disc that extends counterclockwise from an angle, given as a
// fraction of a full turn.
func half(from float64) outline {
	return func(at vg.Point, radius vg.Length) (p vg.Path) {
		sin, cos := math.Sincos(2 * math.Pi * from)
		p.Move(vg.Point{X: at.X + radius*vg.Length(cos), Y: at.Y + radius*vg.Length(sin)})
		p.Arc(at, radius, 2*math.Pi*from, math.Pi)
		p.Close()
		return p
	}
}

// inner returns an outline of half the size.
func inner(o outline) outline {
	return func(at vg.Point, radius vg.Length) vg.Path { return o(at, radius*0.5) }
}

// tick is a check mark.
func tick(at vg.Point, radius vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: at.X - radius, Y: at.Y})
	p.Line(vg.Point{X: at.X - radius*0.3, Y: at.Y - radius*0.8})
	p.Line(vg.Point{X: at.X + radius, Y: at.Y + radius*0.9})
	return p
}

// spokes returns lines through the centre, each turned by a fraction of a full turn.
func spokes(turns ...float64) outline {
	return func(at vg.Point, radius vg.Length) (p vg.Path) {
		for _, turn := range turns {
			sin, cos := math.Sincos(2 * math.Pi * turn)
			x, y := radius*vg.Length(cos), radius*vg.Length(sin)
			p.Move(vg.Point{X: at.X - x, Y: at.Y - y})
			p.Line(vg.Point{X: at.X + x, Y: at.Y + y})
		}
		return p
	}
}
