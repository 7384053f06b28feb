package data

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// TestDepartures: columns that were constant in training are named where a row differs, in whatever parts
// the rows come, and no others are.
func TestDepartures(t *testing.T) {
	train := &Set{X: mat.NewDense(3, 4, []float64{1, 2019, 0, 5, 2, 2019, 0, 5, 3, 2019, 0, 5}),
		Columns: []string{"a", "year", "kind=u", "c"}}
	scaling, _ := NewScaling(train)
	rows := []float64{
		9, 2019, 0, 5,
		9, 2019, 1, 5,
		9, 2020.5, 0, 5,
		9, 2019, 1, 5,
		9, -7, 1, 5,
	}
	const want = "columns that were constant in training and differ now are ignored: year (2019 in training), " +
		"kind=u (0 in training); fit on rows that differ in these columns to use them"
	for _, part := range []int{1, 2, 3, 5} {
		var d Departures
		for lo := 0; lo < 5; lo += part {
			hi := min(lo+part, 5)
			d.Add(&scaling, mat.NewDense(hi-lo, 4, rows[4*lo:4*hi]))
		}
		if got := strings.Join(remedy.Texts(d.Notes(&scaling, train.Columns), remedy.Plain()), "\n"); got != want {
			t.Errorf("in parts of %d:\n%s\nwant\n%s", part, got, want)
		}
	}
	var d Departures
	d.Add(&scaling, train.X)
	if notes := d.Notes(&scaling, train.Columns); notes != nil {
		t.Errorf("training rows: %v", notes)
	}
}
