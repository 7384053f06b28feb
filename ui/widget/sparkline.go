package widget

import (
	"math"
	"slices"

	"gramscope/ui/look"
)

// sparkSpan is the least ratio of largest to smallest that has all heights: smaller differences shall not look large.
const sparkSpan = 2

// Sparkline returns a bar for each of some values, on a log scale from the smallest to the largest. It is "" for fewer than two
// values. Those below 1e-12 count as that.
func Sparkline(values []float64, l *look.Look) string {
	if len(values) < 2 {
		return ""
	}
	bars := []rune("▁▂▃▅▆▇") // without those that charts use as shades
	scale := func(v float64) float64 { return math.Log(max(v, 1e-12)) }
	low := scale(slices.Min(values))
	span := max(scale(slices.Max(values))-low, math.Log(sparkSpan))
	var line []rune
	for _, v := range values {
		line = append(line, bars[int(math.Round((scale(v)-low)/span*float64(len(bars)-1)))])
	}
	return l.Text(string(line))
}
