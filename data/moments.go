package data

import (
	"fmt"
	"math"

	"gramscope/data/remedy"
)

// Moments are means and variances of columns whose rows come one by one, and of parts that are merged
// (Welford 1962; Chan, Golub and LeVeque 1983). To rounding neither the order nor the
// parts matter. Values beyond 1e150 overflow, which [NewScaling] of rows in memory avoids.
type Moments struct {
	Rows      int
	Low, High []float64 // least and largest value of each column
	Mean      []float64
	Squares   []float64 // Σ(x−mean)²
}

// Add takes a row in, d ≥ 1 numbers.
func (m *Moments) Add(x []float64) {
	if m.Rows == 0 {
		*m = Moments{0, append([]float64(nil), x...), append([]float64(nil), x...), make([]float64, len(x)), make([]float64, len(x))}
	}
	m.Rows++
	for j, v := range x {
		m.Low[j], m.High[j] = min(m.Low[j], v), max(m.High[j], v)
		off := v - m.Mean[j]
		m.Mean[j] += off / float64(m.Rows)
		m.Squares[j] += off * (v - m.Mean[j])
	}
}

// Merge adds the rows of another part.
func (m *Moments) Merge(other *Moments) {
	switch {
	case other.Rows == 0:
		return
	case m.Rows == 0:
		*m = Moments{0, append([]float64(nil), other.Low...), append([]float64(nil), other.High...), make([]float64, len(other.Mean)), make([]float64, len(other.Mean))}
	}
	a, b := float64(m.Rows), float64(other.Rows)
	m.Rows += other.Rows
	for j, mean := range other.Mean {
		m.Low[j], m.High[j] = min(m.Low[j], other.Low[j]), max(m.High[j], other.High[j])
		off := mean - m.Mean[j]
		m.Mean[j] += off * (b / (a + b))
		m.Squares[j] += other.Squares[j] + off*off*(a*b/(a+b))
	}
}

// Scaling is that of the first columns, the features of these names, by the rules of [NewScaling].
func (m *Moments) Scaling(names []string) (s Scaling, warnings []remedy.Note, err error) {
	var constant []string
	for j, name := range names {
		mean, deviation := m.Mean[j], math.Sqrt(m.Squares[j]/float64(m.Rows))
		switch {
		case m.Low[j] == m.High[j]:
			mean, deviation, constant = m.Low[j], 0, append(constant, name)
		case !isFinite(mean) || !isFinite(deviation):
			return Scaling{}, nil, &Error{Problem: fmt.Sprintf("column %q holds %g, whose square is too large for 64 bits", name, max(-m.Low[j], m.High[j])),
				Want: "numbers below 1e150", Remedies: remedy.Do("change the unit of the column, or correct the file")}
		}
		s.Mean, s.Deviation = append(s.Mean, mean), append(s.Deviation, max(deviation, 0))
		if deviation == 0 && m.Low[j] < m.High[j] { // squares that underflow
			s.Deviation[j] = math.SmallestNonzeroFloat64
		}
	}
	if len(constant) > 0 {
		warnings = append(warnings, constantWarning(constant))
	}
	return s, warnings, nil
}
