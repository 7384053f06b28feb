package drawing

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gramscope/ui/chart"
)

// panes are charts of dots side by side on a paper.
type panes struct {
	Paper
	chart.Panes
}

const paneGap = vg.Length(16)

// abreast returns how many charts are in a row: up to three, and two of four.
func (d panes) abreast() int {
	if n := len(d.Charts); n != 4 {
		return min(n, 3)
	}
	return 2
}

// legend explains groups and sizes.
func (d panes) legend() (l legend) {
	if d.Heading != "" {
		l.add(spelled(d.Heading))
	}
	for k, name := range d.Groups {
		style := lines{d.Paper, d.Charts[0]}.dot(k, chart.DotLevels-1)
		style.Radius = max(style.Radius, vg.Points(3))
		l.add(spelled(name), glyphSample(style))
	}
	for level, name := range d.Levels {
		if name != "" {
			style := lines{d.Paper, d.Charts[0]}.dot(0, level)
			style.Color = paint(chart.NoColor, level == 0)
			l.add(name, glyphSample(style))
		}
	}
	return l
}

// place puts the legend below charts that are side by side.
func (d panes) place() placed {
	if len(d.Charts) > 1 {
		return d.legend().place(d.Paper, 0)
	}
	return d.legend().place(d.Paper, d.room-20)
}

// headings returns the titles of charts of that width, after the glyphs of their marks, and the height of the highest.
func (d panes) headings(width vg.Length) (list []placed, high vg.Length) {
	for _, of := range d.Charts {
		var l legend
		var samples []plot.Thumbnailer
		if len(of.Points) > 0 {
			samples = append(samples, glyphSample(lines{d.Paper, of}.mark(of.Points[0])))
		}
		if of.Title != "" {
			l.add(spelled(of.Title), samples...)
		}
		b := l.inColumns(d.Paper, 1, width)
		list, high = append(list, b), max(high, b.height())
	}
	return list, high
}

// each returns the width of a chart, and the height of a row of charts: that of squares where several are side by side.
func (d panes) each() (wide, high vg.Length) {
	n := vg.Length(max(d.abreast(), 1))
	if wide = (width - 2*margin - (n-1)*paneGap) / n; n == 1 {
		return wide, d.room
	}
	_, titles := d.headings(wide)
	return wide, wide + titles
}

func (d panes) height() vg.Length {
	if len(d.Charts) == 0 {
		return d.room
	}
	rows := vg.Length((len(d.Charts) + d.abreast() - 1) / d.abreast())
	_, high := d.each()
	return rows*high + (rows-1)*paneGap + d.place().extra()
}

// draw draws the charts and, except on a pane, where they are text below the charts, legend and titles of the axes.
func (d panes) draw(c draw.Canvas) error {
	list := slices.Clone(d.Charts)
	for k, one := range list {
		var ok bool
		if list[k], ok = one.Settled(); !ok {
			return errNothing
		}
	}
	if d.Charts = list; len(list) == 0 {
		return errNothing
	}
	legend, aside := placed{}, c
	wide, high := d.each()
	if d.bare {
		wide = d.areas[0].Size().X
	} else {
		legend = d.place()
		if c, aside = legend.split(c, 0); len(list) == 1 {
			wide, high = c.Size().X, c.Size().Y
		}
		c = d.above(c, lines{d.Paper, list[0]}.foot())
	}
	headings, titles := d.headings(wide)
	for k, s := range list {
		at, head := c, c
		if d.bare {
			d.area, s.X.Title, s.Y.Title = d.areas[k], "", ""
			head.Min.X, head.Max.Y = d.area.Min.X, d.area.Max.Y+vg.Length(1.5*d.Paper.legend)
		} else {
			at.Min.X += vg.Length(k%d.abreast()) * (wide + paneGap)
			at.Max.X = at.Min.X + wide
			at.Max.Y -= vg.Length(k/d.abreast()) * (high + paneGap)
			at.Min.Y = max(at.Max.Y-high, c.Min.Y)
			head = at
			at.Max.Y -= titles
		}
		headings[k].draw(head)
		lines{d.Paper, s}.plot(at)
	}
	legend.draw(aside)
	return nil
}
