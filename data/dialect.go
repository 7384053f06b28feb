package data

import (
	"fmt"
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

// separatorName returns the name of a separator, for notes and remedies.
func separatorName(sign byte) string {
	for _, s := range separators {
		if s.sign == sign {
			return s.name
		}
	}
	return string(sign)
}

// recognise returns the separator of cells, judging by the first lines, which are whole; there is at least one. If
// texts is set, a single column of texts is a table. The separator is the first of tab, semicolon, pipe and comma that occurs equally often in every line, or once less in
// the first, or else blanks if these give a table, or else the most frequent of the four in the first line. Of lines
// that are no table, and of a single column of texts, the error says what they look like.
func recognise(lines []string, texts bool) (separator byte, err *Error) {
	for _, other := range notTables {
		if other.like(lines) {
			return 0, &Error{Problem: "this is " + other.name + ", not a table", Want: "separated values", Remedies: other.remedies}
		}
	}
	blanks := separatedByBlanks(lines)
	most := 0
	for _, s := range separators[:4] {
		counts := make([]int, len(lines))
		for i, line := range lines {
			counts[i] = countOutsideQuotes(line, s.sign)
		}
		below := counts[min(1, len(counts)-1)]
		even := !slices.ContainsFunc(counts[1:], func(k int) bool { return k != below })
		if even && below > 0 && (counts[0] == below || counts[0] == below-1 && len(lines) > 2 && counts[0] > 0) {
			if blanks && joinsNumbers(lines, s.sign) {
				return ' ', nil
			}
			return s.sign, nil
		}
		if counts[0] > most {
			separator, most = s.sign, counts[0]
		}
	}
	switch {
	case blanks:
		return ' ', nil
	case most > 0:
		return separator, nil
	}
	if texts {
		return ',', nil
	}
	return ',', singleColumn(lines)
}

// notTables are texts that are no tables, by what their first lines look like.
var notTables = []struct {
	name     string
	like     func(lines []string) bool
	remedies remedy.List
}{
	{"an HTML or XML page", func(lines []string) bool { return pageStart.MatchString(lines[0]) },
		remedy.Do("fetch the file itself, not a page about it")},
	{"JSON", func(lines []string) bool { return jsonStart.MatchString(strings.Join(lines, "\n")) },
		remedy.Do("write it as CSV, for instance with pandas.read_json(FILE).to_csv(...)")},
	{"a Markdown table", func(lines []string) bool { return len(lines) > 1 && markdownRule.MatchString(lines[1]) },
		remedy.Do("remove its second line and the outer bars")},
	{"lines of index:value pairs, as LIBSVM has, without a number as the label", func(lines []string) bool { return pairs.MatchString(lines[0]) },
		remedy.Do("write one number as the label of each line")},
}

var (
	pageStart    = regexp.MustCompile(`(?i)^\s*<(!doctype|!--|html|\?xml|head|body|table|div|svg)`)
	jsonStart    = regexp.MustCompile(`^\s*(\{\s*(["}\n]|$)|\[\s*[\[{"])`)
	pairs        = regexp.MustCompile(`^\s*(\S+\s+)?\d+:[-+.\deE]+(\s+\d+:[-+.\deE]+)+\s*(#.*)?$`)
	markdownRule = regexp.MustCompile(`^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$`)
)

// singleColumn returns the error of lines without a separator, unless most below the first are numbers, dates or
// missing.
func singleColumn(lines []string) *Error {
	at, words := 0, 0 // the first word that is no number, and how many there are below the first line
	for i := len(lines) - 1; i > 0; i-- {
		cell := strings.TrimSpace(strings.Trim(strings.TrimSpace(lines[i]), `"`))
		if _, isDate := parseDate(cell); !isDate && !isNumberOrGap(cell) {
			at, words = i, words+1
		}
	}
	if 2*words < len(lines) { // a few words are faults of a column of numbers
		return nil
	}
	bad := &Error{Want: "cells separated by tabs, semicolons, bars, commas or blanks",
		Problem:  fmt.Sprintf("no separator between cells, and the lines are no numbers (%q)", clip(strings.TrimSpace(lines[at]))),
		Remedies: remedy.By("name the separator", "separator", "").Or(remedy.By("leave out lines above the table", "skip-lines", ""))}
	for _, sign := range strings.Split(":/~^&!=", "") {
		first := strings.Count(lines[1], sign)
		if first > 0 && !slices.ContainsFunc(lines, func(line string) bool { return strings.Count(line, sign) != first }) {
			bad.Remedies = remedy.By("if "+sign+" separates them, say so", "separator", sign)
			break
		}
	}
	return bad
}

func countOutsideQuotes(line string, separator byte) int {
	count := 0
	for i, piece := range strings.Split(line, `"`) {
		if i%2 == 0 {
			count += strings.Count(piece, string(separator))
		}
	}
	return count
}

func fieldsOf(line string) []string {
	r := records{separator: ' '}
	r.split(line)
	return r.cells
}

func isNumberOrGap(cell string) bool {
	return isMissing(cell) || !(&numberFormat{commaPossible: true}).notation(cell).isText()
}

// separatedByBlanks reports whether blanks separate the cells: all lines have equally many, or the first has one
// less, and those below the first are numbers in at least one column.
func separatedByBlanks(lines []string) bool {
	if len(lines) < 2 {
		return false
	}
	cells := len(fieldsOf(lines[1]))
	if first := len(fieldsOf(lines[0])); cells < 2 || first != cells && (first != cells-1 || len(lines) < 3) {
		return false
	}
	numeric := slices.Repeat([]bool{true}, cells)
	for _, line := range lines[1:] {
		fields := fieldsOf(line)
		if len(fields) != cells {
			return false
		}
		for j, field := range fields {
			last := field[max(0, len(field)-1):]
			if last == "," || last == ";" || last == "|" {
				return false
			}
			numeric[j] = numeric[j] && isNumberOrGap(field)
		}
	}
	return slices.Contains(numeric, true)
}

// joinsNumbers reports whether a separator leaves several numbers in a cell of every line below the first, so that
// it is none: a tab among blanks, or a decimal comma.
func joinsNumbers(lines []string, separator byte) bool {
	joined := map[int]int{}
	for _, line := range lines[1:] {
		for j, cell := range strings.Split(line, string(separator)) {
			fields := fieldsOf(cell)
			isWord := func(field string) bool { return !isNumberOrGap(field) }
			if len(fields) > 1 && !slices.ContainsFunc(fields, isWord) && !groupedByBlanks.MatchString(strings.TrimSpace(cell)) {
				joined[j]++
			}
		}
		if separator != '\t' && slices.ContainsFunc(fieldsOf(line), func(field string) bool { return strings.Contains(field, string(separator)) && !isNumberOrGap(field) }) {
			return false
		}
	}
	for _, count := range joined {
		if count == len(lines)-1 {
			return true
		}
	}
	return false
}
