package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/curve"
	"gramscope/ui/frame"
	"gramscope/ui/look"
	"gramscope/ui/methodtable"
	"gramscope/ui/save"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/session"
)

// paneNames are the panes, in order.
func paneNames() []string { return []string{"knobs", "first chart", "second chart", "methods"} }

// mostSession is the largest size of a session in bytes, and mostResults the largest size of its file with the results
// below it. Sessions that w writes have a few thousand bytes, and some hundred for each result.
const (
	mostSession = 1 << 20
	mostResults = 64 << 20
)

// ReadSession reads a session of at most mostSession bytes, or the line of one, and the results below it. Errors are of type *data.Error and name the file: it is
// not a session, has another version, ends too early, or names something that does not exist. methods lists all
// methods of the program.
func ReadSession(r io.Reader, name string, methods []model.Method) (*session.Session, error) {
	content, err := io.ReadAll(io.LimitReader(r, mostSession+1))
	if len(content) > mostSession && session.HasResults(content) {
		var rest []byte
		rest, err = io.ReadAll(io.LimitReader(r, mostResults))
		content = append(content, rest...)
	}
	bad := &data.Error{File: name, Want: "a session that the explorer's key w has written", Err: err}
	switch {
	case err != nil:
		bad.Problem = data.Cause(err)
		return nil, bad
	case len(content) == 0:
		bad.Problem = "empty"
		return nil, bad
	case len(content) > mostSession && !session.HasResults(content):
		bad.Problem = "longer than " + model.Bytes(mostSession)
		return nil, bad
	}
	var s *session.Session
	if content, err = session.Unpack(content, mostSession); err == nil {
		s, err = session.Decode(content)
	}
	if err == nil {
		err = checkSession(s, methods)
	}
	var own *data.Error
	if errors.As(err, &own) {
		own.File = name
	}
	return s, err
}

// checkSession returns an error for names that this program does not have and for values out of range. It rounds
// values as sweep.Spec.Check does.
func checkSession(s *session.Session, methods []model.Method) error {
	err := s.Check(methods)
	if err == nil {
		err = s.CheckAnswers()
	}
	if err == nil {
		err = checkView(s, methods)
	}
	if fault := (*session.Fault)(nil); errors.As(err, &fault) {
		return session.Edited("%v", fault)
	}
	return err
}

// CheckPart returns a *session.Fault for a part that no view can have, whatever the data. w has the widths of the
// features, which are knobs.
func CheckPart(p session.Part, w kernel.Widths, methods []model.Method) error {
	s := &session.Session{Spec: sweep.Spec{Scale: trial.Scale{Widths: w}}}
	b, l := &lab.State{}, &look.Look{}
	for _, one := range screens(b, l, &lessons.Screen{}) {
		s.Screen = one.key
		one.Save(s)
	}
	s.Focus, s.Charted = paneNames()[0], paneNames()[1]
	if err := s.Set(p); err != nil {
		return err
	}
	return checkView(s, methods)
}

// checkView returns a *session.Fault for what a view does not have.
func checkView(s *session.Session, methods []model.Method) error {
	b, l := &lab.State{}, &look.Look{}
	var keys []string
	for _, one := range screens(b, l, &lessons.Screen{}) {
		if err := one.Check(s, methods); err != nil {
			return err
		}
		keys = append(keys, one.key)
	}
	if err := s.CheckZoom(keys); err != nil {
		return err
	}
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return session.Check(session.Choice{Field: "screen", Name: s.Screen, All: keys}, session.Choice{Field: "focus", Name: s.Focus, All: paneNames()},
		session.Choice{Field: "charted", Name: s.Charted, All: paneNames()},
		session.Choice{Field: "sorted", Name: s.Sorted, All: methodtable.Heads(), Optional: true},
		session.Choice{Field: "band", Name: s.Band, All: lab.SpreadNames(), Optional: true},
		session.Choice{Field: "written", Name: s.Written, All: save.Names(), Optional: true},
		session.Choice{Field: "knob", Name: string(s.Knob), All: append(append(session.Knobs(methods), more), sweep.ParameterNames(lab.FeatureWidths(s.Spec.Widths))...), Optional: true},
		session.Choice{Field: "method", Name: s.Method, All: names, Optional: true})
}

// Opened returns the state in which the explorer opens. The error is that of [Run] for wrong Glyphs or Theme.
func Opened(c Config) (*session.Session, error) {
	l, err := look.New(c.Glyphs, c.Theme, os.Getenv)
	if err != nil {
		return nil, err
	}
	r := job.NewRunner(context.Background())
	defer r.Close(0)
	return newExplorer(c, l, r, time.Now).session(), nil
}

// session returns the present state as a session.
func (m *controller) session() *session.Session {
	s := &session.Session{
		Version: session.SessionVersion, Spec: m.Setting().Spec.Clone(), Data: sessionData(m.Setting().Store.Source(), m.loading),
		View: session.View{
			Screen: m.screens[m.at].key, Focus: paneNames()[m.focus], Charted: paneNames()[m.charted], Knob: m.panel.Chosen,
			Method: m.Methods()[m.Pointed()].Name, Sorted: m.order.Sorted, Written: m.saver.Last,
		},
	}
	for _, one := range m.screens {
		one.Save(s)
		if zoom, any := session.ZoomOf(axesOf(one)); any {
			if s.Zoom == nil {
				s.Zoom = map[string][2]session.Window{}
			}
			s.Zoom[one.key] = zoom
		}
	}
	s.Spec.Over = []sweep.Axis{{Name: m.Setting().Axis.Name, Values: slices.Clone(m.Setting().Axis.Values)}}
	if m.Spread() != lab.StandardError {
		s.Band = m.Spread().String()
	}
	s.Spec.Figures = nil // they follow from what is shown
	return s
}

// sessionData describes the source of the data.
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
	if file.Table().HasTargetFile() && file.HasTarget() && choice.Target != "" {
		choice.Target = fromRoot(choice.Target)
	}
	return session.Data{File: path, Landmarks: landmarks, Target: choice.Target, Columns: choice.Columns, Categorical: choice.Categorical,
		DropMissing: choice.DropMissing, Indefinite: choice.Indefinite, Header: string(opts.Header), Separator: opts.Separator, SkipLines: opts.SkipLines, Thousands: opts.Thousands, Decimal: opts.Decimal}
}

// fromRoot returns the absolute path of a file, or the path as it is if that can't be determined.
func fromRoot(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// restore shows the screens of a session. The setting must be restored before.
func (m *controller) restore(s *session.Session) {
	m.lessons.Restore(s) // what has been answered says what of a lesson is shown
	if s.Lesson != "" && !(m.lessons.Open && m.lessons.Now().Name == s.Lesson) {
		m.readBeside(s.Lesson)
	}
	m.at = slices.IndexFunc(m.screens, func(x numbered) bool { return x.key == s.Screen })
	focus, charted := frame.Pane(slices.Index(paneNames(), s.Focus)), frame.Pane(slices.Index(paneNames(), s.Charted))
	charts := m.charts()
	if focus == frame.Second && len(charts) < 2 || charted == frame.Second && len(charts) < 2 {
		focus, charted = frame.First, frame.First
	}
	if charted != frame.Second {
		charted = frame.First
	}
	m.focus, m.charted = focus, charted
	m.panel.Chosen = s.Knob
	m.Point(m.MethodIndex(s.Method))
	m.order.Sorted, m.saver.Last = s.Sorted, s.Written
	m.ShowSpread(lab.Spread(max(0, slices.Index(lab.SpreadNames(), s.Band))))
	if s.Marks != nil {
		m.InfoOnce("the session's marks of points are left out: points can't be marked any more")
	}
	for _, one := range m.screens {
		one.Restore(s)
		for i, axes := range axesOf(one) {
			if axes != nil {
				s.Zoom[one.key][i].Restore(axes)
			}
		}
	}
}

// axesOf returns the axes of a screen's charts, nil for a chart without any that a session keeps.
func axesOf(s screen.Screen) (list []*curve.Axes) {
	for _, c := range s.Panes().Charts {
		var axes *curve.Axes
		if c.Axes != nil && !c.Passing {
			axes = c.Axes()
		}
		list = append(list, axes)
	}
	return list
}

// showParts sets parts of what is shown, which [CheckPart] has checked.
func (m *controller) showParts(parts []session.Part) {
	if len(parts) == 0 {
		return
	}
	for _, p := range parts { // a screen has a focus of its own
		if at := slices.IndexFunc(m.screens, func(x numbered) bool { return p.Name == "screen" && x.key == p.Text }); at >= 0 {
			m.goTo(at)
		}
	}
	s := m.session()
	for _, p := range parts {
		if err := s.Set(p); err != nil {
			m.Complain(err)
		}
	}
	m.restore(s)
}
