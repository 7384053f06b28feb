package data

import (
	"math"
	"math/bits"
	"strconv"
)

// parseDecimal returns the value of a cell such as -12.5 or 1.25e-3, correctly rounded, and whether it has a
// decimal point. ok is false for what is not such a number, and for numbers with many digits or with large
// exponents, which are left to strconv.ParseFloat, as that is slower.
func parseDecimal(cell string) (v float64, hasPoint, ok bool) {
	const most = 19 // decimal digits that always fit 64 bits
	begin := 0
	if cell != "" && (cell[0] == '-' || cell[0] == '+') {
		begin = 1
	}
	mantissa, i := digits(0, cell, begin)
	count, exponent := i-begin, 0
	if i < len(cell) && cell[i] == '.' {
		hasPoint, begin = true, begin+1
		first := i + 1
		for i = first; mantissa == 0 && i < len(cell) && cell[i] == '0'; i++ {
			count = 0 // zeros before the first digit that counts
		}
		from := i
		mantissa, i = digits(mantissa, cell, from)
		exponent, count = first-i, count+i-from
	}
	if i == begin || count > most {
		return 0, false, false
	}
	if i < len(cell) {
		e, err := strconv.Atoi(cell[i+1:])
		if cell[i]|0x20 != 'e' || err != nil {
			return 0, false, false
		}
		exponent += e
	}
	if v, ok = scaled(mantissa, exponent); !ok {
		return 0, false, false
	}
	if cell[0] == '-' {
		v = -v
	}
	return v, hasPoint, true
}

// digits appends the decimal digits of s from position i on to a number, and returns the position after the
// last. The number wraps around if there are too many.
func digits(number uint64, s string, i int) (uint64, int) {
	for ; i < len(s) && s[i]-'0' <= 9; i++ {
		number = number*10 + uint64(s[i]-'0')
	}
	return number, i
}

// exactPowers are the powers of ten that are floating-point numbers.
var exactPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// fives are the powers of five that fit 64 bits.
var fives = func() (powers [28]uint64) {
	powers[0] = 1
	for k := range powers[1:] {
		powers[k+1] = 5 * powers[k]
	}
	return powers
}()

// scaled returns mantissa·10^exponent, correctly rounded. ok is false for exponents that are too large or too small.
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
