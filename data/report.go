package data

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// report is everything that is wrong with the used columns of a table, and the settings that read the rest.
type report struct {
	table    *Table
	target   int
	problems []string
	fatal    bool        // one of the problems prevents the use of a column
	drop     []int       // columns to leave out
	reading  remedy.List // settings of reading and of the target, used together
	left     []int       // the used columns without drop
}

// report returns an error with everything that is wrong with the used columns if that is more than one thing, and
// else the first error, whose remedies leave rows.
func (t *Table) report(choice Choice, first error) error {
	own, ok := first.(*Error)
	target, err := t.target(choice)
	if !ok || err != nil || t.memory.refused != nil || t.matrix != nil {
		return first
	}
	used, err := t.features(choice, target)
	if err != nil {
		return first
	}
	categorical, err := t.categorical(choice)
	if err != nil {
		return first
	}
	r := &report{table: t, target: target}
	for _, j := range used {
		r.add(j, r.look(j, categorical[j]))
	}
	if target >= 0 {
		r.lookAtTarget(choice, categorical[target])
	}
	if choice.Target == "" && r.target >= 0 && len(r.left) == 1 && r.left[0] == r.target {
		r.target, r.reading = -1, append(r.reading, remedy.Remedy{Setting: "target", Value: noTarget})
	}
	gaps := r.dropGaps()
	if len(r.problems) > 1 && r.fatal {
		own.Problem = fmt.Sprintf("%s (and in all: %s)", own.Problem, shortList(r.problems, 20))
		own.Remedies = nil
	}
	own.Remedies = slices.DeleteFunc(own.Remedies, func(way remedy.Remedy) bool { return way.Setting != "" && !t.helps(way, choice) })
	if how := r.how(gaps); how != nil && t.helps(how[0], choice) && !slices.ContainsFunc(own.Remedies, func(way remedy.Remedy) bool { return way.Setting != "" }) {
		own.Remedies = own.Remedies.Or(how)
	}
	if len(own.Remedies) == 0 {
		own.Remedies = remedy.Do("correct the file")
	}
	return own
}

// how returns the remedy of reading the rest, nil if no feature is left.
func (r *report) how(gaps bool) remedy.List {
	if !slices.ContainsFunc(r.left, func(j int) bool { return j != r.target }) {
		return nil
	}
	how := slices.Clone(r.reading)
	if len(r.drop) > 0 {
		how = append(how, remedy.Remedy{Setting: "columns", Value: r.columns()})
	}
	if gaps {
		how = append(how, remedy.Remedy{Setting: "drop-missing"})
	}
	if len(how) > 0 {
		how[0].Text, how[0].With = "read the rest", how[1:]
		if how[0].Setting == "drop-missing" {
			how[0].Text = "leave out such rows"
		}
		how = how[:1]
	}
	return how
}

// helps reports whether a file can be read with the settings of a remedy, as far as this is known without reading it
// again.
func (t *Table) helps(way remedy.Remedy, choice Choice) bool {
	corrected, d, ok := Corrected(remedy.Note{Remedies: remedy.List{way}}, choice, Dialect{})
	if !ok || d != (Dialect{}) {
		return ok
	}
	_, err := t.file(corrected)
	return err == nil
}

// add adds a column with its problem, "" if it has none.
func (r *report) add(j int, problem string) {
	if problem != "" {
		r.problems = append(r.problems, fmt.Sprintf("column %q %s", r.table.Columns[j].Name, problem))
	}
	if !slices.Contains(r.drop, j) {
		r.left = append(r.left, j)
	}
}

// look says what is wrong with a column, "" if it is of use, and notes what helps.
func (r *report) look(j int, categorical bool) string {
	c := &r.table.Columns[j]
	f := c.faults
	texts, isText := c.cells.(coded)
	drop := func(problem string) string { r.drop, r.fatal = append(r.drop, j), true; return problem }
	switch {
	case f.missing == r.table.Rows:
		return drop("has no value")
	case categorical:
		return ""
	case f.notation != nil && f.notation.thousands != "":
		r.fatal = true
		if !r.reading.For("thousands") {
			r.reading = append(r.reading, remedy.Remedy{Setting: "thousands", Value: f.notation.thousands})
		}
		if f.notation.decimal {
			return fmt.Sprintf("has decimal commas (%q) in a file with points before three digits", f.notation.text)
		}
		return fmt.Sprintf("has numbers with a %s between thousands (%q)", f.notation.thousands, f.notation.text)
	case f.notation != nil:
		return drop(fmt.Sprintf("has numbers in two notations (%q)", f.notation.text))
	case c.Kind == Mixed:
		return drop(fmt.Sprintf("has texts among numbers (%q)", f.text.text))
	case isText && j != r.target && len(texts.texts) > oneHotLimit && mostlyDates(texts.texts) != "":
		return drop(fmt.Sprintf("has dates that are not all written as 2024-12-31 (%q)", mostlyDates(texts.texts)))
	case isText && j != r.target && len(texts.texts) > oneHotLimit:
		return drop(fmt.Sprintf("has %d different texts", len(texts.texts)))
	case f.infinite != nil:
		return drop(fmt.Sprintf("has infinite numbers (%q)", f.infinite.text))
	case j != r.target && isText && c.Kind == Text && len(texts.texts) == r.table.Rows && r.table.Rows >= 10:
		r.drop = append(r.drop, j)
		return "has a different text in each row"
	case j != r.target && !r.table.indexed && r.table.isConstant(j):
		r.drop = append(r.drop, j)
		return "is constant"
	}
	return ""
}

// lookAtTarget looks at the target. If it can't be used, texts among numbers become classes if they are few; otherwise
// the last column that can be used is the target in its place, unless the user has chosen it.
func (r *report) lookAtTarget(choice Choice, categorical bool) {
	j, c := r.target, &r.table.Columns[r.target]
	problem := r.look(j, categorical)
	if !slices.Contains(r.drop, j) {
		r.add(j, problem)
		return
	}
	if texts, isText := c.cells.(coded); isText && c.Kind == Mixed && len(texts.texts) <= 20 && len(texts.texts) < r.table.Rows/2 {
		r.drop = r.drop[:len(r.drop)-1]
		r.reading = append(r.reading, remedy.Remedy{Setting: "categorical", Value: r.table.listed(j)[0]})
		r.add(j, problem)
		return
	}
	r.add(j, problem+", and is the target")
	r.target = -1
	instead := noTarget
	if last := len(r.left) - 1; last > 0 && choice.Target == "" {
		r.target = r.left[last]
		instead = r.table.listed(r.target)[0]
	}
	r.reading = append(r.reading, remedy.Remedy{Setting: "target", Value: instead})
}

// dateLike are dates in any order of day, month and year.
var dateLike = regexp.MustCompile(`^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T].*)?$`)

// mostlyDates returns the first text that is no date as in ISO 8601 if more than half of the texts look like dates, and
// else "".
func mostlyDates(texts []string) (other string) {
	count := 0
	for _, text := range texts {
		if dateLike.MatchString(text) {
			count++
		}
		if _, isDate := parseDate(text); !isDate && other == "" {
			other = clip(text)
		}
	}
	if 2*count <= len(texts) {
		return ""
	}
	return other
}

// isConstant reports whether all cells of a column have one value.
func (t *Table) isConstant(j int) bool {
	c := t.Columns[j].cells
	first := c.at(0)
	for row := 1; row < t.Rows; row++ {
		if c.at(row) != first {
			return false
		}
	}
	return true
}

// dropGaps drops columns with missing values, those with most of them first, until half of the rows are complete. It
// reports whether there are rows to leave out then.
func (r *report) dropGaps() (gaps bool) {
	missing := func(j int) int { return r.table.Columns[j].Missing() }
	for _, j := range r.left {
		if missing(j) > 0 {
			r.fatal = true
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
			each(r.table.Columns[j].cells, 0, r.table.Rows, func(row int, v float64) {
				if math.IsNaN(v) && !isGap[row] {
					isGap[row] = true
					complete--
				}
			})
			if j != r.target && (worst < 0 || missing(j) > missing(r.left[worst])) {
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

// columns returns the value of the setting columns that drops these, or keeps the others if they are fewer.
func (r *report) columns() string {
	list, minus := r.drop, "-"
	if keep := slices.DeleteFunc(slices.Clone(r.left), func(j int) bool { return j == r.target }); len(keep) < len(list) {
		list, minus = keep, ""
	}
	slices.Sort(list)
	return minus + strings.Join(r.table.listed(list...), ","+minus)
}

// Corrected returns a choice and a dialect with the settings of the first remedy of an error that has some. ok is false
// if there is none, or if it leaves a value to the user.
func Corrected(c remedy.Curable, choice Choice, d Dialect) (_ Choice, _ Dialect, ok bool) {
	_, remedies := c.Parts()
	at := slices.IndexFunc(remedies, func(r remedy.Remedy) bool { return r.Setting != "" })
	if at < 0 {
		return choice, d, false
	}
	for _, r := range slices.Concat(remedies[at:at+1], remedies[at].With) {
		switch r.Setting {
		case "thousands":
			d.Thousands = r.Value
		case "decimal":
			d.Decimal = r.Value
		case "separator":
			d.Separator = r.Value
		case "target":
			choice.Target = r.Value
		case "columns":
			choice.Columns = slices.Concat(choice.Columns, strings.Split(r.Value, ","))
		case "categorical":
			choice.Categorical = slices.Concat(choice.Categorical, strings.Split(r.Value, ","))
		case "drop-missing":
			choice.DropMissing = true
			continue
		default:
			return choice, d, false
		}
		if r.Value == "" || r.Value == someColumn {
			return choice, d, false
		}
	}
	return choice, d, true
}
