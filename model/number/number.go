// Package number formats the figures of charts and tables.
package number

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dustin/go-humanize/english"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Value formats a value of a column.
func Value(f sweep.Format, v float64) string { return formats[f](v) }

var formats = [...]func(v float64) string{
	sweep.FormatPlain: Figure, sweep.FormatError: Error, sweep.FormatCount: Count,
	sweep.FormatDuration: Duration, sweep.FormatBytes: Memory, sweep.FormatPercent: Percent,
}

// formatted is strconv.FormatFloat, but "" for NaN.
func formatted(v float64, verb byte, digits int) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, verb, digits, 64)
}

// Short formats a number with three significant digits, or from a thousand to a million without a fraction: 0.795,
// 1e-05, 1503.
func Short(v float64) string {
	if size := math.Abs(v); size < 1e6 && (v == math.Trunc(v) || size >= 999.5) {
		return formatted(v, 'f', 0)
	}
	return formatted(v, 'g', 3)
}

// Scientific formats a number with a mantissa of two digits: 3.1e-02.
func Scientific(v float64) string { return formatted(v, 'e', 1) }

// Rounding is the size below which a relative error is only rounding: norms are sums of many squares, each with a
// relative error of 2⁻⁵³, and the errors are differences of such sums.
const Rounding = 1e-12

// Error formats a relative error as Scientific does, but one below Rounding as <1e-12, since its digits have no
// meaning. It is not for counts and times, whose zeros are exact.
func Error(v float64) string {
	if math.Abs(v) < Rounding {
		return "<1e-12"
	}
	return Scientific(v)
}

// Roughly formats a number with a mantissa of one digit: 2e-03.
func Roughly(v float64) string { return formatted(v, 'e', 0) }

// Times formats a ratio with two digits, or from a million on as a power of ten: 0.52×, 1.3×, 19×, 4100×, 1e7×; "" if
// it is not finite.
func Times(ratio float64) string {
	switch {
	case math.IsNaN(ratio) || math.IsInf(ratio, 0):
		return ""
	case ratio < 10:
		return strconv.FormatFloat(ratio, 'g', 2, 64) + "×"
	case ratio < 999_500:
		unit := math.Pow(10, math.Floor(math.Log10(ratio))-1)
		return strconv.FormatFloat(math.Round(ratio/unit)*unit, 'f', 0, 64) + "×"
	}
	return fmt.Sprintf("1e%.0f×", math.Log10(ratio))
}

// Figure formats a figure of no fixed scale: 3.1e-04, 0.312, 12.5, 1503, 66.27 k. A large one has four digits,
// as such figures often differ by little.
func Figure(v float64) string {
	size := math.Abs(v)
	switch {
	case v != 0 && size < 1e-3 || size >= 1e15:
		return Scientific(v)
	case size < 999.5 || math.IsNaN(v):
		return formatted(v, 'g', 3)
	case size < 9999.5:
		return formatted(v, 'f', 0)
	}
	unit, prefix := 1e3, " k"
	for _, larger := range []string{" M", " G", " T"} {
		if size >= 999.95*unit {
			unit, prefix = unit*1e3, larger
		}
	}
	return formatted(v/unit, 'g', 4) + prefix
}

// Percent formats a fraction as a percentage: 97.5 %; "" for NaN.
func Percent(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(100*v, 'f', 1, 64) + " %"
}

// Count formats a count: 950, 100 k, 1.2 M.
func Count(v float64) string {
	switch {
	case v < 1e4 || math.IsNaN(v):
		return formatted(math.Round(v), 'f', 0)
	case v < 999.5e3:
		return fmt.Sprintf("%.0f k", v/1e3)
	case v < 9.95e6:
		return fmt.Sprintf("%.1f M", v/1e6)
	}
	return fmt.Sprintf("%.0f M", v/1e6)
}

// Duration formats a time in seconds: 4.1 ms, 1.2 s.
func Duration(seconds float64) string {
	switch {
	case math.IsNaN(seconds):
		return ""
	case seconds < 9.5e-6:
		return "<10 µs"
	case seconds < 0.9995e-3:
		return fmt.Sprintf("%.0f µs", seconds*1e6)
	case seconds < 9.95e-3:
		return fmt.Sprintf("%.1f ms", seconds*1e3)
	case seconds < 0.9995:
		return fmt.Sprintf("%.0f ms", seconds*1e3)
	}
	return fmt.Sprintf("%.1f s", seconds)
}

// Memory formats a number of bytes.
func Memory(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return model.Bytes(int64(v))
}

// Plural formats a count with a noun, which stands for one: 1 point, 1000 points.
func Plural(n int, noun string) string { return fmt.Sprint(n, " ", english.PluralWord(n, noun, "")) }

// Ordinal formats an ordinal number: 2nd, 3rd, 11th.
func Ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}
