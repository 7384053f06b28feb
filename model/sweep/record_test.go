package sweep

import (
	"context"
	"strings"
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
		r, err := rec.Result()
		if err != nil {
			t.Fatal(err)
		}
		if r.Method != rows[i].Method || r.Rep != rows[i].Rep || r.N != rows[i].N || r.Failure != rows[i].Failure || r.Get("exact") != rows[i].Get("exact") && r.Failure == "" {
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

func TestCellsThatAreNoNumbers(t *testing.T) {
	good := Record{"method": "toy", "n": "40", "d": "3", "rep": "1", "error": "0.5", "gamma": "2", "mu": "1"}
	if _, err := good.Result(); err != nil {
		t.Fatal(err)
	}
	for name, cell := range map[string]string{"n": "many", "rep": "", "error": "NaN", "gamma": "wide", "mu": "1e999"} {
		bad := Record{}
		for k, v := range good {
			bad[k] = v
		}
		bad[name] = cell
		if _, err := bad.Result(); err == nil || !strings.Contains(err.Error(), "column "+name) {
			t.Errorf("%s = %q: %v", name, cell, err)
		}
	}
}
