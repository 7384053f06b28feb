package synthetic

import (
	"fmt"
	"math"
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
	values, bad := g.parse(list)
	if bad != nil {
		bad.File = name
		return g, true, bad
	}
	return g.with(values), true, nil
}

// parse reads a list of settings such as delta=3,noise=0.1.
func (g Generator) parse(list string) (map[string]float64, *data.Error) {
	if g.with == nil {
		return nil, &data.Error{Problem: g.name + " has no settings", Remedies: remedy.Do("write " + g.name)}
	}
	values := map[string]float64{}
	for pair := range strings.SplitSeq(list, ",") {
		key, text, _ := strings.Cut(pair, "=")
		if _, twice := values[key]; twice {
			return nil, &data.Error{Problem: key + " is given twice", Remedies: remedy.Do("give it once")}
		}
		v, bad := g.parseValue(key, text)
		if bad != nil {
			return nil, bad
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

func (g Generator) parseValue(key, text string) (float64, *data.Error) {
	bad := &data.Error{}
	var names []string
	for _, s := range g.Settings {
		if names = append(names, s.Name); s.Name != key {
			continue
		}
		example := s.Default
		if math.IsNaN(example) {
			example = 1
		}
		bad.Want = fmt.Sprintf("a number from %g to %g", s.Min, s.Max)
		bad.Remedies = remedy.Do(fmt.Sprintf("write, for example, %s:%s=%g", g.name, key, example))
		v, err := strconv.ParseFloat(text, 64)
		switch bad.Err = err; {
		case err != nil:
			bad.Problem = fmt.Sprintf("%s = %q is not a number", key, text)
		case v >= s.Min && v <= s.Max:
			return v, nil
		default:
			bad.Problem = fmt.Sprintf("%s = %g is out of range", key, v)
		}
		return 0, bad
	}
	bad.Problem = fmt.Sprintf("%s has no setting %q%s", g.name, key, data.DidYouMean(key, names))
	bad.Want = "one of " + strings.Join(names, ", ")
	bad.Remedies = remedy.Do(fmt.Sprintf("write, for example, %s:%s=1.5", g.name, names[0]))
	return 0, bad
}

// value returns the value of a setting, its default if none was chosen.
func (g Generator) value(name string) float64 {
	if v, ok := g.values[name]; ok {
		return v
	}
	i := slices.IndexFunc(g.Settings, func(s Setting) bool { return s.Name == name })
	return g.Settings[i].Default
}
