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

// A Fault says what is wrong with a field of a session.
type Fault struct {
	Field   string // its name in JSON
	Problem string
	Remedy  string
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s (%s)", f.Field, f.Problem, f.Remedy) }

// Check returns a *Fault for the first name that is not valid.
func Check(choices ...Choice) error {
	for _, c := range choices {
		if slices.Contains(c.All, c.Name) || c.Optional && c.Name == "" {
			continue
		}
		_, remedy := data.Unknown(c.Field, c.Name, c.All)
		return &Fault{c.Field, fmt.Sprintf("there is no %q", c.Name), remedy}
	}
	return nil
}

// Check returns an error if the spec is not valid with these methods, or if the session does not name
// its data. It calls sweep.Spec.Check, which rounds integer parameters. It does not check the view.
func (s *Session) Check(methods []model.Method) error {
	if len(s.Spec.Over) != 1 {
		return Edited("spec.over: %d swept parameters, not one", len(s.Spec.Over))
	}
	if err := s.Spec.Check(methods); err != nil {
		return EditedSpec(err)
	}
	if (s.Data.Set == "") == (s.Data.File == "") {
		return Edited("data: neither a built-in set nor a file")
	}
	separators := data.Separators()
	if _, ok := data.SeparatorSign(s.Data.Separator); ok {
		separators = append(separators, s.Data.Separator)
	}
	if s.Data.SkipLines < 0 {
		return Edited("data.skip_lines: %d", s.Data.SkipLines)
	}
	return Check(Choice{"data.header", s.Data.Header, data.Headers(), true}, Choice{"data.separator", s.Data.Separator, separators, true},
		Choice{"data.thousands", s.Data.Thousands, data.Marks(), true}, Choice{"data.decimal", s.Data.Decimal, data.Marks()[:2], true},
		Choice{"data.indefinite", s.Data.Indefinite, data.Indefinites(), true})
}

// Knobs returns the names of all knobs, for any setting, except those of the features' widths.
func Knobs(methods []model.Method) []string {
	return sweep.ParameterNames(append(lab.DataKnobs(nil), sweep.Parameters(methods)...))
}
