package data

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"math"
	"slices"

	"gramscope/data/remedy"
)

// Coding describes how the columns of a table became features and target, so that another table can be coded in the
// same way; see Table.Match.
type Coding struct {
	Columns []CodedColumn `json:"columns"`           // the columns that the features are made of, in order
	Target  CodedColumn   `json:"target"`            // its name is "" if there is no target
	Width   int           `json:"width"`             // number of columns in the table, used or not
	Missing []string      `json:"missing,omitempty"` // cells that meant a missing value, see Dialect

	Decimal   string `json:"decimal,omitempty"`   // mark in the numbers, as in Layout
	Thousands string `json:"thousands,omitempty"` // mark in the numbers, as in Layout
}

// Dialect adds to d what it leaves open and the coded table had.
func (c Coding) Dialect(d Dialect) Dialect {
	d.Missing, d.usualDecimal, d.usualThousands = slices.Concat(c.Missing, d.Missing), c.Decimal, c.Thousands
	return d
}

// CodedColumn is a column of numbers, or of text with its distinct values.
type CodedColumn struct {
	Name   string   `json:"name"`
	Number int      `json:"number"`          // in its table, from 1
	Texts  []string `json:"texts,omitempty"` // one feature each, or the classes of a target; nil for numbers
	Since  string   `json:"since,omitempty"` // for dates, the one from which days are counted; "" for others
	Affix  string   `json:"affix,omitempty"` // the percent sign or currency beside every number; "" for none
}

// Features returns the names of the columns of X. A column of text has one for each value, such as "Sex=M".
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

// Coding returns the coding of the file. Two used columns of the same name are an error, since they could not be found
// in another table.
func (f *File) Coding() (Coding, error) {
	l := f.Table.Layout
	c := Coding{Width: f.Table.Width(), Missing: l.Missing, Decimal: l.Decimal, Thousands: l.Thousands}
	for k, j := range f.used {
		used := f.column(k)
		texts, _ := used.cells.(coded) // none of numbers
		c.Columns = append(c.Columns, CodedColumn{used.Name, j + 1, slices.Clone(texts.texts), used.since, used.Affix})
	}
	if f.target >= 0 {
		of := f.Table.Column(f.target)
		c.Target = CodedColumn{of.Name, f.target + 1, f.Classes(), of.since, of.Affix}
	}
	first := map[string]int{}
	for _, column := range append(slices.Clip(c.Columns), c.Target) {
		if before, twice := first[column.Name]; twice {
			return Coding{}, &Error{File: f.Table.Path, Want: "different names, by which a model finds its columns",
				Problem:  fmt.Sprintf("columns %d and %d are both called %q", before, column.Number, column.Name),
				Remedies: remedy.Do("rename one").Or(remedy.By("drop it", "columns", fmt.Sprint(-column.Number)))}
		}
		first[column.Name] = column.Number
	}
	return c, nil
}

func (c Coding) names() []string {
	return namesOf(c.Columns, func(column CodedColumn) string { return column.Name })
}

// areNumbered reports whether the columns are named after their numbers, x1, x2, …
func (c Coding) areNumbered() bool {
	return !slices.ContainsFunc(c.Columns, func(of CodedColumn) bool { return of.Name != numberedName(of.Number-1) })
}

// Fingerprint returns a checksum of everything that the rows of a source depend on: for a file its cells and the
// choice of its columns and rows, for a built-in set its name, and for both the given landmarks.
func Fingerprint(s Source) uint64 {
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	out := bufio.NewWriterSize(sum, 1<<15) // it has no errors, as a checksum has none
	number := func(bits uint64) { out.Write(binary.LittleEndian.AppendUint64(out.AvailableBuffer(), bits)) }
	fmt.Fprintf(out, "%q %d %d %q %t", s.Name(), s.Rows(), s.Dims(), s.Classes(), s.HasTarget())
	if file, is := s.(*File); is {
		column := func(of cells) { // the nonzero cells, with their rows
			each(of, 0, file.Table.Rows, func(row int, v float64) {
				number(uint64(row))
				number(math.Float64bits(v))
			})
		}
		out.WriteString(file.Target())
		for _, f := range file.features() {
			fmt.Fprintf(out, "%q", f.name)
			if f.code <= 0 { // otherwise a text of the column before
				column(f.cells)
			}
		}
		if file.values != nil {
			column(file.values)
		}
		for _, row := range file.rows {
			number(uint64(row))
		}
	}
	if l := s.Landmarks(); l != nil {
		for i := range l.Count() {
			binary.Write(out, little, l.X.RawRowView(i))
		}
	}
	out.Flush()
	return sum.Sum64()
}
