package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

func kernelOn(t *testing.T, x *mat.Dense, gamma float64) (*model.Gram, *mat.SymDense) {
	t.Helper()
	k, err := kernel.Families()[0].Kernel(kernel.Values{"gamma": gamma})
	if err != nil {
		t.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), k)
	whole, err := g.Symmetric(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return g, whole
}

// The solutions of the path equal those by Cholesky, up to the residual of each ridge. They are nil for ridges
// that the path does not solve.
func TestPathIsCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n = 300
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range n {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
		y[i] = 3 + math.Sin(x.At(i, 0)) + rng.NormFloat64()
	}
	for i := range 20 { // repeated rows: K is singular
		x.SetRow(n-1-i, x.RawRowView(i))
	}
	mus := []float64{1e-9, 1e-4, 1e-2, 1, 100}
	unsolved := 0
	for _, gamma := range []float64{1e-3, 0.1, 3, 1e4} {
		g, k := kernelOn(t, x, gamma)
		offset, rest := Centred(y)
		alphas, err := solvePath(context.Background(), k, rest, mus)
		if err != nil {
			t.Fatal(err)
		}
		for i, mu := range mus {
			if alphas[i] == nil {
				unsolved++
				if mu >= 1e-2 {
					t.Errorf("γ = %g, μ = %g is not solved", gamma, mu)
				}
				continue
			}
			left := make([]float64, n)
			mat.NewVecDense(n, left).MulVec(k, mat.NewVecDense(n, alphas[i]))
			floats.AddScaled(left, mu, alphas[i])
			floats.Sub(left, rest)
			if r := floats.Norm(left, 2) / floats.Norm(rest, 2); !(r <= krylovLoose) {
				t.Errorf("γ = %g, μ = %g: the residual is %g", gamma, mu, r)
			}
			exact, err := NewExact(context.Background(), g, y, mu)
			if err != nil {
				continue // too close to singular for Cholesky
			}
			got := Values(mat.DenseCopyOf(k), alphas[i], offset)
			if d := floats.Distance(got, exact.Fitted, 2) / floats.Norm(rest, 2); !(d <= krylovLoose) || mu >= 1e-2 && d > 1e-4 {
				t.Errorf("γ = %g, μ = %g: the fits differ by %g", gamma, mu, d)
			}
		}
	}
	if unsolved == 0 {
		t.Error("every ridge was solved: nothing shows that hopeless ones are told")
	}
}

// With a start vector in an invariant subspace the iteration ends early, with the exact solution.
func TestPathOfAnEigenvector(t *testing.T) {
	k := mat.NewSymDense(40, nil)
	b := make([]float64, 40)
	for i := range 40 {
		k.SetSym(i, i, float64(1+i%3))
	}
	b[1], b[5] = 2, -1 // eigenvalues 2 and 3
	alphas, err := solvePath(context.Background(), k, b, []float64{1e-12, 1})
	if err != nil || alphas[0] == nil || alphas[1] == nil {
		t.Fatal(alphas, err)
	}
	near(t, "α", []float64{alphas[0][1]}, []float64{1}, 1e-10)
	near(t, "α", []float64{alphas[0][5]}, []float64{-1.0 / 3}, 1e-10)
	near(t, "α", []float64{alphas[1][1]}, []float64{2.0 / 3}, 1e-14)
	near(t, "α", []float64{alphas[1][5]}, []float64{-0.25}, 1e-14)
	near(t, "α elsewhere", []float64{alphas[1][0]}, []float64{0}, 1e-14)
}

// TestPathOfEqualTargets: training rows of a fold may all have the same target. Their α is 0 at any ridge.
func TestPathOfEqualTargets(t *testing.T) {
	x := points(30, 2, 1)
	x.SetRow(1, x.RawRowView(0)) // K is singular
	g, _ := kernelOn(t, x, 1)
	offset, alphas, failed, err := ExactPath(t.Context(), g, slices.Repeat([]float64{7}, 30), []float64{1e-300, 1})
	if err != nil || offset != 7 {
		t.Fatal(offset, err)
	}
	for i, alpha := range alphas {
		if len(alpha) != 30 || floats.Norm(alpha, 1) != 0 || failed[i] != nil {
			t.Errorf("α = %v, %v", alpha, failed[i])
		}
	}
}

func TestPathIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solvePath(ctx, mat.NewSymDense(2, []float64{1, 0, 0, 1}), []float64{1, 0}, []float64{1}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("%v", err)
	}
}
