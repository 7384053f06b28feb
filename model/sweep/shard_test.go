package sweep

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
)

func TestPartsMakeTheWhole(t *testing.T) {
	spec := toySpec("toy", "plain")
	spec.Over = []Axis{{"m", []float64{2, 3, 7}}}
	spec.Reps = 2
	run := func(p *Plan) []record {
		_, rows := csvOf(t, p, collect(p.Run(context.Background(), 2)))
		for _, r := range rows {
			delete(r, "seconds")
			delete(r, "cached")
		}
		return rows
	}
	whole := run(prepare(t, spec))
	for _, of := range []int{1, 2, 5, 12, 30} {
		var joined []record
		largest, least := 0, len(whole)
		for part := 1; part <= of; part++ {
			p := prepare(t, spec)
			p.Take(Shard{part, of})
			largest, least = max(largest, len(p.Cells)), min(least, len(p.Cells))
			joined = append(joined, run(p)...)
		}
		if !slices.EqualFunc(joined, whole, maps.Equal[record, record]) {
			t.Errorf("%d parts: %v\nwhole: %v", of, joined, whole)
		}
		if largest > least+1 {
			t.Errorf("%d parts have %d to %d cells", of, least, largest)
		}
	}
}

func TestPartsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1.5/2", "1/99999999"} {
		var wrong *SpecError
		if s, err := ParseShard(text); !errors.As(err, &wrong) {
			t.Errorf("%q is %+v, %v", text, s, err)
		}
	}
	if s, err := ParseShard("3/3"); err != nil || s != (Shard{3, 3}) {
		t.Errorf("3/3 is %+v, %v", s, err)
	}
}
