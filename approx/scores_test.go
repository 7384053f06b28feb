package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

func scoresAt(t *testing.T, g *model.Gram, ridge float64) []float64 {
	t.Helper()
	tau, err := oracleScores(context.Background(), g, ridge, new([]string))
	if err != nil {
		t.Fatal(err)
	}
	return tau
}

// The figures are NumPy's.
func TestExactScoresFivePoints(t *testing.T) {
	g := fivePoints(t)
	tau := scoresAt(t, g, 0.1)
	sameNumbers(t, "τ", tau, []float64{0.7173625557, 0.5504301759, 0.6413551952, 0.7879642427, 0.9068061783}, 1e-9)
	near(t, "d_eff", floats.Sum(tau), 3.6039183477, 1e-9)
	near(t, "d_max", 5*floats.Max(tau), 4.5340308915, 1e-9)
	if g.Entries() != 25 {
		t.Errorf("%d entries read", g.Entries())
	}
}

func TestExactScoresGolden(t *testing.T) {
	eachGolden(t, false, func(t *testing.T, g *model.Gram, c goldenScores) {
		sameNumbers(t, "τ", scoresAt(t, g, c.Ridge), c.Scores, 1e-8)
	})
}

// byEigen is τ by the sum that has no cancellation, for any ridge.
func byEigen(t *testing.T, k *mat.Dense, ridge float64) []float64 {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(linalg.Symmetric(k), true) {
		t.Fatal("no eigenvectors")
	}
	var u mat.Dense
	eig.VectorsTo(&u)
	tau := make([]float64, len(u.RawRowView(0)))
	for i := range tau {
		for j, v := range eig.Values(nil) {
			v = max(0, v)
			tau[i] += u.At(i, j) * u.At(i, j) * v / (v + ridge)
		}
	}
	return tau
}

// Over the whole range of ridges: at the least one, where K+γI is singular to
// working precision, and at the greatest, where 1−γ‖L⁻¹eᵢ‖² has no digits.
func TestExactScoresAnyRidge(t *testing.T) {
	x := normal(70, 2, seeded(5))
	for _, kernel := range []string{"gaussian", "polynomial", "linear"} {
		g := gramOf(t, x, kernel, 0.3)
		k := mat.NewDense(70, 70, nil)
		g.Block(k, nil, nil)
		for _, ridge := range []float64{1e-12, 1e-10, 1e-6, 1e-2, 1, 100, 1e6, 1e9} {
			tau := scoresAt(t, g, ridge)
			used := resolvable(ridge, mat.Trace(k))
			for i, want := range byEigen(t, k, used) {
				if !(math.Abs(tau[i]-want) <= 1e-6*want+4*linalg.Eps*mat.Trace(k)/used) {
					t.Errorf("%s, ridge %v: τ[%d] = %.6g, want %.6g", kernel, ridge, i, tau[i], want)
				}
			}
		}
	}
}

// Facts about exact scores that hold for any data.
func TestExactScoresFacts(t *testing.T) {
	const n, ridge = 40, 0.2
	x := normal(n, 3, seeded(6))
	g := gramOf(t, x, "polynomial", 0.5)
	tau := scoresAt(t, g, ridge)
	k := mat.NewDense(n, n, nil)
	g.Block(k, nil, nil)
	largest := ascending(t, k)[n-1]
	for i, v := range tau {
		if kii := k.At(i, i); v > kii/(kii+ridge) || v > kii/ridge || v < kii/(largest+ridge) {
			t.Errorf("τ[%d] = %v out of bounds", i, v)
		}
	}

	fewer := scoresAt(t, gramOf(t, x.Slice(0, n-1, 0, 3).(*mat.Dense), "polynomial", 0.5), ridge)
	for i, v := range fewer {
		if tau[i] > v+1e-12 {
			t.Errorf("another point raised τ[%d] from %v to %v", i, v, tau[i])
		}
	}
	gain := floats.Sum(tau) - floats.Sum(fewer)
	near(t, "gain of d_eff", gain, increment(t, k, ridge), 1e-8)
	if gain < 0 {
		t.Errorf("another point lowered d_eff by %v", -gain)
	}

	scaled := mat.DenseCopyOf(k)
	scaled.Scale(7, scaled)
	again, err := scoresOf(context.Background(), scaled, 7*ridge)
	if err != nil {
		t.Fatal(err)
	}
	sameNumbers(t, "τ of 7K at 7γ", again, tau, 1e-10)

	order := seeded(2).Perm(n)
	moved := scoresAt(t, gramOf(t, linalg.Rows(x, order), "polynomial", 0.5), ridge)
	for p, i := range order {
		near(t, "τ of permuted rows", moved[p], tau[i], 1e-10)
	}
}

// increment returns what the last point adds to d_eff: (k − bᵀA⁻¹b − γbᵀA⁻²b)/(k + γ − bᵀA⁻¹b), A = K₋+γI.
func increment(t *testing.T, k *mat.Dense, ridge float64) float64 {
	t.Helper()
	n, _ := k.Dims()
	a := mat.DenseCopyOf(k.Slice(0, n-1, 0, n-1))
	for i := range n - 1 {
		a.Set(i, i, a.At(i, i)+ridge)
	}
	b := k.Slice(0, n-1, n-1, n).(*mat.Dense)
	var v mat.Dense
	if err := v.Solve(a, b); err != nil {
		t.Fatal(err)
	}
	kk, first, second := k.At(n-1, n-1), 0.0, 0.0
	for i := range n - 1 {
		first += b.At(i, 0) * v.At(i, 0)
		second += v.At(i, 0) * v.At(i, 0)
	}
	return (kk - first - ridge*second) / (kk + ridge - first)
}

// r duplicates share: τ ≤ Kᵢᵢ/(r·Kᵢᵢ+γ).
func TestExactScoresDuplicates(t *testing.T) {
	x := normal(30, 2, seeded(7))
	for i := range 6 {
		x.SetRow(i, x.RawRowView(0))
	}
	for _, ridge := range []float64{1e-12, 1e-4, 0.3} {
		tau := scoresAt(t, gramOf(t, x, "gaussian", 2), ridge)
		for i := range 6 {
			if tau[i] > (1+1e-3)/(6+ridge) {
				t.Errorf("ridge %v: one of six equal points has the score %v", ridge, tau[i])
			}
		}
	}
}

// Where all points are alike, all scores are, and n·max τ is d_eff.
func TestExactScoresStationary(t *testing.T) {
	const n = 32
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i)/n)
	}
	tau := scoresAt(t, gramOf(t, x, "periodic", 1), 0.4)
	near(t, "d_max", n*floats.Max(tau), floats.Sum(tau), 1e-10)
}

// d_eff falls with the ridge, from the rank to below tr K/γ.
func TestEffectiveDimension(t *testing.T) {
	g := gramOf(t, normal(50, 2, seeded(8)), "linear", 1)
	k := mat.NewDense(50, 50, nil)
	g.Block(k, nil, nil)
	before := 2 + 1e-6
	for _, ridge := range []float64{1e-8, 1e-2, 1, 100, 1e6} {
		d := floats.Sum(scoresAt(t, g, ridge))
		top := ascending(t, k)[49]
		if d > before || d > mat.Trace(k)/ridge || d < mat.Trace(k)/(top+ridge)*(1-1e-9) {
			t.Errorf("ridge %v: d_eff %v", ridge, d)
		}
		before = d
	}
	if d := floats.Sum(scoresAt(t, g, 1e-8)); math.Abs(d-2) > 1e-6 {
		t.Errorf("d_eff = %v at a ridge of nearly 0, the rank is 2", d)
	}
}

func TestMustRidge(t *testing.T) {
	for _, ridge := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		for _, f := range []model.Fitter{
			&RegularizedNystrom{M: 2, Ridge: ridge}, &RLS{M: 2, Ridge: ridge}, &TwoPassRLS{M: 2, Ridge: ridge},
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%T took the ridge %v", f, ridge)
					}
				}()
				_, _ = f.Fit(context.Background(), fivePoints(t), seeded(1))
			}()
		}
	}
}
