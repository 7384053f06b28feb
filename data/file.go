package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"gramscope/data/remedy"
)

const oneHotLimit = 50

// File is a Source: a Table with features and target chosen. It shares the table's memory, does not change, and may be
// used by several goroutines. By default its features are standardised.
type File struct {
	roles
	Table   *Table
	texts   map[int]*Column // by the place in used: columns whose cells differ from the table's
	dims    int             // columns of X
	values  cells           // of the target; nil without a target
	classes []string
	rows    []int32 // rows that can be drawn, ascending; nil = all
	memory  budget  // of the table and the choice
	notes   []remedy.Note

	landmarks *Landmarks // see WithLandmarks; nil for none
}

// feature is one column of X: a column of numbers, or the indicator of one text of a column.
type feature struct {
	name string
	cells
	code int // index of the text; -1 for numbers
}

// features returns the columns of X that a column becomes.
func (c *Column) features() (list []feature) {
	texts, isText := c.cells.(coded)
	if !isText {
		return []feature{{c.Name, c.cells, -1}}
	}
	for code, text := range texts.texts {
		list = append(list, feature{c.Name + "=" + text, c.cells, code})
	}
	return list
}

func (f *File) features() (list []feature) {
	for k := range f.used {
		list = append(list, f.column(k).features()...)
	}
	return list
}

// column returns used column k.
func (f *File) column(k int) *Column {
	if c := f.texts[k]; c != nil {
		return c
	}
	return f.Table.Column(f.used[k])
}

// cells returns the cells of used column k.
func (f *File) cells(k int) cells {
	if c := f.texts[k]; c != nil {
		return c.cells
	}
	return f.Table.cells(f.used[k])
}

// File fixes features and target. A feature of text becomes one 0/1 column for each value, of which there may be 50. A
// target of text becomes class numbers 0, 1, … in sorted order. The error lists all that is wrong with the columns, and
// its remedy reads the rest.
func (t *Table) File(choice Choice) (*File, error) {
	c, err := t.choose(choice)
	if err != nil {
		return nil, err
	}
	f, err := t.file(c)
	if err != nil {
		return nil, t.report(c, err)
	}
	return f, nil
}

// file is File with the first error.
func (t *Table) file(c roles) (f *File, err error) {
	defer caught(&err)
	t.checkFaults(c.all(), c.categorical)
	f = &File{Table: t, roles: c, texts: map[int]*Column{}, notes: slices.Clone(t.Notes), memory: t.memory}
	if f.rows = t.complete(c.all(), c.choice.DropMissing, &f.memory); f.rows != nil {
		if len(f.rows) < 2 {
			check(&Error{File: t.Path, Problem: fmt.Sprintf("%d of %d rows have no missing values", len(f.rows), t.Rows),
				Want: "at least 2", Remedies: remedy.By("drop the columns with gaps", "columns", someColumn)})
		}
		f.note("%d of %d rows dropped for missing values", t.Rows-len(f.rows), t.Rows)
	}
	f.noteIndex()
	f.dims = len(c.used)
	for k, j := range c.used {
		f.addTexts(k, j)
	}
	if c.target >= 0 {
		f.setTarget()
	}
	if first := f.Table.Column(c.used[0]).Name; f.TargetPlace() == lastColumn &&
		slices.Contains(targetWords, strings.ToLower(first)) {
		f.notes = append(f.notes, remedy.Note{Text: fmt.Sprintf("column %q is a feature, and the last is the target", first),
			Remedies: remedy.By("if it is the target, say so", "target", f.Table.listed(c.used[0])[0])})
	}
	return f, nil
}

func (f *File) note(format string, args ...any) {
	f.notes = append(f.notes, remedy.Note{Text: fmt.Sprintf(format, args...)})
}

func (f *File) noteIndex() {
	if len(f.index) == 0 {
		return
	}
	names := "" // of too many columns to be listed
	if len(f.used) < listedSummaries {
		names = strings.Join(f.Table.listed(slices.Sorted(slices.Values(slices.Concat(f.used, f.index)))...), ",")
	}
	name := func(j int) string { return f.Table.Column(j).Name }
	f.note("columns that count or name the rows are left out: %s", shortList(namesOf(f.index, name), 5))
	f.notes[len(f.notes)-1].Remedies = remedy.By("to use one, list it and the other features", "columns", names)
}

// addTexts makes used column k, number j of the table, one of sorted texts if it has texts.
func (f *File) addTexts(k, j int) {
	texts, isText := f.sortedTexts(j).(coded)
	if !isText {
		return
	}
	column := *f.Table.Column(j)
	if count := len(texts.texts); count > oneHotLimit {
		check(&Error{File: f.Table.Path, Want: fmt.Sprintf("at most %d different texts in a feature", oneHotLimit),
			Problem: fmt.Sprintf("column %q has %s", column.Name,
				datesOr(texts.texts, fmt.Sprintf("%d different texts and looks like an id", count))),
			Remedies: remedy.By("drop it", "columns", "-"+f.Table.listed(j)[0])})
	}
	column.cells = texts
	f.put(k, &column)
	f.note("column %q is %s: one 0/1 column for each value (%s)", column.Name, column.reason(),
		shortList(namesOf(texts.texts, clip), 6))
}

// put replaces used column k, which the table keeps as it is.
func (f *File) put(k int, column *Column) {
	f.texts[k] = column
	if texts, isText := column.cells.(coded); isText {
		f.dims += len(texts.texts) - 1
		for _, text := range texts.texts {
			f.memory.take(columnBytes + int64(len(column.Name)+len(text)))
		}
	}
}

func (f *File) setTarget() {
	f.values = f.sortedTexts(f.target)
	if texts, isText := f.values.(coded); isText {
		column := f.Table.Column(f.target)
		f.classes = texts.texts
		f.note("target %q is %s: %d %s, numbered from 0 (%s)", column.Name, column.reason(), len(f.classes),
			english.PluralWord(len(f.classes), "class", ""), shortList(namesOf(f.classes, clip), 6))
	}
}

func (c *Column) reason() string {
	if c.Kind == Numeric {
		return "categorical"
	}
	texts, _ := c.cells.(coded)
	return strings.TrimSuffix("text, "+datesOr(texts.texts, ""), ", ")
}

// sortedTexts returns the cells of column j of the table, with texts in sorted order if it is text or categorical, and
// notes dates.
func (f *File) sortedTexts(j int) cells {
	cells := f.Table.cells(j)
	if _, isText := cells.(coded); isText || f.categorical[j] {
		return f.sorted(f.coded(f.Table.Column(j)))
	}
	if first := f.Table.marks(j).since; first != "" {
		f.note("column %q has dates: days since the first in the file, %s", f.Table.Column(j).Name, first)
	}
	return cells
}

// coded returns the column as texts in order of appearance.
func (f *File) coded(column *Column) coded {
	if texts, isText := column.cells.(coded); isText {
		return texts
	}
	return toText(column.cells, f.Table.Rows, &f.memory).coded
}

func (f *File) Name() string          { return f.Table.Name }
func (f *File) Dims() int             { return f.dims }
func (f *File) HasTarget() bool       { return f.target >= 0 }
func (f *File) Classes() []string     { return slices.Clone(f.classes) }
func (f *File) Raw() bool             { return f.Table.Matrix != nil }
func (f *File) Landmarks() *Landmarks { return f.landmarks }

// WithLandmarks returns the file with landmarks; see [WithLandmarks].
func (f *File) WithLandmarks(l *Landmarks) Source {
	with := *f
	with.landmarks = l
	return &with
}

// Rows returns the number of rows that can be drawn.
func (f *File) Rows() int {
	if f.rows != nil {
		return len(f.rows)
	}
	return f.Table.Rows
}

// row returns the number in the table of row i among the rows that can be drawn.
func (f *File) row(i int) int {
	if f.rows != nil {
		return int(f.rows[i])
	}
	return i
}

// Origin returns the path as the user named it, "-" for standard input, and the choice. A column whose name can't stand
// in a list such as a,b is given by its number.
func (f *File) Origin() (path string, choice Choice) {
	choice = f.choice
	for _, list := range []*[]string{&choice.Columns, &choice.Categorical} {
		*list = slices.Clone(*list)
		for i, entry := range *list {
			name, minus := f.Table.entry(entry)
			if j := slices.Index(f.Table.ColumnNames(), name); j >= 0 {
				name = f.Table.listed(j)[0]
			}
			(*list)[i] = minus + name
		}
	}
	return f.Table.Path, choice
}

// Notes says how the file was read, and whether the target could be classes: from 2 to 20 distinct values, all whole
// numbers and each in 5 rows or more on average. It costs O(n) for such a target.
func (f *File) Notes() []remedy.Note {
	notes := slices.Clone(f.notes)
	if f.target < 0 || f.classes != nil {
		return notes
	}
	seen := f.TargetValues(min(20, f.Rows()/5) + 1)
	if len(seen) < 2 || len(seen) > min(20, f.Rows()/5) || slices.ContainsFunc(seen, isFraction) {
		return notes
	}
	return append(notes, remedy.Note{Text: fmt.Sprintf("the target has %d different whole numbers", len(seen)),
		Remedies: remedy.By("treat them as classes", "categorical", f.Target())})
}

// Chosen returns the index of the target in the table, -1 for none, and for each column of the table whether it is a
// feature, and whether its cells are all treated as texts.
func (f *File) Chosen() (target int, features, texts []bool) {
	features, texts = make([]bool, f.Table.Width()), make([]bool, f.Table.Width())
	for _, j := range f.used {
		features[j] = true
	}
	for j := range f.categorical {
		texts[j] = true
	}
	return f.target, features, texts
}

func (f *File) Target() string {
	if f.target < 0 {
		return ""
	}
	return f.Table.Column(f.target).Name
}

func isFraction(v float64) bool { return v != math.Trunc(v) }

// TargetValues returns the different values of the target in the order of the rows, the first of them if there are more
// than most, which should be small. The target of classes has their numbers.
func (f *File) TargetValues(most int) (values []float64) {
	for i := 0; i < f.Rows() && len(values) < most; i++ {
		if v := f.values.at(f.row(i)); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
