package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Generator makes up rows of a known law. It is a Source with any number of rows.
type Generator struct {
	Title string // one line: what it is good for
	Doc   string // formula, and what it shows
	Ref   string // where it comes from

	Settings []Setting // numbers of the law that can be chosen, as in decay:delta=3

	name    string
	columns []string
	target  string
	classes []string
	noise   float64
	// point makes a row of a set with n training rows, or a testRow: it fills x and gives
	// the value there, of the true function, or the class where the generator has classes.
	point func(x []float64, row, n int, rng *rand.Rand) float64

	values map[string]float64                        // of Settings, where chosen
	with   func(values map[string]float64) Generator // the same with others

	landmarks *Landmarks // see WithLandmarks; nil for none
}

// Generators returns the built-in generators in the order of display. The first
// is the default data set.
func Generators() []Generator {
	return []Generator{bimodal(), blobs(), spline(), decay(nil), friedman(), moons()}
}

// Name is what the generator is called on the command line, with the settings that are
// not the usual ones, in their order: FindGenerator reads it back, and a law has one
// name, however it was asked for.
func (g Generator) Name() string {
	name, mark := g.name, ":"
	for _, s := range g.Settings {
		if v, given := g.values[s.Name]; given && v != s.Default {
			name += mark + s.Name + "=" + shortest(v)
			mark = ","
		}
	}
	return name
}

// As a Source a generator makes any number of rows, always with a target; the settings
// in the papers hold without standardising.

func (g Generator) Rows() int             { return 0 }
func (g Generator) Dims() int             { return len(g.columns) }
func (g Generator) HasTarget() bool       { return true }
func (g Generator) Classes() []string     { return slices.Clone(g.classes) }
func (g Generator) Raw() bool             { return true }
func (g Generator) Landmarks() *Landmarks { return g.landmarks }

// Columns are the names of the features.
func (g Generator) Columns() []string { return slices.Clone(g.columns) }

// Target is the name of the target.
func (g Generator) Target() string { return g.target }

// Draw makes the rows; see Source. The only error is the refusal of sets that
// would take more than DefaultMaxBytes.
func (g Generator) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error) {
	rest := testRows(n, test, rng)
	perRow := 8 * float64(g.Dims()+2)        // X, Y and Truth
	wanted := float64(n) * test / (1 - test) // rest is cut where no memory would do
	if need := int64(min((float64(n)+wanted)*perRow, math.MaxInt64/2)); need > DefaultMaxBytes {
		refusal := tooMuchMemory("", 0, need, DefaultMaxBytes)
		if wanted > float64(n) {
			refusal.Problem = fmt.Sprintf("a test fraction of %v of all rows is %.3g test rows beside %d for training: they need %s of memory",
				test, wanted, n, megabytes(need))
			refusal.Remedies = remedy.Change(remedy.Lower, "test").Or(remedy.Do("use fewer rows"))
		}
		return nil, nil, refusal
	}
	trainSet = g.set(n, n, false, rng)
	trainSet.Landmarks = g.landmarks.points()
	if rest > 0 {
		testSet = g.set(rest, n, true, rng)
	}
	return trainSet, testSet, nil
}

// testRow stands for the number of a row that is none of the training rows.
const testRow = -1

func (g Generator) set(rows, n int, test bool, rng *rand.Rand) *Set {
	s := &Set{
		X:       mat.NewDense(rows, len(g.columns), nil),
		Y:       make([]float64, rows),
		Columns: slices.Clone(g.columns),
		Target:  g.target,
		Classes: slices.Clone(g.classes),
		Noise:   g.noise,
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
