// Package synthetic draws data sets from known laws: inputs, and the true function to which noise is added, or classes.
// They are the settings of papers on kernel matrix approximation, and common test beds. Everything random comes from
// the *rand.Rand given to Draw.
package synthetic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
)

// Generator draws rows of a known law. It is a data.Source with any number of rows, which always has a target and is
// not standardised by default, as in the papers.
type Generator struct {
	Title string // one line: what the set is good for
	Doc   string // the formula, and what it shows
	Ref   string // the source

	Settings []Setting // numbers of the law that can be chosen, as in decay:delta=3

	Columns []string // names of the features
	Target  string

	name    string
	classes []string
	noise   float64 // standard deviation
	// point fills x with a row and returns the true function there, or the class if the generator has classes. row is
	// the number of the row in a set of n training rows, or testRow.
	point func(x []float64, row, n int, rng *rand.Rand) float64

	values map[string]float64                        // the settings that were chosen
	with   func(values map[string]float64) Generator // returns the generator with other settings

	landmarks *data.Landmarks // nil without
}

// Name returns the name on the command line, followed by the settings that differ from their defaults, in the order of
// Settings. A law has one name, however it was asked for, and Find accepts it.
func (g Generator) Name() string {
	name, mark := g.name, ":"
	for _, s := range g.Settings {
		if v, given := g.values[s.Name]; given && v != s.Default {
			name += mark + s.Name + "=" + strconv.FormatFloat(v, 'g', -1, 64)
			mark = ","
		}
	}
	return name
}

func (g Generator) Rows() int                  { return 0 }
func (g Generator) Dims() int                  { return len(g.Columns) }
func (g Generator) HasTarget() bool            { return true }
func (g Generator) Classes() []string          { return slices.Clone(g.classes) }
func (g Generator) Raw() bool                  { return true }
func (g Generator) Landmarks() *data.Landmarks { return g.landmarks }

// WithLandmarks returns the generator with landmarks; see data.WithLandmarks.
func (g Generator) WithLandmarks(l *data.Landmarks) data.Source {
	g.landmarks = l
	return g
}

// Coding describes the features, followed by the target. The error is nil.
func (g Generator) Coding() (data.Coding, error) {
	d := len(g.Columns)
	c := data.Coding{Width: d + 1, Target: data.CodedColumn{Name: g.Target, Number: d + 1, Texts: slices.Clone(g.classes)}}
	for j, name := range g.Columns {
		c.Columns = append(c.Columns, data.CodedColumn{Name: name, Number: j + 1})
	}
	return c, nil
}

// Draw draws the rows; see data.Source. The only error is a *data.Error for sets that would take more than
// data.DefaultMaxBytes.
func (g Generator) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *data.Set, err error) {
	rest := data.TestRows(n, test, rng)
	perRow := 8 * float64(g.Dims()+2)        // X, Y and Truth
	wanted := float64(n) * test / (1 - test) // TestRows limits rest, which would hide the need for memory
	if need := int64(min((float64(n)+wanted)*perRow, math.MaxInt64/2)); need > data.DefaultMaxBytes {
		refusal := data.TooMuchMemory("", need, data.DefaultMaxBytes)
		refusal.Remedies = remedy.Change(remedy.Lower, "test", "n")
		return nil, nil, refusal
	}
	trainSet = g.set(n, n, false, rng)
	trainSet.Landmarks = g.landmarks.Points()
	if rest > 0 {
		testSet = g.set(rest, n, true, rng)
	}
	return trainSet, testSet, nil
}

const testRow = -1

func (g Generator) set(rows, n int, test bool, rng *rand.Rand) *data.Set {
	s := &data.Set{
		X: mat.NewDense(rows, len(g.Columns), nil), Y: make([]float64, rows),
		Columns: slices.Clone(g.Columns), Target: g.Target, Classes: g.Classes(), Noise: g.noise,
	}
	for i := range rows {
		row := i
		if test {
			row = testRow
		}
		s.Y[i] = g.point(s.X.RawRowView(i), row, n, rng)
	}
	if g.classes != nil {
		return s
	}
	s.Truth = slices.Clone(s.Y)
	for i := range s.Y {
		s.Y[i] += g.noise * rng.NormFloat64()
	}
	return s
}

// Setting describes a number of a generator's law that can be chosen after the generator's name, as in
// decay:delta=3,noise=0.1.
type Setting struct {
	Name, Doc         string
	Min, Max, Default float64 // inclusive range; NaN as Default: not used unless given
	Instead           string  // the setting that this one replaces; "" if none
}

// Find returns the generator with the given name, and with the settings after the colon if there are any. ok reports
// whether the text before the colon is the name of a generator. The error is a *data.Error: an unknown setting, one out
// of range, or two that exclude each other.
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

func (g Generator) parse(list string) (map[string]float64, error) {
	if g.with == nil {
		return nil, &data.Error{Problem: g.name + " has no settings", Remedies: remedy.Do("write " + g.name)}
	}
	var names []string
	for _, s := range g.Settings {
		names = append(names, s.Name)
	}
	example := func(name string) remedy.List {
		return remedy.Do("write, for example, " + g.name + ":" + name + "=1.5")
	}
	values := map[string]float64{}
	for pair := range strings.SplitSeq(list, ",") {
		key, text, _ := strings.Cut(pair, "=")
		i := slices.Index(names, key)
		if i < 0 {
			return nil, &data.Error{Problem: fmt.Sprintf("%s has no setting %q%s", g.name, key, data.DidYouMean(key, names)),
				Want: "one of " + strings.Join(names, ", "), Remedies: example(names[0])}
		}
		s := g.Settings[i]
		v, err := strconv.ParseFloat(text, 64)
		if _, twice := values[key]; twice {
			return nil, &data.Error{Problem: key + " is given twice", Remedies: remedy.Do("give it once")}
		}
		if err != nil || !(v >= s.Min && v <= s.Max) {
			return nil, &data.Error{Problem: fmt.Sprintf("%s = %q is not a number or out of range", key, text), Err: err,
				Want: fmt.Sprintf("a number from %g to %g", s.Min, s.Max), Remedies: example(key)}
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
