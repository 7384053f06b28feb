package form

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestFinite: numbers whose squares overflow are finite, and one that is not is found
// wherever it is.
func TestFinite(t *testing.T) {
	k := mat.NewDense(3, 70, nil)
	k.Set(1, 5, 1e200)
	if err := CheckFinite(k); err != nil {
		t.Errorf("1e200: %v", err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, at := range [][2]int{{0, 0}, {1, 6}, {2, 69}} {
			bad := mat.DenseCopyOf(k)
			bad.Set(at[0], at[1], v)
			var degenerate *model.DegenerateError
			if err := CheckFinite(bad); !errors.As(err, &degenerate) ||
				!(degenerate.Value == v || math.IsNaN(v) && math.IsNaN(degenerate.Value)) {
				t.Errorf("%v at %v: %v", v, at, err)
			}
		}
	}
}
