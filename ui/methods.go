package ui

import (
	"slices"

	"gramscope/ui/screen"
)

// pointMethod moves the table's pointer.
func (m *explorer) pointMethod(by int) {
	order := m.ordered(m.figureColumns())
	m.pointAt(order[min(max(slices.Index(order, m.Pointed())+by, 0), len(order)-1)])
}

// pointAt points at a method: some charts are of that one.
func (m *explorer) pointAt(i int) {
	m.Point(i)
	m.send(m.screen(), screen.Pointed{})
	m.startOwn()
}

// toggleMethod ticks a method or leaves it out.
func (m *explorer) toggleMethod(i int) {
	m.Toggle(i)
	m.follow()
}
