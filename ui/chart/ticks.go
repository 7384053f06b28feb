package chart

import (
	"math"
	"slices"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// Tick is one labelled mark of an axis.
type Tick struct {
	Value float64
	Cell  int    // from 0 at Lo to cells−1 at Hi
	Label string // short, in the same style as the other labels of the axis
	Start int    // first cell of the label of a horizontal axis: centred on Cell, moved inwards at the ends
	long  int    // cells that the label takes along the axis
}

// Ticks returns ticks for a horizontal axis of that length in cells, in ascending order and inside the range. Their
// steps are 1, 2 or 5 times a power of ten; with Log they are decades, with 2 and 5 between them if these fit. Labels
// have at least one blank between them. If two labels fit there are at least two ticks, if need be at the ends of the
// axis, rounded to three digits. An axis without a usable range has no ticks.
func Ticks(a Axis, cells int) []Tick {
	a.powers = true
	return ticks(a, cells, false)
}

// ticks returns the set with the most labels that has wide gaps between labels or, if none has two labels, narrow ones.
// A vertical axis of 8 rows or more has three labels if any gaps permit: two don't show whether it is logarithmic.
func ticks(a Axis, cells int, vertical bool) []Tick {
	if !a.usable() || cells < 1 {
		return nil
	}
	a.Rounding = 0
	gaps, want := []int{3, 2, 1}, 2 // blanks between labels, from wide to narrow
	if vertical {
		gaps = []int{2, 1, 0}
	}
	if vertical && cells >= 8 {
		want = 3
	}
	sets := tickSets(a, cells)
	var some []Tick
	for _, gap := range gaps {
		for _, s := range sets {
			t := place(a, s, digitsOf(s), cells, vertical)
			if !apart(t, gap, cells) {
				continue
			}
			if len(t) >= want {
				return t
			}
			if len(t) > len(some) {
				some = t
			}
		}
	}
	ends := place(a, []float64{a.Lo, a.Hi}, 3, cells, vertical)
	if len(ends) > len(some) && apart(ends, gaps[len(gaps)-1], cells) {
		return ends
	}
	return some
}

// digitsOf returns the significant digits of the labels of values: four, or all where four would round one of them.
func digitsOf(values []float64) int {
	rounds := func(v float64) bool {
		four, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 3, 64), 64)
		return err != nil || math.Abs(four-v) > 1e-12*math.Abs(v)
	}
	if slices.ContainsFunc(values, rounds) {
		return 15
	}
	return 4
}

// tickSets returns the candidates, each in ascending order, from many ticks to few.
func tickSets(a Axis, cells int) (sets [][]float64) {
	if a.Scale == Log {
		if floorLog10(a.Hi)-floorLog10(a.Lo) < cells { // else not even the decades fit
			sets = append(sets, decades(a, 1, 1, 2, 5), decades(a, 1, 1, 3), decades(a, 1, 1))
		}
		for every := 2; every <= 500; every = int(nextStep(float64(every)) + 0.5) {
			sets = append(sets, decades(a, every, 1))
		}
		if len(sets[0]) > 2 {
			return sets
		}
	}
	// With Log, this is for ranges too short for decades, on which even steps look nearly even.
	most := float64(min(max(cells, 2), 40))
	for step, some := niceStep(a.Hi/most-a.Lo/most), true; some && finite(step); step = nextStep(step) {
		values := multiples(a, step)
		sets, some = append(sets, values), len(values) > 1
	}
	if a.Scale == Log { // few even steps may come too close at the upper end
		sets = append(sets, decades(a, 1, 1, 1.5, 2, 3, 5, 7))
	}
	return sets
}

// multiples returns the multiples of step within the axis.
func multiples(a Axis, step float64) []float64 {
	first, last := math.Ceil(a.Lo/step-1e-9), math.Floor(a.Hi/step+1e-9)
	if !(last-first < 1000) || math.Abs(first) > 1e15 || math.Abs(last) > 1e15 {
		return nil // steps too fine for a float64 of this size
	}
	var values []float64
	for k := first; k <= last; k++ {
		v := decimal(k * step)
		if slack := 1e-12 * math.Abs(v); v >= a.Lo-slack && v <= a.Hi+slack {
			values = append(values, min(max(v, a.Lo), a.Hi))
		}
	}
	return values
}

// nextStep returns the step after 1, 2, 5, 10 and so on.
func nextStep(step float64) float64 {
	if m := step / math.Pow10(floorLog10(step)); m > 1.5 && m < 3 {
		return step * 2.5
	}
	return step * 2
}

// decades returns the values on an axis with some mantissas: those of all decades, or of every second and so on.
func decades(a Axis, every int, mantissas ...float64) (values []float64) {
	for k := floorLog10(a.Lo); k <= floorLog10(a.Hi); k++ {
		for _, m := range mantissas {
			if k%every != 0 {
				continue
			}
			if v := decimal(m * math.Pow10(k)); v >= a.Lo*(1-1e-12) && v <= a.Hi*(1+1e-12) && v > 0 {
				values = append(values, min(max(v, a.Lo), a.Hi))
			}
		}
	}
	return values
}

// decimal returns the float64 nearest to a number of at most 15 digits, given a product that may differ from that by
// rounding errors.
func decimal(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 15, 64), 64)
	if err != nil { // v is too large
		return v
	}
	return rounded
}

// place computes the cell and the label of each value. It omits values with the same label as the one before.
func place(a Axis, values []float64, digits, cells int, vertical bool) []Tick {
	ticks, noted := make([]Tick, 0, len(values)), a.noted(values)
	for _, v := range values {
		u, ok := a.Map(v)
		if !ok {
			continue
		}
		t := Tick{Value: v, Cell: cellOf(u, cells), Label: noted.Text(v, digits), long: 1}
		if n := len(ticks); n > 0 && ticks[n-1].Label == t.Label {
			continue
		}
		if !vertical {
			t.long = ansi.StringWidth(t.Label)
		}
		t.Start = max(0, min(t.Cell-t.long/2, cells-t.long))
		ticks = append(ticks, t)
	}
	return ticks
}

// apart reports whether labels fit into an axis with at least gap cells between them.
func apart(ticks []Tick, gap, cells int) bool {
	free := math.MinInt // where the next label may start
	for _, t := range ticks {
		if t.Start < free || t.long > cells {
			return false
		}
		free = t.Start + t.long + gap
	}
	return true
}

// cellOf returns the cell of u in [0, 1] on an axis of n cells.
func cellOf(u float64, n int) int { return int(math.Floor(min(max(u, 0), 1)*float64(n-1) + 0.5)) }
