package data

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize/english"

	"gramscope/data/remedy"
)

// report is everything that is wrong with the used columns of a table, and the settings that read the rest.
type report struct {
	roles    // its target is the one that is left
	table    *Table
	problems []string
	drop     []int       // columns to leave out
	texts    []int       // columns to take as texts
	codes    []string    // of missing values
	left     []int       // the used columns without drop
	reading  remedy.List // settings of reading and of the target, used together
}

// report returns an error with everything that is wrong with the used columns if that is more than one thing, and
// else the first error, whose remedies leave rows.
func (t *Table) report(c roles, first error) error {
	own, ok := first.(*Error)
	if !ok {
		return first
	}
	r := &report{table: t, roles: c}
	for _, j := range c.all() { // the target comes last
		problem := r.look(j)
		if !slices.Contains(r.drop, j) {
			r.left = append(r.left, j)
		} else if j == c.target {
			problem += ", and is the target"
			r.replaceTarget()
		}
		if problem != "" {
			r.problems = append(r.problems, fmt.Sprintf("column %q: %s", t.Column(j).Name, problem))
		}
	}
	if c.choice.Target == "" && r.target >= 0 && slices.Equal(r.left, []int{r.target}) {
		r.target, r.reading = -1, append(r.reading, remedy.Remedy{Setting: "target", Value: noTarget})
	}
	if len(r.problems) > 1 {
		own.Below = shortLines(r.problems, 20)
		own.Remedies = slices.DeleteFunc(own.Remedies, func(way remedy.Remedy) bool { return way.Setting != "" })
	}
	names := map[string]bool{} // a header's differ, and each is the only text in its column of numbers
	isData := func(j int) bool {
		f := t.marks(j).faults
		if f.text == nil || int(f.text.line) != own.Line || f.text.row > 1 || names[f.text.text] {
			return true
		}
		names[f.text.text] = true
		return f.others == nil || t.Column(j).Kind == Mixed && len(f.others) > 1
	}
	if len(r.problems) > 1 && !slices.ContainsFunc(c.all(), isData) {
		own.Remedies = remedy.By("take this line as the header in place of the one above", "skip-lines",
			strconv.Itoa(own.Line-1)).Or(remedy.Do("remove the line"))
		return own
	}
	hasSetting := func(way remedy.Remedy) bool { return way.Setting != "" && way.Setting != "decimal" }
	isUseless := func(way remedy.Remedy) bool { return hasSetting(way) && !t.helps(way, c.choice) }
	isForGaps := func(way remedy.Remedy) bool { return way.Setting == "drop-missing" } // which dropGaps weighs
	own.Remedies = slices.DeleteFunc(slices.DeleteFunc(own.Remedies, isForGaps), isUseless)
	if !slices.ContainsFunc(own.Remedies, hasSetting) {
		isSaid := func(way remedy.Remedy) bool { return len(way.With) == 0 && own.Remedies.For(way.Setting) }
		own.Remedies = own.Remedies.Or(slices.DeleteFunc(slices.DeleteFunc(r.how(r.dropGaps()), isUseless), isSaid))
	}
	if len(own.Remedies) == 0 {
		own.Remedies = remedy.Do("correct the file")
	}
	// A decimal mark, which other columns may refuse, comes last.
	isLast := func(way remedy.Remedy) float64 { return indicator(way.Setting == "decimal") }
	slices.SortStableFunc(own.Remedies, func(a, b remedy.Remedy) int { return int(isLast(a) - isLast(b)) })
	return own
}

// mostCodes is how many codes of missing values a file has at most: more are values.
const mostCodes = 5

// how returns the remedy of reading the rest, nil if no feature is left.
func (r *report) how(gaps bool) remedy.List {
	how, text := r.reading, "read the rest"
	if len(r.texts) > 0 {
		how = append(how, remedy.Remedy{Setting: "categorical", Value: strings.Join(r.table.listed(r.texts...), ",")})
	}
	if len(r.drop) > 0 {
		how = append(how, remedy.Remedy{Setting: "columns", Value: r.columns()})
	}
	if gaps && len(how) == 0 {
		text = "leave out such rows"
	}
	slices.Sort(r.codes)
	if codes := slices.Compact(r.codes); len(codes) > mostCodes {
		return nil
	} else if codes != nil {
		gaps, how = true, append(how, remedy.Remedy{Setting: "missing", Value: strings.Join(codes, ",")})
	}
	if gaps {
		how = append(how, remedy.Remedy{Setting: "drop-missing"})
	}
	if len(how) == 0 || len(r.featuresLeft()) == 0 {
		return nil
	}
	return remedy.List{{Text: text, Setting: how[0].Setting, Value: how[0].Value, With: how[1:]}}
}

func (r *report) featuresLeft() []int {
	return slices.DeleteFunc(slices.Clone(r.left), func(j int) bool { return j == r.target })
}

// helps reports whether a file can be read with the settings of a remedy, as far as this is known without reading it
// again.
func (t *Table) helps(way remedy.Remedy, choice Choice) bool {
	corrected, d, ok := Corrected(remedy.Note{Remedies: remedy.List{way}}, choice, Dialect{})
	if !ok || !reflect.DeepEqual(d, Dialect{}) {
		return ok
	}
	c, err := t.choose(corrected)
	if err != nil {
		return false
	}
	f, err := t.file(c)
	return err == nil && (way.Setting != "categorical" || len(f.classes) <= oneHotLimit)
}

// Rest returns a choice that leaves out what an error names, so that the rest of a table can be used. ok is false if
// there is none, or if the file has to be read again in another way.
func Rest(err error, choice Choice) (_ Choice, ok bool) {
	var own *Error
	if !errors.As(err, &own) {
		return choice, false
	}
	rest, d, ok := Corrected(own, choice, Dialect{})
	return rest, ok && reflect.DeepEqual(d, Dialect{})
}

// otherDate is a date with day and month in any order, before or after the year.
var otherDate = regexp.MustCompile(strings.ReplaceAll(`^(\d{4}[-/.]DAY[-/.]DAY|DAY[-/.]DAY[-/.](\d\d){1,2})([ T].*)?$`,
	"DAY", `(0?[1-9]|[12]\d|3[01])`))

// datesOr says that texts are dates in another form than those of ISO 8601, and returns other if they are none.
func datesOr(texts []string, other string) string {
	if len(texts) > 0 && otherDate.MatchString(texts[0]) {
		return fmt.Sprintf("dates that are not all written as 2024-12-31 (%q)", clip(texts[0]))
	}
	return other
}

// look says what is wrong with a column, "" if it is of use, and notes what helps.
func (r *report) look(j int) string {
	c := r.table.Column(j)
	texts, isText := c.cells.(coded)
	isFeature := j != r.target
	at, why := c.fault()
	drop := func(format string, values ...any) string {
		r.drop = append(r.drop, j)
		return fmt.Sprintf(format, values...)
	}
	switch {
	case c.Missing() == r.table.Rows:
		return drop("no value")
	case r.categorical[j]:
	case at != nil && (why.remedies.For("thousands") || why.remedies.For("decimal") && r.table.Layout.Separator == ","):
		if way := why.remedies[0]; !r.reading.For(way.Setting) {
			r.reading = append(r.reading, remedy.Remedy{Setting: way.Setting, Value: way.Value})
		}
		return fmt.Sprintf("%s (%q)", why.problem, at.text)
	case at != nil && c.faults.notation == nil && c.Kind == Mixed && len(texts.texts) < min(21, r.table.Rows/2):
		r.texts = append(r.texts, j)
		return fmt.Sprintf("%s (%q)", why.problem, at.text)
	case at != nil && why.remedies.For("missing"):
		r.codes = append(r.codes, strings.Split(why.remedies[1].Value, ",")...)
		return fmt.Sprintf("%s (%q)", why.problem, at.text)
	case at != nil:
		return drop("%s (%q)", why.problem, at.text)
	case isFeature && isText && len(texts.texts) > oneHotLimit:
		return drop("%s", datesOr(texts.texts, fmt.Sprintf("%d different texts", len(texts.texts))))
	case isFeature && !r.table.indexed && r.table.isConstant(j):
		return drop("constant")
	}
	switch {
	case !isFeature && r.choice.Target == "" && 2*c.Missing() > r.table.Rows:
		return drop("%d of %d values are missing", c.Missing(), r.table.Rows)
	case c.Missing() > 0:
		return fmt.Sprint(c.Missing(), " missing ", english.PluralWord(c.Missing(), "value", ""))
	}
	return ""
}

// replaceTarget makes the last column that has most of its values the target, unless the user has chosen it.
func (r *report) replaceTarget() {
	r.target = -1
	instead := noTarget
	for _, j := range r.left {
		if len(r.left) > 1 && r.choice.Target == "" && 2*r.table.Column(j).Missing() <= r.table.Rows {
			r.target = j
			instead = r.table.listed(j)[0]
		}
	}
	r.reading = append(r.reading, remedy.Remedy{Setting: "target", Value: instead})
}

func (t *Table) isConstant(j int) bool {
	c := t.cells(j)
	return !slices.ContainsFunc(sequence(1, t.Rows), func(row int) bool { return c.at(row) != c.at(0) })
}

// dropGaps drops features with missing values, those with most of them first, so that the complete rows hold the most
// values, of no more columns than rows. It reports whether there are rows to leave out then.
func (r *report) dropGaps() (leavesRows bool) {
	missing := func(j int) int { return r.table.Column(j).Missing() }
	isTarget := func(j int) int { return int(indicator(j == r.target)) }
	order, most, kept := slices.Clone(r.left), 0, 0
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(isTarget(j)-isTarget(i), missing(i)-missing(j), j-i) })
	isGap, complete := make([]bool, r.table.Rows), r.table.Rows
	for at, j := range order {
		each(r.table.cells(j), 0, r.table.Rows, func(row int, v float64) {
			if v != v && !isGap[row] {
				isGap[row], complete = true, complete-1
			}
		})
		if values := complete * min(at+1, complete); j != r.target && complete > 1 && values >= most {
			most, kept, leavesRows = values, at+1, complete < r.table.Rows
		}
	}
	r.drop, r.left = append(r.drop, order[kept:]...), order[:kept]
	return leavesRows
}

// columns returns the value of the setting columns that drops these, or keeps the others if they are fewer.
func (r *report) columns() string {
	list, minus := r.drop, "-"
	if keep := r.featuresLeft(); len(keep) < len(list) {
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
	words := map[string]*string{"thousands": &d.Thousands, "decimal": &d.Decimal, "separator": &d.Separator,
		"target": &choice.Target}
	lists := map[string]*[]string{"columns": &choice.Columns, "categorical": &choice.Categorical}
	for _, r := range slices.Concat(remedies[at:at+1], remedies[at].With) {
		word, list := words[r.Setting], lists[r.Setting]
		switch {
		case r.Setting == "drop-missing":
			choice.DropMissing = true
		case r.Setting == "missing": // beside those that were named before
			d.Missing = strings.Split(r.Value, ",")
		case r.Value == "" || r.Value == someColumn:
			return choice, d, false
		case r.Setting == "skip-lines":
			d.SkipLines, _ = strconv.Atoi(r.Value)
		case word != nil:
			*word = r.Value
		case list != nil:
			*list = slices.Concat(*list, strings.Split(r.Value, ","))
		default:
			return choice, d, false
		}
	}
	return choice, d, true
}
