package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/screen"
)

// carryOut does what a screen, the data chooser or the saver wants done.
func (m *explorer) carryOut(list []screen.Do) tea.Cmd {
	var cmds []tea.Cmd
	for _, one := range list {
		switch d := one.(type) {
		case screen.Change:
			m.change(d)
		case screen.Launch:
			m.Launch(d.Kind, d.Work)
		case screen.Stop:
			m.Runner.Stop(job.Kind(d))
		case screen.Note:
			m.Info(string(d))
		case screen.ClearNote:
			m.Note = lab.Note{}
		case screen.NoteOnce:
			m.InfoOnce(string(d))
		case screen.Complain:
			m.Complain(d.Err)
		case screen.Choose:
			m.menu = d.Menu
			m.menu.Then = func(name string) {
				m.carryOut(d.Then(name))
				m.follow()
			}
		case screen.Sweep:
			m.chooseAxis(model.Name(d))
		case screen.Use:
			m.useSource(d.Source, d.Notes)
		case screen.Set:
			m.takeExperiment(lab.Experiment(d))
		case screen.Read:
			m.openLesson(string(d))
		case screen.Show:
			m.charted = firstPane + pane(d)
		case screen.Tick:
			cmds = append(cmds, tea.Tick(time.Duration(d), func(time.Time) tea.Msg { return ticked{} }))
		}
	}
	return tea.Batch(cmds...)
}

// ticked arrives when the time of a screen.Tick is over.
type ticked struct{}
