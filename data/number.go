package data

import (
	"math"
	"strconv"
	"strings"
)

// numberFormat parses the cells of a text file. Where a decimal comma is possible
// (the separator is no comma), the first number with a comma or a point
// settles which of the two the file uses; the other is then no number.
type numberFormat struct {
	commaPossible bool
	decimal       byte // ',' or '.', 0 = not settled yet
}

// parse gives the value of a cell without surrounding blanks. NaN is not a
// number here, ±Inf is, also for what does not fit 64 bits. Hexadecimal numbers
// and digits grouped by _, which strconv would take, are texts.
func (p *numberFormat) parse(cell string) (v float64, ok bool) {
	if len(cell) == 0 || strings.IndexByte(cell, '_') >= 0 || len(cell) > 2 && (cell[1]|0x20 == 'x' || cell[2]|0x20 == 'x') {
		return 0, false
	}
	if p.commaPossible {
		return p.parseComma(cell)
	}
	return parseNumber(cell)
}

func (p *numberFormat) parseComma(cell string) (v float64, ok bool) {
	decimal := byte(0)
	switch commas := strings.Count(cell, ","); {
	case commas > 1, commas == 1 && strings.Contains(cell, "."):
		return 0, false
	case commas == 1:
		decimal = ','
		cell = strings.Replace(cell, ",", ".", 1)
	case strings.Contains(cell, "."):
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

// isMissing tells whether a cell without surrounding blanks stands for no value.
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
