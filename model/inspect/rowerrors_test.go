package inspect

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// The figures of the rows are those of the matrices, and add up to the squared Frobenius norm.
func TestRowErrors(t *testing.T) {
	p := pictured(t, "bimodal", 120, model.Values{"gamma": 3, "m": 15}, "nystrom", "fourier")
	for _, c := range p.Cells {
		k, a := matrices(t, p, c)
		var difference mat.Dense
		difference.Sub(k, a)
		got, err := RowErrors(t.Context(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, v := range got {
			sum += v
			if want := mat.Norm(difference.RowView(i), 2); math.Abs(v-want*want) > 1e-9 {
				t.Fatalf("%s: row %d has %v, want %v", c.Method.Name, i, v, want*want)
			}
		}
		if want := mat.Norm(&difference, 2); math.Abs(sum-want*want) > 1e-9*sum {
			t.Errorf("%s: the sum is %v, ‖K−K̃‖²_F is %v", c.Method.Name, sum, want*want)
		}
	}
}

// Of many rows some columns are read, and the sum is near the squared Frobenius norm.
func TestRowErrorsOfManyRows(t *testing.T) {
	p := pictured(t, "bimodal", 1500, model.Values{"gamma": 3, "m": 15}, "nystrom")
	k, a := matrices(t, p, p.Cells[0])
	var difference mat.Dense
	difference.Sub(k, a)
	got, err := RowErrors(t.Context(), p, p.Cells[0])
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range got {
		sum += v
	}
	if want := mat.Norm(&difference, 2); len(got) != 1500 || math.Abs(sum/(want*want)-1) > 0.1 || sum == want*want {
		t.Errorf("the sum is %v, ‖K−K̃‖²_F is %v", sum, want*want)
	}
}
