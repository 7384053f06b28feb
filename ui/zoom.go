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

// middle returns the position that stays where it is when keys zoom: of the sample at the crosshair or else at the
// present setting, or in the middle of the x axis where neither is shown, of the method that is pointed at or else in
// the middle between all. In a chart of points it is that of the one at the crosshair, or where half of those
// that are shown are on each side.
func (m *window) middle(of int) (u, v float64) {
	l := m.built[of]
	if m.charts()[of].Plane != nil {
		return m.middleOfPlane(of)
	}
	if whole, ok := l.Settled(); ok {
		l = whole
	}
	pointed := m.Methods()[m.Pointed()].Name
	at, known := m.cross.At(l)
	if !known && len(l.VLines) > 0 {
		at, known = l.VLines[0].X, true
	}
	u, shown := l.X.Shows(at)
	if !known || !shown {
		u = 0.5
	}
	sum, count := 0.0, 0
	for _, s := range l.Series {
		nearest, least := math.NaN(), math.Inf(1)
		for i := range min(len(s.X), len(s.Y)) {
			near, okX := l.X.Map(s.X[i])
			if height, okY := l.Y.Shows(s.Y[i]); okX && okY && math.Abs(near-u) < least {
				nearest, least = height, math.Abs(near-u)
			}
		}
		switch {
		case s.Faint || math.IsNaN(nearest):
		case s.Name == pointed:
			return u, nearest
		default:
			sum, count = sum+nearest, count+1
		}
	}
	if count == 0 {
		return u, 0.5
	}
	return u, sum / float64(count)
}

// middleOfPlane returns the position that stays where it is when keys zoom a chart of points.
func (m *window) middleOfPlane(at int) (u, v float64) {
	whole := m.whole[at]
	shown := m.charts()[at].Axes.Zoom.Over(whole)
	position := func(x, y float64) (u, v float64, ok bool) {
		u, inX := shown.X.Shows(x)
		v, inY := shown.Y.Shows(y)
		return u, v, inX && inY
	}
	for _, p := range whole.Points {
		if u, v, ok := position(p.X, p.Y); ok {
			return u, v
		}
	}
	var us, vs []float64
	for _, points := range whole.Series { // one, or none before there are points
		for i, x := range points.X {
			if u, v, ok := position(x, points.Y[i]); ok {
				us, vs = append(us, u), append(vs, v)
			}
		}
	}
	if len(us) == 0 {
		return 0.5, 0.5
	}
	slices.Sort(us)
	slices.Sort(vs)
	return us[len(us)/2], vs[len(vs)/2]
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
