package data

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gramscope/data/remedy"
)

// findHeader finds the names of the columns. The first row, which is in a line, may hold them, or a comment above a row
// with numbers. If the first row has one cell less than the others, it has the names, and the first column has none,
// as R writes tables, or the last if it is empty.
func (t *beginning) findHeader(first []string, line int, mode Header) {
	isOther := func(row []string) bool { return len(row) != len(first)+1 }
	if mode != HeaderNo && len(t.sample) > 1 && !slices.ContainsFunc(t.sample[1:], isOther) {
		mode = HeaderYes
		if slices.ContainsFunc(t.sample[1:], func(row []string) bool { return row[len(row)-1] != "" }) {
			first = append([]string{""}, first...)
		} else {
			first = append(slices.Clone(first), "")
		}
	}
	names := make([]string, len(first))
	if mode != HeaderNo {
		row := t.types(first)
		var note remedy.Note
		if cells := t.commented(len(first), mode); row.numeric > 0 && cells != nil {
			names, line, t.isNamed = cells, t.comment, true
			note = remedy.Note{Text: fmt.Sprintf("line %d, a comment, is used as the header", line),
				Remedies: noHeader("if it is not one, say so")}
		} else if t.isFirst, note = t.isHeader(row, line, mode); t.isFirst {
			names, t.isNamed = first, true
		}
		if note.Text != "" {
			t.notes = append(t.notes, note)
		}
	}
	t.names = columnNames(names)
	t.isRenamed = !slices.Equal(names, t.names)
}

// isHeader reports whether the first row, in a line, is a header, with a note for the user if there is something to
// say. A row without numbers is one, and a row of numbers is none, with exceptions.
func (t *beginning) isHeader(row rowTypes, line int, mode Header) (is bool, note remedy.Note) {
	why := ""
	switch {
	case mode == HeaderYes && row.numeric > 0 && t.comment > 0:
		return true, remedy.Note{Text: fmt.Sprintf("line %d is used as the header, and line %d is skipped as a comment",
			line, t.comment)}
	case mode == HeaderYes:
		return true, note
	case row.numeric == 0 && row.numbersBelow == 0 && row.again == row.cells && len(t.sample) > 3:
		why = "because each of its cells comes again below"
	case row.numeric == 0 && row.numbersBelow == 0 && len(t.sample) > 1:
		is, why = true, "although no column is of numbers"
	case row.numeric == 0:
		return true, note
	case row.numeric+row.missing == row.cells && mode == headerOfEntries && !row.isIndex:
		return false, note
	case row.numeric+row.missing == row.cells && row.counts:
		is, why = true, "because it counts the columns"
	case row.numeric+row.missing == row.cells:
		note.Text = "no header line: the columns are called x1, x2, …"
		if t.comment > 0 {
			note.Text += fmt.Sprintf("; line %d is skipped as a comment", t.comment)
		}
		return false, note
	case row.numbersBelow > 0 && row.fits == row.numbersBelow && !row.counts:
		why = "because it has a number in every column of numbers"
	default:
		is, why = true, fmt.Sprintf("although %d of its %d cells are numbers", row.numeric, row.cells)
	}
	if is {
		return true, remedy.Note{Text: fmt.Sprintf("line %d is used as the header %s", line, why),
			Remedies: noHeader("if it is data, say so")}
	}
	return false, remedy.Note{
		Text:     fmt.Sprintf("line %d is data, not a header, %s: the columns are called x1, x2, …", line, why),
		Remedies: remedy.By("if it holds the names, say so", "header", string(HeaderYes))}
}

// sentenceWords are English words that hardly ever name a column. (From, to, in and on sometimes do.)
var sentenceWords = []string{"the", "of", "by", "with", "and", "is", "are", "was", "were", "this"}

// commented returns the cells after the # of the last comment if they can be the names of the columns, as
// numpy.savetxt writes them, and else nil. Unless the user says that the file has a header, no cell may be a number or,
// among blanks, a word of a sentence such as "of", and one must have a letter.
func (t *beginning) commented(columns int, mode Header) []string {
	text, r := strings.TrimLeft(t.text, "# "), records{separator: t.separator}
	if at := strings.IndexAny(text, "\t;|,"); t.separator == ' ' && at >= 0 { // a, b, y above 1 2 3
		r.separator = text[at]
	}
	if r.separator != ' ' && strings.Count(text, string(r.separator)) > 2*columns+100 { // which would take memory
		return nil
	}
	r.setText(text, 0)
	cells, err := r.next()
	if err != nil || len(cells) != columns {
		return nil
	}
	if mode == HeaderYes {
		return cells
	}
	numbers, hasLetter := t.numbers, false
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		_, isNumber := numbers.parse(cell)
		if isNumber || r.separator == ' ' && slices.Contains(sentenceWords, strings.ToLower(cell)) {
			return nil
		}
		hasLetter = hasLetter || !t.numbers.isMissing(cell) && strings.ContainsFunc(cell, unicode.IsLetter)
	}
	if !hasLetter {
		return nil
	}
	return cells
}

// rowTypes compares the cells of the first row with the cells below.
type rowTypes struct {
	cells            int
	numeric, missing int  // how many of its cells are numbers, and how many are missing
	numbersBelow     int  // how many columns are of numbers below it
	fits             int  // in how many of these it has a number, or a word for a missing value
	again            int  // how many of its cells come again below
	isIndex          bool // the first cell is empty, and the others are numbers
	counts           bool // its numbers count the columns, as pandas writes them if they have no names, or are years
}

// Years that may name columns.
const firstYear, lastYear = 1500, 2100

func (t *beginning) types(first []string) rowTypes {
	row := rowTypes{cells: len(first)}
	whole, years, empty, fractions, yearsBelow, start, next := true, true, 0, 0, 0, 0.0, 0.0
	numbers := t.numbers
	for j, cell := range first {
		cell = strings.TrimSpace(cell)
		isNumber := isQuantity(cell, numbers)
		if isNumber {
			v, _ := numbers.parse(cell)
			if row.numeric++; row.numeric == 1 {
				start, next = v, v
			}
			whole = whole && strings.Trim(cell, "0123456789") == "" && v == next
			years = years && strings.Trim(cell, "0123456789") == "" && v >= max(next, firstYear) && v <= lastYear
			next = v + 1
		} else if numbers.isMissing(cell) {
			row.missing++
		}
		numeric, fraction, year, again := t.below(j, cell)
		row.again += again
		if cell == "" {
			empty++
		}
		row.numbersBelow += numeric
		fractions += fraction
		yearsBelow += year
		if isNumber || cell != "" && numbers.isMissing(cell) {
			row.fits += numeric
		}
	}
	row.isIndex = len(first) > 1 && strings.TrimSpace(first[0]) == "" && row.numeric == len(first)-1
	besideWords := row.numeric+row.missing < len(first)
	switch years = years && besideWords; { // one row of a table without names may be of a name and a few years
	case whole && row.numeric > 1 && start >= 1900:
	case row.numeric >= 5:
		years = years && 2*yearsBelow < row.numbersBelow
	default:
		mayBe := func(cell string) bool { v, ok := numbers.parse(cell); return ok && v >= firstYear && v <= lastYear }
		among := func(row []string) bool { return slices.ContainsFunc(row, mayBe) }
		years = years && len(t.sample) > 5 && !slices.ContainsFunc(t.sample[1:], among) && row.numeric+fractions > 1
	}
	mayCount := (start == 0 || start == 1) &&
		(2*fractions >= row.numeric || row.numeric > 3 && !besideWords || row.isIndex)
	goesOn := true // the second row begins with the next number, as the numbers of a grid do
	if len(t.sample) > 1 && len(t.sample[1]) > 0 {
		v, ok := numbers.parse(t.sample[1][0])
		goesOn = ok && v == next
	}
	mayCount = mayCount && whole && (row.numeric > 1 || row.isIndex)
	row.counts = (mayCount || years) && !(besideWords && row.again > empty) && row.again < row.numeric && !goesOn
	return row
}

// below looks at the cells of column j of the sample below the first row. It returns 1 or 0: whether all are numbers or
// missing, whether also all numbers have a fraction or an exponent, or could be years, and whether one is the given
// cell.
func (t *beginning) below(j int, cell string) (numeric, fraction, year, again int) {
	isWhole, isOther := 0, 0
	for _, row := range t.sample[min(1, len(t.sample)):] {
		switch {
		case j >= len(row):
			continue
		case isQuantity(row[j], t.numbers):
			if numeric |= 1; !strings.ContainsAny(row[j], ".,eE") {
				isWhole = 1
			}
			if v, _ := t.numbers.parse(row[j]); v < firstYear || v > lastYear {
				isOther = 1
			}
		case !t.numbers.isMissing(row[j]):
			numeric |= 2
		}
		if row[j] == cell {
			again = 1
		}
	}
	if numeric != 1 {
		return 0, 0, 0, again
	}
	return 1, 1 - isWhole, 1 - isOther, again
}

// isQuantity reports whether a cell is a number in any notation, or a date.
func isQuantity(cell string, numbers numberFormat) bool {
	_, isDate := parseDate(cell)
	return isDate && len(cell) > len("2006-01") || !numbers.notation(cell).isText()
}

func noHeader(text string) remedy.List { return remedy.By(text, "header", string(HeaderNo)) }

// columnNames returns the cells of a header as names.
func columnNames(cells []string) []string {
	names := make([]string, len(cells))
	for j, cell := range cells {
		names[j] = strings.Clone(cmp.Or(cleanText(strings.TrimSpace(cell)), numberedName(j)))
	}
	return names
}

// numberedName returns the name of column j, from 0, of a file without names.
func numberedName(j int) string { return "x" + strconv.Itoa(j+1) }
