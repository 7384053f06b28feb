package approx

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// TestMapMakesTheRowsOfF: for every method whose K̃ comes from a feature map φ, the stored factor is φ of the
// points.
func TestMapMakesTheRowsOfF(t *testing.T) {
	const n = 90
	g := gramOf(t, normal(n, 3, seeded(1)), "gaussian", 0.3)
	maps := 0
	for _, m := range Methods() {
		if of := m.Needs.Kernels; of != nil && !slices.Contains(of, "gaussian") {
			continue
		}
		f := m.New()
		for _, p := range f.Params() {
			switch p.Name {
			case "m":
				*p.Int = 25
			case "score-ridge":
				*p.Real = 1e-2
			}
		}
		a, ok := fitted(t, g.View(), f, seeded(2)).(*form.Factor)
		if !ok || a.Stored() == nil && a.Unmade().Width == 0 { // no map
			continue
		}
		maps++
		if a.Stored() == nil {
			t.Fatalf("%s keeps no factor of %d bytes", m.Name, a.Bytes())
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r := apart(e.Features(g.X()), a.Stored()); !(r <= 1e-9) {
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
		view.SetFactorLimit(c.room)
		if a := fitted(t, view, &Nystrom{M: m}, seeded(1)).(*form.Factor); (a.Stored() != nil) != c.kept ||
			view.View().FactorFits(8*n*m) != c.kept {
			t.Errorf("with room for %d bytes a factor of %d is kept: %v", c.room, a.Bytes(), a.Stored() != nil)
		}
	}
	large := mat.NewDense(n, 1, nil)
	large.Set(0, 0, 1)
	large.Set(n-1, 0, 1e160)
	overflows := gramOf(t, large, "polynomial", 1)
	for _, room := range []int64{model.FactorLimit, 0} {
		overflows.SetFactorLimit(room)
		if _, err := nystromOn(t.Context(), overflows, []int{0, 1}, 0, nil); err == nil {
			t.Errorf("with room for %d bytes a kernel of squares that overflow is approximated", room)
		}
	}
}

// For a factor with more columns than rows, whose blocks take several tiles, a symmetric block is the same as
// any other, whether F is stored or not, and the eigenpairs lead back to the features.
func TestWideFactor(t *testing.T) {
	const n, q = 300, 1030
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	order := seeded(2).Perm(n)
	for _, room := range []int64{0, 1 << 30} {
		g.SetFactorLimit(room)
		a := fitted(t, g, &Fourier{M: q}, seeded(3))
		got, want := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		a.Block(got, order, order)
		a.Block(want, order, slices.Clone(order))
		if r := apart(got, want); r > 1e-14 {
			t.Errorf("room for %d bytes: a symmetric block is %.2g from others", room, r)
		}
		d, err := a.Decompose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var image mat.Dense // k̃(X, X)·Q = Q·diag(λ)
		image.Mul(d.Groups[0].Q, mat.NewDiagDense(d.Rank(), d.Values()))
		if r := apart(d.Coordinates(e.Features(g.X())), &image); r > 1e-12 {
			t.Errorf("room for %d bytes: coordinates are %.2g from K̃Q", room, r)
		}
	}
}
