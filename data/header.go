package data

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gramscope/data/remedy"
)

// commented returns the cells after the # of the last comment if they can be the names of the columns, as
// numpy.savetxt writes them, and else nil. There must be as many cells as columns. If the user says that
// the file has a header, nothing else is required. Otherwise no cell may be a number, and one must have a
// letter. If the separator is a blank, the comment may be a sentence: then no cell may be a word such as
// "of".
func (t beginning) commented(columns int, mode Header, memory budget) []string {
	text := bytes.TrimLeft(t.text, "# ")
	if at := bytes.IndexAny(text, "\t;|,"); t.separator == ' ' && at >= 0 { // a, b, y above 1 2 3
		t.separator = text[at]
	}
	cells, err := newRecords(bytes.NewReader(text), t.separator, 0, &memory).next()
	if err != nil || len(cells) != columns {
		return nil
	}
	if mode == HeaderYes {
		return cells
	}
	hasLetter := false
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		if _, isNumber := t.numbers.parse(cell); isNumber || t.separator == ' ' && slices.Contains(sentenceWords, strings.ToLower(cell)) {
			return nil
		}
		hasLetter = hasLetter || !isMissing(cell) && strings.ContainsFunc(cell, unicode.IsLetter)
	}
	if !hasLetter {
		return nil
	}
	return cells
}

// isQuantity reports whether a cell is a number in any notation, or a date.
func isQuantity(cell string, numbers numberFormat) bool {
	_, isDate := parseDate(cell)
	return isDate || !numbers.notation(cell).isText()
}

// sentenceWords are English words that hardly ever name a column. (From, to, in and on
// sometimes do.)
var sentenceWords = []string{"the", "of", "by", "with", "and", "is", "are", "was", "were", "this"}

// header has the names of the columns and where they come from.
type header struct {
	names   []string
	isNamed bool // the file has names; otherwise they are x1, x2, …
	isFirst bool // the names are the first row, not a comment
	notes   []remedy.Note
}

// header finds the names. A first row without numbers is a header, and one with only numbers is not, with the
// exceptions of rowTypes. A mixed row is a header unless the comment above it holds the names, or it has a number in
// every column of numbers. If the header has one cell less than the rows, the first column has no name, as R writes
// tables.
func (t beginning) header(first []string, lines records, mode Header, memory *budget) (h header, err error) {
	line, _ := lines.place(0)
	place := lines.place
	if t.columnsBelow() == len(first)+1 && mode != HeaderNo {
		place = func(int) (int, int) { return line, 0 }
		if t.endsEmpty() {
			first = append(slices.Clone(first), "")
		} else {
			first = append([]string{""}, first...)
		}
		mode = HeaderYes
	}
	types := t.types(first)
	if types.numeric > 0 && t.comment > 0 && mode != HeaderNo {
		if cells := t.commented(len(first), mode, *memory); cells != nil {
			note := fmt.Sprintf("line %d, a comment, is used as the header", t.comment)
			h = header{isNamed: true, notes: []remedy.Note{{Text: note, Remedies: noHeader("if it is not one, say so")}}}
			h.names, err = columnNames(cells, func(int) (line, column int) { return t.comment, 0 })
			return h, err
		}
	}
	isHeader, why := t.isHeader(types, len(first), mode)
	named := fmt.Sprintf("line %d is used as the header", line)
	switch {
	case isHeader && why != "":
		h.notes = []remedy.Note{{Text: named + " " + why, Remedies: noHeader("if it is data, say so")}}
	case isHeader && mode == HeaderYes && types.numeric > 0 && t.comment > 0:
		h.notes = remedy.Notes(fmt.Sprintf("%s, and line %d is skipped as a comment", named, t.comment))
	case isHeader || mode == HeaderNo || mode == headerOfEntries && why == "":
	case why != "":
		h.notes = []remedy.Note{{Text: fmt.Sprintf("line %d is data, not a header, %s: the columns are called x1, x2, …", line, why),
			Remedies: remedy.By("if it holds the names, say so", "header", string(HeaderYes))}}
	default:
		h.notes = remedy.Notes("no header line: the columns are called x1, x2, …")
		if t.comment > 0 {
			h.notes[0].Text += fmt.Sprintf("; line %d is skipped as a comment", t.comment)
		}
	}
	if !isHeader {
		first = make([]string, len(first))
	}
	h.isNamed, h.isFirst = isHeader, isHeader
	h.names, err = columnNames(first, place)
	return h, err
}

// isHeader reports whether the first row, of a number of cells, holds the names, and why if a user may doubt it.
func (t beginning) isHeader(types rowTypes, cells int, mode Header) (is bool, why string) {
	onlyNumbers := types.numeric > 0 && types.numeric+types.missing == cells
	noNumbers := types.numeric == 0 && types.numbersBelow == 0
	switch {
	case mode == HeaderYes, mode == HeaderNo:
		return mode == HeaderYes, ""
	case onlyNumbers && types.counts && mode != headerOfEntries:
		return true, "because it counts the columns"
	case onlyNumbers:
		return false, ""
	case noNumbers && types.again == cells && len(t.sample) > 3:
		return false, "because each of its cells comes again below"
	case noNumbers && len(t.sample) > 1:
		return true, "although no column is of numbers"
	case types.numeric == 0:
		return true, ""
	case types.numbersBelow > 0 && types.fits == types.numbersBelow && !types.counts:
		return false, "because it has a number in every column of numbers"
	}
	return true, fmt.Sprintf("although %d of its %d cells are numbers", types.numeric, cells)
}

// columnsBelow returns the number of cells of all rows of the sample below the first, 0 if it differs.
func (t beginning) columnsBelow() int {
	if len(t.sample) < 2 {
		return 0
	}
	columns := len(t.sample[1])
	if slices.ContainsFunc(t.sample[1:], func(row []string) bool { return len(row) != columns }) {
		return 0
	}
	return columns
}

// endsEmpty reports whether the last cell of every row below the first is empty.
func (t beginning) endsEmpty() bool {
	return !slices.ContainsFunc(t.sample[1:], func(row []string) bool { return row[len(row)-1] != "" })
}

// rowTypes compares the cells of the first row with those below.
type rowTypes struct {
	numeric, missing int  // how many of its cells are numbers, and how many are missing
	numbersBelow     int  // how many columns are of numbers below it
	fits             int  // in how many of these it has a number, or a word for a missing value
	again            int  // how many of its cells come again below
	counts           bool // its numbers count the columns, as pandas writes them if they have no names
}

func (t beginning) types(first []string) (types rowTypes) {
	whole, fractions := true, 0
	var start float64
	for j, cell := range first {
		cell = strings.TrimSpace(cell)
		v, _ := t.numbers.parse(cell)
		isNumber := isQuantity(cell, t.numbers)
		if isNumber {
			if types.numeric == 0 {
				start = v
			}
			whole = whole && strings.Trim(cell, "0123456789") == "" && v == start+float64(types.numeric)
			types.numeric++
		}
		numeric, fraction, again := t.below(j, cell)
		types.missing += int(indicator(!isNumber && isMissing(cell)))
		types.again += int(indicator(again))
		types.numbersBelow += int(indicator(numeric))
		types.fits += int(indicator(numeric && (isNumber || cell != "" && isMissing(cell))))
		fractions += int(indicator(numeric && fraction))
	}
	isIndexed := len(first) > 2 && strings.TrimSpace(first[0]) == "" && types.numeric == len(first)-1
	besideWords := types.numeric+types.missing < len(first)
	isCount := start == 0 || start == 1
	isCount = isCount && (2*fractions >= types.numeric || types.numeric > 3 && !besideWords || isIndexed)
	isYear := besideWords && start >= 1900 && start <= 2100
	types.counts = (isCount || isYear) && whole && types.numeric > 1 && types.again < types.numeric &&
		(!besideWords || types.again == 0) && !t.goesOn(start+float64(types.numeric))
	return types
}

// goesOn reports whether the second row begins with a number, as the numbers of a grid do.
func (t beginning) goesOn(next float64) bool {
	if len(t.sample) < 2 || len(t.sample[1]) == 0 {
		return true
	}
	v, ok := t.numbers.parse(t.sample[1][0])
	return ok && v == next
}

// below describes the cells of column j of the sample below the first row: whether all are numbers or missing,
// whether all numbers have a fraction or an exponent, and whether one is the given cell.
func (t beginning) below(j int, cell string) (numeric, fraction, again bool) {
	fraction = true
	var found, other bool
	for _, row := range t.sample[min(1, len(t.sample)):] {
		if j >= len(row) {
			continue
		}
		isNumber := isQuantity(row[j], t.numbers)
		found = found || isNumber
		other = other || !isNumber && !isMissing(row[j])
		fraction = fraction && (!isNumber || strings.ContainsAny(row[j], ".,eE"))
		again = again || row[j] == cell
	}
	return found && !other, found && fraction, again
}

// noHeader returns the remedy of saying that a line is not a header.
func noHeader(text string) remedy.List { return remedy.By(text, "header", string(HeaderNo)) }

// columnNames returns the cells of a header as names; at returns their places.
func columnNames(cells []string, at func(j int) (line, column int)) ([]string, error) {
	names := make([]string, len(cells))
	for j, cell := range cells {
		name, bad := cleanText(strings.TrimSpace(cell))
		if bad != nil {
			bad.Line, bad.Column = at(j)
			return nil, bad
		}
		if name == "" {
			name = numberedName(j)
		}
		names[j] = strings.Clone(name)
	}
	return names, nil
}

// numberedName returns the name of column j, from 0, of a file without names.
func numberedName(j int) string { return "x" + strconv.Itoa(j+1) }
