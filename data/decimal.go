package data

import "strconv"

// parseDecimal returns the value of a cell such as -12.5 or 1.25e-3, correctly rounded, and whether it has a decimal
// point. ok is false for what is no such number, and for numbers of many digits or with a large exponent, which take
// more than one rounding: strconv.ParseFloat, which is slower, is for those.
func parseDecimal(cell string) (v float64, hasPoint, ok bool) {
	begin := 0
	if cell != "" && (cell[0] == '-' || cell[0] == '+') {
		begin = 1
	}
	mantissa, i := digits(0, cell, begin)
	count, exponent := i-begin, 0
	if i < len(cell) && cell[i] == '.' {
		first := i + 1
		mantissa, i = digits(mantissa, cell, first)
		hasPoint, exponent, count = true, first-i, i-begin-1
	}
	const most = 19 // decimal digits always fit 64 bits
	if count == 0 || count > most {
		return 0, false, false
	}
	if i < len(cell) {
		e, err := strconv.Atoi(cell[i+1:])
		if cell[i]|0x20 != 'e' || err != nil {
			return 0, false, false
		}
		exponent += e
	}
	switch v = float64(mantissa); {
	case mantissa >= 1<<53 || exponent >= len(exactPowers) || exponent <= -len(exactPowers):
		return 0, false, false
	case exponent < 0:
		v /= exactPowers[-exponent]
	default:
		v *= exactPowers[exponent]
	}
	if cell[0] == '-' {
		v = -v
	}
	return v, hasPoint, true
}

// digits appends the decimal digits of s from position i on to a number, and returns the position after the last. The
// number wraps around if there are too many.
func digits(number uint64, s string, i int) (uint64, int) {
	for ; i < len(s) && s[i]-'0' <= 9; i++ {
		number = number*10 + uint64(s[i]-'0')
	}
	return number, i
}

// exactPowers are the powers of ten that are floating-point numbers.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}
