package trial

import (
	"runtime"
	"slices"
	"testing"
	"weak"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestForgottenNormalEquations: normal equations that have forgotten the rows give the same figures, and the rows can
// be collected: a store has many fits, and one draw of many rows.
func TestForgottenNormalEquations(t *testing.T) {
	for _, method := range []string{"nystrom", "fourier", "accumulation"} {
		f, points := forgotten(t, method)
		if runtime.GC(); points.Value() != nil {
			t.Errorf("%s: the fit keeps the points in memory", method)
		}
		runtime.KeepAlive(f)
	}
}

// forgotten returns a fit that has forgotten its points, and these.
func forgotten(t *testing.T, method string) (*Fit, weak.Pointer[mat.Dense]) {
	t.Helper()
	rows := twice(t, 60, true)
	tr := trialOn(t, rows, method, "", model.Values{"m": 12})
	f := fitted(t, tr)
	learn := func() []float64 {
		l, err := tr.Learn(t.Context(), f, []float64{0.1})
		if err != nil {
			t.Fatal(method, err)
		}
		return append(l[0].Fitted, l[0].GCV, l[0].LOO, l[0].Score.RMSE)
	}
	want := learn()
	f.Forget(false)
	if got := learn(); !slices.Equal(got, want) {
		t.Errorf("%s: %v after the rows are forgotten, %v before", method, got, want)
	}
	return f, weak.Make(rows.Train.X)
}
