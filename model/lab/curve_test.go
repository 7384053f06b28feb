package lab

import (
	"math"
	"slices"
	"testing"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// TestCurveHasTheSetting: the rows of the setting stand among those of the grid where they belong,
// and in place of those of the same value that have fewer repetitions; outside the axis they are no
// part of it, nor are those that don't have the parameter.
func TestCurveHasTheSetting(t *testing.T) {
	row := func(m float64, rep int) sweep.Result {
		return sweep.Result{Method: "nystrom", Rep: rep, Params: model.Values{model.BudgetName: m, "zeal": m}}
	}
	for _, c := range []struct {
		axis model.Name
		now  float64
		want []float64
		reps []int
	}{
		{"m", 20, []float64{10, 20, 30, 90}, []int{1, 2, 1, 1}},
		{"m", 30, []float64{10, 30, 90}, []int{1, 2, 1}},
		{"m", 90, []float64{10, 30, 90}, []int{1, 1, 2}},
		{"m", 91, []float64{10, 30, 90}, []int{1, 1, 1}},
		{"m", 9, []float64{10, 30, 90}, []int{1, 1, 1}},
		{"zeal", 20, []float64{10, 20, 30, 90}, []int{1, 2, 1, 1}},
		{"other", 20, []float64{10, 30, 90}, []int{1, 1, 1}},
		{"gamma", math.NaN(), []float64{10, 30, 90}, []int{1, 1, 1}},
	} {
		o := newOutcome(Setting{}, time.Time{})
		o.Axis = sweep.Axis{Name: c.axis, Values: []float64{10, 30, 90}}
		for k, m := range o.Axis.Values {
			o.add(Row{OnGrid: true, Point: k, Result: row(m, 1)})
		}
		for rep := range 2 {
			r := row(c.now, rep+1)
			r.Gamma = c.now
			o.add(Row{Result: r})
		}
		points, xs := o.Curve("nystrom")
		var reps []int
		for _, rows := range points {
			reps = append(reps, len(rows))
		}
		if !slices.Equal(xs, c.want) || !slices.Equal(reps, c.reps) {
			t.Errorf("%s = %v: %v repetitions at %v, want %v at %v", c.axis, c.now, reps, xs, c.reps, c.want)
		}
		if !slices.Equal(o.Axis.Values, []float64{10, 30, 90}) || len(o.Grid("nystrom")[1]) != 1 {
			t.Errorf("%s = %v: the grid itself has changed", c.axis, c.now)
		}
	}
}
