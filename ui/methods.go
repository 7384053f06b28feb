package ui

import (
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
)

// table is the table of methods.
func (m *window) table() methodtable.Table {
	return methodtable.Table{State: &m.State, Order: &m.order, Look: &m.look, About: m.screen().Panes().Columns, Drawn: m.built[0].Series, Verdict: m.verdict, All: m.alone() && m.focus == frame.Methods || !m.Computes()}
}

// pointMethod moves the table's pointer.
func (m *explorer) pointMethod(by int) { m.pointAt(m.table().Move(by)) }

// takeRow ticks or unticks the method that the table points at, or opens the list of those without a row.
func (m *explorer) takeRow() {
	if m.table().AtFold() {
		m.picker.Open()
		return
	}
	m.toggleMethod(m.Pointed())
}

// openFold does what a click on the table's last line does: it lists the methods without a row, or ends the filter.
func (m *explorer) openFold() {
	if m.table().Filters() {
		m.order.Unfilter()
		return
	}
	m.picker.Open()
}

// addAdvised ticks the method that the verdict names.
func (m *explorer) addAdvised() {
	at := m.MethodIndex(m.verdict.Add)
	if at < 0 {
		m.Info("no other method is known to be nearer at this setting")
		return
	}
	m.toggleMethod(at)
}

// filterRows opens the filter of the table.
func (m *explorer) filterRows() {
	m.focusOn(frame.Methods)
	m.order.Seek()
}

// keepFilter ends the typing of the filter. What it has left out stays so.
func (m *explorer) keepFilter() { m.pointAt(m.table().Keep()) }

// pick ticks or unticks the method that the list of methods points at.
func (m *explorer) pick() {
	if at := m.picker.Method(); at >= 0 {
		m.toggleMethod(at)
	}
}

// moreColumns shows the columns for which there was no room.
func (m *window) moreColumns() {
	if note := m.table().Scroll(m.layout.Panes[frame.Methods].W); note != "" {
		m.Info(note)
	}
}
