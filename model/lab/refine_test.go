package lab

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/sweep"
)

func TestBetween(t *testing.T) {
	m := model.Budget(nil)
	for _, c := range []struct {
		p      model.Param
		values []float64
		lo, hi float64
		want   []float64
	}{
		{m, []float64{10, 20, 40, 80}, 10, 80, []float64{10, 14, 20, 28, 40, 57, 80}},
		{m, []float64{10, 20, 40, 80}, 15, 50, []float64{10, 17, 20, 28, 40, 45, 80}},
		{m, []float64{10, 80}, 20, 40, []float64{10, 28, 80}},
		{m, []float64{10, 11, 12}, 10, 12, []float64{10, 11, 12}},
		{m, []float64{10, 20}, 30, 20, []float64{10, 20}},
		{model.Param{Min: -1, Max: 1}, []float64{0, 1}, -5, 5, []float64{-0.5, 0, 0.5, 1}},
	} {
		if got := between(c.p, c.values, c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("between %v, from %v to %v: %v, want %v", c.values, c.lo, c.hi, got, c.want)
		}
	}
}

// The new values ascend, contain the old ones, and lie in the range.
func TestBetweenProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := model.Param{Min: 1, Max: 500, Integer: rapid.Bool().Draw(t, "integer"),
			Scale: model.Scale(rapid.IntRange(0, 1).Draw(t, "scale"))}
		values := rapid.SliceOfNDistinct(rapid.Float64Range(1, 500), 1, 12, rapid.ID[float64]).Draw(t, "values")
		slices.Sort(values)
		lo := rapid.Float64Range(-10, 600).Draw(t, "lo")
		hi := lo + rapid.Float64Range(-1, 600).Draw(t, "length")
		got := between(p, values, lo, hi)
		if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%v", got)
		}
		for _, v := range values {
			if !slices.Contains(got, v) {
				t.Fatalf("%v has lost %v", got, v)
			}
		}
		for _, v := range got {
			if !slices.Contains(values, v) && !(v >= max(lo, 1) && v <= min(hi, 500)) {
				t.Fatalf("%v is outside of %v to %v", v, lo, hi)
			}
		}
	})
}

// TestRefineSaysWhyNot: where a screen or a lesson fixes the values, or there would be too many, they stay as they are.
func TestRefineSaysWhyNot(t *testing.T) {
	for want, change := range map[string]func(*Bench){
		"this screen's sweep has fixed values": func(b *Bench) {
			b.Need.Over, b.screenAxis = model.RidgeName, sweep.Axis{Name: model.RidgeName, Values: []float64{1, 2}}
		},
		"the lesson fixes the values of m": func(b *Bench) {
			b.Constraint = &Constraint{Data: "friedman", Axis: b.Setting.Axis}
		},
		"more than 200 values of m would take long": func(b *Bench) {
			b.Setting.Axis.Values = model.Param{Integer: true}.Spaced(1, 1000, 150)
		},
	} {
		b := idle(t, "friedman", 1000)
		change(b)
		if added, why := b.Refine(1, 1000); added != 0 || !strings.Contains(why, want) || len(b.History) > 0 {
			t.Errorf("%d values are added: %q, want %q", added, why, want)
		}
	}
}
