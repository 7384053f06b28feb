package ui

import (
	"cmp"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/screen"
)

// carryOut does what a screen or a modal asks for.
func (m *controller) carryOut(list []screen.Do) tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range list {
		switch d := one.(type) {
		case screen.Change:
			m.change(d)
		case screen.Point:
			m.pointAt(m.MethodIndex(string(d)))
		case screen.Tick:
			cmds = append(cmds, tea.Tick(time.Duration(d), func(time.Time) tea.Msg { return ticked{} }))
		case screen.Choose:
			m.choose(d.Menu, func(name string) {
				m.carryOut(d.Then(name))
				m.follow()
			})
		case screen.Sweep:
			m.chooseAxis(model.Name(d))
		case screen.Use:
			m.useSource(d.Source, d.Notes)
		case screen.Set:
			m.takeExperiment(lab.Experiment(d))
		case screen.Read:
			m.openLesson(string(d))
		default:
			if !screen.Apply(m.Bench, d) {
				panic(fmt.Sprintf("ui: nobody does %T", d))
			}
		}
	}
	return tea.Batch(cmds...)
}

// useSource takes new data over.
func (m *controller) useSource(source data.Source, notes []remedy.Note) {
	m.chooser.Close()
	m.forgetData()
	m.change(func(s *lab.Setting) { s.Take(source) })
	m.History.Trim()
	rows := ""
	if source.Rows() > 0 {
		rows = fmt.Sprintf(" of %d rows", source.Rows())
	}
	features := fmt.Sprintf(", %d features", source.Dims())
	if data.MatrixOf(source) != nil {
		features = ", a kernel matrix"
	}
	target := ""
	if _, ok := source.(*data.File); ok {
		target = ", " + cmp.Or(targets(source)[0], "no target") + "; d changes it"
	}
	m.Info(fmt.Sprintf("%s: n = %d%s%s%s", source.Name(), m.Setting().Spec.N, rows, features, target))
	for _, note := range notes {
		m.InfoOnce(lab.NoteText(note))
	}
}
