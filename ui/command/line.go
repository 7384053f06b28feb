package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/data/synthetic"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
	"gramscope/ui"
	"gramscope/ui/session"
)

// longestLine is the largest number of characters of a line that opens the explorer by flags.
const longestLine = 200

// arguments returns the arguments that open the explorer in the state of a session of a source; nil if flags can't say
// it, or not in longestLine characters.
func (p *program) arguments(s *session.Session, source data.Source) []string {
	args := p.spelled(s, source)
	if args == nil || utf8.RuneCountInString(legible.Shell(append([]string{"gramscope"}, args...)...)) > longestLine {
		return nil
	}
	return args
}

// spelled returns the arguments that open the explorer in a state; nil if flags can't say it, which it finds out by
// opening the explorer with them. It leaves out what is shown anyway.
func (p *program) spelled(s *session.Session, source data.Source) []string {
	args := flagtext.Explore(s.Spec, sweep.Parameters(p.methods), flagtext.Rows{Source: source, Dialect: s.Data.Dialect(), Landmarked: true})
	if fewer := without(args, "--methods"); slices.Equal(p.opening(fewer, source).Spec.Methods, s.Spec.Methods) {
		args = fewer
	}
	fewer := without(args, "--over")
	first := p.opened(fewer, source)
	if first == nil || !equal(first.Spec, s.Spec) {
		fewer = args
		first = p.opened(args, source)
	}
	if args = fewer; first == nil {
		return nil
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

// without returns the arguments without a flag and its value.
func without(args []string, flag string) []string {
	if at := slices.Index(args, flag); at >= 0 {
		return slices.Delete(slices.Clone(args), at, at+2)
	}
	return args
}

// opening returns what arguments open the explorer with on a source; the zero value if they are wrong.
func (p *program) opening(args []string, source data.Source) ui.Config {
	s, screen := p.explorerFlags()
	if _, err := s.flags.parse(args); err != nil {
		return ui.Config{}
	}
	config, err := p.config(s, screen, nil, source)
	if err != nil {
		return ui.Config{}
	}
	return config
}

// opened returns the state in which arguments open the explorer on a source, or nil if they do not.
func (p *program) opened(args []string, source data.Source) *session.Session {
	config := p.opening(args, source)
	if config.Source == nil {
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

// checkPart returns a usage error for a part that is never shown, whatever the data.
func (p *program) checkPart(part session.Field, spec sweep.Spec) error {
	config := p.opening(nil, synthetic.Generators()[0])
	config.Spec.Widths, config.Parts = spec.Widths, []session.Field{part}
	_, err := ui.Opened(config)
	if fault := (*session.Fault)(nil); errors.As(err, &fault) {
		return usage("--show "+part.Name+"="+part.Text()+": "+fault.Problem, fault.Remedy)
	}
	return err
}
