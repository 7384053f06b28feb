package trial

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model/kernel"
)

// TestWidthsDivideFeatures checks K of rows with widths against exp(−½Σ((x−y)/ℓ)²).
func TestWidthsDivideFeatures(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 10, 2, 40, 4, 20})
	train := &data.Set{X: mat.DenseCopyOf(x), Columns: []string{"a", "b"}, Y: []float64{1, 2, 3}}
	rows, err := RowsOf(train, nil, Scale{Widths: "0.5,20"})
	if err != nil {
		t.Fatal(err)
	}
	family, _ := kernel.Lookup("gaussian")
	k := mat.NewDense(3, 3, nil)
	rows.Gram(family.Member(kernel.Values{"gamma": 0.5})).Block(k, nil, nil)
	a, b := (x.At(0, 0)-x.At(2, 0))/0.5, (x.At(0, 1)-x.At(2, 1))/20
	if want := math.Exp(-(a*a + b*b) / 2); math.Abs(k.At(0, 2)-want) > 1e-15 {
		t.Errorf("k = %v, want %v", k.At(0, 2), want)
	}
	if _, err := RowsOf(train, nil, Scale{Widths: "1,2,3"}); err == nil || err.Error() != "3 widths for 2 features" {
		t.Errorf("three widths for two features: %v", err)
	}
}

// TestWidthsFollowTheStandardDeviation checks that widths are in units of standardised features.
func TestWidthsFollowTheStandardDeviation(t *testing.T) {
	train := &data.Set{X: mat.NewDense(2, 1, []float64{10, 30}), Columns: []string{"a"}, Y: []float64{1, 2}}
	rows, err := RowsOf(train, nil, Scale{Standardize: true, Widths: "4"})
	if err != nil {
		t.Fatal(err)
	}
	if got := rows.Train.X.At(1, 0); got != 0.25 {
		t.Errorf("30 became %v, want (30−20)/10/4", got)
	}
}
