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
	// with '-', columns that count or name the rows are left out, unless there are no others.
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

// TargetPlace says where in the file a target is that nobody has chosen, "" if there is none.
func (f *File) TargetPlace() string {
	switch {
	case f.target < 0 || f.choice.Target != "":
		return ""
	case f.Table.indexed:
		return "the first of each line"
	}
	return lastColumn
}

const lastColumn = "the last column"

// targetWords are the names, in lower case, of first columns that are often the target.
var targetWords = strings.Fields("target label class y")

// find returns the index of the column called name, or else of the column with that number from 1. Its errors name the
// setting, and offer the remedies in how.
func (t *Table) find(name, setting string, how remedy.List) int {
	names := t.ColumnNames()
	if j := slices.Index(names, name); j >= 0 {
		if k := slices.Index(names[j+1:], name); k >= 0 {
			check(&Error{File: t.Path, Problem: fmt.Sprintf("two columns are called %q (%d and %d)", name, j+1, j+k+2),
				Want: "one", Remedies: remedy.By("give the number", setting,
					map[string]string{"target": strconv.Itoa(j + 1)}[setting])}) // a list has others
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

// shortLines returns the first lines, at most limit, and how many more there are.
func shortLines(lines []string, limit int) []string {
	if len(lines) > limit {
		return append(lines[:limit:limit], fmt.Sprintf("… (%d in all)", len(lines)))
	}
	return lines
}

// entry splits an entry of Choice.Columns; minus is "-" if it drops a column.
func (t *Table) entry(entry string) (name, minus string) {
	if rest, isDrop := strings.CutPrefix(entry, "-"); isDrop && !slices.Contains(t.ColumnNames(), entry) {
		return rest, "-"
	}
	return entry, ""
}

// listed names columns in a setting: by number where a name can't stand in a list, two columns have it, or it is
// that of someColumn.
func (t *Table) listed(columns ...int) []string {
	var list []string
	names := t.ColumnNames()
	for _, j := range columns {
		name := names[j]
		if strings.Contains(name, ",") || name != strings.TrimSpace(name) || strings.HasPrefix(name, "-") || name == "" ||
			"-"+name == someColumn || slices.Index(names, name) != j || slices.Contains(names[j+1:], name) {
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
	index       []int        // columns that are left out because they count or name the rows
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
	c.choice, c.target, c.categorical = choice, t.target(choice), map[int]bool{}
	for _, name := range choice.Categorical {
		how := remedy.By("give the name or number of a column", "categorical", "")
		c.categorical[t.find(name, "categorical", how)] = true
	}
	if t.Matrix == nil {
		t.chooseFeatures(&c)
		return c, nil
	}
	if len(choice.Columns) > 0 || c.categorical[0] || c.target == 0 {
		check(&Error{File: t.Path, Problem: "a kernel matrix has no features to choose from",
			Want:     "all rows and columns, and their target or none",
			Remedies: remedy.Change(remedy.Omit, "columns").Or(remedy.Change(remedy.Omit, "categorical"))})
	}
	if c.used, c.choice.Indefinite = []int{0}, t.Matrix.Indefinite; c.target > 0 {
		c.choice.Target = t.TargetPath
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
		switch {
		case j == c.target || len(keep) > 0 && !slices.Contains(keep, j) || slices.Contains(drop, j):
		case len(keep) == 0 && t.isIndex(j):
			c.index = append(c.index, j)
		default:
			c.used = append(c.used, j)
		}
	}
	if len(c.used) == 0 {
		c.used, c.index = c.index, nil
	}
	if len(c.used) == 0 {
		check(&Error{File: t.Path, Problem: "no column is left as a feature", Want: "at least one",
			Remedies: remedy.By("choose another target, or none,", "target", "none").Or(
				remedy.By("drop fewer", "columns", ""))})
	}
}

// isIndex reports whether a column says which row it is in: it counts the rows from 0 or 1 with no name or one with a
// word of idWords, or it is the first, has no name beside others with names, and a different text or whole number in
// every row, as R and pandas name rows.
func (t *Table) isIndex(j int) bool {
	if t.indexed || t.Rows < countedRows || t.marks(j).since != "" {
		return false
	}
	name := t.Column(j).Name
	isBare := j == 0 && name == numberedName(0)
	isUnnamed := t.Named && (j == 0 && strings.HasPrefix(name, "Unnamed: ") ||
		isBare && t.Width() > 1 && t.Column(1).Name != numberedName(1))
	cells := t.cells(j)
	texts, isText := cells.(coded)
	switch {
	case isText:
		return isUnnamed && len(texts.texts) == t.Rows
	case isUnnamed && cells.at(0) != cells.at(1):
		values := make([]float64, t.Rows)
		for row := range values {
			values[row] = cells.at(row)
		}
		slices.Sort(values)
		return !slices.ContainsFunc(values, isFraction) && len(slices.Compact(values)) == t.Rows
	}
	row, first := 0, cells.at(0)
	for row < t.Rows && cells.at(row) == first+float64(row) {
		row++
	}
	isCalledSo := func(word string) bool { return strings.Contains(strings.ToLower(name), word) }
	return row == t.Rows && (first == 0 || first == 1) && (isBare || slices.ContainsFunc(idWords, isCalledSo))
}

// idWords stand in names, in lower case, of columns that count the rows and say no more: others may be doses or times.
var idWords = strings.Fields("id idx index no nr num row serial obs case sample instance rank key #")

// countedRows is the least number of rows of a column that can be said to count them.
const countedRows = 4
