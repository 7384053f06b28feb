package ui

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/look"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
	"gramscope/ui/session"
	"gramscope/ui/widget"
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
	if len(s.Spec.Over) != 1 {
		return session.Edited("spec.over: %d swept parameters, not one", len(s.Spec.Over))
	}
	if err := s.Spec.Check(methods); err != nil {
		return session.EditedSpec(err)
	}
	if err := checkChoices(s, methods); err != nil {
		return err
	}
	switch {
	case (s.Data.Set == "") == (s.Data.File == ""):
		return session.Edited("data: neither a built-in set nor a file")
	case s.Stream.Step < -1:
		return session.Edited("stream.step = %d, less than -1", s.Stream.Step)
	case s.Stream.Pace != 0 && !slices.Contains(stream.Paces(), s.Stream.Pace):
		return session.Edited("stream.steps_a_second = %v is not one of %v", s.Stream.Pace, stream.Paces())
	}
	return nil
}

// checkChoices looks at the names of what is on screen and of how the data were read. ""
// is the usual one, where there is one.
func checkChoices(s *session.Session, methods []model.Method) error {
	type choice struct {
		field, name string
		all         []string
	}
	or := func(names []string) []string { return append(slices.Clip(names), "") }
	choices := []choice{
		{"data.header", s.Data.Header, or(data.Headers())},
		{"screen", s.Screen, keysOfScreens()},
		{"lesson", s.Lesson, or(lesson.Names())},
		{"focus", s.Focus, paneNames()},
		{"charted", s.Charted, paneNames()},
		{"knob", string(s.Knob), or(knobNames(methods))},
		{"method", s.Method, or(methodNames(methods))},
		{"value", s.Value, explore.Labels()},
		{"against", s.Against, or(widget.Names(explore.Axes(nil)[1:]))},
		{"regression.value", s.Learned.Value, or(regression.Labels())},
		{"map", s.Map, or(matrix.Names())},
	}
	for _, label := range slices.Sorted(maps.Keys(s.Learned.Over)) {
		choices = append(choices, choice{"regression.over", label, regression.Labels()},
			choice{"regression.over." + label, string(s.Learned.Over[label]), knobNames(methods)})
	}
	for _, label := range s.Spectrum.Charts {
		choices = append(choices, choice{"spectrum.charts", label, or(spectrum.Labels())})
	}
	for _, label := range slices.Sorted(maps.Keys(s.Spectrum.Axes)) {
		choices = append(choices, choice{"spectrum.axes", label, spectrum.Labels()})
	}
	for _, c := range choices {
		if slices.Contains(c.all, c.name) {
			continue
		}
		near := ""
		if n := data.Nearest(c.name, c.all); n != "" {
			near = fmt.Sprintf(" (did you mean %s?)", n)
		}
		return session.Edited("%s: there is no %q%s", c.field, c.name, near)
	}
	return nil
}

// keysOfScreens are the keys that open screens.
func keysOfScreens() (keys []string) {
	for _, one := range screens(&lab.State{}, &look.Look{}, nil) {
		keys = append(keys, one.key)
	}
	return keys
}

// knobNames are all knobs, whatever the setting.
func knobNames(methods []model.Method) []string {
	return sweep.ParameterNames(append(lab.DataKnobs(), sweep.Parameters(methods)...))
}

func methodNames(methods []model.Method) (names []string) {
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}
