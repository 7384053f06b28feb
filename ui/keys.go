package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// mode is where keys go: to a pane or to a modal. Sets of modes are or-ed together.
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

// binding is a row of the table of keys.
type binding struct {
	keys []string // as bubbletea names them
	show string   // how they are printed
	does string   // for the help
	hint string   // for the footer; "" leaves it out there
	in   mode
	run  func(*explorer) tea.Cmd

	first   bool   // it is on the help's first page
	on      string // the key of the only screen that it is for; "" for all
	section string // of the help
	live    bool   // it is left out where results from files are shown
}

// applies reports whether a key does something in a mode on a screen, or on one
// beside another: on are their keys.
func (b *binding) applies(in mode, on string) bool { return b.in&in != 0 && strings.Contains(on, b.on) }

// alive marks keys that are left out where results from files are shown.
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

// bindings returns the table of keys, which dispatch, help and footer read. In one mode
// and on one screen, no key appears twice among the screen's own bindings, nor twice among
// the others. The screen's own take precedence.
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
		{keys: []string{"?"}, show: "?", does: "in the help: close it", in: inHelp, run: do((*explorer).escape)},
		{first: true, keys: []string{"esc"}, show: "esc", does: "close what is open; clear the message", in: anywhere, run: do((*explorer).escape)},
		{keys: []string{"ctrl+z"}, show: "ctrl+z", does: "suspend the program; fg resumes it", in: anywhere &^ typing, run: func(*explorer) tea.Cmd { return tea.Suspend }},
		{keys: []string{"ctrl+l"}, show: "ctrl+l", does: "redraw the screen", in: anywhere &^ typing, run: func(*explorer) tea.Cmd { return tea.ClearScreen }},
		{first: true, keys: []string{"q"}, show: "q", does: "quit", hint: "quit", in: anywhere &^ typing, run: quit},
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
		{first: true, keys: []string{"left", "h"}, show: "←", does: "turn the chosen knob one step down or up", in: onPanes, run: turn(-1, false)},
		{first: true, keys: []string{"right", "l"}, show: "→", does: "turn the chosen knob one step down or up", in: onPanes, run: turn(1, false)},
		{show: "←→", hint: "change", in: onPanes},
		{keys: []string{"-"}, show: "-", does: "the same, also in panes where the arrows have another use", in: onPanes, run: turn(-1, false)},
		{keys: []string{"+", "="}, show: "+", does: "the same, also in panes where the arrows have another use", in: onPanes, run: turn(1, false)},
		{keys: []string{"shift+left", "H", "<"}, show: "<", does: "turn it ten times as far (also shift and an arrow)", in: onPanes, run: turn(-1, true)},
		{keys: []string{"shift+right", "L", ">"}, show: ">", does: "turn it ten times as far (also shift and an arrow)", in: onPanes, run: turn(1, true)},
		{first: true, keys: []string{"up", "k"}, show: "↑", does: "choose the knob above or below", in: choosing, run: choose(-1)},
		{first: true, keys: []string{"down", "j"}, show: "↓", does: "choose the knob above or below", in: choosing, run: choose(1)},
		{keys: []string{"up", "k"}, show: "↑", does: "in the table: point at the method above or below", in: onMethods, run: point(-1)},
		{keys: []string{"down", "j"}, show: "↓", does: "in the table: point at the method above or below", in: onMethods, run: point(1)},
		{show: "↑↓", hint: "choose", in: onPanes &^ onText},
		{first: true, keys: []string{" ", "enter"}, show: "space", does: "in the table: tick or untick it, or start it if it waits", hint: "method", in: onMethods, run: do(func(m *explorer) { m.toggleMethod(m.Pointed()) })},
		{keys: []string{"z"}, show: "z", does: "in the table: sort by the next column, smallest first (accuracy: largest first); after the last column, restore the order", hint: "sort", in: onMethods, run: do((*explorer).sortTable)},
		{keys: []string{";"}, show: ";", does: "in the table: show the columns that did not fit", hint: "columns", in: onMethods, run: do((*explorer).moreColumns)},
		{first: true, live: true, keys: []string{"enter"}, show: "enter", does: "set the knob: type a value or = formula, or use its list", in: onPanes &^ onMethods, run: do((*explorer).edit)},
		{live: true, keys: []string{"backspace", "delete"}, show: "backspace", does: "set the knob to its default", in: onPanes, run: do((*explorer).reset)},
		{keys: []string{"enter"}, show: "enter", does: "while typing: set the value", hint: "set", in: inField, run: do((*explorer).setTyped)},
		{show: "esc", hint: "leave", in: inField | inPath | inMenu | inSets | inColumns | inLoading},
	}
}

func paneKeys() []binding {
	pane := func(by pane) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.nextPane(by) })
	}
	return []binding{
		{keys: []string{" "}, show: "space", does: "in other panes: go to the table", hint: "methods", in: onPanes &^ onMethods, run: do(func(m *explorer) { m.focusOn(methodsPane) })},
		{first: true, keys: []string{"tab"}, show: "tab", does: "go to the next or the previous pane", hint: "pane", in: onPanes, run: pane(1)},
		{first: true, keys: []string{"shift+tab"}, show: "shift+tab", does: "go to the next or the previous pane", in: onPanes, run: pane(paneCount - 1)},
	}
}

// settingKeys act on all of the setting.
func settingKeys() []binding {
	return []binding{
		{first: true, live: true, keys: []string{"d"}, show: "d", does: "choose the data", hint: "data", in: onPanes, run: do((*explorer).openChooser)},
		{show: "[ ]", hint: "crosshair", in: onPanes},
		{show: "x/y", hint: "log", in: onPanes},
		{live: true, show: "enter", hint: "type", in: onPanes &^ onMethods},
		{first: true, live: true, keys: []string{"u"}, show: "u", does: "undo the last change", hint: "undo", in: onPanes, run: do((*explorer).undo)},
		{live: true, keys: []string{"r"}, show: "r", does: "take a new seed, which draws other rows and landmarks", hint: "seed", in: onPanes, run: do((*explorer).reseed)},
	}
}

func listKeys() []binding {
	scroll := func(lines, pages int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.help.Scroll(lines, pages) })
	}
	return []binding{
		{keys: []string{"up", "k"}, show: "↑", does: "move up or down in the list", in: inMenu, run: do(func(m *explorer) { m.menu.Move(-1) })},
		{keys: []string{"down", "j"}, show: "↓", does: "move up or down in the list", in: inMenu, run: do(func(m *explorer) { m.menu.Move(1) })},
		{show: "↑↓", hint: "choose", in: inMenu},
		{keys: []string{"enter", " "}, show: "enter", does: "take the entry", hint: "take", in: inMenu, run: do(func(m *explorer) { m.menu.Pick() })},
		{keys: []string{"up", "k"}, show: "↑", does: "in the help: scroll", in: inHelp, run: scroll(-1, 0)},
		{keys: []string{"down", "j", " "}, show: "↓", does: "in the help: scroll", in: inHelp, run: scroll(1, 0)},
		{show: "↑↓", hint: "scroll", in: inHelp},
		{keys: []string{"pgup", "ctrl+b"}, show: "pgup", does: "in the help: scroll by a page", in: inHelp, run: scroll(1, -1)},
		{keys: []string{"pgdown", "ctrl+f"}, show: "pgdn", does: "in the help: scroll by a page", in: inHelp, run: scroll(-1, 1)},
		{show: "pgup pgdn", hint: "page", in: inHelp},
		{keys: []string{"home", "g"}, show: "g", does: "in the help: go to the beginning or the end (also home and end)", in: inHelp, run: do(func(m *explorer) { m.help.Top() })},
		{keys: []string{"end", "G"}, show: "G", does: "in the help: go to the beginning or the end (also home and end)", in: inHelp, run: do(func(m *explorer) { m.help.End() })},
		{show: "g G", hint: "ends", in: inHelp},
		{keys: []string{"/"}, show: "/", does: "in the help: search", hint: "search", in: inHelp, run: do(func(m *explorer) { m.help.Seek() })},
		{keys: []string{"enter"}, show: "enter", does: "in a search: keep only the lines that were found", hint: "keep", in: inSearch, run: do(func(m *explorer) { m.help.Keep() })},
		{show: "esc", hint: "all", in: inSearch},
		{show: "esc", hint: "back", in: inHelp},
	}
}

// hint returns the word for a key in the footer, or "" to leave the key out.
func (m *explorer) hint(word string) string {
	s := m.screen()
	text := s.Hint(word, m.keyedChart(), m.focused())
	if !m.reading() || text == "" {
		return text
	}
	if word == "change" && m.mode() != onText {
		k := m.panel.Knob()
		return k.Symbol + " = " + m.KnobText(k)
	}
	others := slices.Contains([]string{"change", "page", "type"}, word) || slices.ContainsFunc(s.Keys(), func(k screen.Key) bool { return k.Hint == word })
	if m.mode() == onText && others { // what is said of the keys that are not the text's
		return ""
	}
	return text
}
