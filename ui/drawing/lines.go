package drawing

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Lines is a chart of curves. Its axes are those of the chart, widened to hold
// every sample that the scale allows.
type Lines chart.Lines

func (Lines) height() vg.Length { return 12 * vg.Centimeter }

// draw draws the chart, and what its curves are to the right of it.
func (l Lines) draw(c draw.Canvas) error {
	p, err := newPlot(chart.Lines(l))
	if err != nil {
		return err
	}
	legend := newLegend()
	for i := range l.Series {
		addLegend(&legend, l.Series[i], i)
	}
	drawBeside(c, p, &legend, 0)
	return nil
}

// newPlot lays the chart out.
func newPlot(l chart.Lines) (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = spelled(l.X.Title), spelled(l.Y.Title)
	var xs, ys [][]float64
	for _, s := range l.Series {
		for _, at := range samples(l, s.X, s.Y) {
			xs, ys = append(xs, []float64{at.X}), append(ys, []float64{at.Y})
		}
		ys = append(ys, s.Hi)
		if l.Y.Scale == chart.Linear {
			ys = append(ys, s.Lo)
		}
	}
	for _, point := range l.Points {
		xs, ys = append(xs, []float64{point.X}), append(ys, []float64{point.Y})
	}
	if err := setAxis(&p.X, l.X, xs, false); err != nil {
		return nil, err
	}
	if err := setAxis(&p.Y, l.Y, ys, true); err != nil {
		return nil, err
	}
	for i := len(l.Series) - 1; i >= 0; i-- { // the first on top, as on the screen
		if err := addSeries(p, l, l.Series[i], i); err != nil {
			return nil, err
		}
	}
	p.Add(rules{l})
	for _, point := range l.Points {
		mark, err := plotter.NewScatter(plotter.XYs{{X: point.X, Y: point.Y}})
		if err != nil {
			continue // it is not finite, and the screen leaves it out, too
		}
		mark.GlyphStyle = draw.GlyphStyle{Color: paint(point.Color, point.Faint), Radius: vg.Points(4.5), Shape: shape(point.Color)}
		p.Add(mark)
	}
	return p, nil
}

// setAxis gives an axis scale and range.
func setAxis(to *plot.Axis, from chart.Axis, values [][]float64, round bool) error {
	lo, hi, ok := chart.Range(from.Scale, values...)
	if !ok {
		return errNothing
	}
	if !round {
		lo, hi = exact(from.Scale, values, lo, hi)
	}
	if from.Lo < from.Hi && (from.Scale != chart.Log || from.Lo > 0) {
		lo, hi = min(lo, from.Lo), max(hi, from.Hi)
	}
	to.Min, to.Max, to.Tick.Marker = lo, hi, linearTicks(50)
	if from.Scale == chart.Log {
		to.Scale, to.Tick.Marker = plot.LogScale{}, logTicks{}
	}
	return nil
}

// exact are the ends of the values themselves, where they differ.
func exact(scale chart.Scale, values [][]float64, lo, hi float64) (float64, float64) {
	var all []float64
	for _, vs := range values {
		for _, v := range vs {
			if drawable(scale, v) {
				all = append(all, v)
			}
		}
	}
	if a, b := slices.Min(all), slices.Max(all); a < b {
		return a, b
	}
	return lo, hi
}

func drawable(scale chart.Scale, v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (scale != chart.Log || v > 0)
}

// samples are the points of a curve that its axes can show, in the order of x.
func samples(l chart.Lines, xs, ys []float64) plotter.XYs {
	var list plotter.XYs
	for i := range min(len(xs), len(ys)) {
		if drawable(l.X.Scale, xs[i]) && drawable(l.Y.Scale, ys[i]) {
			list = append(list, plotter.XY{X: xs[i], Y: ys[i]})
		}
	}
	slices.SortStableFunc(list, func(a, b plotter.XY) int {
		switch {
		case a.X < b.X:
			return -1
		case a.X > b.X:
			return 1
		}
		return 0
	})
	return list
}

// addSeries draws band, line and markers.
func addSeries(p *plot.Plot, l chart.Lines, s chart.Series, i int) error {
	list := samples(l, s.X, s.Y)
	if len(list) == 0 {
		return nil
	}
	if len(s.Lo) == len(s.Y) && len(s.Hi) == len(s.Y) {
		if err := addBand(p, l, s); err != nil {
			return err
		}
	}
	line, marks, err := plotter.NewLinePoints(list)
	if err != nil {
		return err
	}
	if !s.NoLine {
		line.LineStyle = stroke(s)
		p.Add(line)
	}
	if !s.NoMarkers {
		marks.GlyphStyle = glyph(s, i)
		p.Add(marks)
	}
	return nil
}

// addBand shades what lies between Lo and Hi; a lower end that a log axis can't
// show is at the bottom of the chart.
func addBand(p *plot.Plot, l chart.Lines, s chart.Series) error {
	lows := slices.Clone(s.Lo)
	for i, v := range lows {
		if !drawable(l.Y.Scale, v) || v < p.Y.Min {
			lows[i] = p.Y.Min
		}
	}
	ring, back := samples(l, s.X, s.Hi), samples(l, s.X, lows)
	slices.Reverse(back)
	if ring = append(ring, back...); len(ring) < 4 {
		return nil
	}
	band, err := plotter.NewPolygon(ring)
	if err != nil {
		return err
	}
	c := paint(s.Color, s.Faint)
	band.Color, band.LineStyle.Width = color.NRGBA{c.R, c.G, c.B, 40}, 0
	p.Add(band)
	return nil
}

// addLegend names a curve.
func addLegend(to *plot.Legend, s chart.Series, i int) {
	if s.Name == "" || len(s.X) == 0 {
		return
	}
	var thumbs []plot.Thumbnailer
	if !s.NoLine {
		thumbs = append(thumbs, &plotter.Line{LineStyle: stroke(s)})
	}
	if !s.NoMarkers {
		thumbs = append(thumbs, &plotter.Scatter{GlyphStyle: glyph(s, i)})
	}
	to.Add(spelled(s.Name), thumbs...)
}

func stroke(s chart.Series) draw.LineStyle {
	style := draw.LineStyle{Color: paint(s.Color, s.Faint), Width: vg.Points(1.2)}
	if s.Dashed {
		style.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
	}
	return style
}

func glyph(s chart.Series, i int) draw.GlyphStyle {
	if s.Color >= 0 {
		i = s.Color
	}
	return draw.GlyphStyle{Color: paint(s.Color, s.Faint), Radius: vg.Points(2.5), Shape: shape(i)}
}

// rules are the chart's straight lines across.
type rules struct{ chart.Lines }

// Plot implements [plot.Plotter].
func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	style := label(8)
	style.Color = color.Gray{0x55}
	dotted := draw.LineStyle{Color: color.Gray{0x88}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(1.5), vg.Points(2)}}
	for _, v := range r.VLines {
		if x := toX(v.X); drawable(r.X.Scale, v.X) && c.ContainsX(x) {
			c.StrokeLine2(dotted, x, c.Min.Y, x, c.Max.Y)
			c.FillText(style, vg.Point{X: x + vg.Points(2), Y: c.Min.Y + vg.Points(3)}, spelled(v.Label))
		}
	}
	for _, h := range r.HLines {
		if y := toY(h.Y); drawable(r.Y.Scale, h.Y) && c.ContainsY(y) {
			c.StrokeLine2(dotted, c.Min.X, y, c.Max.X, y)
			if len(h.Labels) > 0 {
				c.FillText(style, vg.Point{X: c.Min.X + vg.Points(3), Y: y + vg.Points(2)}, spelled(h.Labels[0]))
			}
		}
	}
}
