package ui

import (
	"errors"
	"io"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/ui/look"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/session"
)

// paneNames are the panes, in order.
func paneNames() []string { return []string{"knobs", "first chart", "second chart", "methods"} }

// mostSession is how long a session may be, in bytes. Those that w writes have a few
// thousand.
const mostSession = 1 << 20

// ReadSession reads a session, of so many bytes at most that no other file is read
// for long. What is wrong with it is a *data.Error with the name of what is read: none
// of ours, another version, cut short, edited to something that does not exist.
// methods are those that there are.
func ReadSession(r io.Reader, name string, methods []model.Method) (*session.Session, error) {
	content, err := io.ReadAll(io.LimitReader(r, mostSession+1))
	bad := &data.Error{File: name, Want: "a session that the explorer's key w has written", Err: err}
	switch {
	case err != nil:
		bad.Problem = data.Cause(err)
		return nil, bad
	case len(content) == 0:
		bad.Problem = "empty"
		return nil, bad
	case len(content) > mostSession:
		bad.Problem = "longer than " + model.Bytes(mostSession)
		return nil, bad
	}
	s, err := session.Decode(content)
	if err == nil {
		err = checkSession(s, methods)
	}
	var own *data.Error
	if errors.As(err, &own) {
		own.File = name
	}
	return s, err
}

// checkSession refuses what does not exist in this program and what is out of range. It
// rounds what sweep.Spec.Check rounds.
func checkSession(s *session.Session, methods []model.Method) error {
	if err := s.Check(methods); err != nil {
		return err
	}
	b, l := &lab.State{}, &look.Look{}
	var keys []string
	for _, one := range screens(b, l, lessons.New(b, l)) {
		if err := one.Check(s, methods); err != nil {
			return err
		}
		keys = append(keys, one.key)
	}
	return session.Check(session.Choice{Field: "screen", Name: s.Screen, All: keys}, session.Choice{Field: "focus", Name: s.Focus, All: paneNames()},
		session.Choice{Field: "charted", Name: s.Charted, All: paneNames()})
}
