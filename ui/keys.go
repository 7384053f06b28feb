package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/chooser"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// mode is what the keys go to at a moment; sets of modes are or-ed together.
type mode int

const (
	onKnobs mode = 1 << iota
	onMethods
	onFirst // the screen's charts
	onSecond
	onText // a lesson's text
	inHelp
	inSearch // typing what is sought in the help
	inMenu
	inField   // typing a value
	inSets    // the data chooser's list
	inPath    // typing a path there
	inColumns // choosing target and features there
	inName    // typing the name of a file to write
	inCommand // typing a command
	inAsking  // whether to replace one
	inShowing // reading a box
	inLoading

	onCharts = onFirst | onSecond
	onPanes  = onKnobs | onMethods | onCharts | onText
	choosing = onPanes &^ (onMethods | onText) // where up and down choose a knob
	inLists  = inMenu | inSets | inColumns
	typing   = inField | inSearch | inPath | inName | inCommand
	anywhere = onPanes | inHelp | inLists | typing | inLoading | inAsking | inShowing
)

// mode is the present one.
func (m *explorer) mode() mode {
	switch {
	case m.help.Open && m.help.Search.Open:
		return inSearch
	case m.help.Open:
		return inHelp
	case m.menu.Open():
		return inMenu
	case m.saver.Stage != widget.Silent:
		return [...]mode{widget.Naming: inName, widget.Asking: inAsking, widget.Showing: inShowing}[m.saver.Stage]
	case m.chooser.Stage != chooser.Closed:
		return m.choosingMode()
	case m.line.Open:
		return inCommand
	case m.panel.Field.Open:
		return inField
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

// binding is a row of the table of keys.
type binding struct {
	keys []string // as bubbletea names them
	show string   // how they are printed
	does string   // for the help
	hint string   // for the footer; "" leaves it out there
	in   mode
	run  func(*explorer) tea.Cmd

	on      string // the key of the only screen that it is for; "" for all
	section string // of the help
	live    bool   // it is of no use beside results from files
}

// applies tells whether a key does something in a mode on a screen, or on one
// beside another: on are their keys.
func (b *binding) applies(in mode, on string) bool { return b.in&in != 0 && strings.Contains(on, b.on) }

// alive marks keys that are of no use beside results from files.
func alive(keys []binding) []binding {
	for i := range keys {
		keys[i].live = true
	}
	return keys
}

// do makes a command-less handler.
func do(f func(*explorer)) func(*explorer) tea.Cmd {
	return func(m *explorer) tea.Cmd { f(m); return nil }
}

// bindings is the table: dispatch, help and footer all read it. On one screen
// and in one mode no key stands twice among those of the screen, which go first, nor
// among the others.
func bindings(all []numbered) []binding {
	var list []binding
	add := func(section, on string, keys []binding) {
		for _, b := range keys {
			b.section, b.on = section, on
			list = append(list, b)
		}
	}
	add("Knobs and methods", "", knobKeys())
	add("Screens", "", alive(screenKeys(all)))
	for _, s := range all {
		add("Screen "+s.key+": "+s.Name(), s.key, slices.Concat(ownKeys(s), crossKeys(s)))
	}
	add("A lesson that is open", lessonOpen, alive(lessonKeys()))
	add("Panes, data and keeping", "", slices.Concat(paneKeys(), settingKeys(), keepKeys(), alive(lineKeys())))
	add("Menus and help", "", slices.Concat(listKeys(), dialogKeys()))
	add("Data chooser", "", alive(chooserKeys()))
	add("Anywhere", "", globalKeys())
	return list
}

func globalKeys() []binding {
	quit := func(*explorer) tea.Cmd { return tea.Quit }
	return []binding{
		{keys: []string{"?"}, show: "?", does: "this help", hint: "help", in: onPanes | inLists | inLoading,
			run: do(func(m *explorer) { m.help = widget.Page{Open: true} })},
		{keys: []string{"?"}, show: "?", does: "in the help: back", in: inHelp, run: do((*explorer).escape)},
		{keys: []string{"esc"}, show: "esc", does: "leave what is open; clear the message", in: anywhere, run: do((*explorer).escape)},
		{keys: []string{"ctrl+z"}, show: "ctrl+z", does: "suspend (fg comes back)", in: anywhere &^ typing, run: func(*explorer) tea.Cmd { return tea.Suspend }},
		{keys: []string{"ctrl+l"}, show: "ctrl+l", does: "draw the screen anew", in: anywhere &^ typing, run: func(*explorer) tea.Cmd { return tea.ClearScreen }},
		{keys: []string{"q"}, show: "q", does: "quit", hint: "quit", in: anywhere &^ typing, run: quit},
		{keys: []string{"ctrl+c"}, show: "ctrl+c", does: "quit, also while typing", in: anywhere, run: quit},
	}
}

func knobKeys() []binding {
	turn := func(steps int, big bool) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.turn(steps, big) })
	}
	choose := func(by int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.panel.Move(by); m.explain() })
	}
	point := func(by int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.pointMethod(by) })
	}
	return []binding{
		{keys: []string{"left", "h"}, show: "←", does: "one step down, or up, on the chosen knob", in: onPanes, run: turn(-1, false)},
		{keys: []string{"right", "l"}, show: "→", does: "one step down, or up, on the chosen knob", in: onPanes, run: turn(1, false)},
		{show: "←→", hint: "change", in: onPanes},
		{keys: []string{"-"}, show: "-", does: "the same, also where the arrows do something else", in: onPanes, run: turn(-1, false)},
		{keys: []string{"+", "="}, show: "+", does: "the same, also where the arrows do something else", in: onPanes, run: turn(1, false)},
		{keys: []string{"shift+left", "H", "<"}, show: "<", does: "ten times as far, as shift and the arrows", in: onPanes, run: turn(-1, true)},
		{keys: []string{"shift+right", "L", ">"}, show: ">", does: "ten times as far, as shift and the arrows", in: onPanes, run: turn(1, true)},
		{keys: []string{"up", "k"}, show: "↑", does: "the knob above, or below", in: choosing, run: choose(-1)},
		{keys: []string{"down", "j"}, show: "↓", does: "the knob above, or below", in: choosing, run: choose(1)},
		{keys: []string{"up", "k"}, show: "↑", does: "in the table: the method above, or below", in: onMethods, run: point(-1)},
		{keys: []string{"down", "j"}, show: "↓", does: "in the table: the method above, or below", in: onMethods, run: point(1)},
		{show: "↑↓", hint: "choose", in: onPanes &^ onText},
		{keys: []string{" ", "enter"}, show: "space", does: "in the table: tick the method, untick it, or start one that waits", hint: "method", in: onMethods, run: do(func(m *explorer) { m.toggleMethod(m.Pointed) })},
		{keys: []string{"z"}, show: "z", does: "in the table: sort by the next column, the smallest first (of accuracy the largest); at last as they were", hint: "sort", in: onMethods, run: do((*explorer).sortTable)},
		{keys: []string{";"}, show: ";", does: "in the table: the columns for which there was no room", hint: "columns", in: onMethods, run: do((*explorer).moreColumns)},
		{live: true, keys: []string{"enter"}, show: "enter", does: "type the knob's value, or = and a formula; a list for kernel and set", in: onPanes &^ onMethods, run: do((*explorer).edit)},
		{live: true, keys: []string{"backspace", "delete"}, show: "backspace", does: "the knob's default", in: onPanes, run: do((*explorer).reset)},
		{keys: []string{"enter"}, show: "enter", does: "while typing: set the value", hint: "set", in: inField, run: do((*explorer).setTyped)},
		{show: "esc", hint: "leave", in: inField | inPath | inMenu | inSets | inColumns | inLoading},
	}
}

func paneKeys() []binding {
	pane := func(by pane) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.nextPane(by) })
	}
	return []binding{
		{keys: []string{" "}, show: "space", does: "elsewhere: go to the table", hint: "methods", in: onPanes &^ onMethods, run: do(func(m *explorer) { m.focusOn(methodsPane) })},
		{keys: []string{"tab"}, show: "tab", does: "the next pane, or the one before", hint: "pane", in: onPanes, run: pane(1)},
		{keys: []string{"shift+tab"}, show: "shift+tab", does: "the next pane, or the one before", in: onPanes, run: pane(paneCount - 1)},
	}
}

// settingKeys act on all of the setting.
func settingKeys() []binding {
	return []binding{
		{live: true, keys: []string{"d"}, show: "d", does: "choose the data", hint: "data", in: onPanes, run: do((*explorer).openChooser)},
		{show: "[ ]", hint: "crosshair", in: onPanes},
		{show: "x/y", hint: "log", in: onPanes},
		{live: true, show: "enter", hint: "type", in: onPanes &^ onMethods},
		{live: true, keys: []string{"u"}, show: "u", does: "undo the last change", hint: "undo", in: onPanes, run: do((*explorer).undo)},
		{live: true, keys: []string{"r"}, show: "r", does: "new seed: other data draws and landmarks", hint: "seed", in: onPanes, run: do((*explorer).reseed)},
	}
}

func listKeys() []binding {
	scroll := func(lines, pages int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.help.Scroll(lines, pages) })
	}
	return []binding{
		{keys: []string{"up", "k"}, show: "↑", does: "up, or down, in the list", in: inMenu, run: do(func(m *explorer) { m.menu.Move(-1) })},
		{keys: []string{"down", "j"}, show: "↓", does: "up, or down, in the list", in: inMenu, run: do(func(m *explorer) { m.menu.Move(1) })},
		{show: "↑↓", hint: "choose", in: inMenu},
		{keys: []string{"enter", " "}, show: "enter", does: "take it", hint: "take", in: inMenu, run: do(func(m *explorer) { m.menu.Pick() })},
		{keys: []string{"up", "k"}, show: "↑", does: "in the help: scroll", in: inHelp, run: scroll(-1, 0)},
		{keys: []string{"down", "j", " "}, show: "↓", does: "in the help: scroll", in: inHelp, run: scroll(1, 0)},
		{show: "↑↓", hint: "scroll", in: inHelp},
		{keys: []string{"pgup", "ctrl+b"}, show: "pgup", does: "in the help: a page", in: inHelp, run: scroll(1, -1)},
		{keys: []string{"pgdown", "ctrl+f"}, show: "pgdn", does: "in the help: a page", in: inHelp, run: scroll(-1, 1)},
		{show: "pgup pgdn", hint: "page", in: inHelp},
		{keys: []string{"home", "g"}, show: "g", does: "in the help: to its beginning, or its end, as home and end", in: inHelp, run: do(func(m *explorer) { m.help.Top() })},
		{keys: []string{"end", "G"}, show: "G", does: "in the help: to its beginning, or its end, as home and end", in: inHelp, run: do(func(m *explorer) { m.help.End() })},
		{show: "g G", hint: "ends", in: inHelp},
		{keys: []string{"/"}, show: "/", does: "in the help: search", hint: "search", in: inHelp, run: do(func(m *explorer) { m.help.Seek() })},
		{keys: []string{"enter"}, show: "enter", does: "in a search: keep what was found", hint: "keep", in: inSearch, run: do(func(m *explorer) { m.help.Keep() })},
		{show: "esc", hint: "all", in: inSearch},
		{show: "esc", hint: "back", in: inHelp},
	}
}

// hint is the word of a key in the footer, "" where there is no use for it.
func (m *explorer) hint(word string) string {
	s := m.screen()
	text := s.Hint(word, m.keyedChart(), m.focused())
	if !m.reading() || text == "" {
		return text
	}
	if word == "change" && m.mode() != onText {
		k := m.panel.Knob()
		return k.Symbol + " = " + m.Text(k)
	}
	others := slices.Contains([]string{"change", "page", "type"}, word) || slices.ContainsFunc(s.Keys(), func(k screen.Key) bool { return k.Hint == word })
	if m.mode() == onText && others { // what is said of the keys that are not the text's
		return ""
	}
	return text
}
