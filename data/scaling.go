package data

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Scaling is how features are standardised: x becomes (x − Mean)/Deviation, and 0
// in a column whose Deviation is 0. Mean and Deviation hold d numbers, in the
// units of their columns.
type Scaling struct {
	Mean      []float64 `json:"mean"`
	Deviation []float64 `json:"deviation"`
}

// NewScaling takes the mean and the population standard deviation of every
// feature of the set; the deviation is 0 if and only if all values are equal. A
// warning names the columns of which that is so. Of deviations below 2.3e-308
// digits are lost.
func NewScaling(s *Set) (scaling Scaling, warnings []string) {
	n, d := s.X.Dims()
	scaling = Scaling{Mean: make([]float64, d), Deviation: make([]float64, d)}
	column := make([]float64, n)
	var constant []string
	for j := range d {
		mat.Col(column, j, s.X)
		mean, deviation, exponent := moments(column)
		if deviation == 0 {
			constant = append(constant, s.Columns[j])
			scaling.Mean[j] = column[0]
			continue
		}
		scaling.Mean[j] = math.Ldexp(mean, exponent)
		scaling.Deviation[j] = max(math.Ldexp(deviation, exponent), math.SmallestNonzeroFloat64)
	}
	if len(constant) > 0 {
		warnings = append(warnings, constantWarning(constant))
	}
	return scaling, warnings
}

// Apply standardises the rows of x, n×d, in place. Values some 1e300 deviations
// away become infinite.
func (s Scaling) Apply(x *mat.Dense) {
	n, d := x.Dims()
	if d != len(s.Mean) || d != len(s.Deviation) {
		panic(fmt.Sprintf("data: Scaling of %d columns applied to %d", len(s.Mean), d))
	}
	for j, deviation := range s.Deviation {
		// Powers of two, which change no digit, keep x − Mean from overflowing.
		_, exponent := math.Frexp(max(math.Abs(s.Mean[j]), deviation))
		exponent += 2
		mean, scale := math.Ldexp(s.Mean[j], -exponent), math.Ldexp(deviation, -exponent)
		for i := range n {
			v := 0.0
			if deviation > 0 {
				v = (math.Ldexp(x.At(i, j), -exponent) - mean) / scale
			}
			x.Set(i, j, v)
		}
	}
}
