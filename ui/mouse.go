package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
)

// wheelMsg is several turns of the wheel at one place, taken together.
type wheelMsg struct {
	event tea.MouseMsg
	times int
}

// frameTime is the time between two drawings of the window at least.
const frameTime = 16 * time.Millisecond

// calm is a filter of messages. It joins turns of the wheel, and movements of the mouse with its left button, that
// follow within 16 ms: a touchpad sends hundreds. Of movements without a button it passes those that change what is
// shown.
type calm struct {
	clock   func() time.Time
	last    time.Time // of turns
	moved   time.Time
	kept    int
	of      tea.MouseButton
	waiting *tea.MouseMsg // the latest movement that came too soon
}

func (c *calm) filter(model tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(restMsg); ok {
		if c.waiting == nil {
			return nil
		}
		msg, c.waiting, c.moved = *c.waiting, nil, time.Time{}
	}
	event, ok := msg.(tea.MouseMsg)
	if !ok {
		return msg
	}
	c.waiting = nil
	if event.Action == tea.MouseActionMotion {
		return c.movement(model, event)
	}
	if !tea.MouseEvent(event).IsWheel() {
		return msg
	}
	if event.Button != c.of {
		c.kept, c.of = 0, event.Button
	}
	c.kept++
	now := c.clock()
	if now.Sub(c.last) < frameTime {
		return nil
	}
	joined := wheelMsg{event, c.kept}
	c.last, c.kept = now, 0
	return joined
}

// movement returns a movement of the mouse that is to be handled now, or nil.
func (c *calm) movement(model tea.Model, event tea.MouseMsg) tea.Msg {
	m, ok := model.(*explorer)
	free := event.Button == tea.MouseButtonNone
	if free && (!ok || !m.notices(event)) || !free && event.Button != tea.MouseButtonLeft {
		return nil
	}
	now := c.clock()
	if now.Sub(c.moved) < frameTime {
		if free { // with a button pressed, its release says where the mouse is in the end
			c.waiting = &event
		}
		return nil
	}
	c.moved = now
	return event
}

// mouse handles a click, a movement with the button pressed, or that many turns of the wheel.
func (m *explorer) mouse(event tea.MouseMsg, times int) {
	switch {
	case m.layout.TooSmall || len(m.open()) > 0 && event.Action != tea.MouseActionPress:
		m.grip = grip{}
		return
	case event.Action == tea.MouseActionRelease:
		m.release(event)
		return
	case event.Action == tea.MouseActionMotion && event.Button == tea.MouseButtonLeft:
		m.pointOut(spot{})
		m.drag(event)
		return
	case event.Action == tea.MouseActionMotion:
		return
	}
	by := 0
	switch event.Button {
	case tea.MouseButtonWheelUp:
		by = times
	case tea.MouseButtonWheelDown:
		by = -times
	case tea.MouseButtonLeft:
	default:
		return
	}
	m.dirty = true
	if open := m.open(); len(open) > 0 {
		if open[0].scroll != nil {
			open[0].scroll(-by)
		}
		return
	}
	p, ok := m.layout.At(event.X, event.Y)
	if !ok {
		return
	}
	if event.Button == tea.MouseButtonLeft {
		m.take(event)
	}
	_, above := m.footer()
	m.Note = lab.Note{}
	x, y := event.X-m.layout.Panes[p].X, event.Y-m.layout.Panes[p].Y
	switch {
	case by == 0:
		m.click(p, x, y, len(above))
	case p == frame.Knobs && m.reading():
		m.lessons.Scroll(-3*by, 0)
	case isChart(p) && m.charts()[p-frame.First].Turn != nil:
		m.charts()[p-frame.First].Turn(-by)
	case isChart(p):
		m.focusOn(p)
		if at, pos, ok := m.over(event.X, event.Y); ok {
			m.zoomUnder(at, pos, by)
		} else {
			m.cannotZoom(int(p - frame.First))
		}
	case p == frame.Knobs:
		if name, ok := m.panel.At(y, m.layout.Panes[p].H); ok {
			m.panel.Chosen = name
		}
		m.turn(by, false)
	case p == frame.Methods:
		m.pointMethod(-by)
	}
}

// click focuses a pane, of whose lines a note covered so many; on a knob it chooses it, on a method it points at it,
// and on the box before its name it ticks it, on the head of a column it sorts by it. On the line of the methods
// without a row it opens their list.
func (m *explorer) click(p frame.Pane, x, y, covered int) {
	m.focusOn(p)
	switch {
	case p == frame.Knobs:
		if m.reading() {
			return
		}
		if name, ok := m.panel.At(y, m.layout.Panes[p].H); ok {
			m.panel.Chosen = name
			m.explain()
			if name == "set" {
				m.openChooser()
			}
		}
	case p == frame.Methods:
		if y == 0 {
			m.Info(m.table().SortAt(x, m.layout.Panes[p].W))
			return
		}
		t := m.table().Fit(m.layout.Panes[p].W)
		if list := t.Visible(m.layout.Panes[p].H, covered); y <= len(list) {
			at := list[y-1]
			if m.order.OnFold = at == len(t.Rows); m.order.OnFold {
				m.order.OnFold = m.table().AtFold()
				m.listMethods()
				return
			}
			m.pointAt(t.Rows[at].Method)
			if methodtable.OnTick(x, &m.look) {
				m.toggleMethod(m.Pointed())
			}
		}
	}
}
