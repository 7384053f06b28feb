package lab

import (
	"fmt"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// mostValues is the largest number of values that Refine gives to an axis.
const mostValues = 200

// Refine adds values of the swept parameter between those within [lo, hi] and the ends of that range: one step of the
// history. It returns their number, and the reason where there are none.
func (b *Bench) Refine(lo, hi float64) (added int, why string) {
	axis := b.Swept()
	p, ok := sweep.Parameter(sweep.Parameters(b.methods), axis.Name)
	switch {
	case !ok || len(axis.Values) == 0:
		return 0, "the values of the sweep are not chosen yet"
	case b.need.Over != "":
		return 0, "this screen's sweep has fixed values; that of screen 1 can have more"
	case b.constrains(p):
		return 0, "the lesson fixes the values of " + string(axis.Name)
	}
	values := between(p, axis.Values, lo, hi)
	if added = len(values) - len(axis.Values); added == 0 {
		return 0, fmt.Sprintf("there are no more values of %s in this range", axis.Name)
	}
	if len(values) > mostValues {
		return 0, fmt.Sprintf("more than %d values of %s would take long", mostValues, axis.Name)
	}
	b.Change(func(s *Setting) { s.Axis.Values = values })
	return added, ""
}

// between returns values in ascending order with one more, in the middle by the scale of the parameter, between any two
// neighbours of those within [lo, hi] and the ends of that range.
func between(p model.Param, values []float64, lo, hi float64) []float64 {
	lo, hi = max(lo, p.Min), min(hi, p.Max)
	if p.Choices != nil || !(lo < hi) {
		return values
	}
	all := slices.Sorted(slices.Values(values))
	marks := []float64{lo, hi}
	for _, v := range all {
		if v > lo && v < hi {
			marks = append(marks, v)
		}
	}
	slices.Sort(marks)
	for i := 1; i < len(marks); i++ {
		if three := p.Spaced(marks[i-1], marks[i], 3); len(three) == 3 {
			all = append(all, three[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
