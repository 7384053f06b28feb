package data

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Scaling standardises d features: x becomes (x − Mean)/Deviation. If Deviation is 0, x becomes 0, even if it differs
// from Mean; see [Departures]. Do not use it if the columns share a unit and their scale has a meaning.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// NewScaling returns the mean and the population standard deviation of every feature of the set. The deviation is 0 if
// and only if all values are equal; a warning names such columns. Deviations below 2.3e-308 lose digits.
func NewScaling(s *Set) (scaling Scaling, warnings []remedy.Note) {
	n, d := s.X.Dims()
	scaling = Scaling{Mean: make([]float64, d), Deviation: make([]float64, d)}
	parallel(d, func(lo, hi int) {
		moments(s.X.Slice(0, n, lo, hi).(*mat.Dense), scaling.Mean[lo:hi], scaling.Deviation[lo:hi])
	})
	isConstant := make([]bool, d)
	for j, deviation := range scaling.Deviation {
		isConstant[j] = deviation == 0
	}
	return scaling, constantWarning(isConstant, func(j int) string { return s.Columns[j] })
}

// moments writes mean and population standard deviation of the columns of x. It scales each column by a power of two,
// which is exact, so that the largest |v| is in [½,1) and the squares of 1e300 and 1e−300 neither overflow nor
// underflow.
func moments(x *mat.Dense, mean, deviation []float64) {
	n, d := x.Dims()
	low, high := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
	for i := range n {
		for j, v := range x.RawRowView(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	exponent, up := make([]int, d), make([]float64, d)
	for j := range d {
		_, power := math.Frexp(max(-low[j], high[j]))
		exponent[j] = max(-1000, min(power, 1000)) // of a factor that any number can be multiplied with
		up[j] = math.Ldexp(1, -exponent[j])
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			mean[j] += v * up[j]
		}
	}
	for j := range d {
		mean[j] /= float64(n)
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			centred := v*up[j] - mean[j]
			deviation[j] += centred * centred
		}
	}
	for j, squares := range deviation {
		mean[j] = math.Ldexp(mean[j], exponent[j])
		deviation[j] = max(math.Ldexp(math.Sqrt(squares/float64(n)), exponent[j]), math.SmallestNonzeroFloat64)
		if low[j] == high[j] {
			mean[j], deviation[j] = low[j], 0
		}
	}
}

// Apply standardises the rows of x, n×d, in place. Values too far from the mean become infinite. Apply panics if x has
// another number of columns.
func (s Scaling) Apply(x *mat.Dense) {
	n, d := x.Dims()
	if d != len(s.Mean) || d != len(s.Deviation) {
		panic(fmt.Sprintf("data: Scaling of %d columns applied to %d", len(s.Mean), d))
	}
	parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			for j, v := range row {
				row[j] = s.of(j, v)
			}
		}
	})
}

// of standardises a value of column j.
func (s *Scaling) of(j int, v float64) float64 {
	if !(s.Deviation[j] > 0) {
		return 0
	}
	return (v - s.Mean[j]) / s.Deviation[j]
}

// Departures are the columns that were constant in training and differ in a later row. The scale and the effect of such
// a column are unknown, so a [Scaling] makes it 0 and no prediction depends on it. The zero value is ready to use.
type Departures struct{ columns []bool }

// Add looks at the next rows, n×d, before they are scaled.
func (d *Departures) Add(s *Scaling, x *mat.Dense) {
	d.columns = append(d.columns, make([]bool, len(s.Deviation)-len(d.columns))...)
	for j, deviation := range s.Deviation {
		isOther := func(v float64) bool { return v != s.Mean[j] }
		d.columns[j] = d.columns[j] || deviation == 0 && slices.ContainsFunc(mat.Col(nil, j, x), isOther)
	}
}

// Notes lists the columns. names are the names of all columns. Notes returns nil if no row differs.
func (d *Departures) Notes(s *Scaling, names []string) []remedy.Note {
	var list []string
	for j, differs := range d.columns {
		if differs {
			list = append(list, fmt.Sprintf("%s (%g in training)", names[j], s.Mean[j]))
		}
	}
	if list == nil {
		return nil
	}
	return []remedy.Note{{Text: "columns that were constant in training and differ now are ignored: " + shortList(list, 5),
		Remedies: remedy.Do("fit on rows that differ in these columns to use them")}}
}
