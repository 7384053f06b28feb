package ui

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// lessonOpen stands for an open lesson among the keys of screens.
const lessonOpen = "lesson"

// readBeside shows a lesson's text in place of the knobs, beside the screen that the lesson names. Knobs can still
// be turned.
func (m *controller) readBeside(name string) {
	m.Constraint = m.lessons.Read(name)
	m.goTo(slices.IndexFunc(m.screens, func(s numbered) bool { return s.Screen == m.lessons }))
}

// openLesson shows a lesson, on its preset if it has one: one change, which u undoes.
func (m *controller) openLesson(name string) {
	m.send(m.screen(), screen.Left{})
	m.readBeside(name)
	l := m.lessons.Now()
	if l.Data == "" {
		m.follow()
		return
	}
	m.preset(l.Data, func(s *lab.Setting) { s.Preset(l.Source, l.Spec) })
	m.showColumn() // after preset, since the setting before may not have the column
	m.follow()
	m.pointAtLesson()
}

// reopenLesson opens the lesson of a session: one of the program or an experiment of a paper by its name, or a file by
// the sum that its text had, a blank and its path.
func (m *controller) reopenLesson(name string) (problem, remedy string) {
	if name == "" {
		return "", ""
	}
	if sum, path, isFile := strings.Cut(name, " "); isFile {
		l, err := lesson.Open(path, m.Methods)
		if err != nil {
			return err.Error(), "give the path of a lesson"
		}
		if l.Sum != sum {
			m.InfoOnce(path + " has changed since the session was written")
		}
		m.lessons.Offer(l)
		name = path
	} else if _, known := m.lessons.Find(name); !known {
		_, remedy = data.Unknown("lesson", name, lesson.Names())
		return fmt.Sprintf("there is no %q", name), remedy
	}
	m.Constraint = m.lessons.Read(name)
	return "", ""
}

// preset changes the setting to a setting on the built-in set of the given name.
func (m *controller) preset(set string, to func(*lab.Setting)) {
	first := m.screens[0].part() + "."
	before := slices.DeleteFunc(m.fields(), func(f session.Field) bool { return !strings.HasPrefix(f.Name, first) })
	if !lab.BuiltInSet(m.Setting.Store.Source(), set) {
		m.forgetData()
	}
	m.ChangeFrom(before, to)
	m.History.Trim()
}

// show makes the first chart show the figures of an experiment, as far as possible.
func (m *controller) show(of lab.Shown) {
	if of.Figures == nil {
		return
	}
	m.send(m.first(), screen.ShowAgainst(of.Over))
	offered := m.first().Values()
	for _, column := range of.Figures {
		if slices.ContainsFunc(offered, func(it widget.Item) bool { return it.Column == column && it.Unmet == "" }) {
			m.send(m.first(), screen.ShowValue(column))
			return
		}
	}
}

// showColumn makes the first chart, and that of a screen with a sweep of its own, show what the open lesson watches
// over its parameter, if possible.
func (m *controller) showColumn() {
	l, own := m.lessons.Now(), m.screen()
	m.show(lab.Shown{Figures: l.Values})
	for _, it := range own.Values() {
		if it.Column == l.Values[0] {
			m.send(own, screen.ShowValue(it.Name))
		}
	}
	m.giveBack() // of the lesson before
	before := session.Text(own.State(), "over")
	m.giveBack = func() { m.send(own, screen.SweepOver(before)) }
	m.send(own, screen.SweepOver(l.Spec.Over[0].Name))
}

// pointAtLesson chooses the swept knob, and the first method in the table.
func (m *controller) pointAtLesson() {
	spec := m.lessons.Now().Spec
	m.panel.Chosen = spec.Over[0].Name
	m.pointAt(m.MethodIndex(spec.Methods[0]))
}

// closeLesson goes back to the list. The setting stays, but for the sweep of its own that the lesson's screen may have.
func (m *controller) closeLesson() {
	m.send(m.screen(), screen.Left{})
	m.giveBack()
	m.giveBack = func() {}
	m.lessons.Open = false
	m.Constraint = nil
	m.focus, m.charted = frame.First, frame.First
	m.follow()
}
