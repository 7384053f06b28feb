package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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
	isGap    []bool  // the others; nil = none
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

// File fixes features and target. A text feature becomes one 0/1 column per value (over 50
// values: an error), a text target class numbers 0, 1, … in sorted order. The error names the
// first cell that stands in the way (a text among numbers, an infinity, a missing value unless
// dropped), or the column that does not exist, stands twice, or is all there is.
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
	if f.rows, f.isGap, err = t.complete(all, choice.DropMissing, &f.memory); err != nil {
		return nil, err
	}
	if f.rows != nil {
		f.note("%d of %d rows dropped for missing values", t.Rows-len(f.rows), t.Rows)
	}
	f.features = make([]feature, 0, len(used))
	for _, j := range used {
		if err := f.addFeature(j, categorical[j]); err != nil {
			return nil, err
		}
	}
	if target >= 0 {
		f.setTarget(categorical[target])
	}
	if f.memory.refused != nil {
		return nil, f.memory.refused
	}
	return f, nil
}

func (f *File) note(format string, args ...any) {
	f.notes = append(f.notes, remedy.Note{Text: fmt.Sprintf(format, args...)})
}

func (f *File) addFeature(j int, categorical bool) error {
	column := &f.table.Columns[j]
	texts, isText := f.texts(column, categorical)
	if !isText {
		f.addColumns(column.Name, column.cells)
		return nil
	}
	if k := len(texts.texts); k > oneHotLimit {
		return &Error{File: f.table.path, Problem: fmt.Sprintf("column %q has %d different texts and looks like an id", column.Name, k),
			Want: fmt.Sprintf("at most %d in a feature", oneHotLimit), Remedies: remedy.By("drop it", "columns", "-"+column.Name)}
	}
	f.addColumns(column.Name, texts)
	f.note("column %q is %s: one 0/1 column for each value (%s)", column.Name, column.said(), shortList(texts.texts, 6))
	return f.memory.refused
}

// addColumns adds the columns of X that a column of the table comes to.
func (f *File) addColumns(name string, own cells) {
	texts, isText := own.(coded)
	if !isText {
		f.features = append(f.features, feature{name, own, -1})
	}
	for code, text := range texts.texts {
		f.memory.take(columnBytes + int64(len(name)+len(text)))
		f.features = append(f.features, feature{name + "=" + text, own, code})
	}
}

func (f *File) setTarget(categorical bool) {
	column := &f.table.Columns[f.target]
	f.values = column.cells
	if texts, isText := f.texts(column, categorical); isText {
		f.values, f.classes = texts, texts.texts
		f.note("target %q is %s: %d classes, numbered from 0 (%s)", column.Name, column.said(), len(f.classes), shortList(f.classes, 6))
	}
}

// said is what a column is that is taken as texts.
func (c *Column) said() string {
	if c.Kind == Numeric {
		return "categorical"
	}
	return "text"
}

// texts gives the column as texts in sorted order, if it is to be taken so.
func (f *File) texts(column *Column, categorical bool) (texts coded, isText bool) {
	if _, isText = column.cells.(coded); !isText && !categorical {
		return coded{}, false
	}
	return f.sorted(f.coded(column)), true
}

// coded gives the column as texts in the order in which they came.
func (f *File) coded(column *Column) coded {
	if own, isText := column.cells.(coded); isText {
		return own
	}
	return toText(column.cells, f.table.Rows, &f.memory).coded
}

// As a Source a file has features of different units.

func (f *File) Name() string          { return f.table.Name }
func (f *File) Dims() int             { return len(f.features) }
func (f *File) HasTarget() bool       { return f.target >= 0 }
func (f *File) Classes() []string     { return slices.Clone(f.classes) }
func (f *File) Raw() bool             { return false }
func (f *File) Landmarks() *Landmarks { return f.landmarks }

// WithLandmarks returns the file with landmarks; see [WithLandmarks].
func (f *File) WithLandmarks(l *Landmarks) Source {
	with := *f
	with.landmarks = l
	return &with
}

// Rows is the number of rows that can be drawn.
func (f *File) Rows() int {
	if f.rows != nil {
		return len(f.rows)
	}
	return f.table.Rows
}

// row is the table's row of one that can be drawn.
func (f *File) row(i int) int {
	if f.rows != nil {
		return int(f.rows[i])
	}
	return i
}

// Origin is the file as the user named it, "-" for standard input, and what was
// chosen of it. Columns whose names a list such as a,b can't hold have numbers.
func (f *File) Origin() (path string, choice Choice) {
	names := f.table.columnNames()
	listed := func(entries []string) []string {
		var list []string
		for _, entry := range entries {
			name, minus := f.table.entry(entry)
			if j := slices.Index(names, name); j >= 0 && (strings.Contains(name, ",") || strings.TrimSpace(name) != name || name == "") {
				name = strconv.Itoa(j + 1)
			}
			list = append(list, minus+name)
		}
		return list
	}
	choice = f.choice
	choice.Columns, choice.Categorical = listed(choice.Columns), listed(choice.Categorical)
	return f.table.path, choice
}

// Notes says what reading and choosing have done to the data, and of a target of few whole
// numbers that it could be classes. Cost O(n) for such a target.
func (f *File) Notes() []remedy.Note {
	return append(slices.Clone(f.notes), f.noteWholes()...)
}

// Target is the name of the target, "" without one.
func (f *File) Target() string {
	if f.target < 0 {
		return ""
	}
	return f.table.Columns[f.target].Name
}

// TargetPlace says where the target stands that is taken where none is chosen.
func (f *File) TargetPlace() string {
	if f.table.indexed {
		return "the first of each line"
	}
	return "the last column"
}

// noteWholes says of a target of few whole numbers, 20 at most and of each 5 rows on
// average, that it could be classes.
func (f *File) noteWholes() []remedy.Note {
	if f.target < 0 || f.classes != nil {
		return nil
	}
	var seen []float64
	for i := range f.Rows() {
		v := f.values.at(f.row(i))
		if slices.Contains(seen, v) {
			continue
		}
		if seen = append(seen, v); v != math.Trunc(v) || len(seen) > min(20, f.Rows()/5) {
			return nil
		}
	}
	if len(seen) < 2 {
		return nil
	}
	return []remedy.Note{{Text: fmt.Sprintf("the target has %d different whole numbers", len(seen)), Remedies: remedy.By("make classes of them", "categorical", f.Target())}}
}
