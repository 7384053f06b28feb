package passes

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
)

// standard has sums over some parts, for standardising, the kernel's width and a uniform selection of
// landmarks, and counts of the rows that are not used.
type standard struct {
	Moments moments   // of the features and then the target, over training rows
	Classes []int     // training rows of each class; nil for a target of numbers
	Sample  reservoir // of training rows, drawn by their places
	Drawn   reservoir // landmarks, drawn by their content
	HeldOut int
	Dropped int
	Bad     int      // bad rows; one that takes several lines counts once for each line, as each may have been a row
	Wrong   []badRow // the first bad rows, by place

	Failure string // see asFailure
}

// badRow is a row that could not be read.
type badRow struct {
	File   string
	Line   int
	Lines  int // number of lines in the file
	Reason string
}

func (r badRow) String() string {
	if r.Lines == 1 {
		return r.Reason
	}
	return fmt.Sprintf("%s (read as one row with the %d lines below it)", r.Reason, r.Lines-1)
}

func (r badRow) compare(q badRow) int {
	return cmp.Or(cmp.Compare(r.File, q.File), cmp.Compare(r.Line, q.Line), cmp.Compare(r.Reason, q.Reason))
}

// standardFn reads a part, once the columns are known.
type standardFn struct{ S Settings }

func (f *standardFn) ProcessElement(ctx context.Context, path string, all columns, emit func(standard)) error {
	coding, err := f.S.coding(all)
	if err != nil {
		failure, other := asFailure(err)
		emit(standard{Failure: failure})
		return other
	}
	var out standard
	if coding.Target.Texts != nil {
		out.Classes = make([]int, len(coding.Target.Texts))
	}
	sample, landmarks, listed := f.S.sampleSize(), 0, f.S.listed()
	if f.S.selection() == uniform {
		landmarks = f.S.budget()
	}
	var numbers []float64
	err = f.S.rows(ctx, path, coding, func(r *row) error {
		switch {
		case r.Bad != nil:
			if out.Bad += r.Lines; len(out.Wrong) < listed {
				out.Wrong = append(out.Wrong, badRow{path, r.Bad.Line, r.Lines, said(r.Bad)})
			}
			badRows.Inc(ctx, int64(r.Lines))
		case r.Dropped:
			out.Dropped++
		case r.HeldOut:
			out.HeldOut++
		default:
			numbers = append(append(numbers[:0], r.X...), r.Y)
			out.Moments.add(numbers)
			if out.Classes != nil {
				out.Classes[int(r.Y)]++
			}
			out.Sample.add(f.S.drawnAt(path, r.Line), r.X, sample)
			out.Drawn.add(f.S.drawnAs(r), r.X, landmarks)
		}
		return nil
	})
	emit(out)
	return err
}

// mergeStandard adds the sums of parts.
type mergeStandard struct{ S Settings }

func (f *mergeStandard) MergeAccumulators(a, b standard) standard {
	a.Moments.merge(&b.Moments)
	if a.Classes == nil {
		a.Classes, b.Classes = b.Classes, nil
	}
	for class, n := range b.Classes {
		a.Classes[class] += n
	}
	a.Sample.merge(b.Sample, f.S.sampleSize())
	a.Drawn.merge(b.Drawn, f.S.budget())
	a.Wrong = slices.SortedFunc(slices.Values(slices.Concat(a.Wrong, b.Wrong)), badRow.compare)
	a.Wrong = a.Wrong[:min(f.S.listed(), len(a.Wrong))]
	a.Failure = cmp.Or(a.Failure, b.Failure)
	a.HeldOut, a.Dropped, a.Bad = a.HeldOut+b.HeldOut, a.Dropped+b.Dropped, a.Bad+b.Bad
	return a
}

// reservoir is a uniform sample of the rows of some parts: those with the smallest draws, ascending. Merging
// in any order gives the sample of all rows. Equal rows with equal draws count once.
type reservoir []sampled

// sampled is a row with its draw, a number in [0, 1).
type sampled struct {
	Draw float64
	X    []float64
}

func (r sampled) compare(q sampled) int {
	return cmp.Or(cmp.Compare(r.Draw, q.Draw), slices.Compare(r.X, q.X))
}

// add adds a row to a sample of at most size rows. x is copied.
func (r *reservoir) add(draw float64, x []float64, size int) {
	all := *r
	if len(all) == size && (size == 0 || draw > all[size-1].Draw) {
		return
	}
	row := sampled{draw, x}
	at, known := slices.BinarySearchFunc(all, row, sampled.compare)
	if known {
		return
	}
	row.X = slices.Clone(x)
	all = slices.Insert(all, at, row)
	*r = all[:min(size, len(all))]
}

// merge adds the sample of other parts.
func (r *reservoir) merge(other reservoir, size int) {
	for _, row := range other {
		r.add(row.Draw, row.X, size)
	}
}

// rows returns the rows, one after the other.
func (r reservoir) rows() (x []float64) {
	for _, row := range r {
		x = append(x, row.X...)
	}
	return x
}

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
