package ui

import (
	"fmt"

	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
	"gramscope/ui/widget"
)

// table is the table of methods.
func (m *window) table() methodtable.Table {
	return methodtable.Table{State: &m.State, Order: &m.order, Look: &m.look, About: m.screen().Panes().Columns, Verdict: m.verdict, All: m.alone() && m.focus == frame.Methods || !m.Computes()}
}

// pointMethod moves the table's pointer.
func (m *explorer) pointMethod(by int) { m.pointAt(m.table().Move(by)) }

// takeRow ticks or unticks the method that the table points at, or opens the list of those without a row.
func (m *explorer) takeRow() {
	if m.table().AtFold() {
		m.listMethods()
		return
	}
	m.toggleMethod(m.Pointed())
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

// listMethods lists all methods, to tick and untick them.
func (m *explorer) listMethods() {
	title := func() string {
		return fmt.Sprintf("methods: %d of %d ticked", len(m.Setting().Spec.Methods), len(m.Methods()))
	}
	m.choose(widget.Menu{Title: title(), Items: m.table().Items(), At: m.Pointed(), Stays: true}, func(name string) {
		m.toggleMethod(m.MethodIndex(name))
		m.menu.Title, m.menu.Items = title(), m.table().Items()
	})
}

// moreColumns shows the columns for which there was no room.
func (m *window) moreColumns() {
	if note := m.table().Scroll(m.layout.Panes[frame.Methods].W); note != "" {
		m.Info(note)
	}
}
