package lab

import (
	"math"
	"slices"

	"gramscope/model/sweep"
)

// Spread is what the bands and bars of charts show of the repetitions.
type Spread int

const (
	StandardError     Spread = iota // the mean ± its standard error
	StandardDeviation               // the mean ± the standard deviation of a repetition
	Quartiles                       // from the lower to the upper quartile
)

// Spreads returns all of them.
func Spreads() []Spread { return []Spread{StandardError, StandardDeviation, Quartiles} }

// SpreadNames returns their names.
func SpreadNames() []string {
	var names []string
	for _, s := range Spreads() {
		names = append(names, s.String())
	}
	return names
}

func (s Spread) String() string {
	return [...]string{"standard error", "standard deviation", "quartiles"}[s]
}

// Label returns what a band is, in words or brief.
func (s Spread) Label(brief bool) string {
	if brief {
		return [...]string{"±se", "±sd", "quartiles"}[s]
	}
	return [...]string{"± standard error", "± standard deviation", "lower to upper quartile"}[s]
}

// Ends returns the mean of a column over the rows that have it, NaN if none has, and the ends of
// its band: both the mean if the spread is not known. Quartiles interpolate linearly between the
// sorted values, as NumPy does by default; the mean may lie outside them.
func (s Spread) Ends(rows []sweep.Result, c sweep.Column) (mean, lo, hi float64) {
	values, own := valuesOf(rows, c)
	mean, by := meanOf(values, own)
	switch count := float64(len(values)); {
	case s == Quartiles && count > 1:
		slices.Sort(values)
		return mean, Quantile(values, 0.25), Quantile(values, 0.75)
	case s != StandardError && count > 1:
		by *= math.Sqrt(count)
	case s != StandardError: // of an estimate only the standard error is known
		by = 0
	}
	if math.IsNaN(by) {
		by = 0
	}
	return mean, mean - by, mean + by
}

// Quantile returns that of sorted numbers, of which there is at least one. It interpolates linearly, as NumPy does by
// default.
func Quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 1 {
		return sorted[0]
	}
	at := share * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-2)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// Spread returns what bands and bars show.
func (s *State) Spread() Spread { return s.spread }

// ShowSpread lets bands and bars show that.
func (b *Bench) ShowSpread(s Spread) { b.spread = s }
