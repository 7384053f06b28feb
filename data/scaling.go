package data

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
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
func NewScaling(s *Set) (scaling Scaling, warnings []remedy.Note) {
	n, d := s.X.Dims()
	scaling = Scaling{Mean: make([]float64, d), Deviation: make([]float64, d)}
	parallel(d, func(lo, hi int) {
		mean, deviation, exponent := moments(s.X.Slice(0, n, lo, hi).(*mat.Dense))
		for k := range mean {
			if deviation[k] == 0 {
				scaling.Mean[lo+k] = s.X.At(0, lo+k)
				continue
			}
			scaling.Mean[lo+k] = math.Ldexp(mean[k], exponent[k])
			scaling.Deviation[lo+k] = max(math.Ldexp(deviation[k], exponent[k]), math.SmallestNonzeroFloat64)
		}
	})
	var constant []string
	for j, deviation := range scaling.Deviation {
		if deviation == 0 {
			constant = append(constant, s.Columns[j])
		}
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
	columns := s.columns()
	parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			for j, c := range columns {
				row[j] = c.of(row[j])
			}
		}
	})
}

// columnScaling is how one column is standardised. Powers of two, which change no digit,
// keep x − Mean from overflowing.
type columnScaling struct {
	up, more, mean, scale float64
	constant              bool
}

func (s Scaling) columns() []columnScaling {
	columns := make([]columnScaling, len(s.Deviation))
	for j, deviation := range s.Deviation {
		_, exponent := math.Frexp(max(math.Abs(s.Mean[j]), deviation))
		exponent += 2
		c := &columns[j]
		c.constant = !(deviation > 0)
		c.up, c.more = power(-exponent)
		c.mean, c.scale = math.Ldexp(s.Mean[j], -exponent), math.Ldexp(deviation, -exponent)
	}
	return columns
}

// of is v standardised.
func (c columnScaling) of(v float64) float64 {
	if c.constant {
		return 0
	}
	return (v*c.up*c.more - c.mean) / c.scale
}

// power gives 2^exponent as the product of two numbers, since 2^1024 and more is
// none.
func power(exponent int) (a, b float64) {
	a = math.Ldexp(1, min(exponent, 1023))
	return a, math.Ldexp(1, exponent-min(exponent, 1023))
}
