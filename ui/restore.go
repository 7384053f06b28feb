package ui

import (
	"path/filepath"
	"slices"

	"gramscope/data"
	"gramscope/model/sweep"
	"gramscope/ui/session"
)

// session is the present state as one.
func (m *explorer) session() *session.Session {
	s := &session.Session{
		Version: session.SessionVersion, Spec: m.Setting().Spec.Clone(), Data: sessionData(m.Setting().Store.Source(), m.loading),
		Screen: m.screens[m.at].key, Focus: paneNames()[m.focus], Charted: paneNames()[m.charted], Knob: m.panel.Chosen,
		Method: m.Methods()[m.Pointed()].Name,
	}
	for _, one := range m.screens {
		one.Save(s)
	}
	s.Spec.Over = []sweep.Axis{{Name: m.Setting().Axis.Name, Values: slices.Clone(m.Setting().Axis.Values)}}
	s.Spec.Figures = nil // what is shown decides
	return s
}

// sessionData is where the data came from.
func sessionData(source data.Source, opts data.Options) session.Data {
	landmarks := ""
	if l := source.Landmarks(); l != nil {
		landmarks = fromRoot(l.Path)
	}
	file, ok := source.(*data.File)
	if !ok {
		return session.Data{Set: source.Name(), Landmarks: landmarks}
	}
	path, choice := file.Origin()
	if path != "-" {
		path = fromRoot(path)
	}
	return session.Data{File: path, Landmarks: landmarks, Target: choice.Target, Columns: choice.Columns, Categorical: choice.Categorical,
		DropMissing: choice.DropMissing, Header: string(opts.Header)}
}

// fromRoot is the whole path of a file, or what there is of it.
func fromRoot(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// restore shows what a session showed. The setting is there already.
func (m *explorer) restore(s *session.Session) {
	if s.Lesson != "" {
		m.readBeside(s.Lesson)
	}
	m.at = slices.IndexFunc(m.screens, func(x numbered) bool { return x.key == s.Screen })
	focus, charted := pane(slices.Index(paneNames(), s.Focus)), pane(slices.Index(paneNames(), s.Charted))
	charts := m.charts()
	if focus == secondPane && len(charts) < 2 || charted == secondPane && len(charts) < 2 {
		focus, charted = firstPane, firstPane
	}
	if charted != secondPane {
		charted = firstPane
	}
	m.focus, m.charted = focus, charted
	m.panel.Chosen = s.Knob
	m.Point(m.MethodIndex(s.Method))
	for _, one := range m.screens {
		one.Restore(s)
	}
}
