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
	if g.with == nil {
		return g, true, &Error{File: name, Problem: g.name + " has no settings", Remedies: remedy.Do("write " + g.name)}
	}
	values := map[string]float64{}
	for pair := range strings.SplitSeq(list, ",") {
		key, text, _ := strings.Cut(pair, "=")
		v, err := g.parse(key, text)
		if err != nil {
			err.File = name
			return g, true, err
		}
		if _, twice := values[key]; twice {
			return g, true, &Error{File: name, Problem: key + " is given twice", Remedies: remedy.Do("give it once")}
		}
		values[key] = v
	}
	for _, s := range g.Settings {
		_, given := values[s.Name]
		if _, replaced := values[s.Instead]; given && replaced {
			return g, true, &Error{File: name, Problem: fmt.Sprintf("%s takes the place of %s, and both are given", s.Name, s.Instead), Remedies: remedy.Do("give one of them")}
		}
	}
	return g.with(values), true, nil
}

// parse reads the value of a setting.
func (g Generator) parse(key, text string) (float64, *Error) {
	var names []string
	for _, s := range g.Settings {
		names = append(names, s.Name)
	}
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
	instead := remedy.Do(fmt.Sprintf("write %s:%s=%g, say", g.name, key, usual))
	want := fmt.Sprintf("a number from %g to %g", s.Min, s.Max)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, &Error{Problem: fmt.Sprintf("%s = %q is no number", key, text), Want: want, Remedies: instead, Err: err}
	}
	if !(v >= s.Min && v <= s.Max) {
		return 0, &Error{Problem: fmt.Sprintf("%s = %g is out of range", key, v), Want: want, Remedies: instead}
	}
	return v, nil
}

// value is that of a setting, its default where none is chosen.
func (g Generator) value(name string) float64 {
	if v, ok := g.values[name]; ok {
		return v
	}
	i := slices.IndexFunc(g.Settings, func(s Setting) bool { return s.Name == name })
	return g.Settings[i].Default
}

// chosen are the settings behind the name that are not the usual ones, in their
// order: a law has one name, however it was asked for.
func (g Generator) chosen() string {
	text, mark := "", ":"
	for _, s := range g.Settings {
		if v, given := g.values[s.Name]; given && v != s.Default {
			text += mark + s.Name + "=" + shortest(v)
			mark = ","
		}
	}
	return text
}
