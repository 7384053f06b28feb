package ui

import (
	"fmt"
	"gramscope/data"
	"gramscope/ui/lab"
	"gramscope/ui/screen"

	tea "github.com/charmbracelet/bubbletea"
)

// openChooser asks for other data.
func (m *explorer) openChooser() { m.carry(m.chooser.open(m.Setting.Store.Source().Name())) }

// useSource takes new data over.
func (m *explorer) useSource(source data.Source, notes []string) {
	m.chooser.close()
	m.forgetData()
	m.change(func(s *lab.Setting) { s.Take(source) })
	m.TrimHistory()
	rows := ""
	if source.Rows() > 0 {
		rows = fmt.Sprintf(" of %d rows", source.Rows())
	}
	m.Tell(fmt.Sprintf("%s: n = %d%s, %d features", source.Name(), m.Setting.Spec.N, rows, source.Dims()))
	for _, text := range notes {
		m.Keep(text)
	}
}

// choosing is where the keys go while data are chosen.
func (m *explorer) choosingMode() mode {
	switch c := &m.chooser; {
	case c.busy != "":
		return inLoading
	case c.path.Open:
		return inPath
	case c.stage == columns:
		return inColumns
	}
	return inSets
}

// chooserKeys are the keys of the data chooser.
func chooserKeys() []binding {
	want := func(f func(*chooser) []screen.Do) func(*explorer) tea.Cmd {
		return func(m *explorer) tea.Cmd { return m.carry(f(&m.chooser)) }
	}
	file := func(f func(*columnChoice)) func(*explorer) tea.Cmd {
		return do(func(m *explorer) { f(&m.chooser.file) })
	}
	return []binding{
		{keys: []string{"up", "k"}, show: "↑", does: "in the lists: up, or down", in: inSets | inColumns, run: do(func(m *explorer) { m.chooser.move(-1) })},
		{keys: []string{"down", "j"}, show: "↓", does: "in the lists: up, or down", in: inSets | inColumns, run: do(func(m *explorer) { m.chooser.move(1) })},
		{show: "↑↓", hint: "choose", in: inSets | inColumns},
		{keys: []string{"enter", " "}, show: "enter", does: "take the set, open the folder or file", hint: "take", in: inSets, run: want((*chooser).pick)},
		{keys: []string{"/"}, show: "/", does: "type a path", hint: "path", in: inSets, run: do(func(m *explorer) { m.chooser.path.Start("") })},
		{keys: []string{"enter"}, show: "enter", does: "read the file", hint: "read", in: inPath, run: want((*chooser).pickTyped)},
		{keys: []string{"tab"}, show: "tab", does: "complete the path", hint: "complete", in: inPath, run: want((*chooser).complete)},
		{keys: []string{"enter"}, show: "enter", does: "use the data so", hint: "use", in: inColumns, run: want((*chooser).useTable)},
		{keys: []string{"t"}, show: "t", does: "make the column the target, or have none", hint: "target", in: inColumns, run: file((*columnChoice).setTarget)},
		{keys: []string{" "}, show: "space", does: "use the column as a feature, or leave it out", hint: "feature", in: inColumns, run: file((*columnChoice).toggleUsed)},
		{keys: []string{"c"}, show: "c", does: "take the column as text (categories)", hint: "as text", in: inColumns, run: file(func(c *columnChoice) { c.text[c.at] = !c.text[c.at] })},
		{keys: []string{"m"}, show: "m", does: "drop rows with missing values, or refuse them", in: inColumns, run: file(func(c *columnChoice) { c.dropMissing = !c.dropMissing })},
	}
}
