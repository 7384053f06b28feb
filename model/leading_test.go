package model_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// denseEigen is the slow obvious reference: all eigenvalues, descending.
func denseEigen(t *testing.T, a *mat.Dense) []float64 {
	t.Helper()
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, false) {
		t.Fatal("no convergence")
	}
	v := e.Values(nil)
	out := make([]float64, n)
	for i := range v {
		out[i] = v[n-1-i]
	}
	return out
}

func whole(g *model.Gram) *mat.Dense {
	k := mat.NewDense(g.N(), g.N(), nil)
	g.View().Block(k, nil, nil)
	return k
}

// TestLeading on spectra that fall fast, are flat, and are all double.
func TestLeading(t *testing.T) {
	grid := mat.NewDense(200, 1, nil)
	for i := range 200 {
		grid.Set(i, 0, float64(i)/200)
	}
	for name, g := range map[string]*model.Gram{
		"wide": model.NewGram(model.NewPoints(randomPoints(300, 3, 1), model.SquaredEuclidean),
			kernel.Gaussian{Gamma: 0.02}),
		"narrow": model.NewGram(model.NewPoints(randomPoints(300, 3, 1), model.SquaredEuclidean),
			kernel.Gaussian{Gamma: 30}),
		"periodic": model.NewGram(model.NewPoints(grid, model.Manhattan), kernel.NewPeriodic(1)),
		"small":    model.NewGram(model.NewPoints(randomPoints(20, 3, 1), model.SquaredEuclidean), kernel.Gaussian{Gamma: 1}),
		"rank one": model.NewGram(model.NewPoints(randomPoints(100, 1, 1), model.InnerProduct), kernel.Linear{}),
	} {
		k := whole(g)
		n := g.N()
		all := denseEigen(t, k)
		for _, r := range []int{1, 7, 40, n} {
			if r > n {
				continue
			}
			values, u, err := g.Leading(context.Background(), r, rand.New(rand.NewPCG(2, 2)))
			if err != nil {
				t.Fatal(name, err)
			}
			for i, v := range values {
				if math.Abs(v-max(0, all[i])) > 1e-8*all[0] {
					t.Errorf("%s, r = %d: eigenvalue %d is %v, want %v", name, r, i, v, all[i])
					break
				}
			}
			var gramU mat.Dense
			gramU.Mul(u.T(), u)
			for i := range r {
				gramU.Set(i, i, gramU.At(i, i)-1)
			}
			if norm := mat.Norm(&gramU, 2); norm > 1e-9*math.Sqrt(float64(r)) {
				t.Errorf("%s, r = %d: ‖UᵀU−I‖ = %v", name, r, norm)
			}
			// The error of the rank-r approximation is the optimum.
			var scaled, approx mat.Dense
			scaled.Apply(func(_, j int, v float64) float64 { return v * values[j] }, u)
			approx.Mul(&scaled, u.T())
			approx.Sub(k, &approx)
			tail := 0.0
			for _, v := range all[r:] {
				tail += v * v
			}
			if got, want := mat.Norm(&approx, 2), math.Sqrt(tail); got > want*(1+1e-7)+1e-12*all[0]*float64(n) {
				t.Errorf("%s, r = %d: error %v, optimum %v", name, r, got, want)
			}
		}
	}
}
