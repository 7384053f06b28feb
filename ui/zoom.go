package ui

import (
	"fmt"
	"math"

	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// zoomed returns the end of a chart's title, which says that only a part of the chart is shown.
func zoomed(l chart.Lines) string {
	if l.Zoomed {
		return "  zoomed"
	}
	return ""
}

// rezoom changes the zoom of the chart that keys act on, or says that there is nothing to zoom.
func (m *window) rezoom(change func(z *curve.Zoom, at int)) {
	at := m.keyedChart()
	c := m.charts()[at]
	if c.Axes == nil || m.numbers && c.Sampled() || !(m.whole[at].X.Lo < m.whole[at].X.Hi) {
		m.Info("there is nothing to zoom: charts with axes and samples zoom")
		return
	}
	change(&c.Axes.Zoom, at)
}

// zoom shows a part of the axes that is factor times as long as the present one, at most the whole.
func (m *window) zoom(factor float64) {
	m.rezoom(func(z *curve.Zoom, at int) {
		u, v := m.middle(at)
		z.Scale(m.whole[at], u, v, factor)
	})
}

// unzoom shows the whole chart.
func (m *window) unzoom() { m.rezoom(func(z *curve.Zoom, _ int) { *z = curve.Zoom{} }) }

// pan moves the part that is shown by the shares du and dv of its length.
func (m *window) pan(du, dv float64) {
	m.rezoom(func(z *curve.Zoom, at int) { z.Pan(m.whole[at], du, dv) })
}

// middle returns the position that stays in place when keys zoom: that of the sample at the crosshair, at the present
// setting, or else in the middle, if possible of the method pointed at. In a chart of points it is the point at the
// cursor, or the point nearest to the middle.
func (m *window) middle(of int) (u, v float64) {
	l, pointed := m.built[of], m.Methods[m.Pointed].Name
	if whole, ok := l.Settled(); ok {
		l = whole
	}
	at, known := m.cross.At(l)
	switch {
	case known:
	case len(l.VLines) > 0:
		at, known = l.VLines[0].X, true
	case l.Cursor != nil:
		at, known = l.Cursor.X, true
	}
	u, shown := l.X.Shows(at)
	if !known || !shown {
		u = 0.5
	}
	near, least := u, math.Inf(1)
	v = 0.5
	for _, s := range append([]chart.Series{l.Places()}, l.Series...) {
		for i := range min(len(s.X), len(s.Y)) {
			su, okX := l.X.Map(s.X[i])
			sv, okY := l.Y.Shows(s.Y[i])
			distance := 10*math.Abs(su-u) + math.Abs(sv-0.5)
			if s.Name == pointed {
				distance -= 100
			}
			if okX && okY && !s.Faint && distance < least {
				least, near, v = distance, su, sv
			}
		}
	}
	if len(l.Dots) > 0 {
		u = near
	}
	return u, v
}

// refine adds values of the swept parameter within the part of its chart that is shown.
func (m *window) refine() {
	at, name := m.sampledChart(), string(m.Swept().Name)
	if m.built[at].X.ID != name {
		m.Info("a chart over " + name + " can have more values: this one is over something else")
		return
	}
	l, ok := m.built[at].Settled()
	if !ok {
		m.Info("there are no samples yet")
		return
	}
	added, why := m.Refine(l.X.Lo, l.X.Hi)
	if added == 0 {
		m.Info(why)
		return
	}
	m.Info(fmt.Sprintf("%d more values of %s; u takes them back", added, name))
	m.follow()
}
