package ui

import (
	"fmt"
	"io"
	"iter"
	"time"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/model/sweep/memory"
	"gramscope/ui/replay"
	"gramscope/ui/session"
)

// recording is the log of the explorer's states, and the results on data that it has left.
type recording struct {
	replay.Log
	began time.Time
	store *sweep.Store // of the present data
	left  []leftData
}

// leftData are the latest results on data that the explorer has left.
type leftData struct {
	source  data.Source
	results []namedResult
}

type namedResult struct {
	key   string
	value any
}

// Bounds on what is written below a log, and kept of data that are left.
const (
	mostLogged = 20000    // rows of the present data
	mostLeft   = 4000     // rows of data that were left
	mostOfFile = 16 << 20 // bytes of a file that stays in memory so that its results can be written
	mostSets   = 8        // data that were left
)

// record passes the present state to the keeper and to the log. amends says that the program has changed it by itself.
func (m *explorer) record(amends bool) {
	m.keepSession()
	if !m.Computes() { // results from files have no setting
		return
	}
	m.recording.enter(m.Setting().Store)
	s := m.session()
	s.Moment, s.Written = m.moment(), ""
	m.recording.Add(s, m.Clock().Sub(m.recording.began), amends)
}

// enter takes the results on the data before, if these are others.
func (r *recording) enter(store *sweep.Store) {
	was := r.store
	if r.store = store; was == nil || was == store || memory.Of(was.Source()).Table() > mostOfFile {
		return
	}
	left := leftData{source: was.Source()}
	for key, value := range was.Latest(mostLeft) {
		left.results = append(left.results, namedResult{key, value})
	}
	if r.left = append(r.left, left); len(r.left) > mostSets {
		r.left = r.left[1:]
	}
}

// all yields the results with their keys.
func (l leftData) all() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, r := range l.results {
			if !yield(r.key, r.value) {
				return
			}
		}
	}
}

// logContent returns a function that writes the log so far, and below it the results.
func (m *explorer) logContent() func(io.Writer) error {
	left, store, program := m.recording.left, m.Setting().Store, m.version
	return m.recording.Content(func(w io.Writer) error {
		for _, l := range left {
			if err := session.WriteResults(w, session.OriginOf(l.source, program), l.all()); err != nil {
				return err
			}
		}
		return session.WriteResults(w, session.OriginOf(store.Source(), program), store.Latest(mostLogged))
	})
}

// logNote describes the log in the menu of files to write.
func (m *explorer) logNote() string {
	states, gone := m.recording.Len()
	text := fmt.Sprintf("the %d states so far", states)
	switch {
	case states == 1:
		text = "the present state"
	case gone > 0:
		text = fmt.Sprintf("the last %d of %d states", states, states+gone)
	}
	return text + ", for gramscope replay FILE"
}

// moment returns what of the window a session does not have, or nil if there is nothing.
func (m *explorer) moment() *session.Moment {
	w := session.Moment{Expanded: m.expanded, Presented: m.presents, Numbers: m.numbers, Frozen: m.Frozen(), Pinned: m.Pinned()}
	if m.cross.On {
		w.Cross = &session.Cross{Axis: m.cross.Axis, X: m.cross.X}
	}
	if w == (session.Moment{}) {
		return nil
	}
	return &w
}
