package approxtest

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
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
		if want := mat.Norm(all, 2); !(math.Abs(frobenius-want) <= 1e-11*want) || !(math.Abs(spectral-largest) <= 1e-9*largest) {
			t.Errorf("m = %v: norms %v and %v, want %v and %v", m, frobenius, spectral, want, largest)
		}
	}
}

func (s suite) wrongShapes(t *testing.T) {
	f := s.fit(t, s.problem(t, 12, 2), settings(4), 1)
	short, long := make([]float64, 11), make([]float64, 12)
	mustPanic(t, "Diag", func() { f.Diag(short) })
	mustPanic(t, "Block", func() { f.Block(mat.NewDense(2, 2, nil), []int{1}, []int{2, 3}) })
	mustPanic(t, "MulTo", func() { f.MulTo(mat.NewDense(12, 2, nil), mat.NewDense(12, 1, nil)) })
	mustPanic(t, "MulTo", func() { f.MulTo(mat.NewDense(11, 1, nil), mat.NewDense(11, 1, nil)) })
	mustPanic(t, "SolveTo", func() { _ = f.SolveTo(short, long, 1) })
	mustPanic(t, "SolveTo", func() { _ = f.SolveTo(long, short, 1) })
	mustPanic(t, "SolveTo with mu = 0", func() { _ = f.SolveTo(make([]float64, 12), long, 0) })
}

// solve checks the residual of (K̃+μI)x = y for a general y and for one in the range of K̃, on a narrow
// kernel and on a wide one, for which K̃ is nearly singular.
func (s suite) solve(t *testing.T) {
	const n = 60
	for _, gamma := range []float64{0.5, 1e-3} {
		f := s.fit(t, s.gram(t, cloud(n, 2, 7), gamma), settings(20), 3)
		all := dense(f)
		values := eigenvalues(t, all)
		for _, y := range []*mat.Dense{cloud(n, 1, 4), mat.DenseCopyOf(all.ColView(0))} {
			for _, ratio := range []float64{1, 1e-4, 1e-8, 1e-11, 1e-14, 1e-20} {
				s.solveOne(t, f, all, values, y, ratio*values[0])
			}
		}
	}
}

func (s suite) solveOne(t *testing.T, f Fit, all *mat.Dense, values []float64, y *mat.Dense, mu float64) {
	t.Helper()
	n, largest, least := f.N, values[0], values[len(values)-1]
	if s.promise.PSD {
		least = max(0, least) // negative by rounding
	}
	x := make([]float64, n)
	err := f.SolveTo(x, mat.Col(nil, 0, y), mu)
	var singular *model.SingularError
	switch {
	case err != nil && !errors.As(err, &singular):
		t.Fatalf("SolveTo at mu = %.3g: %v, want a *model.SingularError", mu, err)
	case err == nil && least+mu < 0:
		t.Fatalf("SolveTo at mu = %.3g took an indefinite matrix, λmin = %.3g", mu, least)
	case err == nil && mu < 1e-18*largest && f.Rank() < n:
		t.Fatalf("SolveTo at mu = %.3g took a singular matrix of norm %.3g", mu, largest)
	case err != nil && least+mu > 1e-12*largest:
		t.Fatalf("SolveTo at mu = %.3g: %v, though λmin = %.3g and λmax = %.3g", mu, err, least, largest)
	case err != nil:
		return
	}
	sol := mat.NewDense(n, 1, x)
	requireFinite(t, "solution", sol)
	var r mat.Dense
	r.Mul(all, sol)
	for i := range n {
		r.Set(i, 0, r.At(i, 0)+mu*x[i]-y.At(i, 0))
	}
	if size := mat.Norm(&r, 2) / (largest*mat.Norm(sol, 2) + mat.Norm(y, 2)); !(size <= 1e-10) {
		t.Errorf("SolveTo at mu = %.3g, λmax = %.3g: relative residual %.2g", mu, largest, size)
	}
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
