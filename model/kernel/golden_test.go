package kernel

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// golden has what NumPy and SciPy computed: testdata/model/golden.py.
type golden struct {
	X             [][]float64
	T             []float64
	Gamma, Offset float64
	Degree        int
	Median, Mean  float64
	MedianL1      float64 `json:"median_l1"`
	Periodic      map[string][][]float64
	Kernels       map[string]goldenKernel
}

type goldenKernel struct{ K [][]float64 }

func loadGolden(t *testing.T) golden {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/model/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func denseOf(rows [][]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		m.SetRow(i, r)
	}
	return m
}

// near fails if got is not within rel of want, relative to want or, where
// want cancels, to scale.
func near(t *testing.T, what string, got, want, rel, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*max(math.Abs(want), scale)) {
		t.Errorf("%s = %.15g, want %.15g (relative difference %.1e)", what, got, want, math.Abs(got-want)/math.Abs(want))
	}
}

func (g golden) kernel(name string) model.Kernel {
	f, _ := Lookup(name)
	return f.Member(Values{"gamma": g.Gamma, "degree": float64(g.Degree), "offset": g.Offset, "beta": 1}).Function()
}

func TestKernelsAgainstSciPy(t *testing.T) {
	g := loadGolden(t)
	x := denseOf(g.X)
	others := []string{"periodic", "poisson", Precomputed} // on the circle, see their tests, and given
	for _, name := range Names() {
		if _, has := g.Kernels[name]; !has && !slices.Contains(others, name) {
			t.Errorf("no golden values of %s: add it to kernels in testdata/model/golden.py", name)
		}
	}
	for name, want := range g.Kernels {
		k := g.kernel(name)
		gram := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		n := gram.N()
		got := mat.NewDense(n, n, nil)
		gram.Block(got, nil, nil)
		for i := range n {
			for j := range n {
				near(t, name, got.At(i, j), want.K[i][j], 1e-12, 1e-3)
			}
		}
	}
}

func TestPeriodicAgainstSeries(t *testing.T) {
	g := loadGolden(t)
	x := mat.NewDense(len(g.T), 1, g.T)
	for beta, want := range map[int][][]float64{1: g.Periodic["1"], 2: g.Periodic["2"], 3: g.Periodic["3"],
		4: g.Periodic["4"], 8: g.Periodic["8"]} {
		k := NewPeriodic(beta)
		got := mat.NewDense(len(g.T), len(g.T), nil)
		model.NewGram(model.NewPoints(x, model.Manhattan), k).Block(got, nil, nil)
		tol := 1e-13
		if beta == 1 {
			tol = 1e-6 // the series is cut after 2·10⁶ terms: 1e-6 are left
		}
		for i := range g.T {
			for j := range g.T {
				near(t, k.Name(), got.At(i, j), want[i][j], tol, 1)
			}
		}
	}
}

func TestWidthsAgainstSciPy(t *testing.T) {
	g := loadGolden(t)
	rng := rand.New(rand.NewPCG(1, 1))
	d := DistancesOf(denseOf(g.X), model.SquaredEuclidean, rng)
	near(t, "median", d.Median, g.Median, 1e-12, 0)
	near(t, "mean", d.Mean, g.Mean, 1e-12, 0)
	near(t, "L1 median", DistancesOf(denseOf(g.X), model.Manhattan, rng).Median, g.MedianL1, 1e-12, 0)
	if d := DistancesOf(mat.NewDense(4, 1, []float64{2, 2, 2, 2}), model.SquaredEuclidean, rng); d.Median != 1 ||
		d.Mean != 1 {
		t.Errorf("equal rows: widths %v, want 1, 1", d)
	}
	// Three of six pairs at 0, three at 3: median (0+3)/2.
	if d := DistancesOf(mat.NewDense(4, 1, []float64{2, 2, 2, 5}), model.SquaredEuclidean, rng); d.Median != 1.5 ||
		d.Mean != 1.5 {
		t.Errorf("half of the pairs equal: widths %v, want 1.5, 1.5", d)
	}
	for _, c := range []struct { // four of five rows equal: six of ten pairs at 0
		x    []float64
		want Distances
		said string
	}{
		{[]float64{2, 2, 2, 2, 5}, Distances{true, 1.2, 1.2, true}, "the mean distance in its place, 1.2"},
		{[]float64{2, 2, 2, 2, 2}, Distances{true, 1, 1, true}, "in its place, 1"},
		{[]float64{1, 2}, Distances{true, 1, 1, false}, ""},
	} {
		d := DistancesOf(mat.NewDense(len(c.x), 1, c.x), model.SquaredEuclidean, rng)
		if said := (Width{}).Fallback(d); d != c.want || !strings.HasSuffix(said, c.said) || (c.said == "") != (said == "") {
			t.Errorf("%v: %+v, %q", c.x, d, said)
		}
		if said := (Width{}).WithGamma(1).Fallback(d); said != "" {
			t.Errorf("%v: of a given width: %q", c.x, said)
		}
	}
}
