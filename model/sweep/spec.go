package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Spec is an experiment. Fill it from DefaultSpec.
type Spec struct {
	Kernel           string     `json:"kernel"`
	trial.Assignment            // fixed parameters
	Over             []Axis     `json:"over,omitempty"` // the grid, the first axis outermost
	With             []Coupling `json:"with,omitempty"` // formulas, which override the fixed parameters

	Methods []string `json:"methods"`

	N    int     `json:"n"`    // training rows
	Test float64 `json:"test"` // test rows as a fraction of all drawn, in [0, 1)
	trial.Scale

	Reps       int    `json:"reps"`
	Seed       uint64 `json:"seed"`
	ExactLimit int    `json:"exact_limit"`          // metrics are exact up to this n
	MaxMemory  int64  `json:"max_memory,omitempty"` // bytes; runs that need more fail, and a plan of them alone is refused

	// Figures are computed in addition to the fits; nil means DefaultFigures. FigureRegression needs data with a
	// target, FigureExact n up to ExactLimit, and FigureDiagnostics n up to exact.DiagnosticsLimit.
	Figures Figures `json:"figures,omitempty"`
	Learner string  `json:"learner,omitempty"` // one of trial.Learners; "" = logistic for a text target, else ridge
	Solver  string  `json:"solver,omitempty"`  // one of trial.Solvers; "" = direct

}

// Axis is one swept parameter.
type Axis struct {
	Name   model.Name `json:"name"`
	Values []float64  `json:"values"`
}

// DefaultSpec returns a spec on n rows with the defaults that depend neither on the data nor on the machine.
func DefaultSpec(n int) Spec {
	return Spec{
		Kernel: "gaussian", Assignment: trial.Assignment{Width: kernel.WidthByRule(kernel.Median)}.Clone(),
		Methods: []string{"nystrom", "accumulation", "bka", "fourier"},
		N:       n, Reps: 1, Seed: 1, ExactLimit: exact.DefaultExactLimit, MaxMemory: model.UnknownMemory,
	}
}

// DefaultRows is the default n for generated data.
const DefaultRows = 1000

// UsualRows returns the default n for data of the given number of rows: the rows without the share for tests, but at
// most largest. For generated data rows is 0, and the default is DefaultRows.
func UsualRows(rows int, test float64, largest int) int {
	if rows == 0 {
		return DefaultRows
	}
	return max(1, min(largest, int(math.Round(float64(rows)*(1-test)))))
}

// Draw returns the first repetition's draw of rows.
func (s Spec) Draw() trial.Draw {
	return trial.Draw{Seed: s.Seed, Rep: 1, N: s.N, Test: s.Test, Scale: s.Scale}
}

// MostRows returns the largest n of the grid on data of the given number of rows, 0 for no bound.
func (s Spec) MostRows(rows int) int {
	most := s.N
	for _, axis := range s.Over {
		if axis.Name == model.TrainRowsName && len(axis.Values) > 0 {
			most = int(slices.Max(axis.Values))
		}
	}
	if rows > 0 {
		most = min(most, rows)
	}
	return most
}

// Clone returns a copy that shares nothing with s.
func (s Spec) Clone() Spec {
	s.Assignment = s.Assignment.Clone()
	s.Methods = slices.Clone(s.Methods)
	s.Over, s.With, s.Figures = slices.Clone(s.Over), slices.Clone(s.With), slices.Clone(s.Figures)
	for i, axis := range s.Over {
		s.Over[i].Values = slices.Clone(axis.Values)
	}
	return s
}

// Set parses the text of a flag and sets a parameter: to a number or a choice, σ also to one of the rules median and
// mean, and m also to what follows from a condition. The error is that of [model.Param.Parse] or of [ParseCondition].
func (s *Spec) Set(p model.Param, text string) error {
	if p.Name == model.SigmaName && slices.Contains(kernel.WidthRules(), text) {
		s.Width = kernel.WidthByRule(text)
		return nil
	}
	if p.Name == model.BudgetName && LooksConditional(text) {
		c, err := ParseCondition(text)
		if err == nil {
			s.Assignment = s.Conditional(c)
		}
		return err
	}
	v, err := p.Parse(text)
	if err != nil {
		return err
	}
	if p.Name == model.TrainRowsName {
		s.N = int(v)
		return nil
	}
	s.Assignment = s.Assignment.With(p.Name, v)
	return nil
}

// A SpecError says that a spec asks for something that does not exist, or combines settings that exclude each
// other. It is wrong usage, not a problem of the data.
type SpecError struct {
	Problem  string
	Remedies remedy.List
}

func (e *SpecError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts returns the problem, and the remedies.
func (e *SpecError) Parts() (string, remedy.List) { return e.Problem, e.Remedies }

// Parameters returns the descriptors of all parameters that can be set or swept: n, the kernels' parameters, the
// ridges, and those of the methods. Each name occurs once, and no descriptor is bound to a variable.
func Parameters(methods []model.Method) []model.Param {
	all := append([]model.Param{model.TrainRows(nil)}, kernel.Params()...)
	ridges := []model.Param{model.Ridge(nil), model.ScoreRidge(nil), model.Tolerance(nil)}
	for _, m := range methods {
		for _, p := range m.New().Params() {
			p.Int, p.Real = nil, nil
			same := func(q model.Param) bool { return q.Name == p.Name }
			if !slices.ContainsFunc(all, same) && !slices.ContainsFunc(ridges, same) {
				all = append(all, p)
			}
		}
	}
	return append(all, ridges...)
}

// ParameterNames returns the names of parameters as text.
func ParameterNames(params []model.Param) []string {
	var names []string
	for _, p := range params {
		names = append(names, string(p.Name))
	}
	return names
}

// Parameter finds a descriptor by name.
func Parameter(params []model.Param, name model.Name) (model.Param, bool) {
	for _, p := range params {
		if p.Name == name {
			return p, true
		}
	}
	return model.Param{}, false
}

// ParseList parses the values of a swept parameter: a list such as `10,50,200`, or a range such as `10..1000:8`, eight
// values evenly spaced on the parameter's scale. The error is a *SpecError.
func ParseList(p model.Param, text string) ([]float64, error) {
	bad := func(problem, instead string) error {
		return &SpecError{fmt.Sprintf("over %s=%s: %s", p.Name, clipped(text), problem), remedy.Do(instead)}
	}
	if p.Choices == nil && strings.Contains(text, "..") {
		lo, hi, count, err := parseRange(text)
		switch {
		case err != nil:
			return nil, bad(err.Error(), "write LO..HI:COUNT, such as 10..1000:8")
		case lo > hi:
			return nil, bad("the range runs backwards", fmt.Sprintf("write %s..%s:%d", p.Format(hi), p.Format(lo), count))
		case count == 1 && lo < hi:
			return nil, bad("a range of one value", fmt.Sprintf("write %s, or a count of at least 2", p.Format(lo)))
		}
		for _, end := range []float64{lo, hi} {
			if _, err := p.Check(end); err != nil {
				return nil, bad(err.Error(), "choose values in the range")
			}
		}
		return p.Spaced(lo, hi, count), nil
	}
	var values []float64
	for field := range strings.SplitSeq(text, ",") {
		v, err := p.Parse(strings.TrimSpace(field))
		if err != nil {
			return nil, bad(err.Error(), "write a list such as 10,50,200 or a range such as 10..1000:8")
		}
		if !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values, nil
}

func parseRange(text string) (lo, hi float64, count int, err error) {
	ends, last, ok := strings.Cut(text, ":")
	if !ok {
		return 0, 0, 0, fmt.Errorf("the range has no count")
	}
	from, to, _ := strings.Cut(ends, "..")
	if lo, err = strconv.ParseFloat(from, 64); err != nil || math.IsNaN(lo) {
		return 0, 0, 0, fmt.Errorf("%q is not a number", clipped(from))
	}
	if hi, err = strconv.ParseFloat(to, 64); err != nil || math.IsNaN(hi) {
		return 0, 0, 0, fmt.Errorf("%q is not a number", clipped(to))
	}
	if count, err = strconv.Atoi(last); err != nil || count < 1 || count > 10000 {
		return 0, 0, 0, fmt.Errorf("%q is not a count from 1 to 10000", clipped(last))
	}
	return lo, hi, count, nil
}

// fields is Spec without its methods. It is marshalled field by field.
type fields Spec

// specFile is a spec in JSON, in which the width is a rule and, among the values, γ or σ, and a condition its text.
type specFile struct {
	Kernel string       `json:"kernel"`
	Width  string       `json:"width,omitempty"`
	Values model.Values `json:"values"`

	Condition string `json:"m_condition,omitempty"`
	fields
}

// MarshalJSON writes the width's rule as "width", and its number among the values.
func (s Spec) MarshalJSON() ([]byte, error) {
	return json.Marshal(specFile{s.Kernel, s.Width.RuleText(), s.Named(), s.Condition.String(), fields(s)})
}

// UnmarshalJSON reads the output of MarshalJSON. Unknown fields are an error. The error is a
// *SpecError if both γ and σ are among the values, or that of [ParseCondition]. [Spec.Check] checks the rest.
func (s *Spec) UnmarshalJSON(text []byte) (err error) {
	var file specFile
	file.MaxMemory = s.MaxMemory // if the text has none
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return err
	}
	*s = Spec(file.fields)
	s.Kernel = file.Kernel
	s.Assignment = trial.Assignment{Width: kernel.WidthByRule(file.Width)}.Clone()
	if file.Condition != "" {
		if s.Condition, err = ParseCondition(file.Condition); err != nil {
			return err
		}
	}
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
