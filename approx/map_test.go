package approx

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestMapMakesTheRowsOfF: of every method whose K̃ is a map, φ of the points is the
// factor that it keeps.
func TestMapMakesTheRowsOfF(t *testing.T) {
	const n = 90
	g := gramOf(t, normal(n, 3, seeded(1)), "gaussian", 0.3)
	maps := 0
	for _, m := range Methods() {
		f := m.New()
		for _, p := range f.Params() {
			switch p.Name {
			case "m":
				*p.Int = 25
			case "score-ridge":
				*p.Real = 1e-2
			}
		}
		a, ok := fitted(t, g.View(), f, seeded(2)).(*factor)
		if !ok || a.Kept() == nil && a.Unmade().Width == 0 { // no map
			continue
		}
		maps++
		if a.Kept() == nil {
			t.Fatalf("%s keeps no factor of %d bytes", m.Name, a.Bytes())
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r := apart(e.Features(g.X()), a.Kept()); !(r <= 1e-9) {
			t.Errorf("%s: φ(X) is %.2g from F", m.Name, r)
		}
	}
	if maps < 15 {
		t.Errorf("%d methods are maps", maps)
	}
}

// TestFactorIsKeptWhereThereIsRoom: to the byte, and for a kernel that overflows a fit
// says so either way.
func TestFactorIsKeptWhereThereIsRoom(t *testing.T) {
	const n, m = 60, 10
	g := gramOf(t, normal(n, 3, seeded(1)), "gaussian", 0.3)
	for _, c := range []struct {
		room int64
		kept bool
	}{{8 * n * m, true}, {8*n*m - 1, false}} {
		view := g.View()
		view.Hold(c.room)
		if a := fitted(t, view, &Nystrom{M: m}, seeded(1)).(*factor); (a.Kept() != nil) != c.kept || view.View().Holds(8*n*m) != c.kept {
			t.Errorf("with room for %d bytes a factor of %d is kept: %v", c.room, a.Bytes(), a.Kept() != nil)
		}
	}
	large := mat.NewDense(n, 1, nil)
	large.Set(0, 0, 1)
	large.Set(n-1, 0, 1e160)
	overflows := gramOf(t, large, "polynomial", 1)
	for _, room := range []int64{model.FactorLimit, 0} {
		overflows.Hold(room)
		if _, err := nystromOn(t.Context(), overflows, []int{0, 1}, 0, nil); err == nil {
			t.Errorf("with room for %d bytes a kernel of squares that overflow is approximated", room)
		}
	}
}
