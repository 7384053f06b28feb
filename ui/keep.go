package ui

import (
	"io"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/save"
	"gramscope/ui/session"
)

// keepNote is a text of the keeper for the user.
type keepNote string

// startKeeping starts the job that keeps results and the session.
func (m *controller) startKeeping() {
	if m.keeper == nil {
		return
	}
	if m.keeper.Keeps() {
		m.Launch(job.Keep, m.keeper.Run)
		m.safely(m.keepSession)
	}
	generation := m.Runner.Generation(job.Keep)
	m.keeper.Say = func(text string) {
		m.Runner.Post(job.Event{Kind: job.Keep, Generation: generation, Body: keepNote(text)})
	}
}

// keepSession passes the present session to the keeper.
func (m *controller) keepSession() {
	if m.keeper != nil && m.keeper.Keeps() {
		m.keeper.Show(m.session())
	}
}

// endKeeping passes the last session to the keeper, which then ends. It is called after the last message.
func (m *controller) endKeeping() {
	if m.keeper != nil {
		attempt(m.keepSession)
		m.keeper.Close()
	}
}

// keeping handles a message of the keeper: its notes, and the error because of which it keeps nothing more.
func (m *controller) keeping(body any) {
	if text, is := body.(keepNote); is {
		m.Note = lab.Note{} // the footer may be too short for more; help has all
		m.InfoOnce(string(text))
	}
	if err := job.Error(body); err != nil {
		m.InfoOnce(lab.Message(err))
	}
}

// mostRows is the maximum number of rows below a session that w writes. They take some hundred bytes each.
const mostRows = 2000

// sessionWithResults returns what writes the present session, and the latest results below it.
func (m *controller) sessionWithResults() save.Content {
	s, store, program := m.session(), m.Setting().Store, m.version
	return func(w io.Writer) error {
		if err := s.Write(w); err != nil {
			return err
		}
		return session.WriteResults(w, session.OriginOf(store.Source(), program), store.Latest(mostRows))
	}
}
