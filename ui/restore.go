package ui

import (
	"maps"
	"path/filepath"
	"slices"

	"gramscope/data"
	"gramscope/model/sweep"
)

// session is the present state as one.
func (m *explorer) session() *Session {
	s := &Session{
		Version: sessionVersion, Spec: m.Setting.Spec.Clone(), Data: sessionData(m.Setting.Store.Source(), m.loading),
		Screen: m.screen().key, Lesson: m.lessons.name(), Focus: paneNames()[m.focus], Charted: paneNames()[m.charted], Knob: m.panel.chosen,
		Method: m.Methods[m.Pointed].Name, Value: m.errors.now().label, X: m.errors.x.saved(), Y: m.errors.y.saved(),
		Dimension: m.rank.dimension, RankX: m.rank.x.saved(), RankY: m.rank.y.saved(),
		Learned: LearnedSession{m.learned.label, maps.Clone(m.learned.over), m.learned.x.saved(), m.learned.y.saved()},
		Theory:  m.errors.theory, Spectrum: m.spectrum.saved(), Points: [2]string{m.points.x, m.points.y}, Map: mapNames()[m.maps.first], Stream: m.stream.saved(),
	}
	s.Spec.Over = []sweep.Axis{{Name: m.Setting.Axis.Name, Values: slices.Clone(m.Setting.Axis.Values)}}
	s.Spec.Figures = nil // what is shown decides
	return s
}

// sessionData is where the data came from.
func sessionData(source data.Source, opts data.Options) SessionData {
	file, ok := source.(*data.File)
	if !ok {
		return SessionData{Set: source.Name()}
	}
	path, choice := file.Origin()
	if full, err := filepath.Abs(path); err == nil && path != "-" {
		path = full
	}
	return SessionData{File: path, Target: choice.Target, Columns: choice.Columns, Categorical: choice.Categorical,
		DropMissing: choice.DropMissing, Header: string(opts.Header)}
}

// restore shows what a session showed. The setting is there already.
func (m *explorer) restore(s *Session) {
	if at := slices.Index(lessonNames(), s.Lesson); at >= 0 {
		m.readBeside(at)
	}
	for i, x := range m.screens {
		if x.key == s.Screen {
			m.at = i
		}
	}
	focus, charted := pane(slices.Index(paneNames(), s.Focus)), pane(slices.Index(paneNames(), s.Charted))
	charts := m.screen().charts
	if focus == secondPane && len(charts) < 2 || charted == secondPane && len(charts) < 2 {
		focus, charted = firstPane, firstPane
	}
	if charted != secondPane {
		charted = firstPane
	}
	m.focus, m.charted = focus, charted
	m.panel.chosen = s.Knob
	for i, method := range m.Methods {
		if method.Name == s.Method {
			m.Pointed = i
		}
	}
	m.errors.choose(s.Value)
	s.X.restore(&m.errors.x)
	s.Y.restore(&m.errors.y)
	m.rank.dimension = s.Dimension
	s.RankX.restore(&m.rank.x)
	s.RankY.restore(&m.rank.y)
	m.learned.label = s.Learned.Value
	for label, name := range s.Learned.Over {
		if _, ok := sweep.Parameter(sweep.Parameters(m.Methods), name); ok {
			m.learned.over[label] = name
		}
	}
	s.Learned.X.restore(&m.learned.x)
	s.Learned.Y.restore(&m.learned.y)
	m.errors.theory = s.Theory
	m.spectrum.restore(s.Spectrum)
	m.points.x, m.points.y = s.Points[0], s.Points[1]
	m.maps.first = slices.Index(mapNames(), s.Map)
	m.stream.restore(s.Stream)
}

// saved is where the playback stands.
func (v *streamView) saved() StreamedSession {
	s := StreamedSession{Step: v.at, Playing: v.playing, Pace: paces()[v.pace], Sizes: v.sizes}
	if v.atEnd {
		s.Step = -1
	}
	for i, a := range v.axes {
		s.Axes[i] = [2]Log{a.x.saved(), a.y.saved()}
	}
	return s
}

func (v *streamView) restore(s StreamedSession) {
	v.at, v.atEnd, v.playing, v.pace, v.sizes = max(s.Step, 0), s.Step < 0, s.Playing, slices.Index(paces(), s.Pace), s.Sizes
	for i, axes := range s.Axes {
		axes[0].restore(&v.axes[i].x)
		axes[1].restore(&v.axes[i].y)
	}
}

// saved is what the charts show.
func (v *spectrumView) saved() SpectrumSession {
	s := SpectrumSession{}
	for side, kind := range v.shown {
		s.Charts[side] = kind.label()
	}
	for kind, a := range v.axes {
		if a.x.decided || a.y.decided {
			if s.Axes == nil {
				s.Axes = map[string][2]Log{}
			}
			s.Axes[spectrumKind(kind).label()] = [2]Log{a.x.saved(), a.y.saved()}
		}
	}
	return s
}

func (v *spectrumView) restore(s SpectrumSession) {
	for side, label := range s.Charts {
		v.shown[side] = spectrumKind(slices.Index(spectrumLabels(), label))
	}
	for kind, label := range spectrumLabels() {
		choices := s.Axes[label]
		choices[0].restore(&v.axes[kind].x)
		choices[1].restore(&v.axes[kind].y)
	}
}
