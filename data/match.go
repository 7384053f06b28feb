package data

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gramscope/data/remedy"
)

// ErrNoTarget is the cause of the error of a table without the target that [Table.Match] was asked for.
var ErrNoTarget = errors.New("no target")

// Match codes the table as another table was coded: the same features in the same order, whatever the order of the
// columns here. If withTarget is set, it also codes the target, by the same classes.
//
// Columns are found by name if the table has a header. Otherwise they are found by position: the table has all columns
// of the other one, or the features only, or the features and the target. A feature that does not occur in a LIBSVM
// file is 0. Columns that are not needed are ignored, and a note names them. The error lists the columns of both
// tables, or names the first cell that can't be used.
func (t *Table) Match(c Coding, withTarget bool) (f *File, err error) {
	defer caught(&err)
	f = &File{Table: t, roles: roles{target: -1}, texts: map[int]*Column{}, memory: t.memory}
	columns, target := f.locate(c, withTarget)
	var bad badCell
	var drop []string // columns with missing values
	f.used, f.dims = columns, len(columns)
	for k, column := range c.Columns {
		f.put(k, &Column{column.Name, Numeric, f.recode(columns[k], column, &bad), noMarks})
		if t.marks(columns[k]).faults.missing > 0 {
			drop = append(drop, column.Name)
		}
	}
	if withTarget {
		f.target, f.classes = target, c.Target.Texts
		f.values = f.recode(target, c.Target, &bad)
	}
	if bad.problem == missingCell.problem {
		gaps := t.Rows - len(t.complete(f.all(), true, &f.memory))
		bad.remedies = remedy.Do(fmt.Sprintf("fill it in, or remove all rows with such values (%d of %d)", gaps, t.Rows))
		if len(drop) > 0 && len(drop) < len(columns) {
			bad.remedies = bad.remedies.Or(remedy.Do("fit again without such columns: " + shortList(drop, listedColumns)))
		}
	}
	bad.failIn(t)
	return f, nil
}

// recode returns the cells of column j in a coding; all are 0 if j < 0.
func (f *File) recode(j int, as CodedColumn, bad *badCell) cells {
	column := &Column{as.Name, Numeric, sparse{}, noMarks}
	if j >= 0 {
		column = f.Table.Column(j)
	}
	bad.found(column.faults.firstMissing, column, missingCell)
	if as.Texts != nil {
		return f.recodeTexts(column, as.Texts, bad)
	}
	if why := column.faults.notation; why != nil {
		bad.found(column.faults.text, column, *why)
	}
	first, isDate := parseDate(column.since)
	origin, wasDate := parseDate(as.Since)
	wrong := cellFault{"text", "a number as in training", remedy.Do("correct it")}
	if wasDate {
		wrong.want = "a date such as 2024-12-31, as in training"
	}
	if texts, isText := column.cells.(coded); isText {
		isWrong := func(text string) bool {
			_, is := parseDate(text)
			return is != wasDate || !is && !(numberFormat{commaPossible: true}).isNumberOrGap(text)
		}
		if at := slices.IndexFunc(texts.texts, isWrong); at >= 0 || column.faults.notation == nil {
			bad.found(texts.place(max(0, at)), column, wrong)
		}
		return column.cells
	}
	bad.found(column.faults.infinite, column, infiniteCell)
	switch {
	case isDate != wasDate:
		wrong.problem = map[bool]string{true: "date", false: "number"}[isDate]
		bad.found(&place{text: cmp.Or(column.since, fmt.Sprintf("%.15g", column.cells.at(0)))}, column, wrong)
	case isDate:
		return shifted{column.cells, daysSince(origin, first)}
	case j >= 0 && column.Affix != as.Affix: // 0.10 may be meant by what was 10%
		f.note("column %q has %s beside its numbers, and had %s in training", as.Name, cmp.Or(column.Affix, "nothing"),
			cmp.Or(as.Affix, "nothing"))
	}
	return column.cells
}

// place returns where a text appears first.
func (c coded) place(code int) *place {
	row := 0
	for int(c.codes.at(row)) != code {
		row++
	}
	return &place{c.firsts[code], row, clip(c.texts[code])}
}

// recodeTexts returns the column with its cells as indices in texts. Numbers are texts in their shortest form.
func (f *File) recodeTexts(column *Column, texts []string, bad *badCell) coded {
	found := f.coded(column)
	f.memory.take(4 * int64(len(found.texts)))
	code := make([]int32, len(found.texts)) // in texts
	for k, text := range found.texts {
		code[k] = int32(slices.Index(texts, text)) // missingCode if it is none of them
	}
	if k := slices.Index(code, missingCode); k >= 0 {
		bad.found(found.place(k), column, cellFault{"unknown value", "one of " + shortList(texts, listedColumns) +
			" as in training", remedy.Do("correct it, or train again on rows that have it")})
	}
	return coded{codes: found.codes, number: code, texts: texts}
}

// locate finds the columns of a coding. In a LIBSVM file the index of a column that does not occur is −1.
func (f *File) locate(c Coding, withTarget bool) (columns []int, target int) {
	t := f.Table
	switch {
	case t.indexed:
		columns, target = f.byIndex(c)
	case t.Named && !(c.areNumbered() && !t.holdsAny(c.names())):
		columns, target = f.byName(c, withTarget)
	default:
		f.note("columns are found by position, as there are no names")
		columns, target = t.byPosition(c)
	}
	if withTarget && target < 0 {
		check(&Error{File: t.Path, Want: "the target and the features", Remedies: remedy.Do("add it"), Err: ErrNoTarget,
			Problem: fmt.Sprintf("no column for the target %q; the file has %s", c.Target.Name, t.listColumns())})
	}
	return columns, target
}

func (t *Table) holdsAny(names []string) bool {
	return slices.ContainsFunc(t.ColumnNames(), func(name string) bool { return slices.Contains(names, name) })
}

func (t *Table) listColumns() string { return shortList(t.ColumnNames(), listedColumns) }

// listedColumns is the largest number of names of columns that an error lists.
const listedColumns = 30

// byName finds each column by its name, which must be that of one column only.
func (f *File) byName(c Coding, withTarget bool) (columns []int, target int) {
	t := f.Table
	names := t.ColumnNames()
	used := map[string]bool{c.Target.Name: withTarget} // the target is needed
	for _, name := range c.names() {
		used[name] = true
	}
	at := make(map[string]int, len(names))
	for j, name := range names {
		if before, twice := at[name]; twice && used[name] {
			check(&Error{File: t.Path, Problem: fmt.Sprintf("two columns are called %q (%d and %d)", name, before+1, j+1),
				Want: "one", Remedies: remedy.Do("rename or remove the other")})
		}
		at[name] = j
	}
	missing := slices.DeleteFunc(c.names(), func(name string) bool { _, found := at[name]; return found })
	if len(missing) > 0 {
		t.lacks(c, missing)
	}
	for _, name := range c.names() {
		columns = append(columns, at[name])
	}
	rest := slices.DeleteFunc(names, func(name string) bool { _, known := used[name]; return known })
	if len(rest) > 0 {
		f.note("columns that are not needed: %s", shortList(rest, 12))
	}
	target, found := at[c.Target.Name]
	if !found || !withTarget {
		target = -1
	}
	return columns, target
}

// lacks fails with the missing columns, the columns of the file, and those expected.
func (t *Table) lacks(c Coding, missing []string) {
	list := shortList(missing, listedColumns)
	if len(missing) == 1 {
		list += DidYouMean(missing[0], t.ColumnNames())
	}
	check(&Error{File: t.Path, Want: shortList(c.names(), listedColumns) + " as in training",
		Problem:  fmt.Sprintf("columns that are missing: %s; the file has %s", list, t.listColumns()),
		Remedies: remedy.Do("rename or add columns").Or(noHeader("if the first line is no header, say so"))})
}

// byPosition finds the columns by their numbers in training if there are as many columns as in training. Otherwise the
// columns are the features in order, and the target as well if there is one column more.
func (t *Table) byPosition(c Coding) (columns []int, target int) {
	var held []int // the numbers in training of the columns
	for _, column := range c.Columns {
		held = append(held, column.Number)
	}
	switch n := t.Width(); {
	case n == c.Width:
		held = sequence(1, n+1)
	case n == len(held)+1 && c.Target.Number > 0:
		held = append(held, c.Target.Number)
	case n != len(held):
		t.wrongCount(c)
	}
	slices.Sort(held)
	for _, column := range c.Columns {
		at, _ := slices.BinarySearch(held, column.Number)
		columns = append(columns, at)
	}
	return columns, slices.Index(held, c.Target.Number)
}

func (t *Table) wrongCount(c Coding) {
	check(&Error{File: t.Path, Problem: fmt.Sprintf("%d columns (%s)", t.Width(), t.listColumns()),
		Want: fmt.Sprintf("the %d features (%s), with or without the target, or the %d columns of the training data",
			len(c.Columns), shortList(c.names(), listedColumns), c.Width),
		Remedies: remedy.Do("add a header line with these names; then order and number of the columns do not matter")})
}

// byIndex finds the columns of a LIBSVM file. Index i is the column with number i in training if the columns had no
// names then, and otherwise the i-th feature.
func (f *File) byIndex(c Coding) (columns []int, target int) {
	t := f.Table
	label := t.Width() - 1 // the columns before it are the indices from 1
	numbered := c.areNumbered()
	if !numbered && label > len(c.Columns) {
		t.wrongCount(c)
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
		f.note("%d of %d features do not occur and are 0, as in LIBSVM files", absent, len(columns))
	}
	if used := len(columns) - absent; used < label {
		f.note("%d of %d indices are not needed", label-used, label)
	}
	return columns, label
}
