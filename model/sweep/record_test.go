package sweep

import (
	"context"
	"testing"
)

// A row that was written and read has the same value in every column, and is written as the same text.
func TestRowsOfAFileShowWhatTheyShowed(t *testing.T) {
	spec := toySpec("toy", "plain", "broken")
	spec.Over = []Axis{{"m", []float64{2, 30}}}
	p := prepare(t, spec)
	rows := collect(p.Run(context.Background(), 1))
	text, records := csvOf(t, p, rows)
	var again []Result
	for i, rec := range records {
		r := resultOf(t, rec)
		if r.Method != rows[i].Method || r.Rep != rows[i].Rep || r.N != rows[i].N || r.Failure != rows[i].Failure ||
			r.Get("exact") != rows[i].Get("exact") && r.Failure == "" {
			t.Errorf("%+v was %+v", r, rows[i])
		}
		for _, c := range p.Columns() {
			got, known := c.Number(&r)
			want, wanted := c.Number(&rows[i])
			if known != wanted || got != want && known {
				t.Errorf("%s: %v, %v; was %v, %v", c.Name, got, known, want, wanted)
			}
		}
		again = append(again, r)
	}
	if back, _ := csvOf(t, p, again); back != text {
		t.Errorf("written again:\n%s\nwas\n%s", back, text)
	}
}
