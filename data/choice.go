package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

// Choice fixes what of a Table is used, and how.
type Choice struct {
	// Target is the name of a column or its number from 1 (a name wins over a
	// number), or "none". "" is the last column, or none if there is only one.
	Target string
	// Columns keeps or drops features: names or numbers; those with a leading
	// '-' are dropped. If one stands without '-', only such are kept. Empty
	// keeps all. The order of the file stays.
	Columns []string
	// Categorical names columns (or numbers) whose cells are taken as texts
	// although some or all are numbers.
	Categorical []string
	// DropMissing leaves out the rows in which a used column has no value;
	// without it a missing value is an error.
	DropMissing bool
}

// someColumn is the value of Columns that drops those a text speaks of.
const someColumn = "-NAME"

// target gives the index of the target column, -1 for none.
func (t *Table) target(choice Choice) (int, error) {
	switch {
	case choice.Target == "none", choice.Target == "" && len(t.Columns) == 1:
		return -1, nil
	case choice.Target == "":
		return len(t.Columns) - 1, nil
	}
	return t.find(choice.Target, "target", remedy.By("give a column's name, its number from 1, or none", "target", ""))
}

// find gives the index of the column called name, or else of number name from 1, for
// a setting; how says what that takes.
func (t *Table) find(name, setting string, how remedy.List) (int, error) {
	names := t.columnNames()
	if j := slices.Index(names, name); j >= 0 {
		if k := slices.Index(names[j+1:], name); k >= 0 {
			return 0, &Error{File: t.path, Problem: fmt.Sprintf("two columns are called %q (%d and %d)", name, j+1, j+k+2),
				Want: "one", Remedies: remedy.By("give the number", setting, strconv.Itoa(j+1))}
		}
		return j, nil
	}
	if number, err := strconv.Atoi(name); err == nil {
		if number < 1 || number > len(t.Columns) {
			return 0, &Error{File: t.path, Problem: fmt.Sprintf("no column is called %q or has this number", name),
				Want: fmt.Sprintf("a number from 1 to %d", len(t.Columns)), Remedies: how}
		}
		return number - 1, nil
	}
	return 0, &Error{File: t.path, Problem: fmt.Sprintf("no column is called %q%s", name, DidYouMean(name, names)),
		Want: "one of " + shortList(names, 12), Remedies: how}
}

// namesOf are what the members of a list are called.
func namesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, member := range list {
		names[i] = name(member)
	}
	return names
}

// shortList joins at most limit names.
func shortList(names []string, limit int) string {
	list := strings.Join(names[:min(limit, len(names))], ", ")
	if len(names) > limit {
		list += fmt.Sprintf(", … (%d in all)", len(names))
	}
	return list
}

// entry splits an entry of Choice.Columns; minus is "-" where a column is dropped.
func (t *Table) entry(entry string) (name, minus string) {
	if rest, isDrop := strings.CutPrefix(entry, "-"); isDrop && !slices.Contains(t.columnNames(), entry) {
		return rest, "-"
	}
	return entry, ""
}

// features gives the indices of the feature columns, ascending.
func (t *Table) features(choice Choice, target int) ([]int, error) {
	named := map[string][]int{} // by what stands in front: "" or "-"
	for _, entry := range choice.Columns {
		name, minus := t.entry(entry)
		j, err := t.find(name, "columns", remedy.By("keep columns", "columns", "a,b").Or(remedy.By("drop one", "columns", "-c")))
		if err != nil {
			return nil, err
		}
		if j == target {
			return nil, &Error{File: t.path, Problem: fmt.Sprintf("column %q is among the features and is the target", t.Columns[j].Name),
				Want: "features only", Remedies: remedy.Do("leave it out there").Or(remedy.By("choose another target, or none,", "target", ""))}
		}
		named[minus] = append(named[minus], j)
	}

	list, keep, drop := make([]int, 0, len(t.Columns)), named[""], named["-"]
	for j := range t.Columns {
		if j != target && (len(keep) == 0 || slices.Contains(keep, j)) && !slices.Contains(drop, j) {
			list = append(list, j)
		}
	}
	if len(list) == 0 {
		return nil, &Error{File: t.path, Problem: "no column is left as a feature", Want: "at least one",
			Remedies: remedy.By("choose another target, or none,", "target", "none").Or(remedy.By("drop fewer", "columns", ""))}
	}
	return list, nil
}

// categorical gives the set of columns that Choice.Categorical names.
func (t *Table) categorical(choice Choice) (map[int]bool, error) {
	set := make(map[int]bool)
	for _, name := range choice.Categorical {
		j, err := t.find(name, "categorical", remedy.By("give the name or number of a column", "categorical", ""))
		if err != nil {
			return nil, err
		}
		set[j] = true
	}
	return set, nil
}
