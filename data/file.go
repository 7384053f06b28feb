package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// oneHotLimit is the largest number of distinct texts that a feature may have.
const oneHotLimit = 50

// File is a Table with features and target chosen. It shares the table's
// memory, is never changed, and may be used by several goroutines.
type File struct {
	table    *Table
	choice   Choice
	used     []int     // the table's columns behind the features
	features []feature // columns of X
	target   int       // index in the table, -1 for none
	values   cells     // of the target, nil for none
	classes  []string
	rows     []int32 // rows that can be drawn; nil = all
	memory   budget  // what the table and the choice hold
	notes    []remedy.Note

	landmarks *Landmarks // see WithLandmarks; nil for none
}

// feature is one column of X: a column of numbers, or the indicator of one
// code of a column of text.
type feature struct {
	name  string
	cells cells
	code  int // -1: the number itself
}

// File fixes features and target. A text feature becomes one 0/1 column per
// value (over 50 values: an error), a text target class numbers 0, 1, … in
// sorted order. The error names the first cell that stands in the way: a
// column that mixes numbers and texts, an infinity, a missing value (unless
// dropped); or the column that does not exist, stands twice, or is all there is.
func (t *Table) File(choice Choice) (*File, error) {
	target, err := t.target(choice)
	if err != nil {
		return nil, err
	}
	used, err := t.features(choice, target)
	if err != nil {
		return nil, err
	}
	categorical, err := t.categorical(choice)
	if err != nil {
		return nil, err
	}
	all := used
	if target >= 0 {
		all = append(used[:len(used):len(used)], target)
	}
	if err := t.checkFaults(all, categorical); err != nil {
		return nil, err
	}
	f := &File{table: t, choice: choice, used: used, target: target, notes: slices.Clone(t.Notes), memory: t.memory}
	if f.rows, err = t.complete(all, choice.DropMissing, &f.memory); err != nil {
		return nil, f.inFile(err)
	}
	if f.rows != nil {
		f.note("%d of %d rows dropped for missing values", t.Rows-len(f.rows), t.Rows)
	}
	f.features = make([]feature, 0, len(used))
	for _, j := range used {
		if err := f.addFeature(j, categorical[j]); err != nil {
			return nil, f.inFile(err)
		}
	}
	if target >= 0 {
		if err := f.setTarget(categorical[target]); err != nil {
			return nil, f.inFile(err)
		}
	}
	return f, nil
}

// inFile names the file in an error of memory, which does not know it.
func (f *File) inFile(err error) error { return asError(f.table.path, err) }

func (f *File) note(format string, args ...any) {
	f.notes = append(f.notes, remedy.Note{Text: fmt.Sprintf(format, args...)})
}

func (f *File) addFeature(j int, categorical bool) error {
	column := &f.table.Columns[j]
	texts, isText, err := f.texts(column, categorical)
	if err != nil {
		return err
	}
	if !isText {
		f.features = append(f.features, feature{column.Name, column.cells, -1})
		return nil
	}
	if k := len(texts.texts); k > oneHotLimit {
		return &Error{File: f.table.path, Problem: fmt.Sprintf("column %q has %d different texts and looks like an id", column.Name, k),
			Want: fmt.Sprintf("at most %d in a feature", oneHotLimit), Remedies: remedy.By("drop it", "columns", "-"+column.Name)}
	}
	for code, text := range texts.texts {
		if err := f.memory.take(columnBytes + int64(len(column.Name)+len(text))); err != nil {
			return err
		}
		f.features = append(f.features, feature{column.Name + "=" + text, texts, code})
	}
	f.note("column %q is %s: one 0/1 column for each value (%s)", column.Name, column.said(), shortList(texts.texts, 6))
	return nil
}

// said is what a column is that is taken as texts.
func (c *Column) said() string {
	if c.Kind == Numeric {
		return "categorical"
	}
	return "text"
}

// texts gives the column as texts in sorted order, if it is to be taken so.
func (f *File) texts(column *Column, categorical bool) (texts coded, isText bool, err error) {
	own, isText := column.cells.(coded)
	if !isText {
		if !categorical {
			return coded{}, false, nil
		}
		made, err := toText(column.cells, f.table.Rows, &f.memory)
		if err != nil {
			return coded{}, true, err
		}
		own = made.coded
	}
	texts, err = own.sorted(f.rows, &f.memory)
	return texts, true, err
}

// Name is the base name of the file.
func (f *File) Name() string { return f.table.Name }

// Origin is the file as the user named it, "-" for standard input, and what was
// chosen of it. Columns whose names a list such as a,b can't hold have numbers.
func (f *File) Origin() (path string, choice Choice) {
	choice = f.choice
	listed := func(names []string) []string {
		var list []string
		for _, entry := range names {
			name, isDrop := strings.CutPrefix(entry, "-")
			if !isDrop || slices.Contains(f.table.columnNames(), entry) {
				name, isDrop = entry, false
			}
			if j := slices.Index(f.table.columnNames(), name); j >= 0 && (strings.Contains(name, ",") || strings.TrimSpace(name) != name || name == "") {
				name = strconv.Itoa(j + 1)
			}
			if isDrop {
				name = "-" + name
			}
			list = append(list, name)
		}
		return list
	}
	choice.Columns, choice.Categorical = listed(choice.Columns), listed(choice.Categorical)
	return f.table.path, choice
}

// Rows is the number of rows that can be drawn.
func (f *File) Rows() int {
	if f.rows != nil {
		return len(f.rows)
	}
	return f.table.Rows
}

// Dims is the number of features, after one-hot.
func (f *File) Dims() int { return len(f.features) }

// Raw is false: features of files differ in units.
func (f *File) Raw() bool { return false }

// Landmarks are those that were given for the file; nil without.
func (f *File) Landmarks() *Landmarks { return f.landmarks }

// Notes says what reading and choosing have done to the data, and of a target of few whole
// numbers that it could be classes. Cost O(n) for such a target.
func (f *File) Notes() []remedy.Note {
	return append(slices.Clone(f.notes), f.noteWholes()...)
}

// Draw draws rows without replacement, by the first n+t steps of a
// Fisher–Yates shuffle, in the order drawn; see Source.
func (f *File) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error) {
	rest := testRows(n, test, rng)
	total := f.Rows()
	if n > total {
		return nil, nil, &Error{File: f.table.path, Problem: fmt.Sprintf("%d training rows asked for", n),
			Want: fmt.Sprintf("at most the %d of the file", total), Remedies: remedy.By(fmt.Sprintf("use %d rows or fewer", total), "n", strconv.Itoa(total))}
	}
	rest = min(rest, total-n)
	// The set, the names of its columns, the shuffled rows and their positions.
	// In floating point, since the product can overflow.
	memory := f.memory
	need := 8*float64(n+rest)*float64(f.Dims()+1) + 32*float64(f.Dims()) + 4*float64(total) + 4*float64(f.table.Rows)
	what := fmt.Sprintf("%d rows of %d features", n+rest, f.Dims())
	if err := memory.takeFor(what, int64(min(need, math.MaxInt64/2))); err != nil {
		return nil, nil, f.inFile(err)
	}
	shuffled := slices.Clone(f.rows)
	if shuffled == nil {
		shuffled = make([]int32, total)
		for i := range shuffled {
			shuffled[i] = int32(i)
		}
	}
	for i := range n + rest {
		k := i + rng.IntN(total-i)
		shuffled[i], shuffled[k] = shuffled[k], shuffled[i]
	}
	trainSet = f.set(shuffled[:n])
	trainSet.Landmarks = f.landmarks.points()
	if rest > 0 {
		testSet = f.set(shuffled[n : n+rest])
	}
	return trainSet, testSet, nil
}

// set copies the given rows of the table, each at most once.
func (f *File) set(rows []int32) *Set {
	s := &Set{X: mat.NewDense(len(rows), len(f.features), nil), Target: f.Target(), Classes: slices.Clone(f.classes)}
	if f.values != nil {
		s.Y = make([]float64, len(rows))
	}
	f.fill(s.X.RawMatrix().Data, s.Y, rows)
	s.Columns = make([]string, len(f.features))
	for j := range s.Columns {
		s.Columns[j] = f.features[j].name
	}
	return s
}

// blockRows is how many rows of the table are copied at a time: few enough for
// them and their copies to stay in a processor's cache while column after column
// is.
const blockRows = 1024

// fill writes features and target of the given rows into the zero matrix x, row
// after row, and y. It goes through the table in its order, whatever that of rows;
// and through sparse columns by their entries, so that the cost is theirs, not n·d.
func (f *File) fill(x, y []float64, rows []int32) {
	first, last := slices.Min(rows), slices.Max(rows)
	position := make([]int32, last-first+1) // in rows, from 1; of a table's row from first on
	for i, row := range rows {
		position[row-first] = int32(i) + 1
	}
	d := len(f.features)
	parallel(d, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			if column, isSparse := f.features[j].cells.(sparse); isSparse {
				column.each(func(row int, v float64) {
					if row < int(first) || row > int(last) {
						return
					}
					if i := position[row-int(first)]; i > 0 {
						x[(int(i)-1)*d+j] = v
					}
				})
			}
		}
	})
	parallel((len(position)+blockRows-1)/blockRows, func(lo, hi int) {
		from, to, v := make([]int32, 0, blockRows), make([]int32, 0, blockRows), make([]float64, blockRows)
		for block := lo; block < hi; block++ {
			from, to = from[:0], to[:0]
			for k := block * blockRows; k < min((block+1)*blockRows, len(position)); k++ {
				if i := position[k]; i > 0 {
					from, to = append(from, first+int32(k)), append(to, i-1)
				}
			}
			for j, feature := range f.features {
				if _, isSparse := feature.cells.(sparse); isSparse {
					continue
				}
				feature.cells.take(from, v)
				for k, i := range to {
					if feature.code >= 0 {
						v[k] = indicator(v[k] == float64(feature.code))
					}
					x[int(i)*d+j] = v[k]
				}
			}
			if y != nil {
				f.values.take(from, v)
				for k, i := range to {
					y[i] = v[k]
				}
			}
		}
	})
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// isFinite is false for NaN and infinities.
func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
