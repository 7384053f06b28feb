package sweep

import (
	"bytes"
	"encoding/json"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// fields is Spec without its methods. It is marshalled field by field.
type fields Spec

// specFile is a spec in JSON, in which the width is a rule and, among the values, γ or σ.
type specFile struct {
	Kernel string       `json:"kernel"`
	Width  string       `json:"width,omitempty"`
	Values model.Values `json:"values"`
	fields
}

// MarshalJSON writes the width's rule as "width", and its number among the values.
func (s Spec) MarshalJSON() ([]byte, error) {
	return json.Marshal(specFile{s.Kernel, s.Width.RuleText(), s.Named(), fields(s)})
}

// UnmarshalJSON reads the output of MarshalJSON. Unknown fields are an error. The error is a
// *SpecError if both γ and σ are among the values. [Spec.Check] checks the rest.
func (s *Spec) UnmarshalJSON(text []byte) error {
	var file specFile
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return err
	}
	*s = Spec(file.fields)
	condition := s.Condition
	s.Kernel, s.Assignment = file.Kernel, trial.Assignment{Width: kernel.WidthByRule(file.Width), Condition: condition}.Clone()
	for name, v := range file.Values {
		_, _, given := s.Width.Number()
		width, ok := s.Width.With(name, v)
		switch {
		case ok && given:
			return &SpecError{"gamma and sigma are both given, and set the same width", remedy.Do("give one of them")}
		case ok:
			s.Width = width
		default:
			s.Values[name] = v
		}
	}
	return nil
}
