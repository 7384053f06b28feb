package lab

import (
	"math"
	"testing"

	"gramscope/model/sweep"
)

// TestSpreads: of 1, 2, 4 and 9 as NumPy has them: mean 4, std(ddof=1) = √(38/3), quartiles 1.75 and 5.25.
func TestSpreads(t *testing.T) {
	rows := func(values ...float64) []sweep.Result {
		list := make([]sweep.Result, len(values))
		for i, v := range values {
			list[i].Set("error", v)
			list[i].Set("error_se", 0.5) // as estimates have
		}
		return list
	}
	sd := math.Sqrt(38. / 3)
	for _, c := range []struct {
		spread       Spread
		rows         []sweep.Result
		mean, lo, hi float64
	}{
		{StandardError, rows(9, 1, 4, 2), 4, 4 - sd/2, 4 + sd/2},
		{StandardDeviation, rows(9, 1, 4, 2), 4, 4 - sd, 4 + sd},
		{Quartiles, rows(9, 1, 4, 2), 4, 1.75, 5.25},
		{Quartiles, rows(9, 1), 5, 3, 7},
		{StandardError, rows(3), 3, 2.5, 3.5},
		{StandardDeviation, rows(3), 3, 3, 3},
		{Quartiles, rows(3), 3, 3, 3},
	} {
		mean, lo, hi := c.spread.Ends(c.rows, Column("error"))
		if math.Abs(mean-c.mean) > 1e-12 || math.Abs(lo-c.lo) > 1e-12 || math.Abs(hi-c.hi) > 1e-12 {
			t.Errorf("%s of %d rows: %v from %v to %v, want %v from %v to %v", c.spread, len(c.rows), mean, lo, hi, c.mean, c.lo,
				c.hi)
		}
	}
	if mean, _, _ := Quartiles.Ends(nil, Column("error")); !math.IsNaN(mean) {
		t.Errorf("the mean of no rows is %v", mean)
	}
}
