package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"gramscope/data/remedy"
)

// Description is what `gramscope data FILE` finds in the columns of a file.
type Description struct {
	Columns  []ColumnSummary // the first features as in the file, then the target
	Hidden   int             // number of features that are not among the Columns
	Problems []remedy.Note   // properties of X that make figures doubtful
}

// ColumnSummary describes a column of the file over the rows that can be drawn.
type ColumnSummary struct {
	Name           string
	IsTarget       bool
	Min, Max, Mean float64  // if Texts is nil
	Texts          []string // distinct texts, sorted; nil for numbers
	Counts         []int    // number of rows with each text
}

// listedSummaries is the largest number of features in a Description.
const listedSummaries = 40

// Describe looks at all rows and columns that are used, in parallel, but skips the zeros of sparse columns.
func (f *File) Describe() (d Description) {
	rows, columns := f.Rows(), len(f.used)
	if f.Table.Matrix != nil {
		columns = 0
	}
	d.Columns = make([]ColumnSummary, min(columns, listedSummaries), listedSummaries+2)
	d.Hidden = columns - len(d.Columns)
	isConstant, hasMark := make([]bool, columns), make([]bool, columns)
	var sums atomic.Int64 // columns whose last cell is the sum of all others
	parallel(columns, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			s := f.summary(f.cells(k))
			isConstant[k] = s.Texts == nil && s.Min == s.Max || len(s.Texts) == 1
			hasMark[k] = !isConstant[k] && s.Texts == nil && (isMark(s.Min) || isMark(s.Max))
			sums.Add(int64(indicator(f.endsInTotal(f.cells(k), s))))
			if k < len(d.Columns) {
				d.Columns[k] = s
				d.Columns[k].Name = f.column(k).Name
			}
		}
	})
	var far []string
	for k := range columns {
		if hasMark[k] {
			far = append(far, f.farMarks(f.column(k).Name, f.cells(k))...)
		}
	}
	if m := f.Table.Matrix; m != nil {
		d.Columns = append(d.Columns, m.summary...)
	} else {
		name := func(k int) string { return f.column(k).features()[0].name }
		d.Problems = problems(constantWarning(isConstant, name), f.repeats(), rows, f.dims)
	}
	if f.target >= 0 {
		s := f.summary(f.values)
		s.Name, s.IsTarget = f.Target(), true
		d.Columns = append(d.Columns, s)
		sums.Add(int64(indicator(f.endsInTotal(f.values, s))))
		if f.classes == nil {
			far = append(far, f.farMarks(s.Name, f.values)...)
		}
	}
	if sums := sums.Load(); sums > 1 { // one may be by chance
		d.Problems = append(d.Problems, remedy.Note{Remedies: remedy.Do("if it holds totals, remove it from the file"),
			Text: fmt.Sprintf("the last row has the sums of all others in %d columns", sums)})
	}
	for k, s := range d.Columns {
		n := len(s.Texts)
		what := fmt.Sprintf("has %d different texts in %d rows", n, rows)
		switch {
		case s.IsTarget && f.Table.isIndex(f.target):
			what = "counts the rows"
		case rows < countedRows || 2*n <= rows:
			continue
		}
		way := remedy.By("choose another target", "target", "")
		if !s.IsTarget {
			way = remedy.By("drop it", "columns", "-"+f.Table.listed(f.used[k])[0])
		}
		d.Problems = append(d.Problems, remedy.Note{Remedies: way,
			Text: fmt.Sprintf("column %q %s: names, which tell nothing about others", s.Name, what)})
	}
	if far != nil {
		text := "values far from all others, which may stand for missing ones: " + shortList(far, 5)
		way := remedy.Do("if they do, write NaN there")
		if f.Table.arrays == 0 {
			marks := namesOf(far, func(text string) string { return strings.Fields(text)[0] })
			way = leaveOut("if they do", f.Table.Layout.Missing, marks)
		}
		d.Problems = append(d.Problems, remedy.Note{Text: text, Remedies: way})
	}
	return d
}

// repeats returns the number of rows of X that equal an earlier one. It compares hashes, 64 bits a row: the sum over
// the nonzero entries of a mix of entry and column; a text counts as its code. Any two of n different rows share a hash
// with probability about n²/2⁶⁵.
func (f *File) repeats() int {
	hashes := make([]uint64, f.Table.Rows)
	parallel(len(hashes), func(lo, hi int) {
		var k int
		add := func(row int, v float64) { hashes[row] += mix(mix(uint64(k)+1) ^ math.Float64bits(v)) }
		for ; lo < hi; lo += chunkLength { // by blocks of rows, so that the columns of a row-major array stay in the cache
			for k = range f.used {
				each(f.cells(k), lo, min(lo+chunkLength, hi), add)
			}
		}
	})
	kept := hashes[:f.Rows()]
	for i := range kept {
		kept[i] = hashes[f.row(i)]
	}
	slices.Sort(kept) // as a map would take memory
	return len(kept) - len(slices.Compact(kept))
}

// walk calls see for the nonzero values of a column in the rows that can be drawn, and returns how many are zero.
func (f *File) walk(column cells, see func(v float64)) (zeros int) {
	if f.rows == nil {
		zeros = f.Table.Rows
		each(column, 0, zeros, func(_ int, v float64) { zeros--; see(v) })
	}
	for _, row := range f.rows {
		if v := column.at(int(row)); v != 0 {
			see(v)
		} else {
			zeros++
		}
	}
	return zeros
}

// summary describes cells over the rows that can be drawn, without their name.
func (f *File) summary(column cells) ColumnSummary {
	n := f.Rows()
	if texts, isText := column.(coded); isText {
		counts := make([]int, len(texts.texts))
		for i := range n {
			counts[int(texts.at(f.row(i)))]++
		}
		return ColumnSummary{Texts: texts.texts, Counts: counts}
	}
	s := ColumnSummary{Min: math.Inf(1), Max: math.Inf(-1)}
	zeros := f.walk(column, func(v float64) {
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
		s.Mean += v / float64(n)
	})
	if zeros > 0 {
		s.Min, s.Max = min(s.Min, 0), max(s.Max, 0)
	}
	return s
}

// endsInTotal reports whether the last row has the sum of all others in a column with that summary.
func (f *File) endsInTotal(column cells, s ColumnSummary) bool {
	n := f.Rows()
	if s.Texts != nil || n < 4 {
		return false
	}
	v := column.at(f.row(n - 1))
	return v != 0 && math.Abs(s.Mean*float64(n)-2*v) <= 1e-6*math.Abs(v)
}

// usualMarks are numbers, of either sign, that stand for a missing value; not 200 itself, which is a usual value.
var usualMarks = []float64{99, 200, 999, 9999, 99999, 999999}

func isMark(v float64) bool { return slices.Contains(usualMarks, math.Abs(v)) && v != 200 }

// farMarks returns those of the least and the greatest value of a column of numbers that may stand for missing values:
// they are usual marks, and farther from all other values than a tenth of the range of these.
func (f *File) farMarks(name string, column cells) (list []string) {
	s := f.summary(column)
	for _, ends := range [][2]float64{{s.Min, s.Max}, {s.Max, s.Min}} {
		mark, other := ends[0], ends[1]
		next, count := other, 0 // the nearest other value, and how many rows have the mark
		see := func(v float64) {
			if v == mark {
				count++
			} else if math.Abs(mark-v) < math.Abs(mark-next) {
				next = v
			}
		}
		if f.walk(column, see) > 0 {
			see(0)
		}
		far := math.Abs(mark-next) > math.Abs(next-other)/10
		if isMark(mark) && next != other && far && (count > 1 || math.Abs(mark) > 99) {
			list = append(list, fmt.Sprintf("%g in %d rows of column %q", mark, count, name))
		}
	}
	return list
}

// problems lists what a user should know before trusting figures of X, besides constant columns: rows that repeat an
// earlier one (which make K exactly singular), and 10⁵ columns or more, counting the target.
func problems(constant []remedy.Note, repeated, n, d int) (list []remedy.Note) {
	if n > 1 {
		list = constant
	}
	if repeated > 0 {
		list = append(list, remedy.Note{Remedies: remedy.Do("otherwise remove them from the file"),
			Text: fmt.Sprintf("rows that repeat the features of an earlier one: %d of %d; they make K singular, "+
				"which is harmless with a ridge μ > 0", repeated, n)})
	}
	if d >= 99_999 {
		list = append(list, remedy.Note{Text: fmt.Sprintf("%d columns: distances will be slow", d),
			Remedies: remedy.By("keep fewer", "columns", someColumn)})
	}
	return list
}

// constantWarning names the first of the constant columns, of which there may be millions.
func constantWarning(isConstant []bool, name func(j int) string) []remedy.Note {
	list, count := "", 0
	for j, is := range isConstant {
		if count += int(indicator(is)); is && count <= 5 {
			list += ", " + name(j)
		}
	}
	if count == 0 {
		return nil
	}
	if count > 5 {
		list += fmt.Sprintf(", … (%d in all)", count)
	}
	return []remedy.Note{{Text: "constant columns carry no information: " + list[2:],
		Remedies: remedy.By("drop whole columns", "columns", someColumn)}}
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
