package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// conditions returns the conditions of the preconditioned matrix W, as the operator of the iteration,
// and of the matrix H = K_nMᵀK_nM + μK_MM.
func conditions(t *testing.T, g *model.Gram, landmarks []int, mu float64) (ofW, ofH float64) {
	t.Helper()
	ctx := context.Background()
	columns, ridge, h := columnsOf(g, landmarks), new(mat.Dense), new(mat.Dense)
	h.Mul(columns.T(), columns)
	ridge.Scale(mu, linalg.Rows(columns, landmarks))
	h.Add(h, ridge)
	s, err := newLandmarkSystem(ctx, g, landmarks, mu, math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	w := mat.NewDense(s.t.N, s.t.N, nil)
	for j := range s.t.N {
		unit := make([]float64, s.t.N)
		unit[j] = 1
		image, err := s.apply(ctx, unit)
		if err != nil {
			t.Fatal(err)
		}
		w.SetCol(j, image)
	}
	return conditionOf(t, linalg.Symmetric(w)), conditionOf(t, linalg.Symmetric(h))
}

// conditionOf returns λmax/λmin, where λmin is at least as large as rounding errors.
func conditionOf(t *testing.T, a *mat.SymDense) float64 {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(a, false) {
		t.Fatal("no eigenvalues")
	}
	values := eig.Values(nil)
	top := values[len(values)-1]
	return top / max(values[0], top*linalg.Eps)
}

// scoresOf returns the leverage scores τᵢ of K at μ.
func scoresOf(t *testing.T, g *model.Gram, mu float64) []float64 {
	t.Helper()
	k := mat.NewDense(g.N(), g.N(), nil)
	g.View().Block(k, nil, nil)
	h := hat(t, linalg.Symmetric(k), mu)
	scores := make([]float64, g.N())
	for i := range scores {
		scores[i] = h.At(i, i)
	}
	return scores
}

// TestFalkonIsWellConditioned: with 10·d_eff·log n landmarks the condition of the
// preconditioned matrix is below 17 (Rudi, Carratino and Rosasco 2017), for any condition
// of the matrix itself.
func TestFalkonIsWellConditioned(t *testing.T) {
	for _, c := range []struct {
		kernel    string
		gamma, mu float64
	}{{"gaussian", 0.5, 10}, {"matern32", 0.05, 10}, {"laplacian", 0.05, 30}} {
		x := points(800, 1, 5)
		g := gramOf(t, x, c.kernel, c.gamma)
		scores := scoresOf(t, g, c.mu)
		dEff := floats.Sum(scores)
		m := int(10 * dEff * math.Log(800))
		if m > 500 {
			t.Fatalf("%s: d_eff = %.1f asks for %d of 800 landmarks", c.kernel, dEff, m)
		}
		rng := rand.New(rand.NewPCG(3, 3))
		landmarks := rng.Perm(800)[:m]
		ofW, ofH := conditions(t, g, landmarks, c.mu)
		t.Logf("%s: d_eff %.1f, m %d: condition of W %.2f, of H %.1e", c.kernel, dEff, len(landmarks), ofW, ofH)
		if !(ofW < 17) || !(ofH > 1e6) {
			t.Errorf("%s on %d landmarks: condition of W %.3g and of H %.3g, want below 17 and above 1e6", c.kernel,
				len(landmarks), ofW, ofH)
		}
	}
}

// TestFalkonEnergyFalls: the error of the iterates in the energy norm, (α−α*)ᵀH(α−α*), decreases
// with every iteration, at least by the factor that Chebyshev polynomials imply for the
// condition.
func TestFalkonEnergyFalls(t *testing.T) {
	ctx := context.Background()
	x := points(400, 2, 5)
	g := gramOf(t, x, "laplacian", 0.5)
	y := wave(x, 1)
	landmarks := rand.New(rand.NewPCG(2, 2)).Perm(400)[:50]
	const mu = 0.05
	c := columnsOf(g.View(), landmarks)
	core := mat.NewDense(50, 50, nil)
	g.View().Block(core, landmarks, landmarks)
	h := mat.NewDense(50, 50, nil)
	h.Mul(c.T(), c)
	core.Scale(mu, core)
	h.Add(h, core)
	rhs, solution := mat.NewVecDense(50, nil), mat.NewVecDense(50, nil)
	rhs.MulVec(c.T(), mat.NewVecDense(400, y))
	if err := solution.SolveVec(h, rhs); err != nil {
		t.Fatal(err)
	}
	energy := func(alpha []float64) float64 {
		e := mat.NewVecDense(50, append([]float64(nil), alpha...))
		e.SubVec(e, solution)
		return math.Sqrt(mat.Inner(e, h, e))
	}
	condition, _ := conditions(t, g, landmarks, mu)
	factor := (math.Sqrt(condition) - 1) / (math.Sqrt(condition) + 1)
	start := energy(make([]float64, 50))
	last := start
	for k := 1; k <= 25; k++ {
		alpha, info, err := Falkon(ctx, g, landmarks, y, mu, Options{Iterations: k, Tolerance: 1e-15})
		if err != nil || info.Iterations != k {
			t.Fatalf("%d iterations: %+v, %v", k, info, err)
		}
		now := energy(alpha)
		if !(now < last) {
			t.Errorf("iteration %d: error %.3e after %.3e", k, now, last)
		}
		if bound := 2 * math.Pow(factor, float64(k)) * start; !(now <= bound) {
			t.Errorf("iteration %d: error %.3e above the bound %.3e for condition %.1f", k, now, bound, condition)
		}
		last = now
	}
	if !(last < 1e-3*start) {
		t.Errorf("error %.1e of its start after 25 iterations", last/start)
	}
}
