package passes

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
)

// standardisedRows are the rows as the kernel sees them.
func standardisedRows(t *testing.T, rows []string) (x *mat.Dense, y []float64) {
	t.Helper()
	x, y = features(t, rows)
	scaling, _ := data.NewScaling(&data.Set{X: x, Columns: []string{"a", "b", "c", "d", "e"}})
	scaling.Apply(x)
	return x, y
}

// The regression on given landmarks is that of nystrom in memory on the same, and what the formula
// k(x, Z)·(KₙᵐᵀKₙᵐ+μKₘₘ)⁻¹·Kₙᵐᵀ(y−ȳ) gives.
func TestRegressionIsThatInMemory(t *testing.T) {
	const gamma, mu = 0.1, 0.5
	rows := friedman(300, 4)
	x, y := standardisedRows(t, rows)
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernel.Gaussian{Gamma: gamma})
	methods := approx.Methods()
	fitter := methods[slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == "nystrom" })].New()
	for _, p := range fitter.Params() {
		if p.Name == "m" {
			*p.Int = 25
		}
	}
	a, err := fitter.Fit(t.Context(), g, rand.New(rand.NewPCG(5, 6)))
	if err != nil {
		t.Fatal(err)
	}
	var picked []string
	index := a.Landmarks()
	for _, i := range index {
		picked = append(picked, rows[i])
	}
	e, err := a.Extension(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	normal, err := learn.NewNormal(t.Context(), e, nil, x, y, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := normal.At(t.Context(), mu)
	if err != nil {
		t.Fatal(err)
	}

	m, r := done(t, written(t, rows[:120], rows[120:]), "--landmarks", landmarksOf(t, picked), "--gamma", "0.1", "--mu",
		"0.5", "--test", "0")
	raw, _ := features(t, rows)
	got, err := m.Values(raw)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "nystrom in memory", got, mat.NewDense(300, 1, want.Values(x)), 1e-9)
	if math.Abs(*r.DF-want.DF) > 1e-9*want.DF {
		t.Errorf("%v degrees of freedom, want %v", *r.DF, want.DF)
	}

	knm := mat.NewDense(300, 25, nil)
	for i := range 300 {
		for j, l := range index {
			knm.Set(i, j, math.Exp(-gamma*math.Pow(floats.Distance(x.RawRowView(i), x.RawRowView(l), 2), 2)))
		}
	}
	var system, right, alpha, values mat.Dense
	system.Mul(knm.T(), knm)
	for a, l := range index {
		for b := range index {
			system.Set(a, b, system.At(a, b)+mu*knm.At(l, b))
		}
	}
	mean := stat.Mean(y, nil)
	centred := slices.Clone(y)
	floats.AddConst(-mean, centred)
	right.Mul(knm.T(), mat.NewDense(300, 1, centred))
	if err := alpha.Solve(&system, &right); err != nil {
		t.Fatal(err)
	}
	values.Mul(knm, &alpha)
	floats.AddConst(mean, values.RawMatrix().Data)
	near(t, "the formula", got, &values, 1e-7)

	residual := slices.Clone(y)
	floats.Sub(residual, got.RawMatrix().Data)
	if rmse := floats.Norm(residual, 2) / math.Sqrt(300); math.Abs(*r.Train-rmse) > 1e-9*rmse {
		t.Errorf("RMSE %v, want %v", *r.Train, rmse)
	}
	// The sample is all rows here, and so the estimate is the error.
	var off mat.Dense
	k, low := mat.NewDense(300, 300, nil), mat.NewDense(300, 300, nil)
	g.Block(k, nil, nil)
	a.Block(low, nil, nil)
	off.Sub(k, low)
	if exact := mat.Norm(&off, 2) / mat.Norm(k, 2); math.Abs(*r.Error-exact) > 1e-6*exact {
		t.Errorf("error %v, want %v", *r.Error, exact)
	}
}

// Order and split of the input change the error no more than the seed of disqueak does.
func TestDictionaryIsThatOfDisqueak(t *testing.T) {
	const n, m = 600, 30
	rows := friedman(n, 7)
	x, _ := standardisedRows(t, rows)
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernel.Gaussian{Gamma: 0.1})
	s := settings(t, "--m", "30", "--mu", "0.5")
	k := mat.NewDense(n, n, nil)
	g.Block(k, nil, nil)
	errorOf := func(phi *mat.Dense) float64 {
		var low mat.Dense
		low.Mul(phi, phi.T())
		low.Sub(k, &low)
		return mat.Norm(&low, 2) / mat.Norm(k, 2)
	}
	features := func(z *mat.Dense) *mat.Dense {
		e, err := approx.OnLandmarks(t.Context(), kernel.Gaussian{Gamma: 0.1}, z)
		if err != nil {
			t.Fatal(err)
		}
		return mat.DenseCopyOf(e.Parts[0].Features(e.Kernel, x))
	}
	var seeds []float64
	for seed := range uint64(20) {
		a, err := s.disqueak().Fit(t.Context(), g.View(), rand.New(rand.NewPCG(seed, 8)))
		if err != nil {
			t.Fatal(err)
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, errorOf(mat.DenseCopyOf(e.Parts[0].Features(e.Kernel, x))))
	}
	mean, deviation := stat.MeanStdDev(seeds, nil)
	t.Logf("disqueak: %.4f ± %.4f", mean, deviation)

	shuffled := slices.Clone(rows)
	rand.New(rand.NewPCG(9, 10)).Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	sorted := slices.Sorted(slices.Values(rows))
	for name, parts := range map[string][][]string{
		"one": {rows}, "three": {rows[:50], rows[50:300], rows[300:]}, "shuffled": {shuffled[:300], shuffled[300:]},
		"sorted": {sorted[:150], sorted[150:300], sorted[300:450], sorted[450:]},
		"twenty": slices.Collect(slices.Chunk(rows, 30)),
	} {
		out := t.TempDir() + "/landmarks.csv"
		_, r := done(t, written(t, parts...), "--m", "30", "--gamma", "0.1", "--mu", "0.5", "--test", "0", "--landmarks-out",
			out)
		z := landmarksIn(t, out, rows)
		e := errorOf(features(z))
		t.Logf("%s: %.4f, %d landmarks, %d before they were filled up", name, e, r.Landmarks, r.Dictionary)
		if math.Abs(e-mean) > 4*deviation {
			t.Errorf("%s: error %.4f, disqueak has %.4f ± %.4f", name, e, mean, deviation)
		}
		if r.Landmarks != m || r.Dictionary < m/2 {
			t.Errorf("%s: %d landmarks, %d before they were filled up", name, r.Landmarks, r.Dictionary)
		}
		if math.Abs(*r.Error-e) > 0.3*e {
			t.Errorf("%s: error %.4f, estimated as %.4f", name, e, *r.Error)
		}
	}
}

// landmarksIn reads landmarks, which are rows, as the kernel sees them.
func landmarksIn(t *testing.T, path string, rows []string) *mat.Dense {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table, err := data.ReadTable(t.Context(), file, path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := table.File(data.Choice{Target: "none"})
	if err != nil {
		t.Fatal(err)
	}
	z, _, err := all.Draw(all.Rows(), 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	x, _ := features(t, rows)
	for i := range all.Rows() {
		nearest := math.Inf(1)
		for r := range rows {
			nearest = min(nearest, floats.Distance(z.X.RawRowView(i), x.RawRowView(r), 2))
		}
		if nearest > 1e-12 {
			t.Errorf("landmark %d is %g away from any row", i+1, nearest)
		}
	}
	scaling, _ := data.NewScaling(&data.Set{X: x, Columns: []string{"a", "b", "c", "d", "e"}})
	scaling.Apply(z.X)
	return z.X
}
