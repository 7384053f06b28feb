package drawing

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// Lines is a line chart.
type Lines struct {
	chart.Lines
	On Paper // Slide for the zero value
}

func (l Lines) paper() Paper {
	if l.On == (Paper{}) {
		return Slide()
	}
	return l.On
}

func (l Lines) on(p Paper) Chart { l.On = p; return l }

func (l Lines) height() vg.Length {
	p := l.paper()
	return p.body + l.legend().place(p, p.legendRoom()).extra() + vg.Length(len(l.footLines()))*leading(label(p.note))
}

// foot returns the note below the chart: on a slide what is hidden, in print what the bars are.
func (l Lines) foot() string {
	if !l.paper().printed {
		return l.Hidden()
	}
	if l.Band != "" && l.hasBars() {
		return "bars: " + l.Band
	}
	return ""
}

// footLines returns the lines of a printed note, for which the page has room of its own.
func (l Lines) footLines() []string {
	if p := l.paper(); p.printed {
		return wrapped(label(p.note), p.spelled(l.foot()), p.width-2*p.margin)
	}
	return nil
}

// legendRoom returns the height of the longest legend at the right of a line chart.
func (p Paper) legendRoom() vg.Length { return p.body - 20 }

// legendRoom is that of a slide.
const legendRoom = bodyHeight - 20

// errSmall is the error of a page on which too little space is left for the curves.
var errSmall = errors.New("the page is too small for the texts and the legend beside the curves; make it larger, or the texts smaller")

// draw draws the chart and its legend.
func (l Lines) draw(c draw.Canvas) error {
	settled, ok := l.Settled()
	if !ok {
		return errNothing
	}
	p := l.paper()
	legend := l.legend().place(p, p.legendRoom())
	if p.printed {
		if free := c.Size(); free.Y-legend.extra() < vg.Length(8*p.tick) || free.X < vg.Length(16*p.tick) {
			return errSmall
		}
	}
	foot := Lines{settled, l.On}.foot()
	axes := p.axesOn(settled.X, settled.Y, c.Size().X*0.8, c.Size().Y-legend.extra()-vg.Length(3*p.tick))
	axes.Add(curves{settled, p, p.strokes(l.Series)})
	legend.drawWith(p.above(c, foot), axes)
	return nil
}

// legend returns the names of the curves and of the marked points that have one, and what the areas around the curves are.
func (l Lines) legend() (list legend) {
	p := l.paper()
	if p.bare {
		return nil
	}
	lines, band := p.strokes(l.Series), false
	add := func(text string, samples ...plot.Thumbnailer) { list = append(list, entry{p.spelled(text), samples}) }
	for i, s := range l.Series {
		if s.Name == "" || len(s.X) == 0 {
			continue
		}
		var samples []plot.Thumbnailer
		if !s.NoLine {
			samples = append(samples, lineSample(lines[i]))
		}
		if !s.NoMarkers {
			samples = append(samples, glyphSample(p.glyph(s, i)))
		}
		add(s.Name, samples...)
		band = band || len(s.Lo) > 0
	}
	for _, m := range l.Points {
		if m.Name != "" {
			add(m.Name, glyphSample(marked(m)))
		}
	}
	switch {
	case !band || l.Band == "" || p.printed && l.hasBars():
	case l.hasBars():
		add("bars: " + l.Band)
	default:
		add("band: "+l.Band, tint{color.Gray{0xd5}})
	}
	return list
}
