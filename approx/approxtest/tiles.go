package approxtest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// tiled is the suite on problems that leave no room for a factor.
func (s suite) tiled() suite {
	s.room = new(int64)
	return s
}

// byTiles holds a fit without room for a factor against one with room, on so many
// rows that there are several tiles: what it reads, K̃ in all its forms, its solutions,
// eigenvalues and features.
func (s suite) byTiles(t *testing.T) {
	if s.promise.OwnForm {
		return // it keeps what it has
	}
	const n = 1100
	x := cloud(n, 2, 7)
	kept, tiled := gram(t, x, "gaussian", 0.5), gram(t, x, "gaussian", 0.5)
	a, b := s.fit(t, kept, settings(20), 2), s.tiled().fit(t, tiled, settings(20), 2)
	if kept.Entries() != tiled.Entries() || a.Rank() != b.Rank() || a.Bytes() != b.Bytes() {
		t.Errorf("%d entries, rank %d, %d bytes with a factor kept, and %d, %d, %d without",
			kept.Entries(), a.Rank(), a.Bytes(), tiled.Entries(), b.Rank(), b.Bytes())
	}
	same := func(what string, got, want *mat.Dense) {
		t.Helper()
		requireFinite(t, what, got)
		if r := relative(difference(got, want), want); !(r <= 1e-12) {
			t.Errorf("%s by tiles is %.2g from that of a factor kept", what, r)
		}
	}
	same("K̃", dense(b), dense(a))
	rows := []int{1099, 3, 5, 1099}
	got, want := mat.NewDense(len(rows), n, nil), mat.NewDense(len(rows), n, nil)
	b.Block(got, rows, nil)
	a.Block(want, rows, nil)
	same("some rows", got, want)
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	got, want = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	b.Block(got, order, order)
	a.Block(want, order, slices.Clone(order))
	same("a symmetric block", got, want)
	for _, columns := range []int{1, 3} {
		y := cloud(n, columns, 9)
		got, want := mat.NewDense(n, columns, nil), mat.NewDense(n, columns, nil)
		b.MulTo(got, y)
		a.MulTo(want, y)
		same("a product", got, want)
	}
	got, want = mat.NewDense(1, n, nil), mat.NewDense(1, n, nil)
	b.Diag(got.RawRowView(0))
	a.Diag(want.RawRowView(0))
	same("the diagonal", got, want)
	s.solveByTiles(t, a, b)
	s.mapIsFactor(t, b)
}

// solveByTiles compares the solutions at a ridge at which both are well posed.
func (s suite) solveByTiles(t *testing.T, kept, tiled Fit) {
	t.Helper()
	y, got, want := mat.Col(nil, 0, cloud(kept.N, 1, 4)), make([]float64, kept.N), make([]float64, kept.N)
	mu := float64(kept.N) / 10
	if err := kept.SolveTo(want, y, mu); err != nil {
		t.Fatal(err)
	}
	if err := tiled.SolveTo(got, y, mu); err != nil {
		t.Fatal(err)
	}
	wanted := mat.NewDense(1, kept.N, want)
	if r := relative(difference(mat.NewDense(1, kept.N, got), wanted), wanted); !(r <= 1e-12) {
		t.Errorf("by tiles the solution is %.2g from that of a factor kept", r)
	}
}

// mapIsFactor holds the features of an extension that says that they are all of K̃
// against it: K̃ = φ(X)·φ(X)ᵀ.
func (s suite) mapIsFactor(t *testing.T, f Fit) {
	t.Helper()
	e := s.extended(t, f)
	if !e.Product {
		t.Fatalf("%v: K̃ is not said to be a product of features", f.Params)
	}
	if e.Centres != nil || len(e.Parts) != 1 {
		t.Fatalf("a product of features in %d parts", len(e.Parts))
	}
	phi := e.Features(f.Gram.X())
	if _, q := phi.Dims(); q != int(f.Bytes())/8/f.N {
		t.Errorf("%v: %d features, and a factor of %d bytes for %d rows", f.Params, q, f.Bytes(), f.N)
	}
	var product mat.Dense
	product.Mul(phi, phi.T())
	all := dense(f)
	if r := mat.Norm(difference(&product, all), math.Inf(1)) / mat.Norm(all, math.Inf(1)); !(r <= 1e-12) {
		t.Errorf("%v: φ(X)·φ(X)ᵀ is %.2g from K̃", f.Params, r)
	}
}
