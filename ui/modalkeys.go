package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/chooser"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

func listKeys() []binding {
	scroll := func(lines, pages int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { m.help.By(lines + pages*m.help.Height) })
	}
	among := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.list().Move(by) }) }
	return []binding{
		{keys: []string{"up"}, show: "↑", does: "move up or down in the list", in: inMenu | inMethods, run: among(-1)},
		{keys: []string{"down"}, show: "↓", does: "move up or down in the list", in: inMenu | inMethods, run: among(1)},
		{keys: []string{"pgup"}, show: "pgup", does: "move by ten in the list", in: inMenu | inMethods, run: among(-10)},
		{keys: []string{"pgdown"}, show: "pgdn", does: "move by ten in the list", in: inMenu | inMethods, run: among(10)},
		{show: "↑↓", hint: "choose", in: inMenu | inMethods},
		{keys: []string{"enter"}, show: "enter", does: "take the entry", hint: "take", in: inMenu, run: (*explorer).takeEntry},
		{keys: []string{" ", "enter"}, show: "space", does: "in the list of methods: tick or untick one", hint: "tick", in: inMethods, run: (*explorer).takeEntry},
		{show: "a–z", does: "in a list: type what the entries are to have; q and blanks are text there, too", hint: "filter", in: inMenu | inMethods},
		{show: "esc", hint: "close", in: inMethods},
		{keys: []string{"up"}, show: "↑", does: "in the help: scroll", in: inHelp, run: scroll(-1, 0)},
		{keys: []string{"down", " "}, show: "↓", does: "in the help: scroll", in: inHelp, run: scroll(1, 0)},
		{show: "↑↓", hint: "scroll", in: inHelp},
		{keys: []string{"pgup", "ctrl+b"}, show: "pgup", does: "in the help: scroll by a page", in: inHelp, run: scroll(1, -1)},
		{keys: []string{"pgdown", "ctrl+f"}, show: "pgdn", does: "in the help: scroll by a page", in: inHelp, run: scroll(-1, 1)},
		{show: "pgup pgdn", hint: "page", in: inHelp},
		{keys: []string{"home", "g"}, show: "g", does: "in the help: go to the beginning or the end (also home and end)", in: inHelp, run: do(func(m *explorer) { m.help.GotoTop() })},
		{keys: []string{"end", "G"}, show: "G", does: "in the help: go to the beginning or the end (also home and end)", in: inHelp, run: do(func(m *explorer) { m.help.GotoBottom() })},
		{show: "g G", hint: "ends", in: inHelp},
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
		{keys: []string{"up"}, show: "↑", does: "in the columns: move up or down", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.Move(-1) })},
		{keys: []string{"down"}, show: "↓", does: "in the columns: move up or down", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.Move(1) })},
		{show: "↑↓", hint: "choose", in: inColumns},
		{show: "esc", hint: "files", in: inColumns},
		{keys: []string{"enter"}, show: "enter", does: "in the columns: use the data with these choices", hint: "use", in: inColumns, run: want((*chooser.Chooser).UseTable)},
		{keys: []string{"t"}, show: "t", does: "in the columns: make this column the target, or have no target; of a kernel matrix, choose the file with the target", hint: "target", in: inColumns, run: want((*chooser.Chooser).SetTarget)},
		{keys: []string{" "}, show: "space", does: "in the columns: use this column as a feature, or leave it out", hint: "feature", in: inColumns, run: file((*chooser.ColumnChoice).ToggleUsed)},
		{keys: []string{"c"}, show: "c", does: "in the columns: treat this column as text (categories)", hint: "as text", in: inColumns, run: file((*chooser.ColumnChoice).ToggleText)},
		{keys: []string{"g"}, show: "g", does: "in the columns: read the file as a kernel matrix, or as points", hint: "matrix", in: inColumns, run: want((*chooser.Chooser).SwitchMatrix)},
		{keys: []string{"m"}, show: "m", does: "in the columns: drop rows with missing values, or refuse them", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.DropMissing = !c.DropMissing })},
	}
}

// lineKeys returns the keys of the command line.
func lineKeys() []binding {
	next := func(by int) func(*explorer) tea.Cmd {
		return do(func(m *explorer) {
			if path := m.line.Complete(by, m.scope()); path != "" {
				m.Launch(job.Files, chooser.Complete(path))
			}
		})
	}
	past := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.line.Recall(by) }) }
	return []binding{
		{first: true, keys: []string{":"}, show: ":", does: "type a command, with completion", hint: "commands", in: onPanes, run: do(func(m *explorer) { m.line.Begin() })},
		{keys: []string{"enter"}, show: "enter", does: "in a command: run it; a wrong one stays, and typing replaces it", in: inCommand, run: (*explorer).runLine},
		{keys: []string{"tab"}, show: "tab", does: "in a command: complete it; pressed again, show the next or the previous completion", in: inCommand, run: next(1)},
		{keys: []string{"shift+tab"}, show: "shift+tab", does: "in a command: complete it; pressed again, show the next or the previous completion", in: inCommand, run: next(-1)},
		{keys: []string{"up"}, show: "↑", does: "in a command: the previous or the next command typed", in: inCommand, run: past(1)},
		{keys: []string{"down"}, show: "↓", does: "in a command: the previous or the next command typed", in: inCommand, run: past(-1)},
	}
}

// nextPage is the hint of the key by which a lesson goes on.
const nextPage = "next page"

// lessonKeys returns the keys of an open lesson. Its text takes the pane of the knobs, so their keys do not work.
func lessonKeys() []binding {
	scroll := func(pages, lines int) func(m *explorer) { return func(m *explorer) { m.lessons.Scroll(lines, pages) } }
	step := func(by int) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carryOut(m.lessons.Step(by)) }
	}
	return []binding{
		{keys: []string{"up"}, show: "↑", does: "in the text: scroll", in: onText, run: do(scroll(0, -1))},
		{keys: []string{"down"}, show: "↓", does: "in the text: scroll", in: onText, run: do(scroll(0, 1))},
		{show: "↑↓", hint: "scroll", in: onText},
		{keys: []string{"pgup"}, show: "pgup", does: "scroll the text by a page, from any pane", in: onPanes, run: do(scroll(-1, 1))},
		{keys: []string{"pgdown"}, show: "pgdn", does: "scroll the text by a page, from any pane", in: onPanes, run: do(scroll(1, -1))},
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
