package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/session"
)

// resumed returns the settings of a session, read from path, with the flags of the command line applied on top, and the
// name of the data. given are the flags as parsed before, name is DATA or "". All settings of the session apply to
// DATA, since a file may have moved.
func (p *program) resumed(from *session.Session, path string, given *flags, name string) (*settings, string, error) {
	s, _ := p.explorerFlags()
	was, drop, usual := from.Data, given.isGiven, s.spec.Width
	if name == "" {
		if name = was.Set + was.File; name == "-" {
			again := remedy.Do("pipe them in again, with the session in a file: gramscope --session FILE -")
			return nil, "", &data.Error{File: path, Problem: "the session's data came from standard input", Remedies: again}
		}
	}
	s.resumed, s.spec = true, from.Spec.Clone()
	s.loader.landmarks, s.loader.choice, s.loader.dialect = was.Landmarks, was.Choice, was.Dialect
	for _, read := range [][2]string{
		{"header", string(was.Header)}, {"separator", was.Separator}, {"skip-lines", strconv.Itoa(was.SkipLines)},
		{"thousands", was.Thousands}, {"decimal", was.Decimal}, {"indefinite", was.Indefinite},
	} {
		if err := s.flags.value(read[0]).set(read[1]); read[1] != "" && err != nil { // with the flag's own error
			return nil, "", fmt.Errorf("%s: %s: %v", path, read[0], err)
		}
	}
	if drop(model.GammaName, model.SigmaName) { // one knob
		s.spec.Width = usual
	}
	if drop("over") {
		s.spec.Over = nil
	}
	if drop("with") {
		s.spec.With = nil
	}
	s.spec.With = slices.DeleteFunc(s.spec.With, func(c sweep.Coupling) bool { return drop(c.Name) })
	if limit, _ := model.MachineMemory(); s.spec.MaxMemory > limit { // the session may be from a larger machine
		s.spec.MaxMemory = limit
	}
	return s, name, s.flags.reword(s.flags.ParseFlags(p.args))
}

// readSession reads a session's file, or standard input for "-".
func (p *program) readSession(ctx context.Context, path string) (*session.Session, error) {
	if path == "-" {
		return data.Await(ctx, func() (*session.Session, error) { return session.Read(p.stdin, "standard input", p.methods) })
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, &data.Error{File: path, Problem: data.Cause(err), Want: "a session that the key w has written", Err: err}
	}
	defer file.Close()
	return session.Read(file, path, p.methods)
}

// longestLine is the most characters of a line that opens the explorer by flags.
const longestLine = 200

// arguments returns the arguments that open the explorer in a session's state; nil if their line would be too long.
func (p *program) arguments(s *session.Session, source data.Source) []string {
	args := p.spelled(s, source)
	if utf8.RuneCountInString(line(args...)) > longestLine {
		return nil
	}
	return args
}

// spelled returns the arguments that open the explorer in a session's state, without defaults. It opens the explorer
// with them, and returns nil if the state is not the same.
func (p *program) spelled(s *session.Session, source data.Source) []string {
	args := flagtext.Explore(s.Spec, p.methods, flagtext.Rows{Source: source, Dialect: s.Data.Dialect})
	first := p.opened(args, source)
	if first == nil {
		return nil
	}
	for _, flag := range []string{"--methods", "--over"} {
		at := slices.Index(args, flag)
		if at < 0 {
			continue
		}
		fewer := slices.Delete(slices.Clone(args), at, at+2)
		if state := p.opened(fewer, source); state != nil && equal(state.Spec, s.Spec) {
			args, first = fewer, state
		}
	}
	if screen := session.Text(s.Shown, "screen"); screen != session.Text(first.Shown, "screen") {
		args = slices.Insert(args, len(args)-1, "--screen", screen)
		first = p.opened(args, source)
	}
	for _, field := range s.Differences(first) {
		args = slices.Insert(args, len(args)-1, "--show", field.Name+"="+field.Text())
	}
	if !equal(p.opened(args, source), s) {
		return nil
	}
	return args
}

// opened returns the state in which arguments open the explorer on a source, or nil if they do not.
func (p *program) opened(args []string, source data.Source) *session.Session {
	s, screen := p.explorerFlags()
	if s.flags.ParseFlags(args) != nil {
		return nil
	}
	config, err := p.config(s, screen, nil, source)
	if err != nil {
		return nil
	}
	state, _ := ui.Opened(config) // nil with an error
	return state
}

// equal reports whether two values are the same in JSON.
func equal(a, b any) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}
