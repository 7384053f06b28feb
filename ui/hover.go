package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
	"gramscope/ui/samples"
)

// spot is what is under the mouse: a crosshair at the nearest sample, or something that a chart without samples has
// there.
type spot struct {
	samples.Crosshair
	chart int
	thing int // see screen.Chart.Near
}

// restMsg is sent some time after a movement of the mouse that was handled: the filter hands over the latest movement
// that followed within that time.
type restMsg struct{}

// hover is a command that ends the time in which movements are not handled.
func hover() tea.Msg {
	time.Sleep(frameTime)
	return restMsg{}
}

// under returns what is under the mouse: nothing where the mouse is over no chart that has anything to point at, or a
// menu is open.
func (m *window) under(x, y int) spot {
	if m.layout.TooSmall || len(m.open()) > 0 {
		return spot{}
	}
	if at, cell, ok := m.inChart(x, y); ok && m.charts()[at].Near != nil {
		r := m.layout.Panes[frame.First+frame.Pane(at)]
		if thing := m.charts()[at].Near(cell[0], cell[1], r.W, m.chartHeight(at, r)); thing > 0 {
			return spot{chart: at, thing: thing}
		}
		return spot{}
	}
	at, pos, ok := m.over(x, y)
	if !ok || m.charts()[at].Walk != nil {
		return spot{}
	}
	l, ok := m.built[at].Settled()
	if !ok {
		return spot{}
	}
	near, _ := m.cross.Near(l, pos[0])
	return spot{Crosshair: near}
}

// notices reports whether a movement of the mouse changes what is shown.
func (m *window) notices(event tea.MouseMsg) bool { return m.under(event.X, event.Y) != m.hovered }

// hoverOver shows the numbers of what is under the mouse.
func (m *explorer) hoverOver(event tea.MouseMsg) tea.Cmd {
	m.pointOut(m.under(event.X, event.Y))
	m.dirty = true
	return hover
}

// pointOut shows the numbers of what is under the mouse.
func (m *window) pointOut(now spot) {
	if was := m.hovered; was.thing != now.thing || was.chart != now.chart {
		m.showThing(was.chart, 0)
		m.showThing(now.chart, now.thing)
	}
	m.hovered = now
}

// showThing lets a chart show what it has found under the mouse, if it looks for something.
func (m *window) showThing(at, thing int) {
	if charts := m.charts(); at < len(charts) && charts[at].Hover != nil {
		charts[at].Hover(thing)
	}
}

// crosshair returns the one that is shown: at the mouse, or else where keys or a click have put it.
func (p *pictures) crosshair() *samples.Crosshair {
	if p.hovered.On {
		return &p.hovered.Crosshair
	}
	return &p.cross
}
