package approxtest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// byTiles compares a fit that may not store the factor with one that does, on enough rows for several
// tiles: the entries read, K̃ in all its forms, its solutions, eigenvalues and features.
func (s suite) byTiles(t *testing.T) {
	if s.promise.OwnForm {
		return // its form is not a factor
	}
	const n = 1100
	kept, tiled := s.problem(t, n, 2), s.problem(t, n, 2)
	a, b := s.fit(t, kept, settings(20), 2), suite{s.method, s.promise, true}.fit(t, tiled, settings(20), 2)
	if kept.Entries() != tiled.Entries() || a.Rank() != b.Rank() || a.Bytes() != b.Bytes() {
		t.Errorf("%d entries, rank %d, %d bytes with a factor kept, and %d, %d, %d without",
			kept.Entries(), a.Rank(), a.Bytes(), tiled.Entries(), b.Rank(), b.Bytes())
	}
	same := func(what string, rows, cols int, write func(f Fit, dst *mat.Dense)) {
		t.Helper()
		got, want := mat.NewDense(rows, cols, nil), mat.NewDense(rows, cols, nil)
		write(b, got)
		write(a, want)
		off, size := 0.0, 0.0
		for i, v := range want.RawMatrix().Data {
			d := got.RawMatrix().Data[i] - v
			off, size = off+d*d, size+v*v
		}
		if r := math.Sqrt(off / size); !(r <= 1e-12) { // nor is it if a number is not finite
			t.Errorf("%s by tiles is %.2g from that of a factor kept", what, r)
		}
	}
	same("K̃", n, n, func(f Fit, dst *mat.Dense) { f.Block(dst, nil, nil) })
	same("some rows", 4, n, func(f Fit, dst *mat.Dense) { f.Block(dst, []int{1099, 3, 5, 1099}, nil) })
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	same("a symmetric block", n, n, func(f Fit, dst *mat.Dense) {
		cols := slices.Clone(order)
		if !f.Gram.FactorFits(1) { // only Block of a factor that is not stored treats equal slices specially
			cols = order
		}
		f.Block(dst, order, cols)
	})
	for _, columns := range []int{1, 3} {
		same("a product", n, columns, func(f Fit, dst *mat.Dense) { f.MulTo(dst, cloud(n, columns, 9)) })
	}
	same("the diagonal", 1, n, func(f Fit, dst *mat.Dense) { f.Diag(dst.RawRowView(0)) })
	s.mapIsFactor(t, b)
}

// mapIsFactor checks that an extension with Product set makes K̃ = φ(X)·φ(X)ᵀ.
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
	var rows []int // of all tiles
	for i := 0; i < f.N; i += 23 {
		rows = append(rows, i)
	}
	some, product := mat.NewDense(len(rows), f.N, nil), mat.NewDense(len(rows), f.N, nil)
	f.Block(some, rows, nil)
	product.Mul(linalg.Rows(phi, rows), phi.T())
	if r := mat.Norm(difference(product, some), math.Inf(1)) / mat.Norm(some, math.Inf(1)); !(r <= 1e-12) {
		t.Errorf("%v: φ(X)·φ(X)ᵀ is %.2g from K̃", f.Params, r)
	}
}
