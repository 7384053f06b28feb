package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

// bindings returns the table of keys, which dispatch, help and footer read. In one mode and on one screen, no key
// appears twice among the screen's own bindings, nor twice among the others. The screen's own take precedence.
func bindings(all []numbered) []binding {
	var list []binding
	add := func(section, on string, keys []binding) {
		for _, b := range keys {
			b.section, b.on = section, on
			list = append(list, b.single()...)
		}
	}
	add("Knobs and methods", "", knobKeys())
	add("Screens", "", alive(screenKeys(all)))
	for _, s := range all {
		add("Screen "+s.key+": "+s.Name(), s.key, slices.Concat(ownKeys(s), crossKeys(s), zoomKeys(s)))
	}
	add("A lesson that is open", lessonOpen, alive(lessonKeys()))
	add("A step of a lesson", stepOpen, alive(stepKeys()))
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
		{keys: []string{"ctrl+z"}, show: "ctrl+z", does: "suspend the program; fg resumes it", in: anywhere &^ typing, run: (*explorer).suspend},
		{keys: []string{"ctrl+l"}, show: "ctrl+l", does: "redraw the screen", in: anywhere &^ typing, run: func(*explorer) tea.Cmd { return tea.ClearScreen }},
		{first: true, keys: []string{"q"}, show: "q", does: "quit", hint: "quit", in: anywhere &^ typing, run: quit},
		{keys: []string{"ctrl+c"}, show: "ctrl+c", does: "quit, also while typing", in: anywhere, run: quit},
	}
}

func knobKeys() []binding {
	turn := func(m *explorer, by int) { m.turn(by, false) }
	choose := func(m *explorer, by int) {
		m.panel.Move(by)
		m.explain()
	}
	inTable := func(does string, run func(*explorer)) func(*explorer) tea.Cmd {
		return do(func(m *explorer) {
			if m.mode() != onMethods {
				m.Info("in the table of methods this key " + does + ": space goes there")
				return
			}
			run(m)
		})
	}
	return []binding{
		{first: true, keys: []string{"left", "right"}, show: "←→", does: "turn the chosen knob one step down or up", hint: "change", in: onPanes, by: turn},
		{keys: []string{"-", "+", "="}, show: "-+", does: "the same, also in panes where the arrows have another use", in: onPanes, by: turn},
		{keys: []string{"shift+left", "<", "shift+right", ">"}, show: "<>", does: "turn it ten times as far (also shift and an arrow)", in: onPanes, by: func(m *explorer, by int) { m.turn(by, true) }},
		{first: true, keys: []string{"up", "down"}, show: "↑↓", does: "choose the knob above or below", hint: "choose", in: choosing, by: choose},
		{keys: []string{"up", "down"}, show: "↑↓", does: "in the table: point at the method above or below", hint: "choose", in: onMethods, by: (*explorer).pointMethod},
		{keys: []string{" ", "enter"}, show: "space", does: "in the table: tick or untick it", hint: "method", in: onMethods, run: do((*explorer).takeRow)},
		{keys: []string{"z"}, show: "z", does: "in the table: sort by the next column, smallest first (accuracy: largest first); after the last column, restore the order", in: onPanes, run: inTable("sorts it", func(m *explorer) { m.Info(m.table().Sort()) })},
		{show: "z", hint: "sort", in: onMethods},
		{keys: []string{";"}, show: ";", does: "in the table: show the columns that did not fit", in: onPanes, run: inTable("shows its other columns", (*explorer).moreColumns)},
		{show: ";", hint: "columns", in: onMethods},
		{first: true, live: true, keys: []string{"enter"}, show: "enter", does: "set the knob: type a value or = formula, or use its list", in: onPanes &^ onMethods, run: do(func(m *explorer) { m.edit(m.layout.Panes[frame.Knobs].W > 0) })},
		{live: true, keys: []string{"backspace", "delete"}, show: "backspace", does: "set the knob to its default", in: onPanes, run: do((*explorer).reset)},
		{keys: []string{"enter"}, show: "enter", does: "while typing: set the value", hint: "set", in: inField, run: do((*explorer).setTyped)},
		{show: "esc", hint: "leave", in: inField | inMenu | inLoading},
	}
}

func paneKeys() []binding {
	pane := func(by frame.Pane) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.nextPane(by) }) }
	return []binding{
		{keys: []string{"A"}, show: "A", does: "tick the method that the sentence below the table names", in: onPanes, live: true, run: do((*explorer).addAdvised)},
		{first: true, keys: []string{"a", "/"}, show: "a", does: "list all methods, with when to take which: type to filter them, space ticks", hint: "methods", in: onPanes, run: do((*explorer).listMethods)},
		{keys: []string{" "}, show: "space", does: "in other panes: go to the table", hint: "table", in: onPanes &^ onMethods, run: do(func(m *explorer) { m.focusOn(frame.Methods) })},
		{first: true, keys: []string{"tab"}, show: "tab", does: "go to the next or the previous pane", hint: "pane", in: onPanes, run: pane(1)},
		{first: true, keys: []string{"shift+tab"}, show: "shift+tab", does: "go to the next or the previous pane", in: onPanes, run: pane(frame.Count - 1)},
	}
}

// settingKeys act on all of the setting.
func settingKeys() []binding {
	return []binding{
		{first: true, live: true, keys: []string{"d"}, show: "d", does: "choose the data, or the target and the features of a file", hint: "data", in: onPanes, run: do((*explorer).openChooser)},
		{show: "[ ]", hint: "crosshair", in: onPanes},
		{show: "x/y", hint: "log", in: onPanes},
		{live: true, show: "enter", hint: "type", in: onPanes &^ onMethods},
		{first: true, live: true, keys: []string{"u"}, show: "u", does: "undo the last change", hint: "undo", in: onPanes, run: do((*explorer).undo)},
		{live: true, keys: []string{"r"}, show: "r", does: "take a new seed, which draws other rows and landmarks", hint: "seed", in: onPanes, run: do((*explorer).reseed)},
	}
}

// screenKeys open the screens.
func screenKeys(all []numbered) []binding {
	var list []binding
	for i, s := range all {
		list = append(list, binding{keys: []string{s.key}, show: s.key, does: "open screen " + s.key + ": " + s.Name(), in: onPanes,
			run: do(func(m *explorer) { m.openScreen(i) })})
	}
	return append(list, binding{first: true, show: all[0].key + "–" + all[len(all)-1].key, does: "open another screen", hint: "screen", in: onPanes})
}

// ownKeys returns the keys of one screen as rows of the table.
func ownKeys(s numbered) []binding {
	var list []binding
	for i, k := range s.Keys() {
		b := binding{first: k.First, keys: k.Keys, show: k.Show, does: k.Does, hint: k.Hint, in: modeOf(k.On)}
		if k.Run != nil {
			b.run = func(m *explorer) tea.Cmd {
				cmd := m.carryOut(s.Keys()[i].Run(m.keyedChart()))
				m.follow()
				return cmd
			}
		}
		list = append(list, b)
	}
	return list
}

// crossKeys walk through the samples of a screen's charts, where it has any.
func crossKeys(s screen.Screen) []binding {
	if !slices.ContainsFunc(s.Panes().Charts, func(v screen.Chart) bool { return v.Lines != nil }) {
		return nil
	}
	return []binding{
		{first: true, keys: []string{"[", "]"}, show: "[]", does: "crosshair: one sample back or forward; esc hides it", in: onPanes, by: func(m *explorer, by int) { m.moveCross(by) }},
	}
}

// Hints of the keys that end a zoom and that move what is shown, while there is one.
const (
	wholeChart = "whole chart"
	movePart   = "move"
)

// zoomKeys show a part of a chart with axes, on screens that have any. On screens with other charts they say that these
// don't zoom.
func zoomKeys(s screen.Screen) []binding {
	charts := s.Panes().Charts
	if !slices.ContainsFunc(charts, func(v screen.Chart) bool { return v.Axes != nil }) {
		if slices.ContainsFunc(charts, func(v screen.Chart) bool { return v.Pixels }) {
			return []binding{{keys: []string{"i", "O", "I", "ctrl+left", "ctrl+right", "ctrl+up", "ctrl+down"}, show: "i", does: "zoom: a chart with axes; on this screen there is none", in: onPanes, run: do(func(m *explorer) { m.cannotZoom(m.keyedChart()) })}}
		}
		return nil
	}
	const far = 0.25 // of what is shown
	keys := []binding{
		{show: "I", hint: wholeChart, in: onPanes},
		{show: "ctrl+←→↑↓", hint: movePart, in: onPanes},
		{keys: []string{"i"}, show: "i", does: "zoom in, around the crosshair or else the present setting (also the wheel)", in: onPanes, run: do(func(m *explorer) { m.zoom(0.5) })},
		{keys: []string{"O"}, show: "O", does: "zoom out one step", in: onPanes, run: do(func(m *explorer) { m.zoom(2) })},
		{keys: []string{"I"}, show: "I", does: "show the whole chart again", in: onPanes, run: do((*explorer).unzoom)},
		{keys: []string{"ctrl+left", "ctrl+right"}, show: "ctrl+← ctrl+→", does: "move a zoomed chart (also drag it)", in: onPanes, by: func(m *explorer, by int) { m.pan(far*float64(by), 0) }},
		{keys: []string{"ctrl+up", "ctrl+down"}, show: "ctrl+↑ ctrl+↓", does: "move a zoomed chart (also drag it)", in: onPanes, by: func(m *explorer, by int) { m.pan(0, -far*float64(by)) }},
	}
	if crossKeys(s) != nil {
		does := "compute about twice as many values of the swept parameter within what a chart over it shows"
		keys = append(keys, binding{live: true, keys: []string{"V"}, show: "V", does: does, in: onPanes, run: do((*explorer).refine)})
	}
	return keys
}

// keepKeys returns the keys that save, copy and compare, which every screen has.
func keepKeys() []binding {
	return []binding{
		{keys: []string{"|"}, show: "|", does: "draw curves in dots or as lines, which suit a projector", in: onPanes, run: do((*explorer).toggleLines)},
		{keys: []string{"p"}, show: "p", does: "pin the present curves for comparison (up to 3 times)", hint: "pin", wide: true, in: onPanes, run: do(func(m *explorer) { m.PinCurves() })},
		{keys: []string{"P"}, show: "P", does: "remove the pinned curves", in: onPanes, run: do(func(m *explorer) { m.Unpin() })},
		{keys: []string{"B"}, show: "B", does: "bands and bars: ± standard error, ± standard deviation, or from the lower to the upper quartile of the repetitions", in: onPanes, run: do((*explorer).nextSpread)},
		{live: true, keys: []string{"f"}, show: "f", does: "freeze: knobs turn, but nothing is computed until f is pressed again", hint: "freeze", in: onPanes, run: do((*explorer).freeze)},
		{keys: []string{"e"}, show: "e", does: "show a chart alone (or the table, or the text of a lesson), or all panes again", hint: "expand", wide: true, in: onPanes, run: do(func(m *explorer) { m.arrange(expanded, "e") })},
		{keys: []string{"E"}, show: "E", does: "present: one chart over the whole window, above three lines of the table, or all panes again", in: onPanes, run: do(func(m *explorer) { m.arrange(presented, "E") })},
		{keys: []string{"t"}, show: "t", does: "show numbers in place of the charts, or the charts again", hint: "numbers", wide: true, in: onPanes, run: do((*explorer).toggleNumbers)},
		{live: true, keys: []string{"c"}, show: "c", does: "copy the present setting as a command, sweep, fit or tune, as a program for scikit-learn or as a line that opens the explorer, and show it", hint: "command", in: onPanes, run: do((*explorer).askCopy)},
		{first: true, keys: []string{"w"}, show: "w", does: "write results, the session or a chart to a file", hint: "write", in: onPanes, run: (*explorer).write},
	}
}
