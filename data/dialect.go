package data

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
)

// findSeparator returns the separator of cells, judging by the first lines. It is the first of
// tab, semicolon and comma (last, because of decimal commas) that occurs equally often in every
// line, or else the most frequent of them in the first line. It is a blank only if none of the
// three occurs and all lines after the first have as many cells, all numbers. For a single
// column it is a comma.
func findSeparator(head []byte) byte {
	lines := sniffLines(head)
	best, most := byte(','), 0
	occurs := false
	for _, separator := range []byte{'\t', ';', ','} {
		first, even := countOutsideQuotes(lines[0], separator), true
		for _, line := range lines {
			k := countOutsideQuotes(line, separator)
			even = even && k == first
			occurs = occurs || k > 0
		}
		if first > 0 && even {
			return separator
		}
		if first > most {
			best, most = separator, first
		}
	}
	if !occurs && separatedByBlanks(lines) {
		return ' '
	}
	return best
}

// sniffLines returns the first lines of head that are not blank, at least one. Line breaks
// within quotes do not end a line. The last line is left out if it may be incomplete, unless
// it is the only one.
func sniffLines(head []byte) [][]byte {
	const limit = 30
	var lines [][]byte
	start, quoted := 0, false
	for i, c := range head {
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			if line := bytes.TrimRight(head[start:i], "\r"); len(bytes.TrimSpace(line)) > 0 {
				lines = append(lines, line)
			}
			start = i + 1
		}
		if len(lines) == limit {
			return lines
		}
	}
	if rest := head[start:]; len(lines) == 0 || len(head) < sniffBytes && len(bytes.TrimSpace(rest)) > 0 {
		lines = append(lines, rest)
	}
	return lines
}

func countOutsideQuotes(line []byte, separator byte) int {
	count := 0
	for i, piece := range bytes.Split(line, []byte{'"'}) {
		if i%2 == 0 {
			count += bytes.Count(piece, []byte{separator})
		}
	}
	return count
}

func separatedByBlanks(lines [][]byte) bool {
	cells := len(bytes.Fields(lines[0]))
	if cells < 2 || len(lines) < 2 {
		return false
	}
	for _, line := range lines[1:] {
		fields := strings.Fields(string(line))
		isNoNumber := func(field string) bool {
			_, ok := (&numberFormat{commaPossible: true}).parse(field)
			return !ok && !isMissing(field)
		}
		if len(fields) != cells || slices.ContainsFunc(fields, isNoNumber) {
			return false
		}
	}
	return true
}

// numberFormat parses the numbers in a text file. If the separator is not a comma, the first
// number with a comma or a point determines the decimal sign of the file.
type numberFormat struct {
	commaPossible bool
	decimal       byte // ',' or '.', 0 = not yet known
}

// parse returns the value of a cell without surrounding blanks. NaN is not a number here.
// ±Inf is one, and so is a number too large for 64 bits, which becomes ±Inf. Hexadecimal
// numbers and digits grouped by _, which strconv accepts, are not numbers.
func (p *numberFormat) parse(cell string) (v float64, ok bool) {
	if v, hasPoint, ok := parseDecimal(cell); ok && (!p.commaPossible || !hasPoint || p.decimal == '.') {
		return v, true
	}
	if len(cell) == 0 || strings.IndexByte(cell, '_') >= 0 || len(cell) > 2 && (cell[1]|0x20 == 'x' || cell[2]|0x20 == 'x') {
		return 0, false
	}
	if !p.commaPossible {
		return parseNumber(cell)
	}
	decimal := byte(0)
	if strings.Contains(cell, ",") {
		decimal = ','
		cell = strings.Replace(cell, ",", ".", 1) // a second one makes it no number
	} else if strings.Contains(cell, ".") {
		decimal = '.'
	}
	if decimal != 0 && p.decimal != 0 && decimal != p.decimal {
		return 0, false
	}
	v, ok = parseNumber(cell)
	if ok && decimal != 0 {
		p.decimal = decimal
	}
	return v, ok
}

func parseNumber(cell string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, false
	}
	return v, !math.IsNaN(v)
}

// isMissing reports whether a cell without surrounding blanks means a missing value.
func isMissing(cell string) bool {
	const longest = 4
	if len(cell) > longest {
		return false
	}
	switch strings.ToLower(cell) {
	case "", "?", "na", "n/a", "nan", "+nan", "-nan", "null":
		return true
	}
	return false
}
