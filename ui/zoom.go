package ui

import (
	"fmt"
	"math"
	"slices"

	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// zoomed is what ends the title of a chart of which a part is shown.
func zoomed(l chart.Lines) string {
	switch {
	case !l.Zoomed:
		return ""
	case blank(l):
		return "  zoomed: no values here, I shows all"
	}
	return "  zoomed"
}

// blank reports whether no curve and no marked point is where a zoomed chart shows them. A line between samples counts
// if it may cross what is shown.
func blank(l chart.Lines) bool {
	if !(l.X.Lo < l.X.Hi && l.Y.Lo < l.Y.Hi) {
		return false
	}
	meets := func(x0, y0, x1, y1 float64) bool {
		return max(x0, x1) >= l.X.Lo && min(x0, x1) <= l.X.Hi && max(y0, y1) >= l.Y.Lo && min(y0, y1) <= l.Y.Hi
	}
	for _, s := range l.Series {
		for i := range min(len(s.X), len(s.Y)) {
			if meets(s.X[i], s.Y[i], s.X[i], s.Y[i]) || i > 0 && !s.NoLine && meets(s.X[i-1], s.Y[i-1], s.X[i], s.Y[i]) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(l.Points, func(p chart.Point) bool { return meets(p.X, p.Y, p.X, p.Y) })
}

// zoomable returns the chart whose zoom keys change, −1 for none. It says so if that one has no axes.
func (m *window) zoomable() int {
	at := m.keyedChart()
	if m.charts()[at].Axes != nil && m.whole[at].X.Lo < m.whole[at].X.Hi {
		return at
	}
	m.cannotZoom(at)
	return -1
}

// cannotZoom says why a chart does not zoom.
func (m *window) cannotZoom(at int) {
	charts := m.charts()
	other := slices.IndexFunc(charts, func(c screen.Chart) bool { return c.Axes != nil })
	switch {
	case charts[at].Lines != nil && m.numbers:
		m.Info("numbers don't zoom: t shows the charts")
	case charts[at].Axes != nil && m.whole[at].X.Lo < m.whole[at].X.Hi: // beside its axes
	case charts[at].Axes != nil:
		m.Info("there is nothing to zoom yet")
	case other >= 0:
		m.Info("this one does not zoom: tab goes to a chart with axes, which does")
	default:
		m.Info("these pictures don't zoom: e shows one over the whole window")
	}
}

// zoom shows a part that is factor times as long as the present one, or up to all of it.
func (m *window) zoom(factor float64) {
	at := m.zoomable()
	if at < 0 {
		return
	}
	switch {
	case m.numbers && m.charts()[at].Lines != nil:
		m.Info("numbers don't zoom: t shows the charts")
		return
	case !m.built[at].Zoomed && factor > 1:
		m.Info("the whole chart is shown")
		return
	}
	u, v := m.middle(at)
	m.charts()[at].Axes.Zoom.Scale(m.whole[at], u, v, factor)
}

// unzoom shows the whole chart.
func (m *window) unzoom() {
	if at := m.zoomable(); at >= 0 {
		m.charts()[at].Axes.Zoom.End()
	}
}

// pan moves what is shown by parts of its length.
func (m *window) pan(du, dv float64) {
	at := m.zoomable()
	switch {
	case at < 0:
	case !m.built[at].Zoomed:
		m.Info("the whole chart is shown: i zooms in")
	default:
		m.charts()[at].Axes.Zoom.Pan(m.whole[at], du, dv)
	}
}

// middle returns the position that stays where it is when keys zoom: that of the sample at the crosshair, at the
// present setting or else in the middle, of the method that is pointed at if it has one. In a chart of points it
// is that of the one at the crosshair, or where half of those that are shown are on each side.
func (m *window) middle(of int) (u, v float64) {
	if m.charts()[of].Plane != nil {
		return middleOfPlane(m.charts()[of].Axes.Zoom.Over(m.whole[of]))
	}
	l, pointed := m.built[of], m.Methods()[m.Pointed()].Name
	if whole, ok := l.Settled(); ok {
		l = whole
	}
	at, known := m.cross.At(l)
	if !known && len(l.VLines) > 0 {
		at, known = l.VLines[0].X, true
	}
	u, shown := l.X.Shows(at)
	if !known || !shown {
		u = 0.5
	}
	v = 0.5
	least := math.Inf(1)
	for _, s := range l.Series {
		for i := range min(len(s.X), len(s.Y)) {
			su, okX := l.X.Map(s.X[i])
			sv, okY := l.Y.Shows(s.Y[i])
			distance := 10*math.Abs(su-u) + math.Abs(sv-0.5)
			if s.Name == pointed {
				distance -= 100
			}
			if okX && okY && !s.Faint && distance < least {
				least, v = distance, sv
			}
		}
	}
	return u, v
}

// middleOfPlane is the middle of a chart of points.
func middleOfPlane(l chart.Lines) (u, v float64) {
	var xs, ys []float64
	for _, s := range l.Series { // one, or none before there are points
		for i, x := range s.X {
			if l.Shows(x, s.Y[i]) {
				xs, ys = append(xs, x), append(ys, s.Y[i])
			}
		}
	}
	for _, p := range l.Points {
		if l.Shows(p.X, p.Y) {
			xs, ys = []float64{p.X}, []float64{p.Y}
		}
	}
	if len(xs) == 0 {
		return 0.5, 0.5
	}
	slices.Sort(xs)
	slices.Sort(ys)
	u, _ = l.X.Map(xs[len(xs)/2])
	v, _ = l.Y.Map(ys[len(ys)/2])
	return u, v
}

// refine lets the sweep, or the chart, have more values within what is shown.
func (m *window) refine() {
	at, name := m.sampledChart(), string(m.Swept().Name)
	if at < 0 || m.built[at].X.ID != name {
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
