package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/chooser"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

func listKeys() []binding {
	return []binding{
		{keys: []string{"up", "down"}, show: "↑↓", does: "move up or down in the list", hint: "choose", in: inMenu | inMethods, by: func(m *explorer, by int) { m.list().Move(by) }},
		{keys: []string{"pgup", "pgdown"}, show: "pgup pgdn", does: "move by ten in the list", in: inMenu | inMethods, by: func(m *explorer, by int) { m.list().Move(10 * by) }},
		{keys: []string{"enter"}, show: "enter", does: "take the entry", hint: "take", in: inMenu, run: (*explorer).takeEntry},
		{keys: []string{" ", "enter"}, show: "space", does: "in the list of methods: tick or untick one", hint: "tick", in: inMethods, run: (*explorer).takeEntry},
		{show: "a–z", does: "in a list: type what the entries are to have; q and blanks are text there, too", hint: "filter", in: inMenu | inMethods},
		{show: "esc", hint: "close", in: inMethods},
		{keys: []string{"up", "down", " "}, show: "↑↓", does: "in the help: scroll", hint: "scroll", in: inHelp, by: func(m *explorer, by int) { m.help.By(by) }},
		{keys: []string{"pgup", "ctrl+b", "pgdown", "ctrl+f"}, show: "pgup pgdn", does: "in the help: scroll by a page", hint: "page", in: inHelp, by: func(m *explorer, by int) { m.help.By(by * (m.help.Height - 1)) }},
		{keys: []string{"home", "g", "end", "G"}, show: "g G", does: "in the help: go to the beginning or the end (also home and end)", hint: "ends", in: inHelp, by: func(m *explorer, by int) { m.help.By(by * m.help.TotalLineCount()) }},
		{keys: []string{"/"}, show: "/", does: "in the help: search", hint: "search", in: inHelp, run: do(func(m *explorer) { m.help.Search.Start(m.help.Search.Text()) })},
		{keys: []string{"enter"}, show: "enter", does: "in a search: keep only the lines that were found", hint: "keep", in: inSearch, run: do(func(m *explorer) { m.help.Search.Stop() })},
		{show: "esc", hint: "all", in: inSearch},
		{show: "esc", hint: "back", in: inHelp},
	}
}

// dialogKeys returns the keys of the dialogs that the keys above open.
func dialogKeys() []binding {
	closed := do(func(m *explorer) { m.saver.Close() })
	return []binding{
		{keys: []string{"enter"}, show: "enter", does: "while typing a file name: write the file", hint: "write", in: inName, run: func(m *explorer) tea.Cmd { return m.carryOut(m.saver.Typed()) }},
		{keys: []string{"y"}, show: "y", does: "if the file exists: replace it", hint: "replace", in: inAsking, run: func(m *explorer) tea.Cmd { return m.carryOut(m.saver.Replace()) }},
		{keys: []string{"n"}, show: "n", does: "if the file exists: leave it as it is", hint: "leave it", in: inAsking, run: closed},
		{keys: []string{"e"}, show: "e", does: "if the file exists: type another name", hint: "another name", in: inAsking, run: do(func(m *explorer) { m.saver.Rename() })},
		{keys: []string{"enter", "c"}, show: "enter", does: "close the command that is shown", in: inShowing, run: closed},
		{show: "esc", hint: "leave", in: inName | inShowing},
	}
}

// chooserKeys are the keys of the data chooser.
func chooserKeys() []binding {
	want := func(f func(*chooser.Chooser) []screen.Do) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(f(&m.chooser)) }
	}
	file := func(f func(*chooser.ColumnChoice)) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { f(&m.chooser.File) })
	}
	return []binding{
		{keys: []string{"up", "down"}, show: "↑↓", does: "in the columns: move up or down", hint: "choose", in: inColumns, by: func(m *explorer, by int) { m.chooser.File.Move(by) }},
		{show: "esc", hint: "files", in: inColumns},
		{keys: []string{"enter"}, show: "enter", does: "in the columns: use the data with these choices", hint: "use", in: inColumns, run: want((*chooser.Chooser).UseTable)},
		{keys: []string{"t"}, show: "t", does: "in the columns: make this column the target, or have no target", hint: "target", in: inColumns, run: want((*chooser.Chooser).SetTarget)},
		{keys: []string{" "}, show: "space", does: "in the columns: use this column as a feature, or leave it out", hint: "feature", in: inColumns, run: file((*chooser.ColumnChoice).ToggleUsed)},
		{keys: []string{"c"}, show: "c", does: "in the columns: treat this column as text (categories)", hint: "as text", in: inColumns, run: file((*chooser.ColumnChoice).ToggleText)},
		{keys: []string{"g"}, show: "g", does: "in the columns: read the file as a kernel matrix, or as points", hint: "matrix", in: inColumns, run: want((*chooser.Chooser).SwitchMatrix)},
		{keys: []string{"m"}, show: "m", does: "in the columns: drop rows with missing values, or refuse them", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.DropMissing = !c.DropMissing })},
	}
}

// lineKeys returns the keys of the command line.
func lineKeys() []binding {
	next := func(m *explorer, by int) {
		if path := m.line.Complete(-by, m.scope()); path != "" {
			m.Launch(job.Files, chooser.Complete(path))
		}
	}
	return []binding{
		{first: true, keys: []string{":"}, show: ":", does: "type a command, with completion", hint: "commands", in: onPanes, run: do(func(m *explorer) { m.line.Begin() })},
		{keys: []string{"enter"}, show: "enter", does: "in a command: run it; a wrong one stays, and typing replaces it", in: inCommand, run: (*explorer).runLine},
		{keys: []string{"tab", "shift+tab"}, show: "tab shift+tab", does: "in a command: complete it; pressed again, show the next or the previous completion", in: inCommand, by: next},
		{keys: []string{"up", "down"}, show: "↑↓", does: "in a command: the previous or the next command typed", in: inCommand, by: func(m *explorer, by int) { m.line.Recall(-by) }},
	}
}

// nextPage is the hint of the key by which a lesson goes on.
const nextPage = "next page"

// lessonKeys returns the keys of an open lesson. Its text takes the pane of the knobs, so their keys do not work.
func lessonKeys() []binding {
	step := func(by int) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(m.lessons.Step(by)) }
	}
	return []binding{
		{keys: []string{"up", "down"}, show: "↑↓", does: "in the text: scroll", hint: "scroll", in: onText, by: func(m *explorer, by int) { m.lessons.Scroll(by, 0) }},
		{keys: []string{"pgup", "pgdown"}, show: "pgup pgdn", does: "scroll the text by a page, from any pane", in: onPanes, by: func(m *explorer, by int) { m.lessons.Scroll(-by, by) }},
		{show: "pgdn", hint: "page", in: onMethods},
		{keys: []string{" "}, show: "space", does: "in text and charts: the next page, and behind the last one the next step", hint: nextPage, in: onText | onCharts, run: turnPage((*lessons.Screen).Forward)},
		{keys: []string{"enter"}, show: "enter", does: "in the text: the next page or step, as space", in: onText, run: turnPage((*lessons.Screen).Forward)},
		{keys: []string{"backspace"}, show: "backspace", does: "in text and charts: the page before", in: onText | onCharts, run: turnPage((*lessons.Screen).Back)},
		{keys: []string{"A"}, show: "A", does: "forget the answers to this lesson, and ask again", in: onPanes, run: say((*lessons.Screen).Again)},
		{keys: []string{"n"}, show: "n", does: "go to the next or the previous lesson", hint: "next", in: onPanes, run: step(1)},
		{keys: []string{"N"}, show: "N", does: "go to the next or the previous lesson", in: onPanes, run: step(-1)},
		{show: "esc", hint: "list", in: onPanes},
	}
}
