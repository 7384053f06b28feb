package curve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// onFront counts the samples of a series that are on front.
func onFront(s, front chart.Series) int {
	count := 0
	for i := range min(len(s.X), len(s.Y)) {
		if at, ok := slices.BinarySearch(front.X, s.X[i]); ok && front.Y[at] == s.Y[i] {
			count++
		}
	}
	return count
}

// TestFront: by hand, with a tie, a duplicate, and samples that can't be drawn.
func TestFront(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	series := []chart.Series{
		{Name: "a", X: []float64{1, 2, 4, 4, nan, 9}, Y: []float64{9, 5, 5, 3, 0, -inf}},
		{Name: "b", X: []float64{8, 2, 1, inf}, Y: []float64{1, 5, 10, 0}},
	}
	low := Front(series, false)
	if !slices.Equal(low.X, []float64{1, 2, 4, 8}) || !slices.Equal(low.Y, []float64{9, 5, 3, 1}) {
		t.Errorf("low front %v %v", low.X, low.Y)
	}
	high := Front(series, true)
	if !slices.Equal(high.X, []float64{1}) || !slices.Equal(high.Y, []float64{10}) {
		t.Errorf("high front %v %v", high.X, high.Y)
	}
	if a, b := onFront(series[0], low), onFront(series[1], low); a != 3 || b != 2 {
		t.Errorf("%d and %d samples on the front, want 3 and 2", a, b)
	}
	if none := Front(nil, false); none.X != nil || none.Name != FrontName || !none.Dashed || !none.NoMarkers {
		t.Errorf("front of nothing %+v", none)
	}
}

// TestFrontIsWhatNothingBeats compares with the definition, pair by pair.
func TestFrontIsWhatNothingBeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		higher := rng.IntN(2) == 0
		series := make([]chart.Series, 1+rng.IntN(4))
		for i := range series {
			for range rng.IntN(8) {
				series[i].X, series[i].Y = append(series[i].X, float64(rng.IntN(6))), append(series[i].Y, float64(rng.IntN(6)))
			}
		}
		front := Front(series, higher)
		if !slices.IsSortedFunc(front.X, func(a, b float64) int { return map[bool]int{true: -1, false: 1}[a < b] }) {
			t.Fatalf("x does not ascend: %v", front.X)
		}
		for _, s := range series {
			for i := range s.X {
				beaten := false
				for _, o := range series {
					for j := range o.X {
						dy := o.Y[j] - s.Y[i]
						if higher {
							dy = -dy
						}
						beaten = beaten || o.X[j] <= s.X[i] && dy <= 0 && (o.X[j] < s.X[i] || dy < 0)
					}
				}
				one := chart.Series{X: s.X[i : i+1], Y: s.Y[i : i+1]}
				if on := onFront(one, front) == 1; on == beaten {
					t.Fatalf("higher %v: (%v, %v) is beaten: %v, on the front: %v", higher, s.X[i], s.Y[i], beaten, on)
				}
			}
		}
	}
}

// TestPairs: a sample for every point with both means, joined in the axis' order.
func TestPairs(t *testing.T) {
	row := func(bytes int64, err float64) sweep.Result {
		var r sweep.Result
		r.Set("bytes", float64(bytes))
		r.Set("error", err)
		return r
	}
	x, y := lab.Column("bytes"), lab.Column("error")
	s := Pairs([][]sweep.Result{{row(10, 0.5), row(30, 0.7)}, {}, {row(40, 0.2), row(40, math.NaN())}}, x, y,
		lab.StandardDeviation)
	if !slices.Equal(s.X, []float64{20, 40}) || math.Abs(s.Y[0]-0.6) > 1e-15 || s.Y[1] != 0.2 || s.NoLine || s.Hi == nil {
		t.Errorf("%+v", s)
	}
	// the values 10 and 30 have the standard deviation √200, 0.5 and 0.7 have √0.02; of one value nothing is known
	near := func(got []float64, want ...float64) bool {
		return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
	}
	if !near(s.XLo, 20-math.Sqrt(200), 40) || !near(s.XHi, 20+math.Sqrt(200), 40) ||
		!near(s.Lo, 0.6-math.Sqrt(0.02), 0.2) || !near(s.Hi, 0.6+math.Sqrt(0.02), 0.2) {
		t.Errorf("bars %+v", s)
	}
	if s := Pairs([][]sweep.Result{{row(10, 0.5), row(10, 0.5)}}, x, y, lab.StandardError); s.XLo != nil || s.Hi != nil {
		t.Errorf("bars of equal repetitions: %+v", s)
	}
	points := [][]sweep.Result{{row(10, 1)}, {row(30, 1)}, {row(20, 1)}}
	if s := Pairs(points, x, y, lab.StandardError); !slices.Equal(s.X, []float64{10, 30, 20}) || !s.Path || s.NoLine {
		t.Errorf("to and fro: %+v", s)
	}
}
