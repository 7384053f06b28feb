package data

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// Kinds describes the columns of a table, as far as it has been read: whether they have numbers or texts,
// and which texts. The Kinds of the parts of a table can be merged in any order.
type Kinds struct {
	File    string   // the part from which Names come: one with a header if there is one, and of these the first by name
	Names   []string // of the columns; nil before the first part that has columns
	Named   bool     // they come from a header
	Rows    int      // number of rows added
	Columns []CellKinds

	categorical map[int]bool // columns whose numbers are texts
	needed      []int        // a row with a missing value in one of these columns is dropped
}

// CellKinds counts the cells of a column by kind.
type CellKinds struct {
	Numbers int // how many cells are numbers
	// Distinct texts, ascending, up to one more than a target may have; in a categorical column also the numbers, in
	// their shortest form.
	Texts []string
}

// classLimit is the largest number of classes of a target.
const classLimit = 1000

// NewKinds returns Kinds for the rows that r will read. Of the choice it uses the categorical columns and
// the treatment of missing values. It is an error if the choice names a column that does not exist.
func NewKinds(r *Rows, choice Choice) (k *Kinds, err error) {
	k = &Kinds{File: r.name, Names: r.Names, Named: r.Named, Columns: make([]CellKinds, len(r.Names))}
	if r.Names == nil {
		return k, nil
	}
	c, err := k.table().choose(choice)
	if k.categorical = c.categorical; choice.DropMissing {
		k.needed = c.all()
	}
	return k, err
}

// table returns a table with these columns. Their cells are zeros.
func (k *Kinds) table() *Table {
	t := &Table{Rows: k.Rows, Named: k.Named, path: k.File, memory: budget{limit: DefaultMaxBytes, file: k.File}}
	for _, name := range k.Names {
		t.Columns = append(t.Columns, Column{Name: name, cells: sparse{}})
	}
	return t
}

// Add counts the current row of r. It skips a row that is dropped for a missing value, and stops
// at a cell that is not valid text.
func (k *Kinds) Add(r *Rows) {
	if slices.ContainsFunc(k.needed, func(j int) bool { return r.misses(j) }) {
		return
	}
	for j := range k.Columns {
		cell, c := r.Cell(j), &k.Columns[j]
		if v, isNumber := r.numbers.parse(cell); isNumber {
			if c.Numbers++; k.categorical[j] {
				c.add(shortest(v))
			}
			continue
		}
		if isMissing(cell) {
			continue
		}
		text, bad := cleanText(cell)
		if bad != nil {
			return
		}
		c.add(text)
	}
	k.Rows++
}

// add adds a text. There may be one text more than a target may have, from which Coding sees that there are too many.
func (c *CellKinds) add(text string) {
	at, known := slices.BinarySearch(c.Texts, text)
	if known || at > classLimit {
		return
	}
	c.Texts = slices.Insert(c.Texts, at, strings.Clone(text))
	c.Texts = c.Texts[:min(classLimit+1, len(c.Texts))]
}

// Merge adds another part. Both must have the same columns in the same order: the same names if
// both have a header, otherwise the same number.
func (k *Kinds) Merge(other *Kinds) error {
	if other.Names == nil {
		return nil
	}
	if k.Names == nil {
		*k = Kinds{File: other.File, Names: other.Names, Named: other.Named, Columns: make([]CellKinds, len(other.Columns))}
	}
	if len(k.Names) != len(other.Names) || k.Named && other.Named && !slices.Equal(k.Names, other.Names) {
		return &Error{File: other.File, Problem: fmt.Sprintf("the columns are %s, and those of %s are %s",
			shortList(other.Names, listedColumns), k.File, shortList(k.Names, listedColumns)),
			Want: "the same columns in the same order in all parts", Remedies: remedy.Do("write the parts again")}
	}
	if other.Named && !k.Named || other.Named == k.Named && other.File < k.File {
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

// Coding fixes features and target by the rules of [Table.File], with one exception: a column with at least
// one number is numeric unless it is categorical. A text in such a column makes its row bad, and so does a
// missing value; [Rows.Coded] reports these rows. The choice must list the same categorical columns as the
// one given to NewKinds. A target of more than 1000 classes is an error.
func (k *Kinds) Coding(choice Choice) (Coding, error) {
	if k.Rows == 0 {
		return Coding{}, &Error{File: k.File, Problem: "no data rows, at most headers", Want: "at least 2 rows"}
	}
	choice.DropMissing = false
	t := k.table() // with each text once, which gives the same coding as all rows
	roles, err := t.choose(choice)
	if err != nil {
		return Coding{}, err
	}
	for j, c := range k.Columns {
		if len(c.Texts) == 0 || c.Numbers > 0 && !roles.categorical[j] {
			continue
		}
		var texts coder
		for _, text := range c.Texts {
			texts.add(text, cellPlace{}, &t.memory)
		}
		t.Columns[j].Kind, t.Columns[j].cells = Text, texts.coded
	}
	if roles, err = t.choose(choice); err != nil { // now that a text column may name the rows
		return Coding{}, err
	}
	f, err := t.file(roles) // a report would walk through rows that are not here
	if err == nil && len(f.classes) > classLimit {
		err = &Error{File: k.File, Want: "fewer classes", Remedies: remedy.By("choose another target", "target", ""),
			Problem: fmt.Sprintf("the target %q has more than %d different texts", f.Target(), classLimit)}
	}
	if err != nil {
		return Coding{}, err
	}
	return f.Coding()
}
