package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/samples"
)

// restMsg is sent some time after a movement of the mouse that was handled: the filter hands over the latest movement that
// followed within that time.
type restMsg struct{}

// hover is a command that ends the time in which movements are not handled.
func hover() tea.Msg {
	time.Sleep(frameTime)
	return restMsg{}
}

// under returns a crosshair at the sample nearest to the mouse. It is off where the mouse is over no chart that a crosshair walks
// through, or a menu is open.
func (m *explorer) under(x, y int) samples.Crosshair {
	if m.layout.TooSmall || len(m.open()) > 0 {
		return samples.Crosshair{}
	}
	at, pos, ok := m.over(x, y)
	if !ok || m.charts()[at].Walk != nil {
		return samples.Crosshair{}
	}
	l, ok := m.built[at].Settled()
	if !ok {
		return samples.Crosshair{}
	}
	near, _ := m.cross.Near(l, pos[0])
	return near
}

// notices reports whether a movement of the mouse changes what is shown.
func (m *explorer) notices(event tea.MouseMsg) bool { return m.under(event.X, event.Y) != m.hovered }

// hoverOver shows the numbers of the sample under the mouse.
func (m *explorer) hoverOver(event tea.MouseMsg) tea.Cmd {
	m.hovered = m.under(event.X, event.Y)
	m.dirty = true
	return hover
}

// crosshair returns the one that is shown: at the mouse, or else where keys or a click have put it.
func (p *pictures) crosshair() *samples.Crosshair {
	if p.hovered.On {
		return &p.hovered
	}
	return &p.cross
}
