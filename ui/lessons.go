package ui

import (
	"fmt"
	"slices"

	"gramscope/model/sweep"
	"gramscope/ui/claim"
	"gramscope/ui/lab"
	"gramscope/ui/lesson"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

// lessonOpen stands for an open lesson among the keys of screens.
const lessonOpen = "lesson"

// lessonKeys are those of an open lesson, in whose pane the knobs are not.
func lessonKeys() []binding {
	scroll := func(pages float64, lines int) func(m *explorer) {
		return func(m *explorer) { m.scrollLesson(lines + int(pages*float64(m.lessonRoom()))) }
	}
	return []binding{
		{keys: []string{"up", "k"}, show: "↑", does: "in the text: scroll", in: onText, run: do(scroll(0, -1))},
		{keys: []string{"down", "j"}, show: "↓", does: "in the text: scroll", in: onText, run: do(scroll(0, 1))},
		{show: "↑↓", hint: "scroll", in: onText},
		{keys: []string{"pgup"}, show: "pgup", does: "a page of the text, from any pane", in: onPanes, run: do(scroll(-1, 1))},
		{keys: []string{"pgdown"}, show: "pgdn", does: "a page of the text, from any pane", hint: "page", in: onPanes, run: do(scroll(1, -1))},
		{keys: []string{"n"}, show: "n", does: "the next lesson, or the one before", hint: "next", in: onPanes, run: do(func(m *explorer) { m.stepLesson(1) })},
		{keys: []string{"N"}, show: "N", does: "the next lesson, or the one before", in: onPanes, run: do(func(m *explorer) { m.stepLesson(-1) })},
		{show: "esc", hint: "list", in: onPanes},
	}
}

// lessonView is a lesson that is being read beside a screen.
type lessonView struct {
	all    []lesson.Lesson
	at     int
	open   bool // be it that another screen is looked at meanwhile
	scroll int
	page   page

	verdict claim.Verdict
}

func newLessonView() lessonView { return lessonView{all: lesson.All()} }

// lessonNames lists them in their order.
func lessonNames() []string {
	var list []string
	for _, l := range lesson.All() {
		list = append(list, l.Name)
	}
	return list
}

func (v *lessonView) now() lesson.Lesson { return v.all[v.at] }

// name is that of the open lesson, or "".
func (v *lessonView) name() string {
	if !v.open {
		return ""
	}
	return v.now().Name
}

// reading tells whether a lesson's text is on screen.
func (m *explorer) reading() bool { return m.lessons.open && m.at == m.listOfLessons() }

// listOfLessons is the place of the screen that lists them, −1 for none.
func (m *explorer) listOfLessons() int {
	return slices.IndexFunc(m.screens, func(s numbered) bool { _, ok := s.Screen.(*lessons.Screen); return ok })
}

// readBeside puts a lesson's text where the knobs are, which turn all the same, beside
// the screen that it names.
func (m *explorer) readBeside(at int) {
	v := &m.lessons
	v.at, v.open, v.scroll, v.verdict = at, true, 0, claim.Verdict{}
	spec := v.now().Spec.Clone()
	m.Held = &lab.Constraint{Data: v.now().Data, Axis: spec.Over[0], Figures: spec.Figures}
	m.at = m.listOfLessons()
	m.send(m.screens[m.at], lessons.Opened(at))
	m.focus, m.charted = knobsPane, firstPane
}

// openLesson shows a lesson, on its preset.
func (m *explorer) openLesson(at int) {
	m.send(m.screen(), screen.Left{})
	m.readBeside(at)
	m.load(m.lessons.now())
}

// load sets everything as a lesson needs it: one change, which u undoes.
func (m *explorer) load(l lesson.Lesson) {
	value := m.session().Value
	m.showColumn(l.Value)
	other := !lab.BuiltInSet(m.Setting.Store.Source(), l.Data)
	if other {
		m.forgetData()
	}
	m.ChangeFrom(value, func(s *lab.Setting) {
		if other {
			s.Store = sweep.NewStore(l.Source())
		}
		s.Spec, s.Axis = l.Spec.Clone(), l.Spec.Clone().Over[0]
		s.Spec.Over, s.Spec.Figures, s.Rows = nil, nil, 0
		if s.Spec.N != sweep.UsualRows(s.Store.Source().Rows(), s.Spec.Test, sweep.DefaultRows) {
			s.Rows = s.Spec.N
		}
		s.OwnTest = s.Spec.Test != lab.UsualTest(s.Store.Source())
	})
	m.TrimHistory()
	m.follow()
	m.pointAtLesson(l)
}

// pointAtLesson chooses the swept knob, and the first method in the table.
func (m *explorer) pointAtLesson(l lesson.Lesson) {
	m.panel.Chosen = l.Spec.Over[0].Name
	m.Pointed = max(0, m.Place(l.Spec.Methods[0]))
	m.buildPanel()
	m.startOwn() // some charts are of the method that is pointed at
}

// showColumn lets the first chart show a column, if it can, over the parameter.
func (m *explorer) showColumn(name string) {
	m.send(m.first(), screen.ShowAgainst(""))
	m.send(m.first(), screen.ShowValue(name))
}

// closeLesson goes back to the list. The setting stays.
func (m *explorer) closeLesson() {
	m.send(m.screen(), screen.Left{})
	m.lessons.open, m.Held = false, nil
	m.focus, m.charted = firstPane, firstPane
	m.follow()
}

// stepLesson opens the lesson so many places further on.
func (m *explorer) stepLesson(by int) {
	v := &m.lessons
	switch at := v.at + by; {
	case at < 0:
		m.Tell("this is the first lesson")
	case at >= len(v.all):
		m.Tell("this is the last lesson; esc leads to the list")
	default:
		m.openLesson(at)
	}
}

// checkLesson checks the claim on the rows of the sweep that is on screen.
func (m *explorer) checkLesson() {
	var rows []sweep.Result
	for _, method := range m.Methods {
		for _, point := range m.Out.Grid[method.Name] {
			rows = append(rows, point...)
		}
	}
	l := m.lessons.now()
	m.lessons.verdict = l.Check(rows)
	if state := m.lessons.verdict.State; state != claim.Waiting {
		m.send(m.screens[m.listOfLessons()], lessons.Checked{Name: l.Name, State: state})
	}
}

// verdictText says what the claim comes to at this moment.
func (m *explorer) verdictText() string {
	v := m.lessons.verdict
	if v.State == claim.Waiting && !m.Out.Finished && m.Failed == nil && !m.Frozen {
		if m.Out.Done < m.Out.Total {
			return fmt.Sprintf("… %d of %d runs", m.Out.Done, m.Out.Total)
		}
		return "… computing"
	}
	if v.State == claim.Waiting {
		return "… " + v.Figures
	}
	return v.String()
}
