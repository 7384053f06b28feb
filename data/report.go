package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// report is everything that is wrong with the used columns of a table, and the settings that read the rest.
type report struct {
	table    *Table
	problems []string
	drop     []int       // columns to leave out
	reading  remedy.List // settings of reading, used together
	left     []int       // the used columns without drop
}

// report returns an error with everything that is wrong with the used columns if that is more than one thing, and
// else the first error, whose remedies leave rows.
func (t *Table) report(used []int, target int, categorical map[int]bool, first error) error {
	own, ok := first.(*Error)
	if !ok || t.memory.refused != nil || t.matrix != nil {
		return first
	}
	r := &report{table: t}
	for _, j := range used {
		if problem := r.look(j, categorical[j]); problem != "" {
			r.problems = append(r.problems, fmt.Sprintf("column %q %s", t.Columns[j].Name, problem))
			if j == target {
				return first // without it there is nothing to learn
			}
		} else {
			r.left = append(r.left, j)
		}
	}
	gaps := r.dropGaps(target)
	if own.Remedies.For("drop-missing") && !gaps {
		own.Remedies = remedy.By("leave out the columns with most of them", "columns", r.columns())
	}
	if len(r.problems) < 2 || len(r.left) < 2 && target >= 0 || len(r.left) == 0 {
		return first
	}
	how := slices.Clone(r.reading)
	if len(r.drop) > 0 {
		how = append(how, remedy.Remedy{Setting: "columns", Value: r.columns()})
	}
	if gaps {
		how = append(how, remedy.Remedy{Setting: "drop-missing"})
	}
	if len(how) == 0 {
		return first
	}
	own.Problem = fmt.Sprintf("%s (and in all: %s)", own.Problem, strings.Join(r.problems, "; "))
	how[0].Text, how[0].With = "read the rest", how[1:]
	own.Remedies = how[:1]
	return own
}

// look says what is wrong with a column, "" if it can be used, and notes what helps.
func (r *report) look(j int, categorical bool) string {
	c := &r.table.Columns[j]
	f := c.faults
	texts, isText := c.cells.(coded)
	drop := func(problem string) string { r.drop = append(r.drop, j); return problem }
	switch {
	case f.missing == r.table.Rows:
		return drop("has no value")
	case categorical:
		return ""
	case f.notation != nil && f.notation.thousands != "":
		if !r.reading.For("thousands") {
			r.reading = append(r.reading, remedy.Remedy{Setting: "thousands", Value: f.notation.thousands})
		}
		return fmt.Sprintf("has numbers with a %s between thousands (%q)", f.notation.thousands, f.notation.text)
	case f.notation != nil:
		return drop(fmt.Sprintf("has numbers in two notations (%q)", f.notation.text))
	case isText && len(texts.texts) > oneHotLimit:
		return drop(fmt.Sprintf("has %d different texts", len(texts.texts)))
	case c.Kind == Mixed:
		return drop(fmt.Sprintf("has texts among numbers (%q)", f.text.text))
	case f.infinite != nil:
		return drop(fmt.Sprintf("has infinite numbers (%q)", f.infinite.text))
	}
	return ""
}

// dropGaps drops columns with missing values, those with most of them first, until half of the rows are complete. It
// reports whether there are rows to leave out then.
func (r *report) dropGaps(target int) (gaps bool) {
	missing := func(j int) int { return r.table.Columns[j].Missing() }
	for _, j := range r.left {
		if missing(j) > 0 {
			r.problems = append(r.problems, fmt.Sprintf("column %q has %d missing values", r.table.Columns[j].Name, missing(j)))
		}
	}
	for {
		complete := r.table.Rows
		isGap := make([]bool, r.table.Rows)
		worst := -1
		for k, j := range r.left {
			if missing(j) == 0 {
				continue
			}
			gaps = true
			r.table.Columns[j].cells.each(0, r.table.Rows, func(row int, v float64) {
				if math.IsNaN(v) && !isGap[row] {
					isGap[row] = true
					complete--
				}
			})
			if j != target && (worst < 0 || missing(j) > missing(r.left[worst])) {
				worst = k
			}
		}
		if !gaps || complete >= 2 && 2*complete >= r.table.Rows {
			return gaps
		}
		if worst < 0 {
			return complete >= 2
		}
		r.drop = append(r.drop, r.left[worst])
		r.left, gaps = slices.Delete(r.left, worst, worst+1), false
	}
}

// columns returns the value of the setting columns that drops these.
func (r *report) columns() string {
	names := r.table.columnNames()
	slices.Sort(r.drop)
	var list []string
	for _, j := range r.drop {
		name := names[j]
		if strings.ContainsAny(name, ", ") || slices.Index(names, name) != j {
			name = fmt.Sprint(j + 1)
		}
		list = append(list, "-"+name)
	}
	if list == nil {
		return someColumn
	}
	return strings.Join(list, ",")
}
