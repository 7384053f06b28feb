package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gramscope/data/remedy"
)

// beginning describes the lines above a text table, and the separator of its cells.
type beginning struct {
	above     int    // number of lines above the table; they are blank or begin with #
	comment   int    // number of the last of them that begins with #, 0 if none
	text      []byte // of that line, with its #
	head      []byte // beginning of the table, of whole lines, which is not consumed
	separator byte
	sample    [][]string // cells of the first rows
	numbers   numberFormat
}

// begin reads past the lines to be skipped, comments and blank lines. More bytes than a line may have are an error.
// It returns the stream of the table.
func begin(in *bufio.Reader, d Dialect, memory *budget) (table *bufio.Reader, t beginning, err error) {
	limit, skipped := memory.longestLine(), int64(0)
	for {
		first, err := in.Peek(1)
		if err == io.EOF || err == nil && t.above >= d.SkipLines && !bytes.ContainsAny(first, "#\r\n") {
			in, t.head, err = wholeLines(in, memory)
			if err == nil {
				err = t.recognise(d, memory)
			}
			return in, t, err
		}
		isComment := err == nil && first[0] == '#' && t.above >= d.SkipLines
		if isComment {
			t.comment, t.text = t.above+1, t.text[:0]
		}
		for more := true; more && err == nil; {
			var part []byte
			part, more, err = in.ReadLine()
			if skipped += int64(len(part)) + 1; skipped > limit {
				return in, t, withoutData(t.above+1, limit)
			}
			if isComment {
				t.text = append(t.text, part...)
			}
		}
		if err != nil && err != io.EOF {
			return in, t, err
		}
		t.above++
	}
}

// recognise finds the separator, and splits the first lines at it.
func (t *beginning) recognise(d Dialect, memory *budget) error {
	sign, ok := SeparatorSign(d.Separator)
	if !ok {
		panic(fmt.Sprintf("data: Dialect.Separator is %q", d.Separator))
	}
	sniffed := sniffLines(t.head, sniffedLines)
	if t.separator = sign; sign == 0 {
		var bad *Error
		if t.separator, bad = recognise(sniffed, d.texts); bad != nil {
			bad.Line = t.above + 1
			return bad
		}
	}
	t.numbers = d.numbers(t.separator)
	if 100*int64(len(t.head)) > memory.limit { // a sample takes too much
		return nil
	}
	lines := textRecords(strings.Join(sniffed, "\n"), t.separator)
	for len(t.sample) < sampleRows {
		cells, err := nextRow(lines, 0)
		if err != nil {
			break // which is met again
		}
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		t.sample = append(t.sample, slices.Clone(cells))
	}
	t.numbers.pointsGroup = t.pointsGroup()
	return nil
}

// pointsGroup reports whether the numbers with a point in the sample may all have it between thousands.
func (t beginning) pointsGroup() (found bool) {
	for _, row := range t.sample {
		for _, cell := range row {
			if strings.Contains(cell, ".") && otherDecimal.MatchString(cell) {
				if found = grouped['.'].MatchString(cell); !found {
					return false
				}
			}
		}
	}
	return found
}

// From at most as many lines the separator is recognised, and from as many rows the header.
const sniffedLines, sampleRows = 200, 30

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
	numbers := t.numbers
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		if _, isNumber := numbers.parse(cell); isNumber || t.separator == ' ' && slices.Contains(sentenceWords, strings.ToLower(cell)) {
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
	var none header // for columns without names
	line, _ := lines.place(0)
	place := lines.place
	if below := t.columnsBelow(); below == len(first)+1 && mode != HeaderNo {
		place = func(int) (int, int) { return line, 0 }
		if t.endsEmpty() {
			first = append(slices.Clone(first), "")
		} else {
			first = append([]string{""}, first...)
		}
		mode = HeaderYes
	}
	types := t.types(first)
	none.names, _ = columnNames(make([]string, len(first)), nil)
	switch mode {
	case HeaderNo:
		return none, nil
	case HeaderAuto, HeaderYes, headerOfEntries, "":
	default:
		panic(fmt.Sprintf("data: Options.Header is %q", mode))
	}
	h.isNamed = true
	if types.numeric > 0 && t.comment > 0 {
		if cells := t.commented(len(first), mode, *memory); cells != nil {
			h.notes = []remedy.Note{{Text: fmt.Sprintf("line %d, a comment, is used as the header", t.comment), Remedies: noHeader("if it is not one, say so")}}
			h.names, err = columnNames(cells, func(int) (line, column int) { return t.comment, 0 })
			return h, err
		}
	}
	allNumbers := types.numeric+types.missing == len(first)
	asHeader := func(why string) {
		h.notes = []remedy.Note{{Text: fmt.Sprintf("line %d is used as the header %s", line, why), Remedies: noHeader("if it is data, say so")}}
	}
	asData := func(why string) (header, error) {
		none.notes = []remedy.Note{{Text: fmt.Sprintf("line %d is data, not a header, %s: the columns are called x1, x2, …", line, why),
			Remedies: remedy.By("if it holds the names, say so", "header", string(HeaderYes))}}
		return none, nil
	}
	switch {
	case mode == HeaderYes && types.numeric > 0 && t.comment > 0:
		h.notes = remedy.Notes(fmt.Sprintf("line %d is used as the header, and line %d is skipped as a comment", line, t.comment))
	case mode == HeaderYes:
	case allNumbers && types.numeric > 0 && (mode == headerOfEntries || !types.counts):
		note := "no header line: the columns are called x1, x2, …"
		if t.comment > 0 {
			note += fmt.Sprintf("; line %d is skipped as a comment", t.comment)
		}
		if mode != headerOfEntries {
			none.notes = remedy.Notes(note)
		}
		return none, nil
	case allNumbers && types.numeric > 0:
		asHeader("because it counts the columns")
	case types.numeric == 0 && types.numbersBelow == 0 && types.again == len(first) && len(t.sample) > 3:
		return asData("because each of its cells comes again below")
	case types.numeric == 0 && types.numbersBelow == 0 && len(t.sample) > 1:
		asHeader("although no column is of numbers")
	case types.numeric == 0:
	case types.numbersBelow > 0 && types.fits == types.numbersBelow && !types.counts:
		return asData("because it has a number in every column of numbers")
	default:
		asHeader(fmt.Sprintf("although %d of its %d cells are numbers", types.numeric, len(first)))
	}
	h.isFirst = true
	h.names, err = columnNames(first, place)
	return h, err
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
	whole, fractions, counted := true, 0, 0
	numbers := t.numbers
	var start float64
	for j, cell := range first {
		cell = strings.TrimSpace(cell)
		v, _ := numbers.parse(cell)
		isNumber := isQuantity(cell, numbers)
		switch {
		case isNumber:
			if types.numeric++; types.numeric == 1 {
				start = v
			}
			whole = whole && strings.Trim(cell, "0123456789") == "" && v == start+float64(counted)
			counted++
		case isMissing(cell):
			types.missing++
		}
		if len(t.sample) < 2 {
			continue
		}
		numeric, fraction, again := t.below(j, cell)
		types.again += int(indicator(again))
		if numeric {
			types.numbersBelow++
			fractions += int(indicator(fraction))
			types.fits += int(indicator(isNumber || cell != "" && isMissing(cell)))
		}
	}
	isIndexed := len(first) > 2 && strings.TrimSpace(first[0]) == "" && types.numeric == len(first)-1
	besideWords := types.numeric+types.missing < len(first)
	fractional := 2*fractions >= types.numeric
	years := besideWords && start >= 1900 && start <= 2100
	counts := (start == 0 || start == 1) && (fractional || types.numeric > 3 && !besideWords || isIndexed) || years
	types.counts = counts && whole && types.numeric > 1 && !(besideWords && types.again > 0) && types.again < types.numeric && !t.goesOn(start+float64(counted))
	return types
}

// goesOn reports whether the second row begins with a number, as the numbers of a grid do.
func (t beginning) goesOn(next float64) bool {
	if len(t.sample) < 2 || len(t.sample[1]) == 0 {
		return true
	}
	numbers := t.numbers
	v, ok := numbers.parse(t.sample[1][0])
	return ok && v == next
}

// below describes the cells of column j of the sample below the first row: whether all are numbers or missing,
// whether all numbers have a fraction or an exponent, and whether one is the given cell.
func (t beginning) below(j int, cell string) (numeric, fraction, again bool) {
	fraction = true
	numbers := t.numbers
	var found, other bool
	for _, row := range t.sample[1:] {
		if j >= len(row) {
			continue
		}
		isNumber := isQuantity(row[j], numbers)
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
