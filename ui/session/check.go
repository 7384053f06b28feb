package session

import (
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// Choice is a name in a session, and the list of all valid names.
type Choice struct {
	Field    string // in the JSON
	Name     string
	All      []string
	Optional bool // whether "" is valid, for the default
}

// Check returns an error for the first name that is not valid.
func Check(choices ...Choice) error {
	for _, c := range choices {
		if slices.Contains(c.All, c.Name) || c.Optional && c.Name == "" {
			continue
		}
		near := ""
		if n := data.Nearest(c.Name, c.All); n != "" {
			near = fmt.Sprintf(" (did you mean %s?)", n)
		}
		return Edited("%s: there is no %q%s", c.Field, c.Name, near)
	}
	return nil
}

// Check returns an error if the spec is not valid with these methods, or if the session does not name
// its data. It calls sweep.Spec.Check, which rounds integer parameters. Each screen checks its own
// state.
func (s *Session) Check(methods []model.Method) error {
	if len(s.Spec.Over) != 1 {
		return Edited("spec.over: %d swept parameters, not one", len(s.Spec.Over))
	}
	if err := s.Spec.Check(methods); err != nil {
		return EditedSpec(err)
	}
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	if err := Check(Choice{"data.header", s.Data.Header, data.Headers(), true}, Choice{"knob", string(s.Knob), append(Knobs(methods), sweep.ParameterNames(lab.FeatureWidths(s.Spec.Widths))...), true},
		Choice{"method", s.Method, names, true}); err != nil {
		return err
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		return Edited("data: neither a built-in set nor a file")
	}
	return nil
}

// Knobs returns the names of all knobs, for any setting, except those of the features' widths.
func Knobs(methods []model.Method) []string {
	return sweep.ParameterNames(append(lab.DataKnobs(nil), sweep.Parameters(methods)...))
}
