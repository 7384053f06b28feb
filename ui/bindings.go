package ui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/frame"
	"gramscope/ui/screen"
)

// keys returns the table of keys, which dispatch, help and footer read, with the keys of the screen on, or of all
// screens for "". In one mode and on one screen, no key appears twice among the screen's own bindings, nor twice among
// the others. The screen's own bindings take precedence.
func (m *controller) keys(on string) []binding {
	list := make([]binding, 0, 256)
	add := func(section, on string, live bool, keys []binding) {
		for _, b := range keys {
			b.section, b.on, b.live = section, on, b.live || live
			b.show, b.in = cmp.Or(b.show, b.keys), cmp.Or(b.in, onPanes)
			if m.Computes() || !b.live {
				list = append(list, b)
			}
		}
	}
	add("Knobs and methods", "", false, knobKeys())
	add("Screens", "", true, screenKeys(m.screens))
	for _, s := range m.screens {
		if on != "" && s.key != on {
			continue
		}
		at := 0
		if s.key == m.screen().key {
			at = m.keyedChart()
		}
		add("Screen "+s.key+": "+s.Name(), s.key, false, slices.Concat(ownKeys(s.Keys(at)), crossKeys(s), zoomKeys(s)))
	}
	add("A lesson that is open", lessonOpen, true, lessonKeys())
	add("A step of a lesson", stepOpen, true, ownKeys(m.lessons.Asking(nil).Keys(0)))
	add("Panes, data and keeping", "", false, slices.Concat(paneKeys(), keepKeys()))
	add("Panes, data and keeping", "", true, lineKeys())
	add("Menus and help", "", false, listKeys())
	add("Data chooser", "", true, chooserKeys())
	add("Anywhere", "", false, globalKeys())
	return list
}

func globalKeys() []binding {
	quit := func(*explorer) tea.Cmd { return tea.Quit }
	redraw := func(*explorer) tea.Cmd { return tea.ClearScreen }
	return []binding{
		{keys: "?", does: "this help", hint: "help", in: onPanes | inLists | inLoading,
			run: do(func(m *explorer) { m.openPage(copied{}) })},
		{keys: "?", does: "in the help: close it", in: inHelp, run: do((*explorer).escape)},
		{keys: "esc", does: "close what is open; clear the message", first: true, in: anywhere, run: do((*explorer).escape)},
		{keys: "ctrl+z", does: "suspend the program; fg resumes it", in: letters, run: (*explorer).suspend},
		{keys: "ctrl+l", does: "redraw the screen", in: letters, run: redraw},
		{keys: "q", does: "quit", hint: "quit", first: true, in: letters, run: quit},
		{keys: "ctrl+c", does: "quit, also while typing", in: anywhere, run: quit},
	}
}

func knobKeys() []binding {
	turn := func(m *explorer, by int) { m.turn(by, false) }
	far := func(m *explorer, by int) { m.turn(by, true) }
	choose := func(m *explorer, by int) {
		m.panel.Move(by)
		m.explain()
	}
	point := func(m *explorer, by int) { m.pointAt(m.table().Move(by)) }
	edit := func(m *explorer) { m.edit(m.layout.Panes[frame.Knobs].W > 0) }
	sort := func(m *explorer) { m.Info(m.table().Sort()) }
	return []binding{
		{keys: "left right", show: "←→", does: "turn the chosen knob by one step", hint: "change", first: true, by: turn},
		{keys: "- + =", show: "-+", does: "the same, also where the arrows have another use", by: turn},
		{keys: "shift+left < shift+right >", show: "<>", does: "turn it ten times as far (also shift and an arrow)", by: far},
		{keys: "up down", show: "↑↓", does: "choose a knob", hint: "choose", first: true, in: choosing, by: choose},
		{keys: "up down", show: "↑↓", does: "in the table: point at a method", hint: "choose", in: onMethods, by: point},
		{keys: "space enter", show: "space", does: "in the table: tick or untick it", hint: "method",
			in: onMethods, run: do(func(m *explorer) { m.toggleMethod(m.Pointed) })},
		{keys: "z", does: "sort the table by the next column; after the last column, restore the order", run: do(sort)},
		{show: "z", hint: "sort", in: onMethods},
		{keys: ";", does: "show the columns that did not fit into the table", run: do((*explorer).moreColumns)},
		{show: ";", hint: "columns", in: onMethods},
		{keys: "enter", does: "set the knob: type a value or = formula, or use its list", first: true, live: true,
			in: onPanes &^ onMethods, run: do(edit)},
		{keys: "backspace delete", show: "backspace", does: "set the knob to its default",
			live: true, run: do((*explorer).reset)},
		{keys: "enter", does: "while typing: set the value", hint: "set", in: inField, run: do((*explorer).setTyped)},
		{show: "esc", hint: "leave", in: inField | inMenu | inLoading},
	}
}

// paneKeys returns the keys that lead to panes, and the keys that act on the whole setting.
func paneKeys() []binding {
	pane := func(by frame.Pane) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.nextPane(by) }) }
	table := func(m *explorer) { m.focusOn(frame.Methods) }
	return []binding{
		{keys: "A", does: "do what the line below the table says", live: true, run: do((*explorer).followVerdict)},
		{keys: "a /", show: "a", does: "list all methods, and when to take which: type to filter, space ticks",
			hint: "methods", first: true, run: do((*explorer).listMethods)},
		{keys: "space", does: "in other panes: go to the table", hint: "table", in: onPanes &^ onMethods, run: do(table)},
		{keys: "tab", does: "go to the next or the previous pane", hint: "pane", first: true, run: pane(1)},
		{keys: "shift+tab", does: "go to the next or the previous pane", first: true, run: pane(frame.Count - 1)},
		{keys: "d", does: "choose the data, or the target and the features of a file", hint: "data", first: true, live: true,
			run: do((*explorer).openChooser)},
		{show: "[ ]", hint: "crosshair"},
		{show: "x/y", hint: "log"},
		{keys: "enter", hint: "type", live: true, in: onPanes &^ onMethods},
		{keys: "u", does: "undo the last change", hint: "undo", first: true, live: true, run: do((*explorer).undo)},
		{keys: "r", does: "take a new seed: other rows and landmarks", hint: "seed", live: true, run: do((*explorer).reseed)},
	}
}

// screenKeys returns the keys that open the screens.
func screenKeys(all []numbered) []binding {
	var list []binding
	for i, s := range all {
		list = append(list, binding{keys: s.key, does: "open screen " + s.key + ": " + s.Name(),
			run: do(func(m *explorer) { m.openScreen(i) })})
	}
	digits := all[0].key + "–" + all[len(all)-1].key
	return append(list, binding{keys: all[0].key, show: digits, does: "open another screen", hint: "screen", first: true})
}

// ownKeys returns the keys of a screen as rows of the table.
func ownKeys(keys []screen.Key) []binding {
	var list []binding
	for _, k := range keys {
		b := binding{keys: k.Keys, show: k.Show, does: k.Does, hint: k.Hint, first: k.First, own: true}
		if b.in = mode(k.On); k.On&screen.OnKnobs != 0 {
			b.in |= onText
		}
		if k.Run != nil {
			b.run = func(m *explorer) tea.Cmd {
				cmd := m.carryOut(k.Run())
				m.follow()
				return cmd
			}
		}
		if k.By != nil {
			b.by = func(m *explorer, by int) {
				k.By(by)
				m.follow()
			}
		}
		list = append(list, b)
	}
	return list
}

// crossKeys returns the keys that walk through the samples of a screen's charts; nil if no chart has samples.
func crossKeys(s screen.Screen) []binding {
	if !slices.ContainsFunc(s.Panes().Charts, screen.Chart.Sampled) {
		return nil
	}
	does := "crosshair: one sample back or forward; esc hides it"
	return []binding{{keys: "[ ]", show: "[]", does: does, first: true, by: (*explorer).moveCross}}
}

// Hints of the keys that end a zoom, and that move the part of a chart that is shown.
const (
	wholeChart = "whole chart"
	movePart   = "move"
)

// zoomKeys returns the keys that show a part of a chart with axes; nil if the screen has no such chart.
func zoomKeys(s screen.Screen) []binding {
	if !slices.ContainsFunc(s.Panes().Charts, func(v screen.Chart) bool { return v.Axes != nil }) {
		return nil
	}
	zoom := func(factor float64) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.zoom(factor) }) }
	const far = 0.25 // share of the part that is shown
	across := func(m *explorer, by int) { m.pan(far*float64(by), 0) }
	along := func(m *explorer, by int) { m.pan(0, -far*float64(by)) }
	keys := []binding{
		{show: "I", hint: wholeChart},
		{show: "ctrl+←→↑↓", hint: movePart},
		{keys: "i", does: "zoom in, around the crosshair or else the present setting (also the wheel)", run: zoom(0.5)},
		{keys: "O", does: "zoom out one step", run: zoom(2)},
		{keys: "I", does: "show the whole chart again", run: do((*explorer).unzoom)},
		{keys: "ctrl+left ctrl+right", show: "ctrl+← ctrl+→", does: "move a zoomed chart (also drag it)", by: across},
		{keys: "ctrl+up ctrl+down", show: "ctrl+↑ ctrl+↓", does: "move a zoomed chart (also drag it)", by: along},
	}
	if crossKeys(s) != nil {
		does := "compute about twice as many values of the swept parameter within what a chart over it shows"
		keys = append(keys, binding{keys: "V", does: does, live: true, run: do((*explorer).refine)})
	}
	return keys
}

// keepKeys returns the keys that save, copy and compare, which every screen has.
func keepKeys() []binding {
	pin := do(func(m *explorer) {
		if !m.waits() { // curves are seen
			m.PinCurves()
		}
	})
	unpin := do(func(m *explorer) { m.Unpin() })
	expand := do(func(m *explorer) { m.arrange(expanded, "e") })
	present := do(func(m *explorer) { m.arrange(presented, "E") })
	return []binding{
		{keys: "|", does: "draw curves in dots, or as lines for a projector", run: do((*explorer).toggleLines)},
		{keys: "p", does: "pin the present curves to compare with (up to 3 times); no session keeps them", hint: "pin",
			wide: true, run: pin},
		{keys: "P", does: "remove the pinned curves", run: unpin},
		{keys: "B", does: "bands and bars of the repetitions: ± standard error, ± standard deviation, or the quartiles",
			run: do((*explorer).nextSpread)},
		{keys: "f", does: "freeze: knobs turn, but nothing is computed until f is pressed again", hint: "freeze",
			live: true, run: do((*explorer).freeze)},
		{keys: "e", does: "show a chart, the table or a lesson alone, or all panes", hint: "expand", wide: true, run: expand},
		{keys: "E", does: "present one chart above three lines of the table, or show all panes again", run: present},
		{keys: "t", does: "show numbers in place of the charts, or the charts again", hint: "numbers", wide: true,
			run: do((*explorer).toggleNumbers)},
		{keys: "c", does: "copy the setting as sweep, fit, tune, a program for scikit-learn or a line for the explorer",
			hint: "command", live: true, run: do((*explorer).askCopy)},
		{keys: "w", does: "write results, session or chart to a file", hint: "write", first: true, run: (*explorer).write},
	}
}
