package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/curve"
	"gramscope/ui/frame"
	"gramscope/ui/samples"
	"gramscope/ui/screen"
)

// grip is the chart on which the left button was pressed, until the button is released.
type grip struct {
	on    bool
	chart int                // its index on the screen
	click func() []screen.Do // called if the mouse does not move before the release; nil: see clickSample
	axes  *curve.Axes        // of the chart; nil if the press was outside of its axes
	x, y  int                // the cell of the window where the mouse was last
	moved bool
}

// take begins to hold the chart that is drawn in a cell of the window.
func (m *explorer) take(event tea.MouseMsg) {
	m.grip = grip{}
	at, cell, ok := m.inChart(event.X, event.Y)
	if !ok {
		return
	}
	m.grip = grip{on: true, chart: at, x: event.X, y: event.Y}
	if click := m.charts()[at].Click; click != nil {
		w, h := m.chartSize(at) // now: the pane may change until the button is released
		m.grip.click = func() []screen.Do { return click(cell[0], cell[1], w, h) }
	}
	if _, _, ok := m.over(event.X, event.Y); ok {
		m.grip.axes = m.charts()[at].Axes
	}
}

// drag moves the held chart with the mouse, so that the pressed point stays under it. A chart without axes gets the
// movement.
func (m *explorer) drag(event tea.MouseMsg) {
	g, charts := &m.grip, m.charts()
	right, down := event.X-g.x, event.Y-g.y
	if !g.on || right == 0 && down == 0 || g.chart >= len(charts) {
		return
	}
	g.moved, m.dirty = true, true
	switch of := charts[g.chart]; {
	case g.axes != nil && g.axes == of.Axes:
		across, along := max(m.areas[g.chart].Cols-1, 1), max(m.areas[g.chart].Rows-1, 1) // cells of what is shown
		g.axes.Zoom.Pan(m.whole[g.chart], -float64(right)/float64(across), float64(down)/float64(along))
	case g.axes == nil && of.Drag != nil:
		r := m.chartPane(g.chart)
		w, h := m.chartSize(g.chart)
		of.Drag([2]int{g.x - r.X, g.y - r.Y - 1}, [2]int{event.X - r.X, event.Y - r.Y - 1}, w, h)
	}
	g.x, g.y = event.X, event.Y
}

// release lets go of a chart. If it has not been moved, the press was a click on it.
func (m *explorer) release(event tea.MouseMsg) {
	m.drag(event)
	switch g := m.grip; {
	case !g.on:
		return
	case !g.moved && g.click != nil:
		m.carryOut(g.click())
	case !g.moved:
		m.clickSample(event.X, event.Y)
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
	l, _ := m.built[at].Settled()
	_, cell, _ := m.inChart(x, y)
	u, name, names := pos[0], "", map[int]string{}
	nearer := l.Nearer(m.areas[at], cell[0], cell[1], 2.5)
	for _, s := range l.Series {
		names[s.Color] = s.Name
		for i := range min(len(s.X), len(s.Y)) {
			if !s.NoMarkers && nearer(s.X[i], s.Y[i]) {
				u, _ = l.X.Map(s.X[i])
				name = s.Name
			}
		}
	}
	for _, p := range l.Points {
		if nearer(p.X, p.Y) {
			u, _ = l.X.Map(p.X)
			name = names[p.Color]
		}
	}
	if near := samples.Near(l, u); near.On {
		m.cross = near
	}
	name, _, _ = strings.Cut(strings.TrimPrefix(name, curve.PinnedName), " ")
	if i := m.MethodIndex(name); i >= 0 {
		m.pointAt(i)
	}
}
