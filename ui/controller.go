package ui

import (
	"time"

	"gramscope/data"
	"gramscope/model/advice"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
	"gramscope/ui/keep"
	"gramscope/ui/look"
	"gramscope/ui/methodtable"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/widget"
)

// controller is the state of the explorer: the experiment, and the screen, panes and modals that show it. Its
// methods carry out what keys, screens and modals ask for. They draw nothing.
type controller struct {
	*lab.Bench
	position
	modals
	panel   widget.Panel
	order   methodtable.Order
	look    look.Look
	loading data.Options
	version string
	began   time.Time
	keeper  *keep.Keeper // of results and the session; nil: none
	faults  faults
	dirty   bool // whether the charts must be redrawn

	every   bool           // whether all knobs are shown
	verdict advice.Verdict // on the figures of the present setting

	learning *learning // of widths, nil if none is under way
}

// newController returns a controller of a bench that shows the first screen.
func newController(b *lab.Bench, c Config, l look.Look) *controller {
	m := &controller{Bench: b, look: l, loading: c.LoadOptions, version: c.Version, began: b.Clock(), keeper: c.Keeper, dirty: true}
	m.chooser = chooser.New(&m.look, c.LoadOptions)
	beside := lessons.New(&b.State, &m.look)
	m.position = newPosition(screens(&b.State, &m.look, beside), beside)
	m.panel.Chosen = b.Setting().Axis.Name
	m.Point(max(0, b.CurrentMethod())) // charts of one method show this one
	return m
}

// open returns the open modals, the topmost first.
func (m *controller) open() []modal { return m.modals.open(&m.panel.Field, &m.look) }

// choose opens a menu. then is called with the entry that is taken.
func (m *controller) choose(u widget.Menu, then func(name string)) { m.menu = u.Opened(then) }

// mode returns the receiver of keys: the topmost modal, or else the focused pane.
func (m *controller) mode() mode {
	if open := m.open(); len(open) > 0 {
		return open[0].keys
	}
	return m.position.mode()
}
