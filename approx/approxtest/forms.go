package approxtest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// formsAgree compares Block, Diag and MulTo with each other.
func (s suite) formsAgree(t *testing.T) {
	const n = 70
	f := s.fit(t, s.problem(t, n, 2), settings(20), 2)
	all := dense(f)
	requireFinite(t, "K̃", all)
	scale := mat.Max(all)
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-12*scale) {
			t.Fatalf("%s: %v, by Block(nil, nil) %v", what, got, want)
		}
	}
	diag := make([]float64, n)
	f.Diag(diag)
	for i := range n {
		near("Diag", diag[i], all.At(i, i))
		for j := range i {
			near("symmetry", all.At(i, j), all.At(j, i))
		}
	}
	rows, cols := []int{5, 0, 69, 5}, []int{69, 3, 5}
	sub := mat.NewDense(len(rows), len(cols), nil)
	f.Block(sub, rows, cols)
	square := mat.NewDense(len(rows), len(rows), nil)
	f.Block(square, rows, rows)
	for p, i := range rows {
		for q, j := range rows {
			near("Block(rows, rows)", square.At(p, q), all.At(i, j))
		}
	}
	left, right := mat.NewDense(len(rows), n, nil), mat.NewDense(n, len(cols), nil)
	f.Block(left, rows, nil)
	f.Block(right, nil, cols)
	for p, i := range rows {
		for q, j := range cols {
			near("Block(rows, cols)", sub.At(p, q), all.At(i, j))
			near("Block(rows, nil)", left.At(p, j), all.At(i, j))
			near("Block(nil, cols)", right.At(i, q), all.At(i, j))
		}
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
		f := s.fit(t, s.problem(t, n, 2), settings(m), 3)
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
	f := s.fit(t, s.problem(t, 12, 2), settings(4), 1)
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
				g := s.problem(t, n, 2)
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
