package ui

import (
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
	"gramscope/ui/samples"
)

// wheelMsg joins several turns of the wheel: its times are the turns up less the turns down.
type wheelMsg struct {
	event tea.MouseMsg // a turn up
	times int
}

// turnsOf has the turns up of each button that has a use.
var turnsOf = map[tea.MouseButton]int{tea.MouseButtonWheelUp: 1, tea.MouseButtonWheelDown: -1, tea.MouseButtonLeft: 0}

// frameTime is the least time between two drawings of the window.
const frameTime = 16 * time.Millisecond

// calm is a filter of messages. It joins turns of the wheel, and movements of the mouse with a button pressed, within
// frameTime: a touchpad sends hundreds. Movements without a button pass if they change what is under the mouse.
type calm struct {
	clock   func() time.Time
	turned  time.Time
	turns   wheelMsg // the turns that came too soon
	moved   time.Time
	waiting *tea.MouseMsg // the latest movement that came too soon
}

func (c *calm) filter(model tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(restMsg); ok {
		switch {
		case c.turns.times != 0:
			return c.pass()
		case c.waiting == nil:
			return nil
		}
		msg, c.waiting, c.moved = *c.waiting, nil, time.Time{}
	}
	event, ok := msg.(tea.MouseMsg)
	if !ok {
		return msg
	}
	if tea.MouseEvent(event).IsWheel() {
		return c.wheel(event)
	}
	if c.waiting = nil; event.Action == tea.MouseActionMotion {
		return c.movement(model, event)
	}
	return msg
}

// wheel returns the turns of the wheel that are to be handled now, or nil.
func (c *calm) wheel(event tea.MouseMsg) tea.Msg {
	c.turns.times += turnsOf[event.Button]
	c.turns.event, c.turns.event.Button = event, tea.MouseButtonWheelUp
	if c.turns.times == 0 || c.clock().Sub(c.turned) < frameTime {
		return nil
	}
	return c.pass()
}

// pass returns the turns that wait.
func (c *calm) pass() tea.Msg {
	turns := c.turns
	c.turns, c.turned = wheelMsg{}, c.clock()
	return turns
}

// movement returns a movement of the mouse that is to be handled now, or nil.
func (c *calm) movement(model tea.Model, event tea.MouseMsg) tea.Msg {
	m, ok := model.(*explorer)
	free := event.Button == tea.MouseButtonNone
	if free && (!ok || m.under(event.X, event.Y) == m.hovered) {
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

// mouse handles a click, a movement with the button pressed, or the given number of turns of the wheel.
func (m *explorer) mouse(event tea.MouseMsg, times int) {
	switch {
	case m.layout.TooSmall || len(m.open()) > 0 && event.Action != tea.MouseActionPress:
		m.grip = grip{}
		return
	case event.Action == tea.MouseActionRelease:
		m.release(event)
		return
	case event.Action == tea.MouseActionMotion:
		m.pointOut(spot{})
		m.drag(event)
		return
	}
	by, known := turnsOf[event.Button]
	if by *= times; !known {
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
	_, above := m.footer()
	m.Note = lab.Note{}
	if !ok || event.Y >= m.h-1-len(above) { // the note covered what is there
		return
	}
	if event.Button == tea.MouseButtonLeft {
		m.take(event)
	}
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
			const most = 12 // turns that are taken together
			factor := math.Pow(0.8, float64(min(max(by, -most), most)))
			m.charts()[at].Axes.Zoom.Scale(m.whole[at], pos[0], pos[1], factor) // what is under the mouse stays there
		}
	case p == frame.Knobs:
		if name, ok := m.panel.At(y, m.layout.Panes[p].H); ok {
			m.panel.Chosen = name
		}
		m.turn(by, false)
	case p == frame.Methods:
		m.pointAt(m.table().Move(-by))
	}
}

// click focuses a pane, the last lines of which were covered by a note. A click on a knob chooses the knob, on the line
// below shows or hides other knobs, on a method points at the method, on the box before its name ticks the method, on
// the head of a column sorts by the column, and on the line for the methods without a row opens the list of methods.
func (m *explorer) click(p frame.Pane, x, y, covered int) {
	m.focusOn(p)
	switch {
	case p == frame.Knobs:
		if m.reading() {
			return
		}
		if name, ok := m.panel.At(y, m.layout.Panes[p].H); ok {
			if m.panel.Chosen = name; !m.takesMore() {
				m.explain()
			}
			if name == "set" {
				m.openChooser()
			}
		}
	case p == frame.Methods:
		t := m.table().Fit(m.layout.Panes[p].W)
		if y == 0 {
			m.Info(t.SortAt(x))
			return
		}
		if list := t.Visible(m.layout.Panes[p].H, covered); y <= len(list) {
			if list[y-1] == methodtable.Folded {
				m.listMethods()
				return
			}
			m.pointAt(list[y-1])
			if methodtable.OnTick(x, &m.look) {
				m.toggleMethod(m.Pointed)
			}
		}
	}
}

// spot is what is under the mouse: a crosshair at the nearest sample, or a thing in a chart without samples.
type spot struct {
	samples.Crosshair
	chart int
	thing int // see screen.Chart.Near
}

// restMsg is sent frameTime after a movement of the mouse was handled. The filter then passes the latest movement that
// came in the meantime.
type restMsg struct{}

// hover is a command that waits until movements are handled again.
func hover() tea.Msg {
	time.Sleep(frameTime)
	return restMsg{}
}

// under returns what is under the mouse. It is the zero spot if a modal is open, or if no chart has anything to point
// at there.
func (m *window) under(x, y int) spot {
	if len(m.open()) > 0 {
		return spot{}
	}
	if at, cell, ok := m.inChart(x, y); ok && m.charts()[at].Near != nil {
		w, h := m.chartSize(at)
		if thing := m.charts()[at].Near(cell[0], cell[1], w, h); thing > 0 {
			return spot{chart: at, thing: thing}
		}
		return spot{}
	}
	at, pos, ok := m.over(x, y)
	if !ok || !m.charts()[at].Sampled() {
		return spot{}
	}
	l, _ := m.built[at].Settled()
	return spot{Crosshair: samples.Near(l, pos[0])}
}

// pointOut shows the numbers of what is under the mouse.
func (m *window) pointOut(now spot) {
	if was := m.hovered; was.thing != now.thing || was.chart != now.chart {
		m.showThing(was.chart, 0)
		m.showThing(now.chart, now.thing)
	}
	m.hovered = now
}

// showThing lets a chart show the thing that its Near has found under the mouse.
func (m *window) showThing(at, thing int) {
	if charts := m.charts(); at < len(charts) && charts[at].Hover != nil {
		charts[at].Hover(thing)
	}
}

// crosshair returns the crosshair that is shown: the one at the mouse, or else the one of the keys and clicks.
func (p *pictures) crosshair() *samples.Crosshair {
	if p.hovered.On {
		return &p.hovered.Crosshair
	}
	return &p.cross
}
