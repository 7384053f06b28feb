package ui

import (
	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/methodtable"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/widget"
)

// controller has the experiment, and what of it the user looks at. Its methods do what
// keys, screens and modals want done; none of them draws anything.
type controller struct {
	*lab.Bench
	position
	modals
	panel   widget.Panel
	order   methodtable.Order
	look    look.Look
	loading data.Options
	dirty   bool // the charts must be drawn anew
}

// newController returns that of a bench, on the first screen.
func newController(b *lab.Bench, c Config, l look.Look) *controller {
	m := &controller{Bench: b, look: l, loading: c.LoadOptions, dirty: true}
	m.picker = methodtable.NewPicker(&b.State, &m.look)
	m.chooser = chooser.New(&m.look, c.LoadOptions)
	beside := lessons.New(&b.State, &m.look)
	m.position = newPosition(screens(&b.State, &m.look, beside), beside)
	m.panel.Chosen = b.Setting().Axis.Name
	m.Point(max(0, b.CurrentMethod())) // what charts of one method show
	return m
}

// open returns the open modals, the topmost first.
func (m *controller) open() []modal { return m.modals.open(&m.panel.Field, &m.look) }

// mode returns where keys go now: to the topmost modal, or to the pane that has the focus.
func (m *controller) mode() mode {
	if open := m.open(); len(open) > 0 {
		return open[0].keys
	}
	return m.position.mode()
}
