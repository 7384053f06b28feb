package exact

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// TestSampledFigures: the 95 % intervals of figures from sampled rows contain the figures from all of K, for
// kernels from wide to narrow, with data whose outliers samples miss.
func TestSampledFigures(t *testing.T) { checkSampledFigures(t, 600, 3) }

func checkSampledFigures(t *testing.T, n int, seeds uint64) {
	t.Helper()
	ctx := context.Background()
	held, all := map[string]int{}, map[string]int{}
	for width, factor := range map[string]float64{"wide": 1.5, "median": 1, "narrow": 0.2} {
		x := randomPoints(n, 4, 3)
		median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
		g := gramAt(x, gaussian(1/(2*factor*factor*median*median)))
		if err := g.Store(ctx); err != nil {
			t.Fatal(err)
		}
		a := nystrom(g, 30)
		figures := func(exact bool, seed uint64) map[string]Estimate {
			r, err := NewReference(g, exact, [2]uint64{seed, 7})
			if err != nil {
				t.Fatal(err)
			}
			c := r.Compare(a)
			out := map[string]Estimate{}
			for name, figure := range map[string]func(context.Context) (Estimate, error){
				"‖K‖_F": r.Frobenius, "λ₁": r.Largest, "stable rank": r.StableRank, "error": c.Error, "spectral error": c.Spectral,
				"K̃'s stable rank": c.StableRank,
				"d_eff at 0.1":     func(ctx context.Context) (Estimate, error) { return r.EffectiveDimension(ctx, 0.1) },
				"d_eff at 10":      func(ctx context.Context) (Estimate, error) { return r.EffectiveDimension(ctx, 10) },
				"floor at 10":      func(ctx context.Context) (Estimate, error) { f, _, err := r.Floor(ctx, 10); return f, err },
				"floor at n/12":    func(ctx context.Context) (Estimate, error) { f, _, err := r.Floor(ctx, n/12); return f, err },
			} {
				if out[name], err = figure(ctx); err != nil {
					t.Fatal(name, err)
				}
			}
			return out
		}
		want := figures(true, 1)
		for seed := range seeds {
			for name, got := range figures(false, seed+10) {
				all[name]++
				isExact := math.IsNaN(got.SE)
				if !(got.Value >= 0) || got.SE < 0 || math.IsInf(got.SE, 0) {
					t.Errorf("%s, %s: %+v", width, name, got)
				}
				off := math.Abs(got.Value - want[name].Value)
				if isExact && off <= 1e-9*want[name].Value || off <= 1.96*got.SE+1e-12 {
					held[name]++
				}
				if seed == 0 {
					t.Logf("%-7s %-16s %.5g, estimated %.5g ± %.2g", width, name, want[name].Value, got.Value, 1.96*got.SE)
				}
			}
		}
	}
	for name, count := range all {
		t.Logf("%s: %d of %d", name, held[name], count)
		if 10*held[name] < 8*count {
			t.Errorf("%s: %d of %d intervals hold what all of K says", name, held[name], count)
		}
	}
}

// TestEstimatesAgainstNumPy: the U-statistics and their standard errors equal those of
// testdata/model/golden_estimates.py, which computes them directly from their definitions.
func TestEstimatesAgainstNumPy(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_estimates.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		N           int
		K, E        [][]float64
		DiagonalK   float64 `json:"diagonal_k"`
		Frobenius   float64
		FrobeniusSE float64 `json:"frobenius_se"`
		Error       float64
		ErrorSE     float64 `json:"error_se"`
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	b := &block{n: g.N, rows: linalg.Sequence(0, len(g.K)), k: denseOf(g.K), unit: 1, squares: g.DiagonalK}
	b.pairs, _ = b.sums(nil)
	norm := b.frobenius()
	near(t, "‖K‖_F", norm.Value, g.Frobenius, 1e-13, 0)
	near(t, "its standard error", norm.SE, g.FrobeniusSE, 1e-10, 0)
	a := denseOf(g.E)
	a.Sub(b.k, a)
	e := b.errorOf(a)
	near(t, "error", e.Value, g.Error, 1e-13, 0)
	near(t, "its standard error", e.SE, g.ErrorSE, 1e-10, 0)
	n, _ := a.Dims()
	for i := range n {
		for j := range n {
			if j < i {
				a.Set(i, j, math.NaN()) // not read
			}
		}
	}
	scaled := b.errorOf(a)
	near(t, "error of a multiple", scaled.Value, g.Error, 1e-12, 0)
	near(t, "its standard error", scaled.SE, g.ErrorSE, 1e-9, 0)
}

// TestEstimatesOfAnyScale: an error and its standard error are those of a multiple of K and K̃, whose fourth powers
// overflow or vanish.
func TestEstimatesOfAnyScale(t *testing.T) {
	ctx, x := context.Background(), randomPoints(200, 3, 1)
	figures := func(scale float64) (frobenius, whole, spectral Estimate) {
		x := mat.DenseCopyOf(x)
		x.Scale(scale, x)
		g := gramAt(x, linear())
		r, err := NewReference(g, false, [2]uint64{1, 7})
		if err != nil {
			t.Fatal(err)
		}
		c := r.Compare(nystrom(g, 2))
		for _, figure := range []struct {
			to *Estimate
			of func(context.Context) (Estimate, error)
		}{{&frobenius, r.Frobenius}, {&whole, c.Error}, {&spectral, c.Spectral}} {
			if *figure.to, err = figure.of(ctx); err != nil {
				t.Fatal(err)
			}
		}
		return frobenius, whole, spectral
	}
	norm, whole, spectral := figures(1)
	for _, scale := range []float64{0x1p-200, 0x1p200} { // entries of K near 1e∓120
		n, w, s := figures(scale)
		near(t, "‖K‖_F", n.Value/scale/scale, norm.Value, 1e-12, 0)
		near(t, "its standard error", n.SE/scale/scale, norm.SE, 1e-12, 0)
		near(t, "error", w.Value, whole.Value, 1e-9, 0)
		near(t, "its standard error", w.SE, whole.SE, 1e-9, 0)
		near(t, "spectral error", s.Value, spectral.Value, 1e-9, 0)
		near(t, "its standard error", s.SE, spectral.SE, 1e-9, 0)
	}
}

// TestSumsOfManyRows: the sums over strips of rows are those of a plain loop, for numbers of rows with and without a
// rest.
func TestSumsOfManyRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 63, 64, 65, 200, 257} {
		k, a := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for i := range n {
			for j := range i + 1 {
				v, w := rng.NormFloat64(), rng.NormFloat64()
				k.Set(i, j, v)
				k.Set(j, i, v)
				a.Set(i, j, w)
				a.Set(j, i, w)
			}
		}
		b := &block{n: 2 * n, rows: linalg.Sequence(0, n), k: k, unit: 1}
		got, mixed := b.sums(a)
		wantFourth, wantMixed := 0.0, 0.0
		for i := range n {
			row := 0.0
			for j := range n {
				if x := k.At(i, j) - a.At(i, j); j != i {
					row += x * x
					wantFourth += x * x * x * x
					wantMixed += x * x * k.At(i, j) * k.At(i, j)
				}
			}
			near(t, "sum of a row", got.rows[i], row, 1e-12, 0)
		}
		near(t, "sum of fourth powers", got.fourth, wantFourth, 1e-12, 0)
		near(t, "mixed sum", mixed, wantMixed, 1e-12, 0)
	}
}
