package widget

import (
	"math"
	"slices"

	"gramscope/ui/look"
)

// sparkSpan is the smallest ratio of the largest to the smallest value for which bars use all heights. Smaller
// differences should not look large.
const sparkSpan = 2

// Sparkline returns a line with a bar for each of the values, on a log scale from the smallest to the largest. Values
// below 1e-12 are replaced by 1e-12. For fewer than two values the result is "".
func Sparkline(values []float64, l *look.Look) string {
	if len(values) < 2 {
		return ""
	}
	bars := []rune("▁▂▃▅▆▇") // charts use the other heights as shades
	scale := func(v float64) float64 { return math.Log(max(v, 1e-12)) }
	low := scale(slices.Min(values))
	span := max(scale(slices.Max(values))-low, math.Log(sparkSpan))
	var line []rune
	for _, v := range values {
		line = append(line, bars[int(math.Round((scale(v)-low)/span*float64(len(bars)-1)))])
	}
	return l.Text(string(line))
}
