package chart

import (
	"math"
	"strconv"
	"strings"
)

// noted returns the axis with the notation of the labels of a set of values.
func (a Axis) noted(values []float64) Axis {
	least, most := math.Inf(1), 0.0
	for _, v := range values {
		least, most = min(least, math.Abs(v)), max(most, math.Abs(v))
	}
	if a.Scale == Linear {
		least = most
	}
	switch {
	case a.Notation == Decimal && a.Scale == Log && (least < 0.999e-6 || most >= 0.999e6),
		a.Notation == Automatic && most > 0 && (least < 0.999e-3 || most >= 0.999e15):
		a.Notation = Exponent
	case a.Notation == Automatic && most >= 9.999e3:
		a.Notation = Prefixed
	case a.Notation == Automatic:
		a.Notation = Decimal
	}
	return a
}

// si returns the largest power of 1000 up to v, and its SI prefix.
func si(v float64) (unit float64, suffix string) {
	unit = 1
	for _, s := range []string{"k", "M", "G", "T"} {
		if v < unit*999.5 {
			break
		}
		unit, suffix = unit*1000, s
	}
	return unit, suffix
}

// Text returns a number in the notation of the axis, with that many significant digits, without zeros at the end of a
// fraction.
func (a Axis) Text(v float64, digits int) string {
	switch {
	case math.Abs(v) < a.Rounding:
		return "<" + a.Text(a.Rounding, 1)
	case v == 0 && a.Notation == Percent:
		return "0%"
	case v == 0: // or −0
		return "0"
	case !finite(v):
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	size := math.Abs(v)
	unit, suffix := 1.0, ""
	switch {
	case a.Notation == Percent:
		unit, suffix = 0.01, "%"
	case a.Notation == Exponent || size >= 1e15 || size < 1e-3 && a.Notation != Decimal:
		mantissa, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', max(0, digits-1), 64), "e")
		if a.powers {
			return raised(trimmed(mantissa), power)
		}
		return trimmed(mantissa) + "e" + power
	case digits > 4 && size < 1e6: // not -1.21908k beside -1.21902k
	case a.Notation == Prefixed || a.Notation == Automatic && size >= 1e4:
		unit, suffix = si(size / 1.0005) // 999.9 is not written as 0.9999k
	}
	return trimmed(strconv.FormatFloat(v/unit, 'f', max(0, digits-1-floorLog10(size/unit)), 64)) + suffix
}

// superscript raises the digits and the sign of an exponent.
var superscript = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶",
	"7", "⁷", "8", "⁸", "9", "⁹")

// raised writes a number as a power of ten: 10⁻², 3·10⁻⁴.
func raised(mantissa, power string) string {
	n, _ := strconv.Atoi(power) // power is a whole number
	text := "10" + superscript.Replace(strconv.Itoa(n))
	if sign, isOne := strings.CutSuffix(mantissa, "1"); isOne && (sign == "" || sign == "-") {
		return sign + text
	}
	return mantissa + "·" + text
}

// trimmed cuts the zeros at the end of a decimal fraction.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}
