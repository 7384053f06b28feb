package chart

import (
	"math"
	"strconv"
	"strings"
)

// style is the number format of one axis.
type style struct {
	kind     styleKind
	decimals int     // digits after the point
	unit     float64 // for siUnit: numbers are divided by it
	suffix   string  // for siUnit: its prefix, such as k
}

type styleKind int

const (
	plain       styleKind = iota // 0.25
	oneDigit                     // one significant digit, 0.002 or 5000
	oneDigitSI                   // one significant digit with an SI prefix, 20k, or below 0.001 with an exponent
	siUnit                       // 12.5k, all labels in the same unit
	exponent                     // 2.5e-04
	percent                      // 12.5%
	threeDigits                  // 1.23e+04 as %.3g writes it
)

func (s style) format(v float64) string {
	if v == 0 {
		v = 0 // not -0
	}
	switch s.kind {
	case oneDigit:
		return strconv.FormatFloat(v, 'f', max(0, -floorLog10(v)), 64)
	case oneDigitSI:
		unit, suffix := si(v)
		if v < 0.999e-3 || v >= 0.999e15 {
			return strconv.FormatFloat(v, 'e', 0, 64)
		}
		return strconv.FormatFloat(v/unit, 'f', max(0, -floorLog10(v/unit)), 64) + suffix
	case siUnit:
		if v == 0 {
			return "0"
		}
		return strconv.FormatFloat(v/s.unit, 'f', s.decimals, 64) + s.suffix
	case exponent:
		if v == 0 {
			return "0"
		}
		return strconv.FormatFloat(v, 'e', s.decimals, 64)
	case percent:
		return strconv.FormatFloat(100*v, 'f', s.decimals, 64) + "%"
	case threeDigits:
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return strconv.FormatFloat(v, 'f', s.decimals, 64)
}

// stepStyle returns the style for multiples of step, with enough digits to distinguish neighbours.
func stepStyle(n Notation, step float64, values []float64) style {
	top := 0.0
	for _, v := range values {
		top = max(top, math.Abs(v))
	}
	digits := -floorLog10(step)
	switch {
	case n == Percent:
		return style{kind: percent, decimals: max(0, digits-2)}
	case top == 0:
		return style{kind: plain}
	case n == Exponent || n != Decimal && (top < 1e-3 || top >= 1e15):
		return style{kind: exponent, decimals: max(0, floorLog10(top)+digits)}
	case n == Prefixed && top >= 1e3 || n == Automatic && top >= 1e4:
		unit, suffix := si(top)
		return style{kind: siUnit, decimals: max(0, floorLog10(unit)+digits), unit: unit, suffix: suffix}
	}
	return style{kind: plain, decimals: max(0, digits)}
}

// logStyle returns the style for ascending numbers with one significant digit.
func logStyle(n Notation, values []float64) style {
	lo, hi := values[0], values[len(values)-1]
	switch {
	case n == Exponent:
		return style{kind: exponent}
	case n == Prefixed:
		return style{kind: oneDigitSI}
	case n == Decimal && lo >= 0.999e-6 && hi < 0.999e6:
		return style{kind: oneDigit}
	case n == Percent:
		return style{kind: percent, decimals: max(0, -floorLog10(lo)-2)}
	case lo >= 0.999e-3 && hi < 9.999e3:
		return style{kind: oneDigit}
	case lo >= 0.999 && hi < 0.999e15:
		return style{kind: oneDigitSI}
	}
	return style{kind: exponent}
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

// Text returns a number in the notation of the axis, with so many significant digits, or fewer where those left out are zeros.
func (a Axis) Text(v float64, digits int) string {
	if !finite(v) || v == 0 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	size := math.Abs(v)
	unit, suffix := 1.0, ""
	switch {
	case a.Notation == Percent:
		unit, suffix = 0.01, "%"
	case a.Notation == Exponent || size >= 1e15 || size < 1e-3 && a.Notation != Decimal:
		mantissa, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', max(0, digits-1), 64), "e")
		return trimmed(mantissa) + "e" + power
	case a.Notation == Prefixed || a.Notation == Automatic && size >= 1e4:
		unit, suffix = si(size / 1.0005) // 999.9 is no 0.9999k
	}
	return trimmed(strconv.FormatFloat(v/unit, 'f', max(0, digits-1-floorLog10(size/unit)), 64)) + suffix
}

// trimmed cuts the zeros at the end of a decimal fraction.
func trimmed(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}
