package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

func TestDictionaryGolden(t *testing.T) {
	eachGolden(t, false, func(t *testing.T, g *model.Gram, c goldenScores) {
		d := dictionary{c.Index, c.Weight}
		tau, err := estimatesAt(d, g, all(g.N()), c.Ridge)
		if err != nil {
			t.Fatal(err)
		}
		sameNumbers(t, "τ̂", tau, c.Estimates, 1e-7) // NumPy's come from a difference: 1e-16·K/(γτ̂)
		a, err := regularizedOn(context.Background(), g, d, c.Ridge, nil)
		if err != nil {
			t.Fatal(err)
		}
		sameFigures(t, g, a, c.Regularized)
		near(t, "ε(S)", accuracy(t, g, a.Sketch(), c.Ridge), c.Epsilon, 1e-8)
	})
}

// The figures are NumPy's.
func TestDictionaryFivePoints(t *testing.T) {
	g := fivePoints(t)
	d := dictionary{[]int{0, 2}, []float64{1, 1}}
	a, err := regularizedOn(context.Background(), g, d, 0.1, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, approx := whole(g, a)
	var e mat.Dense
	e.Sub(k, approx)
	near(t, "Frobenius", mat.Norm(&e, 2), 1.1258171890, 1e-9)
	near(t, "spectral", ascending(t, &e)[4], 1.0219545433, 1e-9)
	near(t, "trace", mat.Trace(&e), 1.7256311738, 1e-9)
	tau, err := estimatesAt(d, g, all(5), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	sameNumbers(t, "τ̂", tau, []float64{0.8927332089, 1.3585779312, 0.8927332089, 4.1195142991, 9.9927530904}, 1e-9)
	near(t, "ε(S)", accuracy(t, g, a.Sketch(), 0.1), 0.9108434042, 1e-9)
}

// estimatesAt are the estimates of a dictionary for some rows.
func estimatesAt(d dictionary, g *model.Gram, of []int, ridge float64) ([]float64, error) {
	all, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	var core *mat.SymDense
	if m := len(d.index); m > 0 {
		k := mat.NewDense(m, m, nil)
		g.Block(k, d.index, d.index)
		core = linalg.Symmetric(k)
	}
	return d.scorer(core, ridge).estimatesOf(context.Background(), g, of, entriesAt(all, of))
}

// dense returns S of a dictionary, n×|D|.
func dense(d dictionary, n int) *mat.Dense {
	s := mat.NewDense(n, len(d.index), nil)
	for j, i := range d.index {
		s.Set(i, j, d.weight[j])
	}
	return s
}

// accuracy is ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂ with Ψ² = K(K+γI)⁻¹.
func accuracy(t *testing.T, g *model.Gram, s *mat.Dense, ridge float64) float64 {
	t.Helper()
	n := g.N()
	k := mat.NewDense(n, n, nil)
	g.View().Block(k, nil, nil)
	var eig mat.EigenSym
	if !eig.Factorize(linalg.Symmetric(k), true) {
		t.Fatal("no eigenvectors")
	}
	values := eig.Values(nil)
	var u, psi, left, sampled, e mat.Dense
	eig.VectorsTo(&u)
	scaled := mat.DenseCopyOf(&u)
	for i := range n {
		for j, v := range values {
			v = max(0, v)
			scaled.Set(i, j, scaled.At(i, j)*math.Sqrt(v/(v+ridge)))
		}
	}
	psi.Mul(scaled, u.T())
	left.Mul(&psi, s)
	e.Mul(&psi, &psi)
	sampled.Mul(&left, left.T())
	e.Sub(&e, &sampled)
	v := ascending(t, &e)
	return max(-v[0], v[n-1])
}

// For every S with a measured ε(S) < 1: the bounds of section 3.7, the bound on K−K̃ of 2.2, and K̃ below that
// of plain Nyström.
func TestDictionaryGivenAccuracy(t *testing.T) {
	const n, ridge = 80, 0.5
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.4)
	exact, err := oracleScores(context.Background(), g.View(), ridge, new([]string))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for seed := range uint64(40) {
		var d dictionary
		rng := seeded(100 + seed)
		for i, tau := range exact {
			if p := min(1, 6*tau); rng.Float64() < p {
				d.index, d.weight = append(d.index, i), append(d.weight, 1/math.Sqrt(p))
			}
		}
		a, err := regularizedOn(context.Background(), g, d, ridge, nil)
		if err != nil {
			t.Fatal(err)
		}
		epsilon := accuracy(t, g, a.Sketch(), ridge)
		if epsilon >= 1 {
			continue
		}
		checked++
		estimates, err := estimatesAt(d, g, all(n), ridge)
		if err != nil {
			t.Fatal(err)
		}
		for i, tau := range exact {
			if r := estimates[i] / tau; r < (1-1e-9)/(1+epsilon) || r > (1+1e-9)/(1-epsilon) {
				t.Errorf("seed %d: τ̂/τ = %v at ε = %v", seed, r, epsilon)
			}
		}
		residualWithin(t, g, a, ridge/(1-epsilon))
		plain, err := nystromOn(context.Background(), g, d.index, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, lower := whole(g, a)
		_, upper := whole(g, plain)
		upper.Sub(upper, lower)
		if least := ascending(t, upper)[0]; least < -1e-10 {
			t.Errorf("seed %d: exceeds plain Nyström by %.3g", seed, -least)
		}
	}
	if checked < 20 {
		t.Errorf("ε(S) < 1 for %d of 40 draws only", checked)
	}
}

// residualWithin fails unless 0 ⪯ K−K̃ ⪯ limit·I.
func residualWithin(t *testing.T, g *model.Gram, a model.Approximation, limit float64) {
	t.Helper()
	k, approx := whole(g, a)
	k.Sub(k, approx)
	if v := ascending(t, k); v[0] < -1e-9 || v[len(v)-1] > limit*(1+1e-9)+1e-9 {
		t.Errorf("K−K̃ has eigenvalues in [%.4g, %.4g], want [0, %.4g]", v[0], v[len(v)-1], limit)
	}
}

// Copies of a point are one column of weight √copies: by dense algebra.
func TestDictionaryCopies(t *testing.T) {
	const n, ridge = 25, 0.3
	g := gramOf(t, normal(n, 2, seeded(3)), "gaussian", 0.5)
	k := mat.NewDense(n, n, nil)
	g.View().Block(k, nil, nil)
	s := mat.NewDense(n, 5, nil) // three copies of row 4, one of 7 and of 20
	for j, i := range []int{4, 4, 4, 7, 20} {
		s.Set(i, j, 0.8)
	}
	var ks, core, inner, want mat.Dense
	ks.Mul(k, s)
	core.Mul(s.T(), &ks)
	for j := range 5 {
		core.Set(j, j, core.At(j, j)+ridge)
	}
	if err := inner.Solve(&core, ks.T()); err != nil {
		t.Fatal(err)
	}
	want.Mul(&ks, &inner)
	a, err := regularizedOn(context.Background(), g, dictionary{[]int{4, 7, 20}, []float64{0.8 * math.Sqrt(3), 0.8, 0.8}},
		ridge, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, got := whole(g, a); apart(got, &want) > 1e-12 {
		t.Errorf("merged copies are %.2g apart", apart(got, &want))
	}
}

// Scores of more rows than a tile has are those of all rows at once, bit for bit.
func TestScoresByTiles(t *testing.T) {
	const n, q = 2500, 70
	x := normal(n, 3, seeded(1))
	for i := range n {
		x.SetRow(i, []float64{x.At(i, 0) * float64(1+i%7), x.At(i, 1), x.At(i, 2)})
	}
	g := gramOf(t, x, "polynomial", 0.3) // a diagonal that is not constant
	d := dictionary{index: rand.New(rand.NewPCG(1, 2)).Perm(n)[:q], weight: make([]float64, q)}
	for j := range d.weight {
		d.weight[j] = 1 + float64(j%5)
	}
	core, cross := mat.NewDense(q, q, nil), mat.NewDense(q, n, nil)
	g.Block(core, d.index, d.index)
	g.Block(cross, d.index, nil)
	s, diag := d.scorer(linalg.Symmetric(core), 0.1), must(form.Diagonal(g))
	before := g.Entries()
	got := must(s.estimatesOf(t.Context(), g, all(n), diag))
	if read := g.Entries() - before; read != q*n {
		t.Errorf("%d entries, want %d", read, q*n)
	}
	if linalg.TileRows(q) >= n || !slices.Equal(got, s.estimates(cross, diag)) {
		t.Error("other scores by tiles")
	}
}

func TestDictionaryEmpty(t *testing.T) {
	g := fivePoints(t)
	tau, err := estimatesAt(dictionary{}, g, []int{1, 3}, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	sameNumbers(t, "τ̂", tau, []float64{2, 2}, 1e-15)
	if tau, err := estimatesAt(dictionary{[]int{1}, []float64{1}}, g, nil, 0.5); err != nil || len(tau) != 0 {
		t.Errorf("estimates of no points: %v, %v", tau, err)
	}
	a, err := regularizedOn(context.Background(), g, dictionary{}, 0.5, nil)
	if err != nil {
		t.Fatal(err)
	}
	if warnings := a.Warnings(); a.Rank() != 0 || len(warnings) != 1 {
		t.Errorf("rank %d, warnings %q", a.Rank(), warnings)
	}
}

// Entries that overflow are a typed error, in the estimates and in K̃.
func TestDictionaryOverflow(t *testing.T) {
	g := gramOf(t, mat.NewDense(3, 1, []float64{1, 2, 1e160}), "polynomial", 1)
	d := dictionary{[]int{0, 1}, []float64{1, 1}}
	if tau, err := estimatesAt(d, g, []int{2}, 0.5); err == nil {
		t.Errorf("scores %v of an infinite entry", tau)
	}
	if _, err := oracleScores(context.Background(), g, 0.5, new([]string)); err == nil ||
		!strings.Contains(err.Error(), "Inf") {
		t.Errorf("exact scores with an infinite entry: %v", err)
	}
}

// A ridge at the bottom of its range and weights far apart, on kernels whose
// core is singular to working precision: K̃ stays below K, and at the worst as
// good as the landmarks allow.
func TestDictionaryTinyRidge(t *testing.T) {
	const n = 120
	x := normal(n, 1, seeded(8))
	for i := range n / 2 {
		x.Set(i, 0, x.At(i, 0)+40)
	}
	for _, gamma := range []float64{1e-6, 1e-3, 0.1, 10} {
		for _, ridge := range []float64{1e-12, 1e-9, 1e-6, 1e9} {
			g := gramOf(t, x, "gaussian", gamma)
			d := dictionary{index: model.SampleRows(n, 90, seeded(9)), weight: make([]float64, 90)}
			rng := seeded(10)
			for j := range d.weight {
				d.weight[j] = math.Exp(2 * rng.NormFloat64())
			}
			a, err := regularizedOn(context.Background(), g, d, ridge, nil)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := nystromOn(context.Background(), g, d.index, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			k, approx := whole(g, a)
			var e mat.Dense
			e.Sub(k, approx)
			if v := ascending(t, &e); v[0] < -1e-10*n {
				t.Errorf("γ = %v, ridge %v: K̃ exceeds K by %.3g", gamma, ridge, -v[0])
			}
			_, best := whole(g, plain)
			// Combinations of columns with eigenvalues below γA do contribute to other rows.
			if r, floor := apart(approx, k), apart(best, k); ridge == 1e-12 && r > 1.05*floor+1e-7 {
				t.Errorf("γ = %v, ridge %v: error %.3g, plain Nyström has %.3g", gamma, ridge, r, floor)
			}
			if a.Rank() != plain.Rank() {
				t.Errorf("γ = %v, ridge %v: rank %d, plain Nyström has %d", gamma, ridge, a.Rank(), plain.Rank())
			}
			if told := strings.Join(a.Warnings(), " "); (ridge == 1e9) != strings.Contains(told, "lower score-ridge") {
				t.Errorf("ridge %v: warnings %q", ridge, told)
			}
		}
	}
}

// The factorisation ends for whatever it is given, without more jitter than a
// singular matrix needs.
func TestJittered(t *testing.T) {
	for name, a := range map[string][]float64{
		"zero": {0, 0, 0, 0}, "singular": {1, 1, 1, 1}, "indefinite": {1, 2, 2, 1}, "negative": {-1, 0, 0, -3},
		"denormal": {1e-310, 2e-310, 2e-310, 1e-310},
	} {
		m := mat.NewSymDense(2, a)
		var product mat.Dense
		u, _, _ := linalg.Jittered(t.Context(), m)
		product.Mul(u.T(), u)
		for i := range 2 {
			near(t, name, product.At(i, i), m.At(i, i), 1e-12)
		}
		if added := m.At(0, 0) - 1; name == "singular" && !(added < 1e-14) {
			t.Errorf("a jitter of %.3g for a singular matrix", added)
		}
	}
}

// Points so near to 0 that the entries of K are denormal numbers: no method
// hangs, and nothing in K̃ is NaN.
func TestScoresOfDenormalKernel(t *testing.T) {
	x := normal(40, 2, seeded(3))
	x.Scale(1e-157, x)
	for _, f := range []model.Fitter{
		&RegularizedNystrom{M: 8, Ridge: 0.01}, &ColumnNorm{M: 8}, &ColumnNorm{M: 8, Norm: NormColumn},
		&RLS{M: 8, Ridge: 0.01}, &TwoPassRLS{M: 8, Ridge: 0.01}, &RecursiveRLS{M: 8},
	} {
		g := gramOf(t, x, "linear", 1)
		if _, approx := whole(g, fitted(t, g, f, seeded(1))); !(mat.Norm(approx, 2) < 1e-300) {
			t.Errorf("%T: K̃ has the norm %v", f, mat.Norm(approx, 2))
		}
	}
}
