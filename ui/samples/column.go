package samples

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/ui/chart"
)

// column is a column of a table of numbers, all in one format. Each number has as many digits as its standard error carries; one
// without it has as many as the others. Decimal points are in one column.
type column struct {
	values  []float64 // NaN for none
	se      []float64 // standard errors, 0 where a value has none; nil if none has one
	most    int       // significant digits
	percent bool
}

// widest is the length of the longest number that is written without an exponent.
const widest = 10

// formatOf returns the format of columns, for strconv: with exponents if the axis has them or some number would be too long.
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

// texts returns the numbers in a format of strconv. In 'g' each has its shortest form.
func (c column) texts(format byte) []string {
	scale, unit := 1.0, ""
	if c.percent {
		scale, unit = 100, "%"
	}
	estimated := c.estimated()
	list, fractions, most := make([]string, len(c.values)), make([]int, len(c.values)), 0
	for k, v := range c.values {
		fractions[k] = -1
		if math.IsNaN(v) || estimated && c.se[k] == 0 {
			continue
		}
		fractions[k] = c.fraction(k, v*scale, format, estimated)
		most = max(most, fractions[k])
	}
	for k, v := range c.values {
		if math.IsNaN(v) {
			continue
		}
		if fractions[k] < 0 || !estimated {
			fractions[k] = most
		}
		if format == 'g' {
			list[k] = strconv.FormatFloat(v*scale, 'g', c.most, 64) + unit
			continue
		}
		list[k] = strconv.FormatFloat(v*scale, format, fractions[k], 64) + unit
		if missing := most - fractions[k]; missing > 0 && format == 'f' {
			if fractions[k] == 0 {
				missing++ // the point
			}
			list[k] += strings.Repeat(" ", missing)
		}
	}
	return list
}

// estimated reports whether any value has a standard error.
func (c column) estimated() bool {
	return slices.ContainsFunc(c.se, func(se float64) bool { return se > 0 })
}

// fraction returns the number of digits after the point of a value: those that its standard error carries, or those up to the last
// one that is not zero if the column has no standard errors.
func (c column) fraction(k int, v float64, format byte, estimated bool) int {
	digits, size := c.most, 0
	if v != 0 {
		size = int(math.Floor(math.Log10(math.Abs(v))))
	}
	if estimated {
		digits = digitsOf(c.values[k], c.se[k], c.most)
	}
	fraction := digits - 1
	if format == 'f' {
		fraction -= size
	}
	fraction = max(fraction, 0)
	if estimated {
		return fraction
	}
	mantissa, _, _ := strings.Cut(strconv.FormatFloat(v, format, fraction, 64), "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	return len(strings.TrimRight(decimals, "0"))
}
