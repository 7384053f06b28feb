package passes

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
)

// kinds describes the columns of a table, as far as it has been read: whether they have numbers or texts,
// and which texts. The kinds of the parts of a table can be merged in any order.
type kinds struct {
	File    string   // the part from which Names come: one with a header if there is one, and of these the first by name
	Names   []string // of the columns; nil before the first part that has columns
	Named   bool     // they come from a header
	Rows    int      // number of rows added
	Columns []cellKinds

	categorical []bool // columns whose numbers are texts
	needed      []int  // a row with a missing value in one of these columns is dropped
}

// cellKinds counts the cells of a column by kind.
type cellKinds struct {
	Numbers int // how many cells are numbers
	// Distinct texts, ascending, up to one more than a target may have; in a categorical column also the numbers, in
	// their shortest form.
	Texts []string
}

// classLimit is the largest number of classes of a target.
const classLimit = 1000

// newKinds returns the kinds for the rows of p. It uses the categorical columns of the choice, and
// its treatment of missing values. It is an error if the choice names a column that does not exist.
func newKinds(p *part, choice data.Choice) (k *kinds, err error) {
	k = &kinds{File: p.path, Names: p.Names, Named: p.Named, Columns: make([]cellKinds, len(p.Names))}
	if p.Names == nil {
		return k, nil
	}
	f, err := k.outline(0, make([][]string, len(k.Names)), choice)
	if err != nil {
		return k, err
	}
	var target int
	var features []bool
	target, features, k.categorical = f.Chosen()
	for j := range k.Names {
		if choice.DropMissing && (features[j] || j == target) {
			k.needed = append(k.needed, j)
		}
	}
	return k, nil
}

func (k *kinds) outline(rows int, texts [][]string, choice data.Choice) (*data.File, error) {
	return data.Outline(k.File, k.Names, k.Named, rows, texts, choice)
}

// add counts the current row of p, unless it is dropped for a missing value.
func (k *kinds) add(p *part) {
	if p.misses(k.needed) {
		return
	}
	for j := range k.Columns {
		c := &k.Columns[j]
		_, isNumber := p.Number(j)
		if isNumber {
			c.Numbers++
		}
		if isNumber && !k.categorical[j] {
			continue
		}
		if text := p.Text(j); text != "" {
			c.add(text)
		}
	}
	k.Rows++
}

// add adds a text. There may be one text more than a target may have, from which coding sees that there are too many.
func (c *cellKinds) add(text string) {
	at, known := slices.BinarySearch(c.Texts, text)
	if known || at > classLimit {
		return
	}
	c.Texts = slices.Insert(c.Texts, at, strings.Clone(text))
	c.Texts = c.Texts[:min(classLimit+1, len(c.Texts))]
}

// merge adds another part. Both must have the same columns in the same order: the same names if
// both have a header, otherwise the same number.
func (k *kinds) merge(other *kinds) error {
	if other.Names == nil {
		return nil
	}
	if k.Names == nil {
		*k = kinds{File: other.File, Names: other.Names, Named: other.Named, Columns: make([]cellKinds, len(other.Columns))}
	}
	if len(k.Names) != len(other.Names) || k.Named && other.Named && !slices.Equal(k.Names, other.Names) {
		return &data.Error{File: other.File, Problem: fmt.Sprintf("the columns are %s, and those of %s are %s",
			shortList(other.Names, listedNames), k.File, shortList(k.Names, listedNames)),
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

// coding fixes features and target by the rules of data.Table.File, with one exception: a column with at least
// one number is numeric unless it is categorical. A text in such a column makes its row bad, and so does a
// missing value; part.coded reports these rows. The choice must list the same categorical columns as the
// one given to newKinds. A target of more than 1000 classes is an error.
func (k *kinds) coding(choice data.Choice) (data.Coding, error) {
	if k.Rows == 0 {
		return data.Coding{}, &data.Error{File: k.File, Problem: "no data rows, at most headers", Want: "at least 2 rows"}
	}
	texts := make([][]string, len(k.Names))
	f, err := k.outline(0, texts, choice)
	if err != nil {
		return data.Coding{}, err
	}
	_, _, categorical := f.Chosen()
	for j, c := range k.Columns {
		if c.Numbers == 0 || categorical[j] {
			texts[j] = c.Texts
		}
	}
	if f, err = k.outline(k.Rows, texts, choice); err != nil {
		return data.Coding{}, err
	}
	if len(f.Classes()) > classLimit {
		return data.Coding{}, &data.Error{File: k.File, Want: "fewer classes",
			Remedies: remedy.By("choose another target", "target", ""),
			Problem:  fmt.Sprintf("the target %q has more than %d different texts", f.Target(), classLimit)}
	}
	return f.Coding()
}
