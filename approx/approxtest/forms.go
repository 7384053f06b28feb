package approxtest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// formsAgree compares Block, Diag and MulTo with each other.
func (s suite) formsAgree(t *testing.T) {
	const n = 70
	f := s.fit(t, s.problem(t, n), settings(20), 2)
	all := dense(f)
	requireFinite(t, "K̃", all)
	near := func(what string, got, want mat.Matrix) {
		t.Helper()
		if !mat.EqualApprox(got, want, 1e-12*mat.Max(all)) {
			t.Fatalf("%s is not that of Block(nil, nil)", what)
		}
	}
	near("K̃ᵀ", all.T(), all)
	diag, want := make([]float64, n), make([]float64, n)
	f.Diag(diag)
	for i := range n {
		want[i] = all.At(i, i)
	}
	near("Diag", mat.NewVecDense(n, diag), mat.NewVecDense(n, want))
	rows, cols := []int{5, 0, 69, 5}, []int{69, 3, 5}
	for _, c := range [][2][]int{{rows, cols}, {rows, rows}, {rows, nil}, {nil, cols}} {
		want := all
		if c[0] != nil {
			want = linalg.Rows(want, c[0])
		}
		if c[1] != nil {
			want = linalg.Columns(want, c[1])
		}
		got := mat.NewDense(want.RawMatrix().Rows, want.RawMatrix().Cols, nil)
		f.Block(got, c[0], c[1])
		near(fmt.Sprintf("Block(%v, %v)", c[0], c[1]), got, want)
	}
	for _, b := range []int{1, 3} {
		x, got := cloud(n, b, 9), mat.NewDense(n, b, nil)
		var want mat.Dense
		want.Mul(all, x)
		f.MulTo(got, x)
		if r := relative(difference(got, &want), &want); !(r <= 1e-12) {
			t.Errorf("MulTo with %d columns is %.2g from K̃·X", b, r)
		}
	}
}

// norms compares Norms with the norms of K̃ as a dense matrix, for fewer and for more columns than rows.
func (s suite) norms(t *testing.T) {
	const n = 40
	for _, m := range []float64{10, 60} {
		f := s.fit(t, s.problem(t, n), settings(m), 3)
		frobenius, spectral, err := f.Norms(context.Background(), rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		all := dense(f)
		values := eigenvalues(t, all)
		largest := max(values[0], -values[n-1])
		want := mat.Norm(all, 2)
		if !(math.Abs(frobenius-want) <= 1e-11*want) || !(math.Abs(spectral-largest) <= 1e-9*largest) {
			t.Errorf("m = %v: norms %v and %v, want %v and %v", m, frobenius, spectral, want, largest)
		}
	}
}

func (s suite) wrongShapes(t *testing.T) {
	f := s.fit(t, s.problem(t, 12), settings(4), 1)
	short := make([]float64, 11)
	mustPanic(t, "Diag", func() { f.Diag(short) })
	mustPanic(t, "Block", func() { f.Block(mat.NewDense(2, 2, nil), []int{1}, []int{2, 3}) })
	mustPanic(t, "MulTo", func() { f.MulTo(mat.NewDense(12, 2, nil), mat.NewDense(12, 1, nil)) })
	mustPanic(t, "MulTo", func() { f.MulTo(mat.NewDense(11, 1, nil), mat.NewDense(11, 1, nil)) })
}

// sizeAndCost compares entries, rank and bytes with the promise, with and without a target rank.
func (s suite) sizeAndCost(t *testing.T) {
	for _, n := range []int{7, 50} {
		for _, m := range []float64{3, 20, 60} {
			for _, k := range []float64{0, 2, 5} {
				set := settings(m)
				set["rank"] = k
				g := s.problem(t, n)
				f := s.fit(t, g, set, 1)
				if got, want := g.Entries(), s.promise.Entries(f); got != want {
					t.Errorf("n = %d, %v: %d kernel entries, promised %d", n, f.Params, got, want)
				}
				if got, want := f.Bytes(), s.promise.Bytes(f); got != want {
					t.Errorf("n = %d, %v: %d bytes, promised %d", n, f.Params, got, want)
				}
				if got, limit := f.Rank(), s.promise.MaxRank(f); got > limit || got > n || got < 0 {
					t.Errorf("n = %d, %v: rank %d, promised at most %d", n, f.Params, got, limit)
				}
			}
		}
	}
}

// rankIsMet compares Rank with the eigenvalues of K̃: it is never below their number, and equal to it
// where the columns of K are independent, as those of a narrow kernel are.
func (s suite) rankIsMet(t *testing.T) {
	const n = 60
	for _, gamma := range []float64{1e-3, 0.5, 50} {
		f := s.fit(t, s.gram(t, cloud(n, 2, 7), gamma), settings(20), 5)
		numerical := numericalRank(t, dense(f))
		if f.Rank() < numerical || numericalRank(t, exact(f.Gram)) == n && f.Rank() != numerical {
			t.Errorf("γ = %v: Rank() is %d, K̃ has the numerical rank %d", gamma, f.Rank(), numerical)
		}
	}
}

// numericalRank counts the eigenvalues that are not negligible beside the largest.
func numericalRank(t *testing.T, a *mat.Dense) int {
	t.Helper()
	values, rank := eigenvalues(t, a), 0
	for _, v := range values {
		if math.Abs(v) > 1e-9*values[0] {
			rank++
		}
	}
	return rank
}

// byTiles compares a fit that may not store the factor with one that does, on enough rows for several
// tiles: the entries read, K̃ in all its forms, its solutions, eigenvalues and features.
func (s suite) byTiles(t *testing.T) {
	if s.promise.OwnForm {
		return // its form is not a factor
	}
	const n = 1100
	kept, tiled := s.problem(t, n), s.problem(t, n)
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
		if r := relative(difference(got, want), want); !(r <= 1e-12) { // nor is it if a number is not finite
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
