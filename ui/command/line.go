package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/session"
)

// longestLine is the largest number of characters of a line that opens the explorer by flags.
const longestLine = 200

// arguments returns the arguments that open the explorer in the state of a session of a source; nil if they would make a
// line of more than longestLine characters, or if flags can't say all of it. It reads its own line to know that.
func (p *program) arguments(s *session.Session, source data.Source) []string {
	args := flagtext.Explore(s.Spec, sweep.Parameters(p.methods), flagtext.Rows{Source: source, Header: data.Header(s.Data.Header), Landmarked: true})
	first := p.opened(args, source)
	if first == nil || !equal(first.Spec, s.Spec) {
		return nil
	}
	for _, flag := range []string{"--methods", "--over"} { // which say what the data may say
		if at := slices.Index(args, flag); at >= 0 {
			without := slices.Delete(slices.Clone(args), at, at+2)
			if o := p.opened(without, source); o != nil && equal(o.Spec, s.Spec) {
				args, first = without, o
			}
		}
	}
	for _, part := range s.Differences(first.View) {
		flag := []string{"--show", part.Name + "=" + part.Text}
		if part.Name == screenPart {
			flag = []string{"--screen", part.Text}
		}
		args = slices.Insert(args, len(args)-1, flag...)
	}
	if utf8.RuneCountInString(legible.Shell(append([]string{"gramscope"}, args...)...)) > longestLine || !equal(p.opened(args, source), s) {
		return nil
	}
	return args
}

// opened returns the state in which arguments open the explorer on a source, or nil if they do not.
func (p *program) opened(args []string, source data.Source) *session.Session {
	s, screen := p.explorerFlags(commands()[0])
	if _, err := s.flags.parse(args); err != nil {
		return nil
	}
	config, err := p.config(s, screen, nil, source)
	if err != nil {
		return nil
	}
	state, err := ui.Opened(config)
	if err != nil {
		return nil
	}
	return state
}

// equal reports whether two values are the same in JSON.
func equal(a, b any) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// screenPart is the part that --screen sets.
const screenPart = "screen"

// checkPart returns a usage error for a part that no view can have.
func (p *program) checkPart(part session.Part, spec sweep.Spec) error {
	err := ui.CheckPart(part, spec.Widths, p.methods)
	if fault := (*session.Fault)(nil); errors.As(err, &fault) {
		flag := "--show " + part.Name + "=" + part.Text
		if part.Name == screenPart {
			flag = "--screen " + part.Text
		}
		return &usageError{flag + ": " + fault.Problem, fault.Remedy}
	}
	return err
}
