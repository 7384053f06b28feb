package approx

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// NumPy's numbers: pivots 1, 5, 4, counted from one, and
// the residual's trace after each.
func TestPivotedCholeskyPivots(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4})
	g := gramOf(t, x, "gaussian", 0.5) // σ = 1
	for r, trace := range []float64{3.0183639415, 1.9993823012, 0.4527102103} {
		a := fitted(t, g, &PivotedCholesky{M: r + 1}, seeded(1))
		if got, want := a.Landmarks(), []int{0, 4, 3}[:r+1]; !slices.Equal(got, want) {
			t.Errorf("pivots %v, want %v", got, want)
		}
		diag := make([]float64, 5)
		a.Diag(diag)
		near(t, "trace of the residual", 5-floats.Sum(diag), trace, 1e-9)
	}
}

// K̃ is nystrom's on the pivots, and the first steps do not depend on how many
// follow.
func TestPivotedCholeskyIsNystrom(t *testing.T) {
	g := gramOf(t, normal(60, 3, seeded(1)), "polynomial", 0.5)
	long := fitted(t, g, &PivotedCholesky{M: 9}, seeded(1)).(*form.Factor)
	for r := 1; r <= 9; r++ {
		a := fitted(t, g, &PivotedCholesky{M: r}, seeded(2)).(*form.Factor)
		if !mat.Equal(a.Stored(), long.Stored().Slice(0, 60, 0, r)) {
			t.Errorf("%d steps are not the first of 9", r)
		}
		b, err := nystromOn(t.Context(), g, a.Landmarks(), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, got := whole(g, a)
		if _, want := whole(g, b); apart(got, want) > 1e-9 {
			t.Errorf("%d steps are %.3g from nystrom on the pivots", r, apart(got, want))
		}
	}
}

// A kernel of rank ten is exhausted after ten steps, and no column is read in
// vain.
func TestPivotedCholeskyStops(t *testing.T) {
	g := gramOf(t, normal(60, 3, seeded(1)), "polynomial", 0.5)
	for _, f := range []model.Fitter{&PivotedCholesky{M: 40}, &RPCholesky{M: 40}} {
		view := g.View()
		a := fitted(t, view, f, seeded(1))
		if a.Rank() != 10 || view.Entries() != 60*11 {
			t.Errorf("%T: %d steps and %d entries, want 10 and %d", f, a.Rank(), view.Entries(), 60*11)
		}
		k, approx := whole(g, a)
		if r := apart(approx, k); r > 1e-9 {
			t.Errorf("%T: %.3g from K", f, r)
		}
	}
}

// At the pivots F is a lower triangle, exactly, on a wide kernel too, where
// the last pivots are small.
func TestEliminationIsTriangular(t *testing.T) {
	g := gramOf(t, normal(80, 2, seeded(1)), "gaussian", 0.01)
	for _, f := range []model.Fitter{&PivotedCholesky{M: 80}, &RPCholesky{M: 80}} {
		a := fitted(t, g, f, seeded(1)).(*form.Factor)
		if a.Rank() < 15 {
			t.Errorf("%T: rank %d", f, a.Rank())
		}
		for i, p := range a.Landmarks() {
			for j := i + 1; j < a.Rank(); j++ {
				if v := a.Stored().At(p, j); v != 0 {
					t.Fatalf("%T: pivot %d has %.3g in column %d", f, i, v, j)
				}
			}
		}
	}
}
