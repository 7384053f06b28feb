package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// risks returns the risks of all kinds of regressions on one K̃, fitted to the
// targets y.
func risks(t *testing.T, y, truth []float64, noise, mu float64) (k *mat.Dense, found map[string]Risk) {
	t.Helper()
	e, x, _ := mapped(t, len(y), 6, 1)
	phi := e.Features(x)
	ridge, err := NewRidge(pairsOf(t, phi), y).At(mu)
	if err != nil {
		t.Fatal(err)
	}
	normal, err := NewNormal(t.Context(), e, nil, x, y, truth)
	if err != nil {
		t.Fatal(err)
	}
	at, err := normal.At(t.Context(), mu)
	if err != nil {
		t.Fatal(err)
	}
	_, bias, err := at.Rows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again, err := at.Risk(t.Context(), truth, noise)
	if err != nil {
		t.Fatal(err)
	}
	k = new(mat.Dense)
	k.Mul(phi, phi.T())
	return k, map[string]Risk{
		"by eigenpairs":                      ridge.Risk(truth, noise),
		"by normal equations":                {bias, at.Variance(noise)},
		"by normal equations, for any truth": again,
	}
}

// noisy returns a truth at n rows and noisy measurements of it.
func noisy(n int, noise float64, rng *rand.Rand) (truth, y []float64) {
	truth, y = make([]float64, n), make([]float64, n)
	for i := range truth {
		truth[i] = 4 + math.Sin(float64(i))
		y[i] = truth[i] + noise*rng.NormFloat64()
	}
	return truth, y
}

// TestRiskHasNoTargetInIt: the risk has the same bits for targets with other noise, on K̃ and on K.
func TestRiskHasNoTargetInIt(t *testing.T) {
	const n, noise, mu = 60, 0.8, 2.0
	truth, y := noisy(n, noise, rand.New(rand.NewPCG(1, 1)))
	_, other := noisy(n, noise, rand.New(rand.NewPCG(2, 2)))
	_, one := risks(t, y, truth, noise, mu)
	_, two := risks(t, other, truth, noise, mu)
	g := gramOf(t, points(n, 2, 1), "gaussian", 1)
	for i, targets := range [][]float64{y, other} {
		exact, err := NewExact(t.Context(), g.View(), targets, mu)
		if err != nil {
			t.Fatal(err)
		}
		[]map[string]Risk{one, two}[i]["of K"] = exact.Risk(truth, noise)
	}
	for how, a := range one {
		if b := two[how]; a != b || !(a.Bias > 0 && a.Variance > 0) {
			t.Errorf("%s: %+v, with other noise %+v", how, a, b)
		}
	}
}

// TestRiskIsTheMeanOverNoise compares the risk with the mean over 2000 draws of the noise, with a
// known offset and a hat matrix computed by LU.
func TestRiskIsTheMeanOverNoise(t *testing.T) {
	const n, noise = 60, 0.8
	truth, y := noisy(n, noise, rand.New(rand.NewPCG(5, 5)))
	k, found := risks(t, y, truth, noise, 2)
	for how, r := range found {
		checkRisk(t, how, r, hat(t, symmetric(k), 2), truth, noise)
	}
	for _, e := range examples(t) {
		truth, y := noisy(e.pairs.N, noise, rand.New(rand.NewPCG(6, 6)))
		mu := e.mus[len(e.mus)-2]
		fit, err := NewRidge(e.pairs, y).At(mu)
		if err != nil {
			t.Fatal(err)
		}
		checkRisk(t, e.name, fit.Risk(truth, noise), hat(t, e.dense, mu), truth, noise)
	}
}

// checkRisk compares a risk with the mean squared error of z̄ + H(y−z̄) over draws of y.
func checkRisk(t *testing.T, what string, r Risk, h *mat.Dense, truth []float64, noise float64) {
	t.Helper()
	const draws = 2000
	rng := rand.New(rand.NewPCG(7, 7))
	n := len(truth)
	offset := floats.Sum(truth) / float64(n)
	losses := make([]float64, draws)
	for s := range losses {
		y := append([]float64(nil), truth...)
		for i := range y {
			y[i] += noise*rng.NormFloat64() - offset
		}
		var fitted mat.VecDense
		fitted.MulVec(h, mat.NewVecDense(n, y))
		for i, z := range truth {
			losses[s] += math.Pow(offset+fitted.AtVec(i)-z, 2) / float64(n)
		}
	}
	mean, deviation := stat.MeanStdDev(losses, nil)
	se := deviation / math.Sqrt(draws)
	if !(math.Abs(r.Total()-mean) <= 3*se) || se > mean/20 {
		t.Errorf("%s: risk %.5f, the mean of %d draws is %.5f ± %.5f", what, r.Total(), draws, mean, se)
	}
}

func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, a.At(i, j))
		}
	}
	return out
}
