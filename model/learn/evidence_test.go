package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// goldenEvidence has results of GPflow's formulas and of scikit-learn, computed by
// testdata/model/golden_evidence.py.
type goldenEvidence struct {
	X, Z      [][]float64
	Y         []float64
	Landmarks []int
	Cases     []struct {
		Kernel                             string
		Gamma, Mu, Amplitude, Lower, Upper float64
		M                                  int
		Variances                          []float64
		Exact                              struct {
			Amplitude, Log float64
			Mean, Std      []float64
		}
	}
}

// projection is the extension of Nyström's K̃ on some rows.
func projection(t *testing.T, g *model.Gram, rows []int) *model.Extension {
	t.Helper()
	m := len(rows)
	w := mat.NewDense(m, m, nil)
	g.Block(w, rows, rows)
	var c mat.Cholesky
	if !c.Factorize(linalg.Symmetric(w)) {
		t.Fatal("the core is singular")
	}
	var u, inverse mat.TriDense
	c.UTo(&u)
	if err := inverse.InverseTri(&u); err != nil {
		t.Fatal(err)
	}
	part := model.Part{Landmarks: linalg.Rows(g.X(), rows), Map: mix{b: mat.DenseCopyOf(&inverse)}, Width: m}
	return &model.Extension{Kernel: g.Kernel(), Parts: []model.Part{part}, Product: true}
}

// maximised is the accuracy of an amplitude that SciPy has found as the maximum of a flat function.
const maximised = 1e-6

func TestEvidenceEqualsGPflowAndScikitLearn(t *testing.T) {
	var golden goldenEvidence
	readGolden(t, "golden_evidence.json", &golden)
	if len(golden.Cases) != 9 {
		t.Fatalf("%d golden cases, want 9", len(golden.Cases))
	}
	ctx, x, z := context.Background(), rowsOf(golden.X), rowsOf(golden.Z)
	offset, _ := Centred(golden.Y)
	for _, want := range golden.Cases {
		k := kernelOf(t, want.Kernel, want.Gamma)
		g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		e := projection(t, g, golden.Landmarks[:want.M])
		own, ownZ := model.Own(k, x), model.Own(k, z)
		whole, phi := floats.Sum(own), e.Features(x)
		normal, err := NewNormal(ctx, e, nil, x, golden.Y, nil)
		if err != nil {
			t.Fatal(err)
		}
		pairs := pairsOf(t, phi)
		ridge := NewRidge(pairs, golden.Y)
		one, err := normal.At(ctx, want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		byEquations, err := normal.sums.byEigenpairs(ctx, want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		byPairs, err := ridge.At(want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		cross := model.Cross(k, z, e.Parts[0].Landmarks)
		for name, fit := range map[string]*NormalFit{"Cholesky": one, "eigenpairs of the equations": {byEquations, normal}} {
			found, err := fit.Evidence(ctx, whole)
			if err != nil {
				t.Fatal(err)
			}
			closest(t, name, []float64{found.Lower, found.Upper}, []float64{want.Lower, want.Upper}, 1e-8)
			closest(t, name+": amplitude", []float64{found.Amplitude()}, []float64{want.Amplitude}, maximised)
			closest(t, name+": variances", fit.Variances(e.Features(z), ownZ), want.Variances, 1e-9)
			closest(t, name+": variances by tiles", fit.VariancesAt(z, ownZ), want.Variances, 1e-9)
			closest(t, name+": variances from landmarks", fit.Spread().Variances(cross, ownZ), want.Variances, 1e-9)
		}
		found := ridge.Evidence(want.Mu, whole)
		closest(t, "eigenpairs", []float64{found.Lower, found.Upper, found.LogDet},
			[]float64{want.Lower, want.Upper, one.logDet}, 1e-8)
		closest(t, "eigenpairs: variances", byPairs.Variances(pairs.Coordinates(e.Features(z)), ownZ), want.Variances, 1e-9)
		closest(t, "eigenpairs: variances from landmarks", byPairs.Spread(pairs, e).Variances(cross, ownZ), want.Variances,
			1e-9)

		exact, err := NewExact(ctx, g, golden.Y, want.Mu)
		if err != nil {
			t.Fatal(err)
		}
		whole2 := exact.Evidence(golden.Y)
		std := exact.Variances(model.Cross(k, z, x), ownZ)
		for i, v := range std {
			std[i] = math.Sqrt(whole2.Amplitude() * v)
		}
		closest(t, "exact", []float64{whole2.Log(), whole2.Amplitude()}, []float64{want.Exact.Log, want.Exact.Amplitude},
			1e-9)
		closest(t, "exact: standard deviations", std, want.Exact.Std, 1e-8)
		mean := exact.At(model.Cross(k, z, x))
		floats.AddConst(-offset, mean)
		closest(t, "exact: mean", mean, want.Exact.Mean, 1e-8)
	}
}

// TestEvidenceIsBetweenItsBounds checks the bounds on random problems, as landmarks are added one by one: the lower
// bound rises with each, and all meet at K̃ = K.
func TestEvidenceIsBetweenItsBounds(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 28))
		n := 25 + rng.IntN(30)
		x, y := linalg.Gaussian(n, 2, rng), targets(n, seed)
		mu := math.Pow(10, 3*rng.Float64()-2)
		g := gramOf(t, x, "gaussian", math.Pow(10, 2*rng.Float64()-0.5))
		exact, err := NewExact(ctx, g, y, mu)
		if err != nil {
			t.Fatal(err)
		}
		log, before := exact.Evidence(y).Log(), math.Inf(-1)
		order := rng.Perm(n)
		for m := 1; m <= n; m += 3 {
			w := mat.NewDense(m, m, nil)
			if g.Block(w, order[:m], order[:m]); mat.Cond(w, 2) > 1e12 {
				break
			}
			normal, err := NewNormal(ctx, projection(t, g, order[:m]), nil, x, y, nil)
			if err != nil {
				t.Fatal(err)
			}
			fit, err := normal.At(ctx, mu)
			if err != nil {
				t.Fatal(err)
			}
			b, err := fit.Evidence(ctx, float64(n))
			if err != nil {
				t.Fatal(err)
			}
			slack := 1e-8 * (1 + math.Abs(log))
			if !(before <= b.Lower+slack && b.Lower <= log+slack && log <= b.Upper+slack) {
				t.Errorf("seed %d, n = %d, m = %d, μ = %.3g: %.9g ≤ %.9g ≤ %.9g, after %.9g", seed, n, m, mu, b.Lower, log, b.Upper,
					before)
			}
			if before = b.Lower; m == n && !(math.Abs(b.Lower-log)+math.Abs(b.Upper-log) < 1e-5*(1+math.Abs(log))) {
				t.Errorf("seed %d: at m = n %.9g ≤ %.9g ≤ %.9g, want equality", seed, b.Lower, log, b.Upper)
			}
		}
	}
}

// TestEvidencePassesOverRowsIfNeeded: the sums of the normal equations suffice, unless the fit is so close that the
// residual is lost in their rounding errors. Targets whose signs change after the fit show which of the two was used.
func TestEvidencePassesOverRowsIfNeeded(t *testing.T) {
	ctx, x := context.Background(), linalg.Gaussian(60, 2, rand.New(rand.NewPCG(28, 7)))
	g := gramOf(t, x, "gaussian", 0.5)
	e := projection(t, g, []int{0, 10, 20, 30, 40, 50})
	phi := e.Features(x)
	smooth, other := mat.Col(nil, 0, phi), mat.Col(nil, 1, phi)
	floats.AddScaled(smooth, -floats.Sum(smooth)/floats.Sum(other), other) // of mean 0 in the span of the features
	for name, c := range map[string]struct {
		y      []float64
		mu     float64
		passes bool
	}{"noise": {targets(60, 28), 0.5, false}, "a close fit": {smooth, 1e-12, true}} {
		normal, err := NewNormal(ctx, e, nil, x, slices.Clone(c.y), nil)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := normal.At(ctx, c.mu)
		if err != nil {
			t.Fatal(err)
		}
		before, err := fit.Evidence(ctx, 60)
		if err != nil {
			t.Fatal(err)
		}
		floats.Scale(-1, normal.y) // their sum of squares stays
		after, err := fit.Evidence(ctx, 60)
		if err != nil {
			t.Fatal(err)
		}
		if passed := before.Square != after.Square; passed != c.passes {
			t.Errorf("%s: a pass over the rows %v, want %v", name, passed, c.passes)
		}
	}
}

// TestEvidenceOfEqualTargets: it has no largest value.
func TestEvidenceOfEqualTargets(t *testing.T) {
	if v := (Evidence{Rows: 3, LogDet: 1}).Log(); !math.IsNaN(v) {
		t.Errorf("%v, want NaN", v)
	}
}

func TestCalibrate(t *testing.T) {
	got := Calibrate([]float64{0, 0, 0, 1}, []float64{1, 1, 4, 0.25}, []float64{1.9, -2, 3.9, 1}, 0.95)
	closest(t, "coverage", []float64{got.Coverage}, []float64{0.75}, 1e-15)
	want := (4*math.Log(2*math.Pi) + math.Log(4) + math.Log(0.25) + 1.9*1.9 + 4 + 3.9*3.9/4) / 8
	closest(t, "density", []float64{got.NLPD}, []float64{want}, 1e-14)
	if all := make([]float64, 49); Calibrate(all, slices.Repeat([]float64{1}, 49), all, 0.95).Coverage != 1 {
		t.Error("targets at their means are not all covered")
	}
	if got := Calibrate(nil, nil, nil, 0.95); !math.IsNaN(got.Coverage) || !math.IsNaN(got.NLPD) {
		t.Errorf("without rows: %v, want NaN", got)
	}
}
