package ui

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/lab"
	"gramscope/ui/lesson"
	"gramscope/ui/look"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/matrix"
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

// checkSession refuses what does not exist in this program.
func checkSession(s *session.Session, methods []model.Method) error {
	var all []string
	for _, m := range methods {
		all = append(all, m.Name)
	}
	params := sweep.Parameters(methods)
	in := func(what, name string, all []string) error {
		if slices.Contains(all, name) {
			return nil
		}
		near := ""
		if n := data.Nearest(name, all); n != "" {
			near = fmt.Sprintf(" (did you mean %s?)", n)
		}
		return session.Edited("there is no %s %q%s", what, name, near)
	}
	checks := []error{in("kernel", s.Spec.Kernel, kernel.Names()), in("pane", s.Focus, paneNames()), in("pane", s.Charted, paneNames())}
	for _, name := range s.Spec.Methods {
		checks = append(checks, in("method", name, all))
	}
	if !slices.Contains(explore.Labels(), s.Value) {
		checks = append(checks, session.Edited("the chart has no value %q", s.Value))
	}
	if axes := explore.Axes(nil)[1:]; s.Against != "" {
		checks = append(checks, in("result to chart over", s.Against, widget.Names(axes)))
	}
	if !slices.ContainsFunc(screens(&lab.Bench{}, &look.Look{}, nil), func(one numbered) bool { return one.key == s.Screen }) {
		checks = append(checks, session.Edited("there is no screen %q", s.Screen))
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		checks = append(checks, session.Edited("the data are neither a built-in set nor a file"))
	}
	for _, label := range slices.Concat(s.Spectrum.Charts[:], slices.Sorted(maps.Keys(s.Spectrum.Axes))) {
		if label == "" {
			continue
		}
		checks = append(checks, in("chart of the spectrum", label, spectrum.Labels()))
	}
	checks = append(checks, in("width", s.Spec.Width, []string{"", "median", "mean"}),
		in("learner", s.Spec.Learner, append(trial.Learners(), "")), in("solver", s.Spec.Solver, append(trial.Solvers(), "")))
	checks = append(checks, in("matrix", s.Map, append(matrix.Names(), "")))
	if s.Stream.Pace != 0 && !slices.Contains(stream.Paces(), s.Stream.Pace) || s.Stream.Step < -1 {
		checks = append(checks, session.Edited("step %d of the stream at %v steps a second", s.Stream.Step, s.Stream.Pace))
	}
	if s.Lesson != "" {
		checks = append(checks, in("lesson", s.Lesson, lesson.Names()))
	}
	for name, v := range s.Spec.Values {
		checks = append(checks, valueFits(params, name, v))
	}
	if _, err := (sweep.Spec{With: s.Spec.With}).Couplings(params); err != nil {
		checks = append(checks, session.Edited("%v", err))
	}
	if len(s.Spec.Over) != 1 {
		checks = append(checks, session.Edited("%d swept parameters, not one", len(s.Spec.Over)))
	}
	for _, axis := range s.Spec.Over {
		if _, ok := sweep.Parameter(params, axis.Name); !ok {
			checks = append(checks, session.Edited("there is no parameter %q", axis.Name))
		}
		for _, v := range axis.Values {
			checks = append(checks, valueFits(params, axis.Name, v))
		}
	}
	for _, number := range []struct {
		name  string
		value any
		fits  bool
	}{{"reps", s.Spec.Reps, s.Spec.Reps >= 1}, {"n", s.Spec.N, s.Spec.N >= 1}, {"test", s.Spec.Test, s.Spec.Test >= 0 && s.Spec.Test < 1}, {"seed", s.Spec.Seed, s.Spec.Seed <= math.MaxInt64}} {
		if !number.fits {
			checks = append(checks, session.Edited("%s = %v is out of range", number.name, number.value))
		}
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	return nil
}

func valueFits(params []model.Param, name string, v float64) error {
	p, ok := sweep.Parameter(params, name)
	if !ok {
		return session.Edited("there is no parameter %q", name)
	}
	if _, err := p.Check(v); err != nil {
		return session.Edited("%v", err)
	}
	return nil
}
