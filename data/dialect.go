package data

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// separators are the characters that separate cells, by their names; that of comma comes last, because of decimal
// commas.
var separators = []struct {
	name string
	sign byte
}{{"tab", '\t'}, {"semicolon", ';'}, {"pipe", '|'}, {"comma", ','}, {"blanks", ' '}}

// SeparatorSign returns the character that a Dialect.Separator names, ' ' for any blanks and 0 for auto. ok is false
// for what can't separate cells.
func SeparatorSign(name string) (sign byte, ok bool) {
	for _, s := range separators {
		if name == s.name || name == string(s.sign) {
			return s.sign, true
		}
	}
	if name == "" || name == "auto" {
		return 0, true
	}
	return name[0], len(name) == 1 && strings.Contains("!#$%&'()*/:<=>?@[\\]^_`{}~", name)
}

// recognise returns the separator of cells, judging by the first lines, which are whole: of those that give a table the
// one with the largest share of numbers, or else the most frequent in the first line. Blanks separate nothing where a
// name in that line has the separator found before in it. If the lines are no table, it fails in the given line and
// says what they are like.
func recognise(lines []string, line int, d Dialect) (separator byte) {
	for _, other := range notTables {
		if other.like(lines) {
			problem := "this is " + other.name + ", not a table"
			check(&Error{Line: line, Problem: problem, Want: "separated values", Remedies: other.remedies})
		}
	}
	best, most, numbers := -1.0, 0, Dialect{Missing: d.Missing}.numbers(0)
	inName := func(word string) bool { return strings.IndexByte(word, separator) >= 0 && !numbers.isNumberOrGap(word) }
	for _, s := range separators {
		share := numberShare(lines, s.sign, numbers)
		if share > best && (s.sign != ' ' || best <= 0 || !slices.ContainsFunc(strings.Fields(lines[0]), inName)) {
			separator, best = s.sign, share
		}
	}
	if best >= 0 {
		return separator
	}
	for _, s := range separators[:4] {
		count := 0
		for i, piece := range strings.Split(lines[0], `"`) {
			count += (1 - i%2) * strings.Count(piece, string(s.sign)) // outside quotes
		}
		if count > most {
			separator, most = s.sign, count
		}
	}
	if most > 0 {
		return separator
	}
	if !d.texts {
		checkSingleColumn(lines, line, numbers)
	}
	return ','
}

// numberShare returns the share of numbers, or gaps, among the cells below the first line, −1 if the separator gives no
// table: equally many cells in every line, or one less in the first. Blanks must give a column of numbers, too, and no
// cell that ends with another separator.
func numberShare(lines []string, separator byte, numbers numberFormat) float64 {
	var rows [][]string
	r := records{separator: separator}
	r.setText(strings.Join(lines, "\n"), 0)
	for cells, err := r.next(); err != io.EOF; cells, err = r.next() {
		if err != nil || len(rows) > 1 && len(cells) != len(rows[1]) {
			return -1
		}
		rows = append(rows, slices.Clone(cells))
	}
	if len(rows) == 0 || len(rows) == 1 && separator == ' ' {
		return -1
	}
	below := rows[min(1, len(rows)-1):]
	columns, first, areBlanks := len(below[0]), len(rows[0]), separator == ' '
	hasNames := first == columns-1 && len(rows) > 2 && (first > 1 || areBlanks)
	if columns < 2 || first != columns && !hasNames {
		return -1
	}
	good, words, filled := 0, make([]int, columns), make([]int, columns)
	for _, row := range below {
		for j, cell := range row {
			cell = strings.TrimSpace(cell)
			if areBlanks && strings.ContainsAny(cell[max(0, len(cell)-1):], ",;|") {
				return -1
			}
			filled[j] |= len(cell)
			if numbers.isNumberOrGap(cell) {
				good++
			} else {
				words[j]++
			}
		}
	}
	if areBlanks && slices.Min(words) > 0 {
		return -1
	}
	share := float64(good) / float64(columns*len(below))
	if separator == '\t' && slices.Contains(filled[:columns-1], 0) && filled[columns-1] > 0 {
		share -= 1e-9 // runs of tabs are blanks, if these give as many numbers
	}
	return share
}

// notTables are texts that are not tables, by what their first lines look like.
var notTables = []struct {
	name     string
	like     func(lines []string) bool
	remedies remedy.List
}{
	{"an HTML or XML page", func(lines []string) bool { return pageStart.MatchString(lines[0]) },
		remedy.Do("fetch the file itself, not a page about it")},
	{"an array that NumPy printed", func(lines []string) bool { return printed.MatchString(lines[0]) },
		remedy.Do("write it with numpy.savetxt or numpy.save")},
	{"the format of Orange, with types in line 2 and roles in line 3",
		func(lines []string) bool { return len(lines) > 2 && orangeTypes.MatchString(lines[1]) },
		remedy.Do("remove these lines, as in: sed 2,3d FILE > NEW; and choose the class as the target")},
	{"a file of gramscope", func(lines []string) bool { return ownFile.MatchString(strings.Join(lines, "\n")) },
		remedy.By("open a session", "session", "FILE").Or(remedy.Do("a model by gramscope predict FILE DATA")).
			Or(remedy.Do("rows of a sweep by gramscope view FILE"))},
	{"JSON", func(lines []string) bool { return jsonStart.MatchString(strings.Join(lines, "\n")) },
		remedy.Do("write it as CSV, as with pandas.read_json(FILE).to_csv(...); of an object a line with lines=True")},
	{"a Markdown table", func(lines []string) bool { return len(lines) > 1 && markdownRule.MatchString(lines[1]) },
		remedy.Do("remove its second line and the outer bars")},
	{"lines of index:value pairs, as LIBSVM has, without a number as the label",
		func(lines []string) bool { return pairs.MatchString(lines[0]) },
		remedy.Do("write one number as the label of each line")},
}

var (
	pageStart    = regexp.MustCompile(`(?i)^\s*<(!doctype|!--|html|\?xml|head|body|table|div|svg)`)
	printed      = regexp.MustCompile(`^\s*\[\[\s*[^,\s]+(\s+[^,\s]+)+$`)
	orangeTypes  = regexp.MustCompile(`^((continuous|discrete|string|time)(\t|$))+$`)
	ownFile      = regexp.MustCompile(`^(\s*\{\s*"(gramscope_session|format":"gramscope model)"|data,n,d,kernel,)`)
	jsonStart    = regexp.MustCompile(`^\s*(\{\s*(["}\n]|$)|\[\s*[\[{"])`)
	pairs        = regexp.MustCompile(`^\s*(\S+\s+)?\d+:[-+.\deE]+(\s+\d+:[-+.\deE]+)+\s*(#.*)?$`)
	markdownRule = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$`)
)

// checkSingleColumn fails for lines without a separator, unless most below the first are numbers, dates or missing.
func checkSingleColumn(lines []string, line int, numbers numberFormat) {
	at, words := 0, 0 // the first word that is not a number, and how many there are below the first line
	for i := len(lines) - 1; i > 0; i-- {
		cell := strings.TrimSpace(strings.Trim(strings.TrimSpace(lines[i]), `"`))
		if _, isDate := parseDate(cell); !isDate && !numbers.isNumberOrGap(cell) {
			at, words = i, words+1
		}
	}
	if 2*words < len(lines) { // a few words are faults of a column of numbers
		return
	}
	example := clip(strings.TrimSpace(lines[at]))
	bad := &Error{Line: line, Want: "cells separated by tabs, semicolons, bars, commas or blanks",
		Problem: fmt.Sprintf("no separator in the first line, and the lines are no numbers (%q)", example),
		Remedies: remedy.By("name the separator", "separator", "").
			Or(remedy.By("leave out lines above the table", "skip-lines", ""))}
	for _, sign := range strings.Split(":/~^&!=", "") {
		first := strings.Count(lines[1], sign)
		if first > 0 && !slices.ContainsFunc(lines, func(line string) bool { return strings.Count(line, sign) != first }) {
			bad.Remedies = remedy.By("if "+sign+" separates them, say so", "separator", sign)
			break
		}
	}
	check(bad)
}

func (p numberFormat) isNumberOrGap(cell string) bool {
	return p.isMissing(cell) || !p.notation(cell).isText()
}
