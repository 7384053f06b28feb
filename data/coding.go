package data

import (
	"fmt"
	"slices"

	"gramscope/data/remedy"
)

// Coding is how the columns of a table became features and target, as far as it
// must be known to bring another table into the same shape; see Table.Match.
type Coding struct {
	Columns []CodedColumn `json:"columns"` // behind the features, in their order
	Target  CodedColumn   `json:"target"`  // without a name where there is no target
	Width   int           `json:"width"`   // columns of the whole table, used or not
}

// CodedColumn is a column of numbers, or of text with the values it had.
type CodedColumn struct {
	Name   string   `json:"name"`
	Number int      `json:"number"`          // in its table, from 1
	Texts  []string `json:"texts,omitempty"` // a feature for each, or the classes of a target; nil for numbers
}

// Features are the names of the columns of X, "Sex=M" for a value of a column of
// text.
func (c Coding) Features() []string {
	var names []string
	for _, column := range c.Columns {
		if column.Texts == nil {
			names = append(names, column.Name)
		}
		for _, text := range column.Texts {
			names = append(names, column.Name+"="+text)
		}
	}
	return names
}

// Coding of a file. Two columns of one name among those that are used are an
// error: another table's could not be told apart.
func (f *File) Coding() (Coding, error) {
	c := Coding{Width: len(f.table.Columns)}
	features := f.features
	for _, j := range f.used {
		column := CodedColumn{Name: f.table.Columns[j].Name, Number: j + 1}
		count := 1
		if own, isText := features[0].cells.(coded); isText {
			column.Texts, count = slices.Clone(own.texts), len(own.texts)
		}
		features = features[count:]
		c.Columns = append(c.Columns, column)
	}
	all := c.Columns
	if f.target >= 0 {
		c.Target = CodedColumn{Name: f.Target(), Number: f.target + 1, Texts: f.Classes()}
		all = append(slices.Clip(all), c.Target)
	}
	first := map[string]int{}
	for _, column := range all {
		if before, twice := first[column.Name]; twice {
			return Coding{}, &Error{File: f.table.path, Problem: fmt.Sprintf("columns %d and %d are both called %q", before, column.Number, column.Name),
				Want: "a name for each, by which a model finds them again", Remedies: remedy.Do("rename one").Or(remedy.By("drop it", "columns", fmt.Sprintf("-%d", column.Number)))}
		}
		first[column.Name] = column.Number
	}
	return c, nil
}

// names are those of the columns behind the features.
func (c Coding) names() []string {
	return namesOf(c.Columns, func(column CodedColumn) string { return column.Name })
}

// areNumbered tells whether the columns were named by their numbers, x1, x2, …
func (c Coding) areNumbered() bool {
	return !slices.ContainsFunc(c.Columns, func(column CodedColumn) bool {
		return column.Name != numberedName(column.Number-1)
	})
}
