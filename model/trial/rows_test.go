package trial

import (
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

func TestOverflowIsAnError(t *testing.T) {
	set := &data.Set{X: mat.NewDense(2, 2, []float64{1, 2, 3, 1e300}), Columns: []string{"a", "b"}}
	err := checkSquares(set)
	var overflow *OverflowError
	if !errors.As(err, &overflow) || overflow.Column != "b" || !strings.Contains(err.Error(), "standardise the features") {
		t.Errorf("1e300: %v, want an OverflowError about column b", err)
	}
	set.X.Set(1, 1, 1e150)
	if err := checkSquares(set); err != nil {
		t.Errorf("1e150: %v", err)
	}
}
