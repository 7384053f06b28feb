package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/chooser"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

func listKeys() []binding {
	move := func(m *explorer, by int) { m.list().Move(by) }
	far := func(m *explorer, by int) { m.list().Move(10 * by) }
	scroll := func(m *explorer, by int) { m.help.By(by) }
	page := func(m *explorer, by int) { m.help.By(by * (m.help.Height - 1)) }
	ends := func(m *explorer, by int) { m.help.By(by * m.help.TotalLineCount()) }
	search := do(func(m *explorer) { m.help.Search.Start(m.help.Search.Text()) })
	keep := do(func(m *explorer) { m.help.Search.Stop() })
	write := func(m *explorer) tea.Cmd { return m.carryOut(m.saver.Typed()) }
	lists := inMenu | inMethods
	return []binding{
		{keys: "up down", show: "↑↓", does: "move up or down in the list", hint: "choose", in: lists, by: move},
		{keys: "pgup pgdown", show: "pgup pgdn", does: "move by ten in the list", in: lists, by: far},
		{keys: "enter", does: "take the entry", hint: "take", in: inMenu, run: (*explorer).takeEntry},
		{keys: "space enter", show: "space", does: "in the list of methods: tick or untick one", hint: "tick",
			in: inMethods, run: (*explorer).takeEntry},
		{show: "a–z", does: "in a list: type what the entries are to have; q and blanks are text there, too",
			hint: "filter", in: lists},
		{show: "esc", hint: "close", in: inMethods},
		{keys: "up down space", show: "↑↓", does: "in the help: scroll", hint: "scroll", in: inHelp, by: scroll},
		{keys: "pgup ctrl+b pgdown ctrl+f", show: "pgup pgdn", does: "in the help: go by a page", hint: "page",
			in: inHelp, by: page},
		{keys: "home g end G", show: "g G", does: "in the help: go to the beginning or the end (also home and end)",
			hint: "ends", in: inHelp, by: ends},
		{keys: "/", does: "in the help: search", hint: "search", in: inHelp, run: search},
		{keys: "enter", does: "in a search: keep only the lines that were found", hint: "keep", in: inSearch, run: keep},
		{show: "esc", hint: "all", in: inSearch},
		{show: "esc", hint: "back", in: inHelp},
		{keys: "enter", does: "in a file name: write the file", hint: "write", in: inName, run: write},
		{show: "esc", hint: "leave", in: inName},
	}
}

// chooserKeys are the keys of the data chooser.
func chooserKeys() []binding {
	move := func(m *explorer, by int) { m.chooser.File.Move(by) }
	want := func(f func(*chooser.Chooser) []screen.Do) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(f(&m.chooser)) }
	}
	file := func(f func(*chooser.ColumnChoice)) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { f(&m.chooser.File) })
	}
	keys := []binding{
		{keys: "up down", show: "↑↓", does: "move up or down", hint: "choose", by: move},
		{show: "esc", hint: "files"},
		{keys: "enter", does: "use the data with these choices", hint: "use", run: want((*chooser.Chooser).UseTable)},
		{keys: "r", does: "use the rest, without columns and rows that can't be used", run: want((*chooser.Chooser).UseRest)},
		{keys: "t", does: "make this column the target, or have no target", hint: "target",
			run: want((*chooser.Chooser).SetTarget)},
		{keys: "space", does: "use this column as a feature, or leave it out", hint: "feature",
			run: file((*chooser.ColumnChoice).ToggleUsed)},
		{keys: "c", does: "treat this column as text (categories)", hint: "as text",
			run: file((*chooser.ColumnChoice).ToggleText)},
		{keys: "g", does: "read the file as a kernel matrix, or as points", hint: "matrix",
			run: want((*chooser.Chooser).SwitchMatrix)},
		{keys: "m", does: "drop rows with missing values, or refuse them",
			run: file(func(c *chooser.ColumnChoice) { c.DropMissing = !c.DropMissing })},
	}
	for i := range keys {
		keys[i].in = inColumns
	}
	return keys
}

// lineKeys returns the keys of the command line.
func lineKeys() []binding {
	next := func(m *explorer, by int) {
		if path := m.line.Complete(-by, m.verbs()); path != "" {
			m.Launch(job.Files, chooser.Complete(path))
		}
	}
	recall := func(m *explorer, by int) { m.line.Recall(-by) }
	return []binding{
		{keys: ":", does: "type a command, with completion", hint: "commands", first: true,
			run: do(func(m *explorer) { m.line.Begin() })},
		{keys: "enter", does: "in a command: run it; typing replaces a wrong one", in: inCommand, run: (*explorer).runLine},
		{keys: "tab shift+tab", does: "in a command: complete it; the next or previous completion", in: inCommand, by: next},
		{keys: "up down", show: "↑↓", does: "in a command: the previous or the next one typed", in: inCommand, by: recall},
	}
}

// nextPage is the hint of the key by which a lesson goes on.
const nextPage = "next page"

// lessonKeys returns the keys of an open lesson. Its text takes the pane of the knobs, so their keys do not work.
func lessonKeys() []binding {
	step := func(by int) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(m.lessons.Step(by)) }
	}
	line := func(m *explorer, by int) { m.lessons.Scroll(by, 0) }
	page := func(m *explorer, by int) { m.lessons.Scroll(-by, by) }
	again := func(m *explorer) tea.Cmd { return m.carryOut(m.lessons.Again()) }
	forward, back := turnPage((*lessons.Screen).Forward), turnPage((*lessons.Screen).Back)
	return []binding{
		{keys: "up down", show: "↑↓", does: "in the text: scroll", hint: "scroll", in: onText, by: line},
		{keys: "pgup pgdown", show: "pgup pgdn", does: "scroll the text by a page, from any pane", by: page},
		{show: "pgdn", hint: "page", in: onMethods},
		{keys: "space", does: "in text and charts: the next page, and behind the last one the next step", hint: nextPage,
			in: onText | onCharts, run: forward},
		{keys: "enter", does: "in the text: the next page or step, as space", in: onText, run: forward},
		{keys: "backspace", does: "in text and charts: the page before; in a class: back to the hands of the last question",
			in: onText | onCharts, run: back},
		{keys: "R", does: "forget the answers to this lesson, and ask again at its setting", run: again},
		{keys: "n", does: "go to the next or the previous lesson", hint: "next", run: step(1)},
		{keys: "N", does: "go to the next or the previous lesson", run: step(-1)},
		{show: "esc", hint: "list"},
	}
}
