package samples

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/ui/chart"
)

// column is a column of a table of numbers, all in one format. Each number has as many digits as its standard error
// carries; one without it has as many as the others. Decimal points are in one column.
type column struct {
	values  []float64 // NaN for none
	se      []float64 // standard errors, 0 where a value has none; nil if none has one
	most    int       // significant digits
	percent bool
}

// widest is the length of the longest number that is written without an exponent.
const widest = 10

// formatOf returns the format of columns, for strconv: with exponents if the axis has them or some number would be too
// long.
func formatOf(columns []column, notation chart.Notation) byte {
	if notation == chart.Exponent {
		return 'e'
	}
	for _, c := range columns {
		if slices.ContainsFunc(c.texts('f'), func(text string) bool { return len(text) > widest }) {
			return 'e'
		}
	}
	return 'f'
}

// texts returns the numbers in a format of strconv: each in as many digits as its standard error carries, and one
// without in as many decimals as the others; if none has one, up to the last decimal that is not 0. In 'g' each has its
// shortest form.
func (c column) texts(format byte) []string {
	scale, unit := 1.0, ""
	if c.percent {
		scale, unit = 100, "%"
	}
	estimated := slices.ContainsFunc(c.se, func(se float64) bool { return se > 0 })
	list, own, most := make([]string, len(c.values)), make([]int, len(c.values)), 0
	for k, v := range c.values {
		if own[k] = -1; !math.IsNaN(v) && (!estimated || c.se[k] > 0) {
			own[k] = c.decimals(k, v*scale, format, estimated)
			most = max(most, own[k])
		}
	}
	for k, v := range c.values {
		if own[k] < 0 || !estimated {
			own[k] = most
		}
		switch {
		case math.IsNaN(v):
		case format == 'g':
			list[k] = strconv.FormatFloat(v*scale, 'g', c.most, 64) + unit
		default:
			list[k] = strconv.FormatFloat(v*scale, format, own[k], 64) + unit
			if format == 'f' && own[k] == 0 && most > 0 {
				list[k] += " " // for the point
			}
			if format == 'f' {
				list[k] += strings.Repeat(" ", most-own[k])
			}
		}
	}
	return list
}

// decimals returns the number of digits after the point of a value.
func (c column) decimals(k int, v float64, format byte, estimated bool) int {
	digits := c.most
	if estimated {
		digits = digitsOf(c.values[k], c.se[k], c.most)
	}
	if format == 'f' && v != 0 {
		digits -= int(math.Floor(math.Log10(math.Abs(v))))
	}
	digits = max(digits-1, 0)
	if estimated {
		return digits
	}
	mantissa, _, _ := strings.Cut(strconv.FormatFloat(v, format, digits, 64), "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	return len(strings.TrimRight(decimals, "0"))
}
