package approx

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
	"gramscope/model/linalg"
)

// recursiveEntries draws the landmarks of each level once more: n for the
// diagonal, z_l·|R_l| a level and n·m at the end.
func recursiveEntries(f approxtest.Fit) int64 {
	diag := make([]float64, f.N)
	f.Gram.Diag(diag)
	h := halving{g: f.Gram, diag: diag, m: f.Clamped("m"), order: f.Rand.Perm(f.N)}
	z := h.sizes()
	sum := f.N * (1 + h.m)
	d := dictionary{index: h.order[:z[len(z)-1]], weight: slices.Repeat([]float64{1}, z[len(z)-1])}
	for l := len(z) - 2; l >= 0; l-- {
		sum += z[l] * len(d.index)
		tau, err := h.scores(context.Background(), d, z[l])
		if err != nil {
			return -1
		}
		d = h.thin(tau, f.Rand)
	}
	return int64(sum)
}

func TestHalvingSizes(t *testing.T) {
	for _, c := range []struct {
		n, m int
		want []int
	}{
		{100, 10, []int{100, 50, 25, 13, 7}}, {100, 100, []int{100}}, {1, 1, []int{1}},
		{5, 1, []int{5, 3, 2, 1}}, {101, 50, []int{101, 51, 26}},
	} {
		h := halving{m: c.m, order: make([]int, c.n)}
		if got := h.sizes(); !slices.Equal(got, c.want) {
			t.Errorf("n = %d, m = %d: %v, want %v", c.n, c.m, got, c.want)
		}
	}
}

// The ridge against NumPy, and the estimates of a level against those of the
// dictionary for the same points.
func TestRecursiveLevelGolden(t *testing.T) {
	eachGolden(t, false, func(t *testing.T, g *model.Gram, c goldenScores) {
		n, d := g.N(), dictionary{c.Index, c.Weight}
		core := mat.NewDense(len(d.index), len(d.index), nil)
		g.Block(core, d.index, d.index)
		ridge, err := d.tailRidge(t.Context(), linalg.Symmetric(core), 2, 1)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "λ", ridge, c.TailRidge, 1e-9)

		order := slices.Clone(c.Index) // the dictionary's points, then the others
		for i := range n {
			if !slices.Contains(c.Index, i) {
				order = append(order, i)
			}
		}
		diag := make([]float64, n)
		g.Diag(diag)
		h := halving{g: g, diag: diag, m: 20, order: order} // k = ⌈20/(4·ln 20)⌉ = 2
		got, err := h.scores(context.Background(), d, 30)
		if err != nil {
			t.Fatal(err)
		}
		want, err := estimatesAt(d, g, order[:30], c.TailRidge)
		if err != nil {
			t.Fatal(err)
		}
		sameNumbers(t, "τ̂", got, want, 1e-7)
	})
}

// Each point is kept with the probability it has, weighted to E[SSᵀ] = I: the
// mean square weights over 5000 draws, within five standard errors.
func TestRecursiveThin(t *testing.T) {
	const draws = 5000
	tau := []float64{0.01, 0.3, 5, 0.1, 0}
	h := halving{m: 8, order: []int{4, 2, 0, 1, 3}}
	mean := make([]float64, 5)
	rng := seeded(1)
	empty := 0
	for range draws {
		d := h.thin(tau, rng)
		for j, i := range d.index {
			mean[i] += d.weight[j] * d.weight[j] / draws
		}
		if len(d.index) == 0 {
			empty++
		}
	}
	if empty > 0 {
		t.Errorf("%d draws are empty", empty)
	}
	for p, i := range h.order {
		pi := min(1, math.Log(8)*tau[p])
		if pi == 0 {
			if mean[i] != 0 {
				t.Errorf("a point with the score 0 was kept")
			}
			continue
		}
		if se := math.Sqrt((1/pi - 1) / draws); math.Abs(mean[i]-1) > 5*se+1e-12 {
			t.Errorf("E[SSᵀ][%d,%d] = %v ± %.2g", i, i, mean[i], se)
		}
	}
	d := h.thin(make([]float64, 5), rng) // nothing kept: all five, with weight 1
	if slices.Sort(d.index); !slices.Equal(d.index, []int{0, 1, 2, 3, 4}) || d.weight[0] != 1 {
		t.Errorf("in place of an empty sample: %v", d)
	}
}

// The scores of the last level, from m/2 or so landmarks, are of the size of
// the exact ones at their ridge: never below τ/(1+ε), which for a good sample
// is near τ/2.
func TestRecursiveScores(t *testing.T) {
	const n, m = 400, 100
	g := gramOf(t, normal(n, 3, seeded(4)), "gaussian", 0.2)
	diag := make([]float64, n)
	g.Diag(diag)
	var ratios []float64
	for seed := range uint64(10) {
		rng := seeded(seed)
		h := halving{g: g, diag: diag, m: m, order: rng.Perm(n)}
		z := h.sizes()
		d := dictionary{index: h.order[:z[len(z)-1]], weight: slices.Repeat([]float64{1}, z[len(z)-1])}
		for l := len(z) - 2; l > 0; l-- {
			tau, err := h.scores(context.Background(), d, z[l])
			if err != nil {
				t.Fatal(err)
			}
			d = h.thin(tau, rng)
		}
		core := mat.NewDense(len(d.index), len(d.index), nil)
		g.Block(core, d.index, d.index)
		ridge, err := d.tailRidge(t.Context(), linalg.Symmetric(core), int(math.Ceil(m/(4*math.Log(m)))), 1)
		if err != nil {
			t.Fatal(err)
		}
		tau, err := h.scores(context.Background(), d, n)
		if err != nil {
			t.Fatal(err)
		}
		exact := scoresAt(t, g.View(), ridge)
		for p, i := range h.order {
			ratios = append(ratios, tau[p]/exact[i])
		}
	}
	slices.Sort(ratios)
	low, high := ratios[len(ratios)/20], ratios[len(ratios)*19/20]
	if low < 0.5 || high > 3 {
		t.Errorf("τ̂/τ has the 5 %% and 95 %% quantiles %.3g and %.3g", low, high)
	}
}
