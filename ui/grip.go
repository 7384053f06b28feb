package ui

import (
	"math"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/frame"
)

// grip is the chart that the left button has been pressed on and not yet released.
type grip struct {
	on    bool
	chart int    // its index on the screen
	x, y  int    // the cell of the window
	cell  [2]int // of what is drawn
	w, h  int    // of the chart when the button was pressed: the pane may change meanwhile
	moved bool

	axes  *curve.Axes // nil beside the axes of a chart
	was   curve.Zoom
	whole chart.Lines
	area  chart.Area
}

// take begins to hold what is drawn in a cell of the window.
func (m *explorer) take(event tea.MouseMsg) {
	m.grip = grip{}
	at, cell, ok := m.inChart(event.X, event.Y)
	if !ok {
		return
	}
	w, h := m.chartSize(at)
	m.grip = grip{on: true, chart: at, x: event.X, y: event.Y, cell: cell, w: w, h: h}
	if at, _, ok := m.over(event.X, event.Y); ok {
		m.grip.axes, m.grip.whole, m.grip.area = m.charts()[at].Axes, m.whole[at], m.areas[at]
		m.grip.was = m.grip.axes.Zoom
	}
}

// drag moves a chart with the mouse, so that what was pressed stays under it.
func (m *explorer) drag(event tea.MouseMsg) {
	g := &m.grip
	if !g.on || !g.moved && event.X == g.x && event.Y == g.y {
		return
	}
	g.moved = true
	m.dirty = true
	if g.axes == nil {
		m.dragOn(event, false)
		return
	}
	zoom := g.was
	right := float64(event.X-g.x) / float64(max(g.area.Cols-1, 1)) // of what is shown
	down := float64(event.Y-g.y) / float64(max(g.area.Rows-1, 1))
	zoom.Pan(g.whole, -right, down)
	g.axes.Zoom = zoom
}

// dragOn passes a drag to the chart on which the drag began, if the chart is still there.
func (m *explorer) dragOn(event tea.MouseMsg, end bool) {
	g, charts := &m.grip, m.charts()
	if g.chart >= len(charts) || charts[g.chart].Drag == nil {
		return
	}
	r := m.chartPane(g.chart)
	w, h := m.chartSize(g.chart)
	from, to := [2]int{g.x - r.X, g.y - r.Y - 1}, [2]int{event.X - r.X, event.Y - r.Y - 1}
	m.carryOut(charts[g.chart].Drag(from, to, w, h, end))
	if end {
		m.startOwn()
	}
}

// release lets go of a chart. If it has not been moved, the press was a click on it.
func (m *explorer) release(event tea.MouseMsg) {
	if !m.grip.on {
		return
	}
	m.drag(event)
	at, _, here := m.inChart(event.X, event.Y)
	switch g := m.grip; {
	case g.axes == nil && g.moved:
		m.dragOn(event, true)
	case !g.moved && here && m.charts()[at].Click != nil:
		m.carryOut(m.charts()[at].Click(g.cell[0], g.cell[1], g.w, g.h))
	case m.grip.axes == nil:
	case !m.grip.moved:
		m.clickSample(event.X, event.Y)
	case !m.grip.was.On():
		m.Note = lab.Note{}
		m.Info("the whole chart is shown: i, or the wheel over it, zooms in")
	}
	m.grip = grip{}
	m.dirty = true
}

// inChart returns the chart that is drawn in a cell of the window, and the cell's place below its title.
func (m *window) inChart(x, y int) (at int, cell [2]int, ok bool) {
	p, ok := m.layout.At(x, y)
	if at = int(p - frame.First); !ok || !isChart(p) || at >= len(m.charts()) {
		return 0, cell, false
	}
	r := m.layout.Panes[p]
	return at, [2]int{x - r.X, y - r.Y - 1}, true
}

// over returns the chart with axes that is drawn in a cell of the window, and the position of the cell on its axes.
func (m *window) over(x, y int) (at int, pos [2]float64, ok bool) {
	at, cell, ok := m.inChart(x, y)
	if !ok || m.charts()[at].Axes == nil || !m.areas[at].Holds(cell[0], cell[1]) {
		return 0, pos, false
	}
	pos[0], pos[1] = m.areas[at].Position(cell[0], cell[1])
	return at, pos, true
}

// clickSample moves the crosshair to the sample under the mouse, and points at its method. Where no sample is near it
// moves the crosshair to the nearest x.
func (m *window) clickSample(x, y int) {
	at, pos, ok := m.over(x, y)
	if !ok || !m.charts()[at].Sampled() {
		return
	}
	l, ok := m.built[at].Settled()
	if !ok {
		return
	}
	const near = 2.5 // rows, each as wide as two columns
	least, u, name := near, pos[0], ""
	sample := func(sx, sy float64, of string) {
		su, okX := l.X.Shows(sx)
		sv, okY := l.Y.Shows(sy)
		distance := math.Hypot((su-pos[0])*float64(m.areas[at].Cols)/2, (sv-pos[1])*float64(m.areas[at].Rows))
		if okX && okY && distance < least {
			least, u, name = distance, su, of
		}
	}
	names := map[int]string{}
	for _, s := range l.Series {
		names[s.Color] = s.Name
		for i := range min(len(s.X), len(s.Y)) {
			if !s.NoMarkers {
				sample(s.X[i], s.Y[i], s.Name)
			}
		}
	}
	for _, p := range l.Points {
		sample(p.X, p.Y, names[p.Color])
	}
	if near, ok := m.cross.Near(l, u); ok {
		m.cross = near
	}
	if i := m.MethodIndex(strings.TrimPrefix(name, curve.PinnedName)); i >= 0 {
		m.pointAt(i)
	}
}
