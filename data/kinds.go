package data

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// Kinds is what the columns of a table hold as far as it has been read: whether they are numbers or
// text, and which texts. What parts of a table hold is merged to what all of it holds, in any order.
type Kinds struct {
	File    string   // the first of the parts by name that has columns
	Names   []string // of the columns; nil before the first part with any
	Named   bool     // they come from a header
	Rows    int      // of as many cells as there are columns
	Columns []CellKinds
}

// CellKinds is what the cells of a column are.
type CellKinds struct {
	Numbers int      // how many are
	Texts   []string // which of the others are, ascending; of more than the features of a column may have, some
}

// mostTexts is how many texts of a column are kept: one more than it may have, which tells of too many.
const mostTexts = oneHotLimit + 1

// NewKinds is for the rows that follow.
func NewKinds(r *Rows) *Kinds {
	return &Kinds{File: r.name, Names: r.Names, Named: r.Named, Columns: make([]CellKinds, len(r.Names))}
}

// Add looks at the present row. The error is a text that is none.
func (k *Kinds) Add(r *Rows) *Error {
	for j := range k.Columns {
		cell, c := r.Cell(j), &k.Columns[j]
		if _, isNumber := r.numbers.parse(cell); isNumber {
			c.Numbers++
			continue
		}
		if isMissing(cell) {
			continue
		}
		text, bad := cleanText(cell)
		if bad != nil {
			bad.File, bad.Line = r.name, r.Line()
			return bad
		}
		c.add(text)
	}
	k.Rows++
	return nil
}

func (c *CellKinds) add(text string) {
	at, known := slices.BinarySearch(c.Texts, text)
	if known || at >= mostTexts {
		return
	}
	c.Texts = slices.Insert(c.Texts, at, strings.Clone(text))
	c.Texts = c.Texts[:min(mostTexts, len(c.Texts))]
}

// Merge adds another part. Both must have the same columns in the same order: by name where both have a
// header, else as many.
func (k *Kinds) Merge(other *Kinds) error {
	switch {
	case other.Names == nil:
		return nil
	case k.Names == nil:
		*k = Kinds{other.File, other.Names, other.Named, 0, make([]CellKinds, len(other.Columns))}
	}
	if len(k.Names) != len(other.Names) || k.Named && other.Named && !slices.Equal(k.Names, other.Names) {
		return &Error{File: other.File, Problem: fmt.Sprintf("its columns are %s, and those of %s are %s", shortList(other.Names, listedColumns), k.File, shortList(k.Names, listedColumns)),
			Want: "the same columns in the same order in all parts", Remedies: remedy.Do("write the parts anew")}
	}
	if other.Named && (!k.Named || other.File < k.File) || other.Named == k.Named && other.File < k.File {
		k.File, k.Names, k.Named = other.File, other.Names, other.Named
	}
	k.Rows += other.Rows
	for j, c := range other.Columns {
		k.Columns[j].Numbers += c.Numbers
		for _, text := range c.Texts {
			k.Columns[j].add(text)
		}
	}
	return nil
}

// Coding fixes features and target by the rules of [Table.File]. A column with any number is one of
// numbers: a text in it, as a missing value anywhere, is the fault of its row, which
// [Rows.Coded] tells. Categorical and DropMissing of the choice have no effect.
func (k *Kinds) Coding(choice Choice) (Coding, error) {
	if k.Rows == 0 {
		return Coding{}, &Error{File: k.File, Problem: "no data rows, at most headers", Want: "at least 2 rows"}
	}
	choice.Categorical, choice.DropMissing = nil, false
	// A table with each text once has the coding of the whole.
	t := &Table{Rows: k.Rows, Named: k.Named, path: k.File, memory: budget{limit: DefaultMaxBytes}}
	for j, c := range k.Columns {
		column := Column{Name: k.Names[j], Kind: Numeric, cells: sparse{}}
		if c.Numbers == 0 && len(c.Texts) > 0 {
			var texts coder
			for _, text := range c.Texts {
				if _, err := texts.add(text, &t.memory); err != nil {
					return Coding{}, asError(k.File, err)
				}
			}
			column.Kind, column.cells = Text, texts.coded
		}
		t.Columns = append(t.Columns, column)
	}
	f, err := t.File(choice)
	if err != nil {
		return Coding{}, err
	}
	return f.Coding()
}
