package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Setting is a number of a generator's law that can be chosen behind its name, as in
// decay:delta=3,noise=0.1.
type Setting struct {
	Name, Doc         string
	Min, Max, Default float64 // inclusive range; NaN default: it is off
	Instead           string  // the setting that it takes the place of; "" if none
}

// FindGenerator is the generator of that name, with the settings that follow a colon.
// ok tells whether what stands before the colon is a generator's name; settings that
// it lacks, that are out of range or exclude each other are then an *Error.
func FindGenerator(name string) (g Generator, ok bool, err error) {
	base, list, hasList := strings.Cut(name, ":")
	all := Generators()
	i := slices.IndexFunc(all, func(g Generator) bool { return g.name == base })
	if i < 0 {
		return Generator{}, false, nil
	}
	if g = all[i]; !hasList {
		return g, true, nil
	}
	values, bad := g.parse(list)
	if bad != nil {
		bad.File = name
		return g, true, bad
	}
	return g.with(values), true, nil
}

// parse reads a list of settings such as delta=3,noise=0.1.
func (g Generator) parse(list string) (map[string]float64, *Error) {
	if g.with == nil {
		return nil, &Error{Problem: g.name + " has no settings", Remedies: remedy.Do("write " + g.name)}
	}
	values := map[string]float64{}
	for pair := range strings.SplitSeq(list, ",") {
		key, text, _ := strings.Cut(pair, "=")
		v, bad := g.parseValue(key, text)
		if bad != nil {
			return nil, bad
		}
		if _, twice := values[key]; twice {
			return nil, &Error{Problem: key + " is given twice", Remedies: remedy.Do("give it once")}
		}
		values[key] = v
	}
	for _, s := range g.Settings {
		_, given := values[s.Name]
		if _, replaced := values[s.Instead]; given && replaced {
			return nil, &Error{Problem: fmt.Sprintf("%s takes the place of %s, and both are given", s.Name, s.Instead), Remedies: remedy.Do("give one of them")}
		}
	}
	return values, nil
}

func (g Generator) parseValue(key, text string) (float64, *Error) {
	names := namesOf(g.Settings, func(s Setting) string { return s.Name })
	i := slices.Index(names, key)
	if i < 0 {
		return 0, &Error{Problem: fmt.Sprintf("%s has no setting %q%s", g.name, key, didYouMean(key, names)),
			Want: "one of " + strings.Join(names, ", "), Remedies: remedy.Do(fmt.Sprintf("write %s:%s=1.5, say", g.name, names[0]))}
	}
	s := g.Settings[i]
	usual := s.Default
	if math.IsNaN(usual) {
		usual = 1
	}
	bad := &Error{Want: fmt.Sprintf("a number from %g to %g", s.Min, s.Max), Remedies: remedy.Do(fmt.Sprintf("write %s:%s=%g, say", g.name, key, usual))}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		bad.Problem, bad.Err = fmt.Sprintf("%s = %q is no number", key, text), err
	case !(v >= s.Min && v <= s.Max):
		bad.Problem = fmt.Sprintf("%s = %g is out of range", key, v)
	default:
		return v, nil
	}
	return 0, bad
}

// value is that of a setting, its default where none is chosen.
func (g Generator) value(name string) float64 {
	if v, ok := g.values[name]; ok {
		return v
	}
	i := slices.IndexFunc(g.Settings, func(s Setting) bool { return s.Name == name })
	return g.Settings[i].Default
}
