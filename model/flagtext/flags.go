package flagtext

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// A Flag is a setting of an experiment on the command line.
type Flag struct {
	Name  string
	Words []string                               // one of which it takes; nil for others
	Set   func(s *sweep.Spec, text string) error // a *sweep.SpecError, or that of the parameter
	Text  func(s sweep.Spec) []string            // what Set takes, once or several times, to come to s; nil for none
}

// Flags are the settings of an experiment in the order of a line. params are the parameters of all methods, see
// [sweep.Parameters].
func Flags(params []model.Param) []Flag {
	list := []Flag{
		word("methods", func(s *sweep.Spec, text string) error {
			s.Methods = strings.Split(text, ",")
			return nil
		}, func(s sweep.Spec) string { return strings.Join(s.Methods, ",") }),
		over(params),
		choice("kernel", kernel.Names(), func(s *sweep.Spec) *string { return &s.Kernel }),
	}
	sorted := slices.Clone(params)
	slices.SortFunc(sorted, func(p, q model.Param) int { return strings.Compare(string(p.Name), string(q.Name)) })
	for _, p := range sorted {
		if p.Name != model.TrainRowsName {
			list = append(list, parameter(p))
		}
	}
	return append(list, with(params),
		word(model.TrainRowsName, parameter(model.TrainRows(nil)).Set,
			func(s sweep.Spec) string { return strconv.Itoa(s.N) }),
		value("test", "a number from 0 to less than 1, such as 0.2",
			func(s *sweep.Spec) *float64 { return &s.Test }, fraction),
		value("reps", "a whole number of at least 1", func(s *sweep.Spec) *int { return &s.Reps }, count),
		value("standardize", "true or false, as in --standardize=false",
			func(s *sweep.Spec) *bool { return &s.Standardize }, strconv.ParseBool),
		value("widths", "a list of positive numbers",
			func(s *sweep.Spec) *kernel.Widths { return &s.Widths }, kernel.ParseWidths),
		value("seed", fmt.Sprint("a whole number from 0 to ", math.MaxInt64), func(s *sweep.Spec) *uint64 { return &s.Seed },
			func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 63) }),
		value("exact-limit", "a whole number of at least 1", func(s *sweep.Spec) *int { return &s.ExactLimit }, count),
		value("max-memory", "a size such as 500MB or 2GB", func(s *sweep.Spec) *int64 { return &s.MaxMemory }, Size),
		choice("learner", trial.Learners(), func(s *sweep.Spec) *string { return &s.Learner }),
		choice("solver", trial.Solvers(), func(s *sweep.Spec) *string { return &s.Solver }),
		word("figures", setFigures, figuresText),
	)
}

// bad is the error of a text.
func bad(remedies, format string, args ...any) error {
	e := &sweep.SpecError{Problem: fmt.Sprintf(format, args...)}
	if remedies != "" {
		e.Remedies = remedy.Do(remedies)
	}
	return e
}

// word is a flag of one text, "" if a spec does not say.
func word(name string, set func(*sweep.Spec, string) error, text func(sweep.Spec) string) Flag {
	return Flag{name, nil, set, func(s sweep.Spec) []string {
		if one := text(s); one != "" {
			return []string{one}
		}
		return nil
	}}
}

// choice is a flag that takes one of some words.
func choice(name string, words []string, of func(*sweep.Spec) *string) Flag {
	f := word(name, func(s *sweep.Spec, text string) error {
		if problem, remedy := data.Unknown(name, text, words); !slices.Contains(words, text) {
			return bad(remedy, "%s", problem)
		}
		*of(s) = text
		return nil
	}, func(s sweep.Spec) string { return *of(&s) })
	f.Words = words
	return f
}

// value is a flag of a part of a spec. what describes in errors what it takes.
func value[T any](name, what string, of func(*sweep.Spec) *T, parse func(string) (T, error)) Flag {
	return word(name, func(s *sweep.Spec, text string) error {
		v, err := parse(text)
		if err != nil {
			return bad("", "%q is not %s", text, what)
		}
		*of(s) = v
		return nil
	}, func(s sweep.Spec) string { return fmt.Sprint(*of(&s)) })
}

func count(text string) (int, error) {
	v, err := strconv.Atoi(text)
	if v < 1 {
		err = strconv.ErrRange
	}
	return v, err
}

func fraction(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if !(v >= 0 && v < 1) {
		err = strconv.ErrRange
	}
	return v, err
}

// parameter is the flag of a parameter: a number, a condition for m, a rule for σ.
func parameter(p model.Param) Flag {
	set := func(s *sweep.Spec, text string) error { return s.Set(p, text) }
	return word(string(p.Name), set, func(s sweep.Spec) string {
		v, isSet := s.Named()[p.Name]
		switch {
		case isSet:
			return p.Format(v)
		case p.Name == model.BudgetName:
			return s.Condition.String()
		case p.Name == model.SigmaName && s.Width.IsByRule():
			return s.Width.Rule()
		}
		return ""
	})
}

// over is the flag of an axis; one without values has no text.
func over(params []model.Param) Flag {
	return Flag{"over", nil, func(s *sweep.Spec, text string) error {
		name, list, ok := strings.Cut(text, "=")
		if !ok {
			return bad("write it as in --over m=10,50,200", "%q is not NAME=LIST", text)
		}
		p, ok := sweep.Parameter(params, model.Name(name))
		if !ok {
			problem, remedy := data.Unknown("parameter", name, sweep.ParameterNames(params))
			return bad(remedy, "%s", problem)
		}
		values, err := sweep.ParseList(p, list)
		s.Over = append(s.Over, sweep.Axis{Name: p.Name, Values: values})
		return err
	}, func(s sweep.Spec) (texts []string) {
		for _, axis := range s.Over {
			if p, ok := sweep.Parameter(params, axis.Name); ok && len(axis.Values) > 0 {
				texts = append(texts, string(axis.Name)+"="+List(p, axis.Values))
			}
		}
		return texts
	}}
}

// with is the flag of a formula.
func with(params []model.Param) Flag {
	return Flag{"with", nil, func(s *sweep.Spec, text string) error {
		c, err := sweep.ParseCoupling(text)
		if err == nil {
			s.With = append(s.With, c)
			_, err = s.Couplings(params)
		}
		return err
	}, func(s sweep.Spec) (texts []string) {
		for _, c := range s.With {
			texts = append(texts, c.String())
		}
		return texts
	}}
}

// Size reads a number of bytes: 500MB, 2GB, 1.5 GiB or plainly. Commas may be decimal marks, and are refused.
func Size(text string) (int64, error) {
	v, err := humanize.ParseBytes(text)
	if err != nil || v < 1 || v > math.MaxInt64 || strings.Contains(text, ",") {
		return 0, bad("write it as in 500MB or 2GB", "%q is not a size", text)
	}
	return int64(v), nil
}

func setFigures(s *sweep.Spec, text string) (err error) {
	s.Figures, err = sweep.ParseFigures(text)
	return err
}

func figuresText(s sweep.Spec) string {
	if s.Figures != nil && len(s.Figures.Names()) == 0 {
		return "fit"
	}
	return strings.Join(s.Figures.Names(), ",")
}

// A WordError says what is wrong with one of the arguments.
type WordError struct {
	Word    int  // the index of the argument
	Unknown bool // no method has a parameter of that name
	Problem string
	Remedy  string // may be ""
}

func (e *WordError) Error() string {
	if e.Remedy == "" {
		return e.Problem
	}
	return e.Problem + "; " + e.Remedy
}

// Read reads the arguments of an experiment: flags with values, and last the name of the data. spec is what the flags
// change. Methods and data are not looked up. The error is a *WordError.
func Read(words []string, spec sweep.Spec, params []model.Param) (sweep.Spec, string, error) {
	flags, out, name := Flags(params), spec.Clone(), ""
	out.Over = nil
	wrong := func(at int, problem, remedy string) (sweep.Spec, string, error) {
		return spec, "", &WordError{Word: at, Problem: problem, Remedy: remedy}
	}
	for i := 0; i < len(words); i++ {
		at := i
		flag, isFlag := strings.CutPrefix(words[i], "--")
		if !isFlag && name != "" {
			return wrong(i, fmt.Sprintf("%q follows the name of the data, which comes last", words[i]), "")
		}
		if !isFlag {
			name = words[i]
			continue
		}
		flag, value, joined := strings.Cut(flag, "=")
		if !joined {
			if i++; i == len(words) {
				return wrong(at, "--"+flag+" has no value", "")
			}
			value = words[i]
		}
		known := slices.IndexFunc(flags, func(f Flag) bool { return f.Name == flag })
		if known < 0 {
			var names []string
			for _, f := range flags {
				names = append(names, f.Name)
			}
			problem, remedy := data.Unknown("flag", flag, names)
			unknown := &WordError{Word: at, Unknown: true, Problem: "--" + flag + ": " + problem, Remedy: remedy}
			return spec, "", unknown
		}
		if err := flags[known].Set(&out, value); err != nil {
			problem, instead := strings.TrimPrefix(err.Error(), flag+": "), ""
			if parts := (*sweep.SpecError)(nil); errors.As(err, &parts) {
				problem, instead = strings.TrimPrefix(parts.Problem, flag+" "), parts.Remedies.In(remedy.Plain())
			}
			return wrong(at, "--"+flag+": "+problem, instead)
		}
	}
	if name == "" {
		return wrong(len(words), "there is no name of data", "end the line with one, such as bimodal")
	}
	return out, name, nil
}
