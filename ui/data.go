package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/lab"
	"gramscope/ui/chooser"
	"gramscope/ui/screen"
)

// openChooser asks for other data.
func (m *explorer) openChooser() { m.carryOut(m.chooser.Open(m.Setting().Store.Source().Name())) }

// useSource takes new data over.
func (m *explorer) useSource(source data.Source, notes []remedy.Note) {
	m.chooser.Close()
	m.forgetData()
	m.change(func(s *lab.Setting) { s.Take(source) })
	m.History.Trim()
	rows := ""
	if source.Rows() > 0 {
		rows = fmt.Sprintf(" of %d rows", source.Rows())
	}
	m.Info(fmt.Sprintf("%s: n = %d%s, %d features", source.Name(), m.Setting().Spec.N, rows, source.Dims()))
	for _, note := range notes {
		m.InfoOnce(lab.NoteText(note))
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
		{keys: []string{"up", "k"}, show: "↑", does: "in the lists: move up or down", in: inSets | inColumns, run: do(func(m *explorer) { m.chooser.Move(-1) })},
		{keys: []string{"down", "j"}, show: "↓", does: "in the lists: move up or down", in: inSets | inColumns, run: do(func(m *explorer) { m.chooser.Move(1) })},
		{show: "↑↓", hint: "choose", in: inSets | inColumns},
		{keys: []string{"enter", " "}, show: "enter", does: "in the lists: take the data set, or open the folder or file", hint: "take", in: inSets, run: want((*chooser.Chooser).Pick)},
		{keys: []string{"/"}, show: "/", does: "in the lists: type a path", hint: "path", in: inSets, run: do(func(m *explorer) { m.chooser.Path.Start("") })},
		{keys: []string{"enter"}, show: "enter", does: "while typing a path: read the file", hint: "read", in: inPath, run: want((*chooser.Chooser).PickTyped)},
		{keys: []string{"tab"}, show: "tab", does: "while typing a path: complete it", hint: "complete", in: inPath, run: want((*chooser.Chooser).Complete)},
		{keys: []string{"enter"}, show: "enter", does: "in the columns: use the data with these choices", hint: "use", in: inColumns, run: want((*chooser.Chooser).UseTable)},
		{keys: []string{"t"}, show: "t", does: "in the columns: make this column the target, or have no target", hint: "target", in: inColumns, run: file((*chooser.ColumnChoice).SetTarget)},
		{keys: []string{" "}, show: "space", does: "in the columns: use this column as a feature, or leave it out", hint: "feature", in: inColumns, run: file((*chooser.ColumnChoice).ToggleUsed)},
		{keys: []string{"c"}, show: "c", does: "in the columns: treat this column as text (categories)", hint: "as text", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.Text[c.At] = !c.Text[c.At] })},
		{keys: []string{"m"}, show: "m", does: "in the columns: drop rows with missing values, or refuse them", in: inColumns, run: file(func(c *chooser.ColumnChoice) { c.DropMissing = !c.DropMissing })},
	}
}
