package ui

import (
	"slices"

	"gramscope/ui/chooser"
	"gramscope/ui/look"
	"gramscope/ui/prompt"
	"gramscope/ui/save"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// modals are the parts of the window that can take the keys from the panes, besides the
// field in which a knob's value is typed.
type modals struct {
	help    widget.Page
	copied  copied // shown on the page in place of the help, unless zero
	menu    widget.Menu
	saver   save.Saver
	chooser chooser.Chooser
	line    prompt.Line
}

// modal is an open modal.
type modal struct {
	keys   mode               // the rows of the table of keys that apply
	escape func() []screen.Do // closes the modal, or its innermost part
	typed  *widget.Field      // the field for keys without a binding; nil if they do nothing
	scroll func(by int)       // scrolls down by lines; nil if the wheel does nothing

	// At most one of these is set. Both are nil if panes or footer show the modal.
	page func(w, h int) string   // in place of all panes
	box  func(w, h int) []string // over the middle of the window
}

// open returns the open modals, the topmost first. Keys go to the topmost only.
func (m *modals) open(knob *widget.Field, l *look.Look) []modal {
	file := input(&m.saver.Field, inName)
	file.box = func(w, h int) []string { return m.saver.Render(w, h, l) }
	all := []modal{
		m.helpModal(l), m.menuModal(&m.menu, l), file, m.chooserModal(l),
		input(&m.line.Field, inCommand), input(knob, inField),
	}
	return slices.DeleteFunc(all, func(one modal) bool { return one.keys == 0 })
}

// close closes all modals.
func (m *modals) close() {
	m.help, m.menu = widget.Page{}, widget.Menu{}
	m.chooser.Close()
	m.line.Stop()
	m.saver.Field.Stop()
}

// closes returns an escape function that calls f and asks for nothing.
func closes(f func()) func() []screen.Do {
	return func() []screen.Do { f(); return nil }
}

func (m *modals) helpModal(l *look.Look) modal {
	help := modal{page: func(int, int) string { return m.help.Render(l) }}
	switch {
	case m.help.Open && m.help.Search.Open:
		help.keys, help.typed = inSearch, &m.help.Search
		help.escape = closes(func() { m.help.Search = widget.Field{} })
	case m.help.Open:
		help.keys, help.escape = inHelp, closes(func() { m.help = widget.Page{} })
		help.scroll = m.help.By
	}
	return help
}

func (m *modals) menuModal(u *widget.Menu, l *look.Look) modal {
	menu := modal{
		escape: closes(u.Stop), typed: &u.Field, scroll: u.Move,
		box: func(w, h int) []string { box, _ := u.Render(w, h, l); return box },
	}
	switch {
	case u.Open && u.Stays:
		menu.keys = inMethods
	case u.Open:
		menu.keys = inMenu
	}
	return menu
}

// list is the menu that takes the keys.
func (m *modals) list() *widget.Menu {
	if m.menu.Open {
		return &m.menu
	}
	return &m.chooser.Menu
}

func (m *modals) chooserModal(l *look.Look) modal {
	c := &m.chooser
	data := modal{escape: c.Back, page: c.Render}
	switch {
	case c.Busy != "":
		data.keys = inLoading
	case c.Menu.Open:
		data = m.menuModal(&c.Menu, l)
	case c.Columns:
		data.keys, data.scroll = inColumns, c.File.Move
	}
	return data
}

// input returns the modal of an input line.
func input(in *widget.Field, keys mode) modal {
	if !in.Open {
		return modal{}
	}
	return modal{keys: keys, escape: closes(in.Stop), typed: in}
}
