package lab

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gramscope/model/sweep"
)

// Column returns the column of the results with that name. It panics if there is none.
func Column(name string) sweep.Column {
	c, ok := sweep.ColumnNamed(name)
	if !ok {
		panic("lab: no column " + name)
	}
	return c
}

// Mean returns the mean of a column over the rows, and its standard error, NaN if it is not known. For two or more rows
// it is computed from their spread, for a single one it is that of the row's estimate. If a row that should have the
// column has no value, as of a failed run, the mean is NaN: means over different repetitions can't be compared.
func Mean(rows []sweep.Result, c sweep.Column) (mean, se float64) {
	return meanOf(valuesOf(rows, c))
}

// valuesOf returns the values of a column that [Mean] averages, and the standard error of the last one if that is an
// estimate, else NaN.
func valuesOf(rows []sweep.Result, c sweep.Column) (values []float64, own float64) {
	own = math.NaN()
	ofOwn, estimated := sweep.ColumnNamed(sweep.StandardErrorOf(c.Name))
	for i := range rows {
		switch v, ok := c.Number(&rows[i]); {
		case ok && !math.IsInf(v, 0):
			if values = append(values, v); estimated {
				own, _ = ofOwn.Number(&rows[i])
			}
		case rows[i].Asked(c):
			return nil, math.NaN()
		}
	}
	return values, own
}

// meanOf returns the mean of some numbers and its standard error. own is the standard error of a single number.
func meanOf(values []float64, own float64) (mean, se float64) {
	if len(values) < 2 {
		return stat.Mean(values, nil), own
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return mean, stat.StdErr(deviation, float64(len(values)))
}

// Failure returns the reason why rows failed, the last one's, and how many if not all; "" if none did.
func Failure(rows []sweep.Result) (why string) {
	failed := 0
	for i := range rows {
		if rows[i].Failure == "" {
			continue
		}
		failed++
		if why = rows[i].Failure; rows[i].Cause != nil {
			why = Reason(rows[i].Cause)
		}
	}
	if failed > 0 && failed < len(rows) {
		why = fmt.Sprintf("%d of %d runs: %s", failed, len(rows), why)
	}
	return why
}

// Spread is what the bands and bars of charts show of the repetitions.
type Spread int

const (
	StandardError     Spread = iota // the mean ± its standard error
	StandardDeviation               // the mean ± the standard deviation of a repetition
	Quartiles                       // from the lower to the upper quartile
)

// SpreadNames returns the names of all spreads, in their order.
func SpreadNames() []string { return []string{"standard error", "standard deviation", "quartiles"} }

func (s Spread) String() string { return SpreadNames()[s] }

// Label returns what a band is, in words or brief.
func (s Spread) Label(brief bool) string {
	if brief {
		return [...]string{"±se", "±sd", "quartiles"}[s]
	}
	return [...]string{"± standard error", "± standard deviation", "lower to upper quartile"}[s]
}

// Ends returns the mean of a column as [Mean] does, and the ends of its band: both the mean if the spread is not known.
// Quartiles interpolate linearly between the sorted values, as NumPy does by default; the mean may lie outside them.
func (s Spread) Ends(rows []sweep.Result, c sweep.Column) (mean, lo, hi float64) {
	values, own := valuesOf(rows, c)
	mean, by := meanOf(values, own)
	switch count := float64(len(values)); {
	case s == Quartiles && count > 1:
		slices.Sort(values)
		return mean, quantile(values, 0.25), quantile(values, 0.75)
	case s != StandardError && count > 1:
		by *= math.Sqrt(count)
	case s != StandardError: // only the standard error of an estimate is known
		by = 0
	}
	if math.IsNaN(by) {
		by = 0
	}
	return mean, mean - by, mean + by
}

// quantile returns a quantile of sorted numbers, at least two.
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-2)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
