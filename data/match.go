package data

import (
	"cmp"
	"fmt"
	"slices"

	"gramscope/data/remedy"
)

// Matched is a table in the shape of another, see Table.Match.
type Matched struct{ file *File }

// Rows is the number of rows.
func (m *Matched) Rows() int { return m.file.table.Rows }

// Notes says what matching found and decided.
func (m *Matched) Notes() []remedy.Note { return m.file.Notes() }

// Range copies the rows from lo on and before hi, in the order of the table.
func (m *Matched) Range(lo, hi int) *Set {
	rows := make([]int32, hi-lo)
	for i := range rows {
		rows[i] = int32(lo + i)
	}
	return m.file.set(rows)
}

// Match brings the table into the shape of another by that one's Coding: the
// same features in the same order, however the columns stand here. With
// withTarget it has the target, too, coded by the same classes; else none is
// looked for.
//
// Columns are found by their names where the table has a header, and by
// position where it has none: the same columns as then, or the features alone,
// or features and target. A LIBSVM file leaves out columns of zeros, so there
// what does not occur is 0. Columns that are not needed are left alone, whatever
// they hold, and a note names them.
//
// Errors name both lists where columns do not fit, and the first cell that can
// not be used: a missing or infinite value, a text among numbers, a value that a
// column of text did not have.
func (t *Table) Match(c Coding, withTarget bool) (*Matched, error) {
	f := &File{table: t, target: -1, memory: t.memory}
	columns, target, err := f.locate(c, withTarget)
	if err != nil {
		return nil, err
	}
	var bad badCell
	for i, column := range c.Columns {
		f.addColumns(column.Name, f.recode(columns[i], column, &bad))
	}
	if withTarget {
		f.target, f.classes = target, c.Target.Texts
		f.values = f.recode(target, c.Target, &bad)
	}
	if err := cmp.Or(f.memory.refused, bad.in(t)); err != nil {
		return nil, err
	}
	return &Matched{f}, nil
}

// recode gives the cells of column j as a coding has them; j < 0: all 0.
func (f *File) recode(j int, as CodedColumn, bad *badCell) cells {
	column := &Column{Name: as.Name, cells: sparse{}}
	if j >= 0 {
		column = &f.table.Columns[j]
	}
	bad.found(column.faults.firstMissing, column, missingCell)
	if as.Texts != nil {
		return f.recodeTexts(column, as.Texts, bad)
	}
	bad.found(column.faults.text, column, textCell)
	bad.found(column.faults.infinite, column, infiniteCell)
	return column.cells
}

// recodeTexts numbers the column's texts as they stand in texts; numbers count as
// texts in their shortest form.
func (f *File) recodeTexts(column *Column, texts []string, bad *badCell) coded {
	own := f.coded(column)
	if f.memory.take(4*int64(len(own.texts))) != nil {
		return coded{}
	}
	code := make([]int32, len(own.texts)) // in texts
	for k, text := range own.texts {
		code[k] = int32(slices.Index(texts, text)) // missingCode if it is none of them
	}
	for row := range f.table.Rows {
		k := own.codes.at(row)
		if k == missingCode || code[k] != missingCode {
			continue
		}
		bad.found(&place{own.firsts[k], row, clip(own.texts[k])}, column, unknownCell(texts))
		break
	}
	return coded{codes: own.codes, number: code, texts: texts}
}

// locate finds the columns of a coding; those of a LIBSVM file that do not occur
// are −1.
func (f *File) locate(c Coding, withTarget bool) (columns []int, target int, err error) {
	t := f.table
	switch {
	case t.indexed:
		columns, target, err = f.byIndex(c)
	case t.Named && !(c.areNumbered() && !t.holdsAny(c.names())):
		columns, target, err = f.byName(c, withTarget)
	default:
		f.note("columns are found by position, without names to go by")
		columns, target, err = t.byPosition(c)
	}
	if err == nil && withTarget && target < 0 {
		err = &Error{File: t.path, Problem: fmt.Sprintf("no column for the target %q; the file has %s", c.Target.Name, t.listColumns()),
			Want: "the target beside the features", Remedies: remedy.Do("add it").Or(remedy.Change(remedy.Omit, "score"))}
	}
	return columns, target, err
}

func (t *Table) holdsAny(names []string) bool {
	return slices.ContainsFunc(t.columnNames(), func(name string) bool { return slices.Contains(names, name) })
}

func (t *Table) listColumns() string { return shortList(t.columnNames(), listedColumns) }

// listedColumns is how many names a list of columns in an error has at most.
const listedColumns = 30

func (f *File) byName(c Coding, withTarget bool) (columns []int, target int, err error) {
	t := f.table
	at := make(map[string][]int, len(t.Columns))
	for j, name := range t.columnNames() {
		at[name] = append(at[name], j)
	}
	var missing []string
	used := map[string]bool{c.Target.Name: true}
	for _, name := range c.names() {
		used[name] = true
		switch found := at[name]; len(found) {
		case 0:
			missing = append(missing, name)
		case 1:
			columns = append(columns, found[0])
		default:
			return nil, 0, twoColumns(t, name)
		}
	}
	if missing != nil {
		return nil, 0, t.missingColumns(c, missing)
	}
	target = -1
	if found := at[c.Target.Name]; len(found) > 0 && withTarget {
		if target = found[0]; len(found) > 1 {
			return nil, 0, twoColumns(t, c.Target.Name)
		}
	}
	rest := slices.DeleteFunc(t.columnNames(), func(name string) bool { return used[name] })
	if len(rest) > 0 {
		f.note("columns that are not needed: %s", shortList(rest, 12))
	}
	return columns, target, nil
}

func twoColumns(t *Table, name string) error {
	return &Error{File: t.path, Problem: fmt.Sprintf("two columns are called %q", name), Want: "one", Remedies: remedy.Do("rename or remove the other")}
}

// missingColumns names what is missing, what there is and what there should be.
func (t *Table) missingColumns(c Coding, missing []string) error {
	noun, near := "the column %s is missing", ""
	if len(missing) > 1 {
		noun = "the columns %s are missing"
	} else {
		near = DidYouMean(missing[0], t.columnNames())
	}
	return &Error{File: t.path,
		Problem:  fmt.Sprintf(noun+"%s; the file has %s", shortList(missing, listedColumns), near, t.listColumns()),
		Want:     shortList(c.names(), listedColumns) + " as in training",
		Remedies: remedy.Do("rename or add columns").Or(noHeader("if the first line is no header, say so"))}
}

// byPosition takes the columns by their numbers in training where there are as
// many as then, else the features in their order, with the target among them if
// there is one column more.
func (t *Table) byPosition(c Coding) (columns []int, target int, err error) {
	target = -1
	switch n, features := len(t.Columns), len(c.Columns); {
	case n == c.Width:
		for _, column := range c.Columns {
			columns = append(columns, column.Number-1)
		}
		return columns, c.Target.Number - 1, nil
	case n == features+1 && c.Target.Number > 0:
		target = 0
		for _, column := range c.Columns {
			if column.Number < c.Target.Number {
				target++
			}
		}
	case n != features:
		return nil, 0, t.wrongCount(c)
	}
	for j := range t.Columns {
		if j != target {
			columns = append(columns, j)
		}
	}
	return columns, target, nil
}

func (t *Table) wrongCount(c Coding) error {
	want := fmt.Sprintf("the %d features", len(c.Columns))
	if c.Target.Number > 0 {
		want += fmt.Sprintf(", these and the target, or the %d columns of the training data", c.Width)
	} else if c.Width != len(c.Columns) {
		want += fmt.Sprintf(" or the %d columns of the training data", c.Width)
	}
	return &Error{File: t.path, Problem: fmt.Sprintf("%d columns (%s)", len(t.Columns), t.listColumns()),
		Want:     fmt.Sprintf("%s (features: %s)", want, shortList(c.names(), listedColumns)),
		Remedies: remedy.Do("give the columns a header line with these names, then their order and number do not matter")}
}

// byIndex takes the columns of a LIBSVM file, index i for the column that was
// number i in training if these had no names, else for the i-th feature.
func (f *File) byIndex(c Coding) (columns []int, target int, err error) {
	t := f.table
	label := len(t.Columns) - 1 // the columns in front of it are the indices from 1
	numbered := c.areNumbered()
	if !numbered && label > len(c.Columns) {
		return nil, 0, t.wrongCount(c)
	}
	absent := 0
	for j, column := range c.Columns {
		if numbered {
			j = column.Number - 1
		}
		if j >= label {
			j = -1
			absent++
		}
		columns = append(columns, j)
	}
	if absent > 0 {
		f.note("%d of %d features do not occur and are taken as 0, as this format has it", absent, len(columns))
	}
	if used := len(columns) - absent; used < label {
		f.note("%d of %d indices are not needed", label-used, label)
	}
	return columns, label, nil
}
