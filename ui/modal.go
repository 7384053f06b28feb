package ui

import (
	"gramscope/ui/chooser"
	"gramscope/ui/widget"
)

// modal is an open part of the window that takes the keys from the panes: the help, a
// menu, a dialog, the data chooser, the command line or the field of a knob.
type modal struct {
	keys   mode          // the rows of the table of keys that apply
	escape func()        // closes it, or the innermost part of it
	typed  *widget.Field // what other keys are typed into; nil: they do nothing
	scroll func(by int)  // moves down by lines, as the wheel does; nil: it does nothing

	// At most one of these draws it. Neither does where the panes or the footer show it.
	page func(w, h int) string // in place of all panes
	box  func(w, h int) string // over the middle of the window
}

// modals returns the open modals, the topmost first. It alone has the keys.
func (m *explorer) modals() []modal {
	var open []modal
	for _, of := range []func(*explorer) modal{helpModal, menuModal, saverModal, chooserModal, lineModal, fieldModal} {
		if one := of(m); one.keys != 0 {
			open = append(open, one)
		}
	}
	return open
}

func helpModal(m *explorer) modal {
	help := modal{scroll: func(by int) { m.help.Scroll(by, 0) }, page: func(int, int) string { return m.help.Render(&m.look) }}
	switch {
	case m.help.Open && m.help.Search.Open:
		help.keys, help.escape, help.typed = inSearch, m.help.All, &m.help.Search
		help.scroll = nil
	case m.help.Open:
		help.keys, help.escape = inHelp, func() { m.help = widget.Page{} }
	}
	return help
}

func menuModal(m *explorer) modal {
	if !m.menu.Open() {
		return modal{}
	}
	return modal{
		keys: inMenu, escape: func() { m.menu.Then = nil }, scroll: m.menu.Move,
		box: func(w, h int) string { return m.menu.Render(w, h, &m.look) },
	}
}

func saverModal(m *explorer) modal {
	saver := modal{escape: m.saver.Close, box: func(w, h int) string { return m.saver.Render(w, h, &m.look) }}
	switch m.saver.Stage {
	case widget.Naming:
		saver.keys, saver.typed = inName, &m.saver.Field
	case widget.Asking:
		saver.keys = inAsking
	case widget.Showing:
		saver.keys = inShowing
	}
	return saver
}

func chooserModal(m *explorer) modal {
	c := &m.chooser
	if c.Stage == chooser.Closed {
		return modal{}
	}
	data := modal{escape: func() { m.carryOut(c.Back()) }, page: c.Render}
	switch {
	case c.Busy != "":
		data.keys = inLoading
	case c.Path.Open:
		data.keys, data.typed = inPath, &c.Path
	case c.Stage == chooser.Columns:
		data.keys, data.scroll = inColumns, c.Move
	default:
		data.keys, data.scroll = inSets, c.Move
	}
	return data
}

func lineModal(m *explorer) modal {
	if !m.line.Open {
		return modal{}
	}
	return modal{keys: inCommand, escape: m.line.Stop, typed: &m.line.Field}
}

func fieldModal(m *explorer) modal {
	if !m.panel.Field.Open {
		return modal{}
	}
	return modal{keys: inField, escape: m.panel.Field.Stop, typed: &m.panel.Field}
}

// mode returns where keys go now: to the topmost modal, or to the pane that has the focus.
func (m *explorer) mode() mode {
	if open := m.modals(); len(open) > 0 {
		return open[0].keys
	}
	switch m.focus {
	case knobsPane:
		if m.reading() {
			return onText
		}
		return onKnobs
	case methodsPane:
		return onMethods
	}
	return onFirst << (m.focus - firstPane)
}

// escape leaves the topmost modal. Without one it leaves the crosshair, a pane that is
// expanded, a lesson, or the numbers.
func (m *explorer) escape() {
	if open := m.modals(); len(open) > 0 {
		open[0].escape()
		return
	}
	switch {
	case m.cross.on:
		m.cross.on = false
	case m.expanded:
		m.expanded = false
	case !m.numbers && m.reading():
		m.closeLesson()
	default:
		m.numbers = false
	}
}
