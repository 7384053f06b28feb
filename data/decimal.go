package data

import (
	"math"
	"math/bits"
)

// mostDigits is the largest number of decimal digits that always fit 64 bits.
const mostDigits = 19

// parseDecimal returns the value of a cell such as -12.5 or 1.25e-3, correctly rounded, and whether it has a
// decimal point. ok is false for what is no such number, and for numbers with many digits or with large
// exponents: strconv.ParseFloat, which is slower, is for those.
func parseDecimal(cell string) (v float64, hasPoint, ok bool) {
	i := 0
	negative := cell != "" && cell[0] == '-'
	if negative || cell != "" && cell[0] == '+' {
		i = 1
	}
	mantissa, first := digits(0, cell, i)
	from, exponent := first, 0
	count := first - i
	if from < len(cell) && cell[from] == '.' {
		hasPoint = true
		from++
		start := from
		if mantissa == 0 { // zeros before the first digit that counts
			for from < len(cell) && cell[from] == '0' {
				from++
			}
			count = 0
		}
		var end int
		mantissa, end = digits(mantissa, cell, from)
		count += end - from
		exponent = start - end
		if first == i && end == start { // a point without digits
			return 0, false, false
		}
		from = end
	} else if count == 0 {
		return 0, false, false
	}
	if from < len(cell) {
		e, isExponent := decimalExponent(cell[from:])
		if !isExponent {
			return 0, false, false
		}
		exponent += e
	}
	if count > mostDigits {
		return 0, false, false
	}
	if v, ok = scaled(mantissa, exponent); negative {
		v = -v
	}
	return v, hasPoint, ok
}

// digits appends the decimal digits of s from position i on to a number, and returns the position after the
// last. The number wraps around if there are too many.
func digits(number uint64, s string, i int) (uint64, int) {
	for ; i+8 <= len(s); i += 8 {
		eight := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		// All bytes are from '0' = 0x30 to '9' if neither the byte nor the byte plus 6 has another upper half.
		const upper, threes = 0xf0f0f0f0f0f0f0f0, 0x3030303030303030
		if eight&upper != threes || (eight+0x0606060606060606)&upper != threes {
			break
		}
		eight -= threes
		eight = eight*10 + eight>>8 // numbers of two digits, in every other byte
		const every = 0x000000ff000000ff
		eight = (eight&every*(100+1000000<<32) + eight>>16&every*(1+10000<<32)) >> 32
		number = number*100000000 + eight
	}
	for ; i < len(s) && s[i]-'0' <= 9; i++ {
		number = number*10 + uint64(s[i]-'0')
	}
	return number, i
}

// decimalExponent returns the value of a text such as e-12, with up to three digits.
func decimalExponent(s string) (e int, ok bool) {
	if s[0]|0x20 != 'e' || len(s) < 2 {
		return 0, false
	}
	s = s[1:]
	negative := s[0] == '-'
	if negative || s[0] == '+' {
		s = s[1:]
	}
	v, end := digits(0, s, 0)
	if end == 0 || end > 3 || end < len(s) {
		return 0, false
	}
	if negative {
		return -int(v), true
	}
	return int(v), true
}

// exactPowers are the powers of ten that are floating-point numbers.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// fives are the powers of five that fit 64 bits.
var fives = func() (powers [28]uint64) {
	powers[0] = 1
	for k := range powers[1:] {
		powers[k+1] = 5 * powers[k]
	}
	return powers
}()

// scaled returns mantissa·10^exponent, correctly rounded. ok is false for exponents that are too large or too
// small.
func scaled(mantissa uint64, exponent int) (v float64, ok bool) {
	switch {
	case mantissa == 0:
		return 0, true
	case mantissa < 1<<53 && 0 <= exponent && exponent < len(exactPowers): // one rounding
		return float64(mantissa) * exactPowers[exponent], true
	case mantissa < 1<<53 && -len(exactPowers) < exponent && exponent < 0:
		return float64(mantissa) / exactPowers[-exponent], true
	case exponent > 0 || exponent <= -len(fives):
		return 0, false
	}
	// mantissa/5ᵏ with at least 62 bits, of which 53 are needed, and a remainder.
	five := fives[-exponent]
	up, down := bits.LeadingZeros64(mantissa), bits.LeadingZeros64(five)
	m, d := mantissa<<up, five<<down
	quotient, remainder := bits.Div64(m>>1, m<<63, d)
	beyond := bits.Len64(quotient) - 53
	rounded, rest, half := quotient>>beyond, quotient&(1<<beyond-1), uint64(1)<<(beyond-1)
	if rest > half || rest == half && (remainder != 0 || rounded&1 == 1) {
		rounded++
	}
	two := beyond + down - up - 63 + exponent
	return float64(rounded) * math.Float64frombits(uint64(1023+two)<<52), true
}
