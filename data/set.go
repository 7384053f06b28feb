package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// wideColumns is the number of features from which a data set is called wide:
// 10⁵ columns, one of which is the target.
const wideColumns = 99_999

// Standardize shifts and scales every feature to mean 0 and population standard
// deviation 1 over the training rows, and applies the same to the test rows
// (test may be nil). A column that is constant over the training rows becomes
// 0 in both, and a warning names it. The sets are changed in place; they must
// have the same columns (a mismatch panics).
//
// Standardising is the wrong choice where the columns share a unit and their
// scale means something (pixels, coordinates).
func Standardize(train, test *Set) (warnings []remedy.Note) {
	scaling, warnings := NewScaling(train)
	scaling.Apply(train.X)
	if test != nil {
		scaling.Apply(test.X)
	}
	return warnings
}

// moments gives mean and population standard deviation of the columns of x, each
// times 2^−exponent, where exponent brings the largest |v| into [½,1): so neither
// 1e300 nor 1e−300 overflows, and the scaling itself is exact. The deviation is
// exactly 0 if and only if all values are equal.
func moments(x *mat.Dense) (mean, deviation []float64, exponent []int) {
	n, d := x.Dims()
	low, high := slices.Clone(x.RawRowView(0)), slices.Clone(x.RawRowView(0))
	for i := range n {
		for j, v := range x.RawRowView(i) {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	mean, deviation, exponent = make([]float64, d), make([]float64, d), make([]int, d)
	up, more := make([]float64, d), make([]float64, d)
	for j := range d {
		if low[j] < high[j] {
			_, exponent[j] = math.Frexp(max(-low[j], high[j]))
		}
		up[j], more[j] = power(-exponent[j])
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			mean[j] += v * up[j] * more[j]
		}
	}
	for j := range mean {
		mean[j] /= float64(n)
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			centred := v*up[j]*more[j] - mean[j]
			deviation[j] += centred * centred
		}
	}
	for j, squares := range deviation {
		deviation[j] = math.Sqrt(squares / float64(n))
		if low[j] == high[j] {
			mean[j], deviation[j] = 0, 0
		}
	}
	return mean, deviation, exponent
}

// Problems lists what a user should know about the rows of X before trusting
// figures computed on them, each with its remedy: constant columns, rows that
// repeat an earlier one (their kernel matrix is exactly singular), and
// 10⁵ columns or more. nil where there is nothing to say. Cost O(n·d).
func (s *Set) Problems() []remedy.Note {
	n, d := s.X.Dims()
	rows := make(rowHashes, n)
	differs := make([]atomic.Bool, d) // from the first row
	parallel(n, func(lo, hi int) {
		first := s.X.RawRowView(0)
		differ := make([]bool, d)
		for i := lo; i < hi; i++ {
			for j, v := range s.X.RawRowView(i) {
				if v != first[j] {
					differ[j] = true
				}
				rows.add(i, j, v)
			}
		}
		for j, is := range differ {
			if is {
				differs[j].Store(true)
			}
		}
	})
	var constant []string
	for j := range differs {
		if !differs[j].Load() {
			constant = append(constant, s.Columns[j])
		}
	}
	return problems(constant, rows.repeats(), n, d)
}

// problems words what Set.Problems and File.Describe have found.
func problems(constant []string, repeated, n, d int) []remedy.Note {
	var list []remedy.Note
	if len(constant) > 0 && n > 1 {
		list = append(list, constantWarning(constant))
	}
	if repeated > 0 {
		list = append(list, remedy.Note{Text: fmt.Sprintf("rows that repeat the features of an earlier one: %d of %d; K is singular there, "+
			"harmless with a ridge μ > 0", repeated, n), Remedies: remedy.Do("else remove them from the file")})
	}
	if d >= wideColumns {
		list = append(list, remedy.Note{Text: fmt.Sprintf("%d columns: distances will be slow", d), Remedies: remedy.By("keep fewer", "columns", someColumn)})
	}
	return list
}

func constantWarning(names []string) remedy.Note {
	const shown = 5
	list, more := strings.Join(names[:min(shown, len(names))], ", "), ""
	if len(names) > shown {
		more = fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return remedy.Note{Text: fmt.Sprintf("constant columns carry no information: %s%s", list, more), Remedies: remedy.By("drop them", "columns", someColumn)}
}

// rowHashes holds one 64-bit hash per row: the sum of a mix of every non-zero
// entry with its column, so that entries may be added in any order and zeros
// of sparse data left out. Two different rows share a hash with probability
// about n²/2⁶⁵ in all, which a warning can bear.
type rowHashes []uint64

func (h rowHashes) add(row, column int, v float64) {
	if v != 0 {
		h[row] += mix(mix(uint64(column)+1) ^ math.Float64bits(v))
	}
}

// repeats counts the rows that equal another one before them. It sorts the
// hashes, which takes no memory, as a map would.
func (h rowHashes) repeats() int {
	slices.Sort(h)
	count := 0
	for i := 1; i < len(h); i++ {
		if h[i] == h[i-1] {
			count++
		}
	}
	return count
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
