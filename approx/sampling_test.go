package approx

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// zeros is a source of nothing but zeros: Float64 is 0, on the lower border.
type zeros struct{}

func (zeros) Uint64() uint64 { return 0 }

// chiSquared fails where the counts are not those of the probabilities: the
// tail probability is below 1e-4, once in 10000 seeds.
func chiSquared(t *testing.T, what string, counts []int, p []float64) {
	t.Helper()
	draws := 0
	for _, c := range counts {
		draws += c
	}
	sum, cells := 0.0, 0
	for i, c := range counts {
		if want := p[i] * float64(draws); want > 0 {
			sum += (float64(c) - want) * (float64(c) - want) / want
			cells++
		} else if c > 0 {
			t.Errorf("%s: outcome %d has probability 0 and came %d times", what, i, c)
		}
	}
	if tail := (distuv.ChiSquared{K: float64(cells - 1)}).Survival(sum); tail < 1e-4 {
		t.Errorf("%s: χ² = %.3g in %d cells, tail probability %.2g", what, sum, cells, tail)
	}
}

// The law of drawing one after the other: P(i, j) = wᵢ/Σw · wⱼ/(Σw−wᵢ).
func TestDrawDistinctLaw(t *testing.T) {
	w := []float64{3, 0, 1, 0.5, 2}
	counts, p := make([]int, 25), make([]float64, 25)
	for i, wi := range w {
		for j, wj := range w {
			if i != j {
				p[5*i+j] = wi / 6.5 * wj / (6.5 - wi)
			}
		}
	}
	rng := seeded(1)
	for range 40000 {
		d := drawDistinct(w, 2, rng)
		counts[5*d[0]+d[1]]++
	}
	chiSquared(t, "ordered pairs", counts, p)
}

func TestDrawDistinctEdges(t *testing.T) {
	rng := seeded(2)
	third := make([]int, 5)
	for range 5000 { // indices of weight 0 come last, each as often
		d := drawDistinct([]float64{0, 1e-300, 0, 5e300, 0}, 5, rng)
		if first := slices.Sorted(slices.Values(d[:2])); !slices.Equal(first, []int{1, 3}) {
			t.Fatalf("drew %v", d)
		}
		third[d[2]]++
		slices.Sort(d)
		if !slices.Equal(d, []int{0, 1, 2, 3, 4}) {
			t.Fatalf("not distinct: %v", d)
		}
	}
	chiSquared(t, "first of weight 0", third, []float64{1. / 3, 0, 1. / 3, 0, 1. / 3})
	if d := drawDistinct(make([]float64, 4), 4, rng); len(d) != 4 {
		t.Errorf("of weights that are all 0: %v", d)
	}
}

func TestDrawRepeatedLaw(t *testing.T) {
	w := []float64{0, 3, 0, 0, 1, 1e-3, 0}
	counts, p := make([]int, len(w)), make([]float64, len(w))
	for i := range w {
		p[i] = w[i] / 4.001
	}
	rng := seeded(3)
	for range 2000 {
		for _, i := range drawRepeated(w, 50, rng) {
			counts[i]++
		}
	}
	chiSquared(t, "independent draws", counts, p)
	if i := drawRepeated([]float64{0, 0, 3}, 1, rand.New(zeros{}))[0]; i != 2 {
		t.Errorf("drew the index %d of weight 0", i)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for weights that are all 0")
		}
	}()
	drawRepeated(make([]float64, 3), 1, rng)
}

func TestBinomialLaw(t *testing.T) {
	rng := seeded(4)
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {20, 0.02}, {20, 0.5}, {20, 0.93}, {300, 0.1}, {300, 0.7}, {30, 0.03}, {30, 0.975}, {200, 0.002},
		{1000, 1e-3}} {
		counts, p := make([]int, c.n+1), make([]float64, c.n+1)
		for range 30000 {
			counts[binomial(c.n, c.p, rng)]++
		}
		for i := range p {
			a, b := math.Log(c.p), math.Log1p(-c.p)
			p[i] = math.Exp(logChoose(c.n, i) + float64(i)*a + float64(c.n-i)*b)
		}
		merged, law := mergeSmall(counts, p, 5./30000)
		chiSquared(t, "binomial", merged, law)
	}
	for _, c := range []struct {
		n    int
		p    float64
		want int
	}{{7, 1, 7}, {7, 1.5, 7}, {7, 0, 0}, {7, -1, 0}, {0, 0.5, 0}} {
		if got := binomial(c.n, c.p, rng); got != c.want {
			t.Errorf("binomial(%d, %v) = %d, want %d", c.n, c.p, got, c.want)
		}
	}
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// mergeSmall adds cells up until none is expected too rarely for the χ² test.
func mergeSmall(counts []int, p []float64, least float64) (merged []int, law []float64) {
	c, q := 0, 0.0
	for i := range p {
		c, q = c+counts[i], q+p[i]
		if q >= least {
			merged, law = append(merged, c), append(law, q)
			c, q = 0, 0
		}
	}
	last := len(law) - 1
	merged[last] += c
	law[last] += q
	return merged, law
}

// All draws are the same for the same seed.
func TestDrawsAreSeeded(t *testing.T) {
	w := []float64{1, 2, 3, 4, 5, 6}
	draw := func() []int {
		rng := seeded(9)
		return append(append(drawDistinct(w, 4, rng), drawRepeated(w, 4, rng)...), binomial(100, 0.4, rng))
	}
	if a, b := draw(), draw(); !slices.Equal(a, b) {
		t.Errorf("%v and %v", a, b)
	}
}

// drawIncluded draws as many as it says, each as often as it says.
func TestDrawIncluded(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		m       int
		want    []float64 // by hand: c·w, with 1 for those above
	}{
		{[]float64{1, 2, 0, 1}, 2, []float64{0.5, 1, 0, 0.5}},
		{[]float64{1, 2, 0, 1}, 1, []float64{0.25, 0.5, 0, 0.25}},
		{[]float64{100, 3, 1, 1, 1}, 3, []float64{1, 1, 1. / 3, 1. / 3, 1. / 3}}, // the second once the first is certain
		{[]float64{100, 3, 1, 0}, 3, []float64{1, 1, 1, 0}},
		{[]float64{0, 3, 0}, 2, []float64{0, 1, 0}},
		{[]float64{1e-300, 1e-300}, 1, []float64{0.5, 0.5}},
		{[]float64{0, 0}, 1, []float64{0, 0}},
		{[]float64{1, 2}, 0, []float64{0, 0}},
		{nil, 1, nil},
	} {
		sameNumbers(t, "chance", second(drawIncluded(c.weights, c.m, seeded(1))), c.want, 1e-12)
		const draws = 3000
		often := make([]float64, len(c.weights))
		for seed := range uint64(draws) {
			drawn, chance := drawIncluded(c.weights, c.m, seeded(seed))
			if float64(len(drawn)) != math.Round(floats.Sum(chance)) || !slices.IsSorted(drawn) {
				t.Fatalf("%v: %v is drawn", c.weights, drawn)
			}
			for _, i := range drawn {
				often[i]++
			}
		}
		for i, p := range c.want {
			if se := math.Sqrt(p * (1 - p) / draws); math.Abs(often[i]/draws-p) > 4.5*se {
				t.Errorf("%v: index %d is drawn %v times of %d", c.weights, i, often[i], draws)
			}
		}
	}
}

func second[A, B any](_ A, b B) B { return b }
