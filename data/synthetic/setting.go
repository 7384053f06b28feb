package synthetic

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
)

// Setting describes a number of a generator's law that can be chosen after the generator's name, as in
// decay:delta=3,noise=0.1.
type Setting struct {
	Name, Doc         string
	Min, Max, Default float64 // inclusive range; NaN as Default: not used unless given
	Instead           string  // the setting that this one replaces; "" if none
}

// Find returns the generator with the given name, and with the settings after the colon if there are any.
// ok reports whether the text before the colon is the name of a generator. The error is a *data.Error: an
// unknown setting, one out of range, or two that exclude each other.
func Find(name string) (g Generator, ok bool, err error) {
	base, list, hasList := strings.Cut(name, ":")
	all := Generators()
	i := slices.IndexFunc(all, func(g Generator) bool { return g.name == base })
	if i < 0 {
		return Generator{}, false, nil
	}
	if g = all[i]; !hasList {
		return g, true, nil
	}
	values, err := g.parse(list)
	if bad := (*data.Error)(nil); errors.As(err, &bad) {
		bad.File = name
		return g, true, err
	}
	return g.with(values), true, nil
}

// parse reads a list of settings such as delta=3,noise=0.1.
func (g Generator) parse(list string) (map[string]float64, error) {
	if g.with == nil {
		return nil, &data.Error{Problem: g.name + " has no settings", Remedies: remedy.Do("write " + g.name)}
	}
	names := make([]string, len(g.Settings))
	for i, s := range g.Settings {
		names[i] = s.Name
	}
	values := map[string]float64{}
	for pair := range strings.SplitSeq(list, ",") {
		key, text, _ := strings.Cut(pair, "=")
		i := slices.Index(names, key)
		if i < 0 {
			return nil, &data.Error{Problem: fmt.Sprintf("%s has no setting %q%s", g.name, key, data.DidYouMean(key, names)),
				Want: "one of " + strings.Join(names, ", "), Remedies: remedy.Do("write, for example, " + g.name + ":" + names[0] + "=1.5")}
		}
		s := g.Settings[i]
		v, err := strconv.ParseFloat(text, 64)
		if _, twice := values[key]; twice {
			return nil, &data.Error{Problem: key + " is given twice", Remedies: remedy.Do("give it once")}
		}
		if err != nil || !(v >= s.Min && v <= s.Max) {
			return nil, &data.Error{Problem: fmt.Sprintf("%s = %q is not a number or out of range", key, text), Err: err,
				Want: fmt.Sprintf("a number from %g to %g", s.Min, s.Max), Remedies: remedy.Do("write, for example, " + g.name + ":" + key + "=1.5")}
		}
		values[key] = v
	}
	for _, s := range g.Settings {
		_, given := values[s.Name]
		if _, replaced := values[s.Instead]; given && replaced {
			return nil, &data.Error{Problem: fmt.Sprintf("%s replaces %s, and both are given", s.Name, s.Instead),
				Remedies: remedy.Do("give one of them")}
		}
	}
	return values, nil
}

// value returns the value of a setting, its default if none was chosen.
func (g Generator) value(name string) float64 {
	if v, ok := g.values[name]; ok {
		return v
	}
	i := slices.IndexFunc(g.Settings, func(s Setting) bool { return s.Name == name })
	return g.Settings[i].Default
}
