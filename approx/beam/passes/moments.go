package passes

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
)

// largestSquared is the largest absolute value for moments. The sum of 10⁷ squared differences between such numbers
// does not overflow.
const largestSquared = 1e150

// moments computes means and variances of columns from rows that arrive one by one, and from parts that are merged
// (Welford 1962; Chan, Golub and LeVeque 1983). Up to rounding, the result does not depend on the order of the rows or
// on the parts. Values larger than largestSquared overflow; data.NewScaling of rows in memory avoids that.
type moments struct {
	Rows      int
	Low, High []float64 // smallest and largest value of each column
	Mean      []float64
	Squares   []float64 // Σ(x−mean)²
}

// add adds a row of d ≥ 1 numbers.
func (m *moments) add(x []float64) {
	m.begin(x, x)
	m.Rows++
	for j, v := range x {
		m.Low[j], m.High[j] = min(m.Low[j], v), max(m.High[j], v)
		off := v - m.Mean[j]
		m.Mean[j] += off / float64(m.Rows)
		m.Squares[j] += off * (v - m.Mean[j])
	}
}

// begin allocates the columns before the first row.
func (m *moments) begin(low, high []float64) {
	if d := len(low); m.Rows == 0 {
		*m = moments{0, slices.Clone(low), slices.Clone(high), make([]float64, d), make([]float64, d)}
	}
}

// merge adds the rows of another part.
func (m *moments) merge(other *moments) {
	if other.Rows == 0 {
		return
	}
	m.begin(other.Low, other.High)
	a, b := float64(m.Rows), float64(other.Rows)
	m.Rows += other.Rows
	for j, mean := range other.Mean {
		m.Low[j], m.High[j] = min(m.Low[j], other.Low[j]), max(m.High[j], other.High[j])
		off := mean - m.Mean[j]
		m.Mean[j] += off * (b / (a + b))
		m.Squares[j] += other.Squares[j] + off*off*(a*b/(a+b))
	}
}

// scaling returns the scaling of the first columns, which have the given names, as data.NewScaling does, and the names
// of those that are constant. A column whose variance overflowed is an error.
func (m *moments) scaling(names []string) (s data.Scaling, constant []string, err error) {
	for j, name := range names {
		low, high, mean, deviation := m.Low[j], m.High[j], m.Mean[j], math.Sqrt(m.Squares[j]/float64(m.Rows))
		switch {
		case low == high:
			mean, deviation = low, 0
			constant = append(constant, name)
		case !isFinite(mean) || !isFinite(deviation):
			problem := fmt.Sprintf("column %q holds %g, whose square is too large for 64 bits", name, max(-low, high))
			return data.Scaling{}, nil, &data.Error{Problem: problem,
				Want:     fmt.Sprintf("numbers of at most %.0e in size", largestSquared),
				Remedies: remedy.Do("change the unit of the column, or correct the file")}
		default:
			deviation = max(deviation, math.SmallestNonzeroFloat64) // squares can underflow
		}
		s.Mean, s.Deviation = append(s.Mean, mean), append(s.Deviation, deviation)
	}
	return s, constant, nil
}
