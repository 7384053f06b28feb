package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Choice says which columns and rows of a Table are used, and how.
type Choice struct {
	// Target is the name of a column, its number from 1, or "none". A name takes precedence over a number. "" is the
	// last column, or none if there is only one.
	Target string `json:"target,omitempty"`
	// Columns lists features by name or number. Those with a leading '-' are dropped. If any entry has no '-', only
	// such entries are kept. Empty keeps all. The features stay in the order of the file. If all are empty or begin
	// with '-', a column that counts the rows is left out.
	Columns []string `json:"columns,omitempty"`
	// Categorical lists columns, by name or number, whose cells are all treated as texts, even if they are numbers.
	Categorical []string `json:"categorical,omitempty"`
	// DropMissing leaves out rows with a missing value in a used column. Otherwise such a value is an error.
	DropMissing bool `json:"drop_missing,omitempty"`
	// Indefinite says what is done to the eigenvalues of a kernel matrix: one of Indefinites, or "" to keep them.
	Indefinite string `json:"indefinite,omitempty"`
}

// someColumn stands in remedies for an entry of Columns that drops a column.
const someColumn = "-NAME"

// target returns the index of the target column, -1 for none.
func (t *Table) target(choice Choice) int {
	switch {
	case choice.Target == noTarget, choice.Target == "" && t.Width() == 1:
		return -1
	case choice.Target == "", choice.Target == t.TargetPath:
		return t.Width() - 1
	}
	return t.find(choice.Target, "target", remedy.By("give a column's name, its number from 1, or none", "target", ""))
}

// find returns the index of the column called name, or else of the column with that number from 1. Its errors name the
// setting, and offer the remedies in how.
func (t *Table) find(name, setting string, how remedy.List) int {
	names := t.ColumnNames()
	if j := slices.Index(names, name); j >= 0 {
		if k := slices.Index(names[j+1:], name); k >= 0 {
			check(&Error{File: t.Path, Problem: fmt.Sprintf("two columns are called %q (%d and %d)", name, j+1, j+k+2),
				Want: "one", Remedies: remedy.By("give the number", setting, strconv.Itoa(j+1))})
		}
		return j
	}
	number, err := strconv.Atoi(name)
	if err == nil && number >= 1 && number <= t.Width() {
		return number - 1
	}
	near, want := DidYouMean(name, names), "one of "+shortList(names, 12)
	if err == nil {
		near, want = " or has this number", fmt.Sprint("a number from 1 to ", len(names))
	}
	problem := fmt.Sprintf("no column is called %q%s", name, near)
	panic(failure{&Error{File: t.Path, Problem: problem, Want: want, Remedies: how}})
}

func namesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, member := range list {
		names[i] = name(member)
	}
	return names
}

// shortList joins the first names, at most limit.
func shortList(names []string, limit int) string {
	list := strings.Join(names[:min(limit, len(names))], ", ")
	if len(names) > limit {
		list += fmt.Sprintf(", … (%d in all)", len(names))
	}
	return list
}

// entry splits an entry of Choice.Columns; minus is "-" if it drops a column.
func (t *Table) entry(entry string) (name, minus string) {
	if rest, isDrop := strings.CutPrefix(entry, "-"); isDrop && !slices.Contains(t.ColumnNames(), entry) {
		return rest, "-"
	}
	return entry, ""
}

// listed names columns in a setting: by number where a name can't stand in a list, or an earlier column has it.
func (t *Table) listed(columns ...int) []string {
	var list []string
	names := t.ColumnNames()
	for _, j := range columns {
		name := names[j]
		if strings.ContainsAny(name, ", ") || strings.HasPrefix(name, "-") || name == "" || slices.Index(names, name) != j {
			name = strconv.Itoa(j + 1)
		}
		list = append(list, name)
	}
	return list
}

// roles is what a Choice means for a table.
type roles struct {
	choice      Choice
	target      int          // index in the table, -1 for none
	used        []int        // the table's columns that the features are made of, ascending
	categorical map[int]bool // columns whose cells are all treated as texts
	counter     int          // a column that is left out because it counts the rows, -1 for none
}

// all returns the columns of the features, and then that of the target.
func (c roles) all() []int {
	if c.target < 0 {
		return c.used
	}
	return append(slices.Clip(c.used), c.target)
}

func (t *Table) choose(choice Choice) (c roles, err error) {
	defer caught(&err)
	c.counter = -1
	if t.Matrix != nil {
		c.used = []int{0}
		c.target, c.choice = t.matrixTarget(choice)
		return c, nil
	}
	c.choice, c.target = choice, t.target(choice)
	t.chooseFeatures(&c)
	c.categorical = make(map[int]bool)
	for _, name := range choice.Categorical {
		how := remedy.By("give the name or number of a column", "categorical", "")
		c.categorical[t.find(name, "categorical", how)] = true
	}
	return c, nil
}

func (t *Table) chooseFeatures(c *roles) {
	named := map[string][]int{} // by the prefix "" or "-"
	for _, entry := range c.choice.Columns {
		name, minus := t.entry(entry)
		how := remedy.By("name columns to keep, or -NAME to drop one,", "columns", "")
		j := t.find(name, "columns", how)
		if j == c.target {
			check(&Error{File: t.Path, Want: "features only",
				Problem: fmt.Sprintf("column %q is listed as a feature and is the target", t.Column(j).Name),
				Remedies: remedy.Do("remove it from the list").Or(
					remedy.By("choose another target, or none,", "target", ""))})
		}
		named[minus] = append(named[minus], j)
	}
	keep, drop := named[""], named["-"]
	c.used = make([]int, 0, t.Width())
	for j := range t.Width() {
		if j != c.target && (len(keep) == 0 || slices.Contains(keep, j)) && !slices.Contains(drop, j) {
			c.used = append(c.used, j)
		}
	}
	if at := t.counter(c.used); at >= 0 && len(keep) == 0 && len(c.used) > 1 {
		c.counter = at
		c.used = slices.DeleteFunc(c.used, func(j int) bool { return j == at })
	}
	if len(c.used) == 0 {
		check(&Error{File: t.Path, Problem: "no column is left as a feature", Want: "at least one",
			Remedies: remedy.By("choose another target, or none,", "target", "none").Or(
				remedy.By("drop fewer", "columns", ""))})
	}
}

// counter returns the first of the given columns that says which row it is in, −1 if there is none: one that counts the
// rows from 0 or 1 under no name, or that of an index, or that has a different text in every row under no name, as R
// writes the names of rows.
func (t *Table) counter(columns []int) int {
	if t.indexed || t.Rows < countedRows {
		return -1
	}
	for _, j := range columns {
		c := t.Column(j)
		unnamed := c.Name == numberedName(j) || strings.HasPrefix(c.Name, "Unnamed: ")
		mayCount := unnamed && j == 0 || !unnamed && slices.Contains(counterNames, strings.ToLower(c.Name))
		if !mayCount {
			continue
		}
		if texts, isText := c.cells.(coded); isText {
			if t.Named && unnamed && c.Kind == Text && len(texts.texts) == t.Rows {
				return j
			}
			continue
		}
		first, counts := c.cells.at(0), true
		for row := 0; row < t.Rows && counts; row++ {
			counts = c.cells.at(row) == first+float64(row)
		}
		if counts && (first == 0 || first == 1) {
			return j
		}
	}
	return -1
}

// countedRows is the least number of rows of a column that can be said to count them.
const countedRows = 4

// counterNames are names, in lower case, of columns that count the rows if their numbers do.
var counterNames = strings.Fields(
	"id index idx no no. nr row row_id rowid rownames row.names obs observation case sample instance")
