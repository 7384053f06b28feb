//go:build long

package learn

import (
	"math"
	"slices"
	"testing"
)

// TestLogisticOnManyRows: with a start from a sample, and Hessians that serve for several steps, the
// regression is that of Newton's method from 0 on, also if the sample misleads.
func TestLogisticOnManyRows(t *testing.T) {
	const n, q = 5000, 12
	for name, label := range manyLabels {
		phi, y := manyRows(n, q, label)
		for _, mu := range []float64{1e-6, 1e-2, 1, 1e3} {
			want := NewLogisticDescent(q, mu)
			for !want.Done {
				if err := want.onRows(t.Context(), phi, y, false); err != nil {
					t.Fatal(err)
				}
			}
			got, err := Logistic(t.Context(), phi, y, mu)
			if err != nil {
				t.Fatal(err)
			}
			off := distance(append(slices.Clone(got.W), got.Bias), append(slices.Clone(want.Best.W), want.Best.Bias))
			if !(off < 1e-6) || !(math.Abs(got.Objective-want.Best.Objective) <= 1e-11*want.Best.Objective+1e-11) || len(got.Warnings) > len(want.Best.Warnings) {
				t.Errorf("%s, μ = %g: off by %.1e, the objective is %v and should be %v (%v)", name, mu, off, got.Objective, want.Best.Objective, got.Warnings)
			}
		}
	}
}
