package flagtext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

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

// Read reads the arguments of an experiment: the flags that [Sweep] writes for data without choices of their own, and
// last the name of the data. spec is what the flags change, and params are the parameters of all methods, see
// [sweep.Parameters]. Methods and data are not looked up. The error is a *WordError.
func Read(words []string, spec sweep.Spec, params []model.Param) (sweep.Spec, string, error) {
	r := reader{spec: spec.Clone(), params: params}
	r.spec.Over = nil
	name := ""
	for i := 0; i < len(words); i++ {
		flag, isFlag := strings.CutPrefix(words[i], "--")
		switch value, joined := "", false; {
		case !isFlag && name != "":
			return spec, "", &WordError{Word: i, Problem: fmt.Sprintf("%q follows the name of the data, which comes last", words[i])}
		case !isFlag:
			name = words[i]
		default:
			at := i
			if flag, value, joined = strings.Cut(flag, "="); !joined {
				if i++; i == len(words) {
					return spec, "", &WordError{Word: at, Problem: "--" + flag + " has no value"}
				}
				value = words[i]
			}
			if problem, remedy := r.set(flag, value); problem != "" {
				return spec, "", &WordError{Word: at, Unknown: !slices.Contains(r.flags(), flag), Problem: "--" + flag + ": " + problem, Remedy: remedy}
			}
		}
	}
	if name == "" {
		return spec, "", &WordError{Word: len(words), Problem: "there is no name of data", Remedy: "end the line with one, such as bimodal"}
	}
	return r.spec, name, nil
}

// reader collects what flags say.
type reader struct {
	spec   sweep.Spec
	params []model.Param
}

// set takes in a flag. It returns what is wrong with it, and what to do instead; the problem is "" if nothing is.
func (r *reader) set(flag, value string) (problem, remedy string) {
	var err error
	switch flag {
	case "methods":
		r.spec.Methods = strings.Split(value, ",")
	case "over":
		return r.over(value)
	case "kernel":
		if _, ok := kernel.Lookup(value); !ok {
			return data.Unknown("kernel", value, kernel.Names())
		}
		r.spec.Kernel = value
	case "test":
		r.spec.Test, err = strconv.ParseFloat(value, 64)
		if err != nil || !(r.spec.Test >= 0 && r.spec.Test < 1) {
			return fmt.Sprintf("%q is not a number from 0 to below 1", value), ""
		}
	case "reps":
		if r.spec.Reps, err = strconv.Atoi(value); err != nil || r.spec.Reps < 1 {
			return fmt.Sprintf("%q is not a whole number of at least 1", value), ""
		}
	case "exact-limit":
		if r.spec.ExactLimit, err = strconv.Atoi(value); err != nil || r.spec.ExactLimit < 1 {
			return fmt.Sprintf("%q is not a whole number of at least 1", value), ""
		}
	case "seed":
		if r.spec.Seed, err = strconv.ParseUint(value, 10, 63); err != nil {
			return fmt.Sprintf("%q is not a whole number", value), ""
		}
	case "figures":
		if r.spec.Figures, err = sweep.ParseFigures(value); err != nil {
			return err.Error(), ""
		}
	case "learner":
		if r.spec.Learner = value; !slices.Contains(trial.Learners(), value) {
			return data.Unknown("learner", value, trial.Learners())
		}
	case "solver":
		if r.spec.Solver = value; !slices.Contains(trial.Solvers(), value) {
			return data.Unknown("solver", value, trial.Solvers())
		}
	case "preconditioner":
		if r.spec.Preconditioner = value; !slices.Contains(trial.Preconditioners(), value) {
			return data.Unknown("preconditioner", value, trial.Preconditioners())
		}
	case "with":
		coupling, err := sweep.ParseCoupling(value)
		if err != nil {
			return err.Error(), ""
		}
		r.spec.With = append(r.spec.With, coupling)
	case "standardize":
		if r.spec.Standardize, err = strconv.ParseBool(value); err != nil {
			return fmt.Sprintf("%q is neither true nor false", value), ""
		}
	default:
		p, ok := sweep.Parameter(r.params, model.Name(flag))
		if !ok {
			return data.Unknown("flag", flag, r.flags())
		}
		if err := r.spec.Set(p, value); err != nil {
			return strings.TrimPrefix(err.Error(), flag+": "), ""
		}
	}
	return "", ""
}

// over takes in the values of a swept parameter.
func (r *reader) over(text string) (problem, remedy string) {
	name, list, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Sprintf("%q is not NAME=LIST", text), "write it as in --over m=10,50,200"
	}
	p, ok := sweep.Parameter(r.params, model.Name(name))
	if !ok {
		return data.Unknown("parameter", name, sweep.ParameterNames(r.params))
	}
	values, err := sweep.ParseList(p, list)
	if err != nil {
		return err.Error(), ""
	}
	r.spec.Over = append(r.spec.Over, sweep.Axis{Name: p.Name, Values: values})
	return "", ""
}

// flags lists the flags that Read takes.
func (r *reader) flags() []string {
	return append([]string{"methods", "over", "kernel", "test", "reps", "seed", "exact-limit", "figures", "learner", "solver", "preconditioner", "with", "standardize"}, sweep.ParameterNames(r.params)...)
}
