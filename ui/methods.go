package ui

import (
	"slices"

	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
)

// table is the table of methods.
func (m *explorer) table() methodtable.Table {
	return methodtable.Table{State: &m.State, Order: &m.order, Look: &m.look, About: m.screen().Panes().Columns, Drawn: m.built[0].Series}
}

// pointMethod moves the table's pointer.
func (m *explorer) pointMethod(by int) {
	order := m.table().Listed()
	m.pointAt(order[min(max(slices.Index(order, m.Pointed())+by, 0), len(order)-1)])
}

// moreColumns shows the columns for which there was no room.
func (m *explorer) moreColumns() {
	if note := m.table().Scroll(m.layout.Panes[frame.Methods].W); note != "" {
		m.Info(note)
	}
}
