package drawing

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// lines is a chart of curves or dots on a paper.
type lines struct {
	Paper
	chart.Lines
}

func (l lines) height() vg.Length {
	high := l.room + l.legend().place(l.Paper, l.room-20).extra()
	if l.printed { // on a slide the note takes room of the chart
		note := label(l.note)
		high += vg.Length(len(wrapped(note, spelled(l.foot()), l.width-2*l.margin))) * leading(note)
	}
	return high
}

// foot returns the note below the chart: on a slide what is hidden, in print what the bars are.
func (l lines) foot() string {
	switch {
	case !l.printed:
		return l.Thinned() + l.Hidden() // of dots, none of which is hidden, or of curves
	case l.Band != "" && l.HasBars():
		return "bars: " + l.Band
	}
	return ""
}

// draw draws the chart and its legend.
func (l lines) draw(c draw.Canvas) error {
	settled, ok := l.Settled()
	if !ok {
		return errNothing
	}
	l.Lines = settled
	legend := l.legend().place(l.Paper, l.room-20)
	if free := c.Size(); l.printed && (free.Y-legend.extra() < vg.Length(8*l.tick) || free.X < vg.Length(16*l.tick)) {
		return errSmall
	}
	of, aside := legend.split(l.above(c, l.foot()), 0)
	area := l.plot(of)
	if legend.below {
		legend.draw(aside)
	} else {
		legend.drawAtEnds(aside, area)
	}
	return nil
}

// plot draws the settled chart with its axes, and returns the area between these.
func (l lines) plot(c draw.Canvas) vg.Rectangle {
	axes := l.axesOn(l.X, l.Y, c.Size())
	axes.Add(curves{lines: l})
	area := axes.draw(c).Rectangle
	if l.bare {
		l.drawEnds(c, area)
	}
	return area
}

// drawEnds writes the names of curves at their ends on a pane: of those that end at the right, where the text has
// columns for them, and of the others among the curves.
func (l lines) drawEnds(c draw.Canvas, area vg.Rectangle) {
	style, gap := label(l.tick), vg.Points(8)
	style.YAlign = draw.YCenter
	for _, inside := range []bool{false, true} {
		var wanted []float64
		var at []vg.Length
		var of []chart.Series
		for _, s := range l.Series {
			u, end, ok := l.End(s)
			x, width, most := area.Max.X+gap, style.Width(spelled(s.Name)), c.Max.X
			if inside {
				x, most = area.Min.X+vg.Length(u)*area.Size().X+gap, area.Max.X
				if x+width > most {
					x -= width + 2*gap
				}
			}
			if ok && inside == (u < chart.AtTheRight) && x >= area.Min.X && x+width <= most {
				wanted, at, of = append(wanted, end*float64(area.Size().Y)), append(at, x), append(of, s)
			}
		}
		for k, y := range chart.Apart(wanted, 1.1*l.tick, float64(area.Size().Y)) {
			style.Color = paint(of[k].Color, of[k].Faint)
			c.FillText(style, vg.Point{X: at[k], Y: area.Min.Y + vg.Length(y)}, spelled(of[k].Name))
		}
	}
}

// legend returns the names of the curves and of the marked points that have one, and what the bands are.
func (l lines) legend() (list legend) {
	settled, _ := l.Settled()
	styles, band, falls := l.strokes(l.Series), false, false
	for i, s := range l.Series {
		if s.Name == "" || len(s.X) == 0 {
			continue
		}
		var samples []plot.Thumbnailer
		if !s.NoLine {
			samples = append(samples, &plotter.Line{LineStyle: styles[i]})
		}
		if !s.NoMarkers {
			samples = append(samples, glyphSample(l.glyph(s)))
			falls = falls || slices.ContainsFunc(s.Y, settled.Y.Sinks)
		}
		list.add(spelled(s.Name), samples...)
		if _, end, ok := settled.End(s); ok {
			list[len(list)-1].end = end
		}
		band = band || len(s.Lo) > 0
	}
	for _, m := range l.Points {
		if m.Name != "" {
			list.add(spelled(m.Name), glyphSample(l.mark(m)))
		}
	}
	if falls {
		list.add(l.Y.Text(0, 1), glyphSample(draw.GlyphStyle{Color: color.Black, Radius: l.radius, Shape: fallen}))
	}
	switch {
	case !band || l.Band == "" || l.printed && l.HasBars():
	case l.HasBars():
		list.add(spelled("bars: " + l.Band))
	default:
		list.add(spelled("band: "+l.Band), &plotter.Polygon{Color: color.Gray{0xd5}})
	}
	return list
}

// strokes returns the styles of the curves. Those of one colour differ in their dashes; in print, those of different
// colours do so, too.
func (p Paper) strokes(list []chart.Series) []draw.LineStyle {
	solid := [][]vg.Length{nil, {9, 3.5}, {1.8, 2.4}, {9, 3, 1.8, 3}, {4.5, 2.5}, {9, 2.5, 1.8, 2.5, 1.8, 2.5}}
	dashed := [][]vg.Length{{4, 3}, {4, 3, 1.5, 3}, {6, 2, 4, 2}, {4, 3, 1.5, 3, 1.5, 3}}
	type kind struct {
		color          color.NRGBA
		dashed, dotted bool
	}
	seen := map[kind]int{}
	styles := make([]draw.LineStyle, len(list))
	for i, s := range list {
		of, patterns := kind{paint(s.Color, s.Faint), s.Dashed, s.Dotted}, solid
		switch {
		case s.Dotted:
			patterns = [][]vg.Length{{1.2, 2.8}}
		case s.Dashed:
			patterns = dashed
		}
		styles[i] = draw.LineStyle{Color: of.color, Width: p.curve}
		if s.NoLine {
			continue
		}
		if s.Thin || p.printed && s.Dashed && s.NoMarkers { // a bound or a front: no curve of a method looks like it
			styles[i].Width = p.curve / 2
			continue
		}
		at := seen[of]
		if p.printed && !s.Dashed && !s.Dotted && s.Color >= 0 && s.Color < chart.MarkColor {
			_, hue := chart.Braille.Sign(s.Color)
			at += hue
		}
		for _, length := range patterns[at%len(patterns)] {
			styles[i].Dashes = append(styles[i].Dashes, length*p.dash)
		}
		seen[of]++
	}
	return styles
}
