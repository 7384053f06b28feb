package advice

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/kernel"
)

// pairs returns K of five pairs of equal points on a line. Far from each other it is five blocks of ones.
func pairs(apart float64) *model.Gram {
	x := mat.NewDense(10, 2, nil)
	for i := range 10 {
		x.Set(i, 0, apart*float64(i/2))
	}
	k := kernel.Gaussian{Gamma: 1}
	return model.NewGram(model.NewPoints(x, k.Geometry()), k)
}

// TestLookOnBlocks: the eigenvalues of five blocks of two ones are 2, five times, and 0.
func TestLookOnBlocks(t *testing.T) {
	p, err := Look(t.Context(), pairs(100), 1000, 3, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(p.StableRank-5) > 1e-12 || math.Abs(p.Floor-math.Sqrt(2.0/5)) > 1e-12 || !(p.Outside <= 1e-12) {
		t.Errorf("stable rank %v, want 5; floor %v, want √(2/5); outside %v, want 0", p.StableRank, p.Floor, p.Outside)
	}
	if few, err := Look(t.Context(), pairs(100), 10, 100, 0, rand.New(rand.NewPCG(1, 1))); err != nil || few.M != 10 {
		t.Errorf("of n = 10 points m = %d is asked (%v)", few.M, err)
	}
	// Between neighbours K is 1/e, between pairs that are k apart e^−k²: in ‖K‖_F² 4 entries of each two pairs.
	within, between := 4*5.0, 0.0
	for k := range 5 {
		between += 8 * float64(5-k) * math.Exp(-2*float64(k*k)) * float64(min(k, 1))
	}
	if near, err := Look(t.Context(), pairs(1), 10, 3, 0, rand.New(rand.NewPCG(1, 1))); err != nil ||
		!(math.Abs(near.Outside-math.Sqrt(between/(within+between))) <= 1e-12) {
		t.Errorf("outside %v of pairs at 0, 1, 2, 3, 4 (%v), want √(%v/%v)", near.Outside, err, between, within+between)
	}
	if p.N != 1000 || p.Rows != 10 || p.D != 2 {
		t.Errorf("n %d, rows %d, d %d", p.N, p.Rows, p.D)
	}
}

// TestLookOnOutliers: of a cluster with nearly all rows, bka has all of K but for outliers.
func TestLookOnOutliers(t *testing.T) {
	x, k := mat.NewDense(40, 2, nil), kernel.Gaussian{Gamma: 1}
	for i := range 4 {
		x.Set(i, 0, float64(100*(i+1)))
	}
	p, err := Look(t.Context(), model.NewGram(model.NewPoints(x, k.Geometry()), k), 40, 3, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil || !math.IsNaN(p.Outside) {
		t.Errorf("outside %v, %v", p.Outside, err)
	}
}

// TestLookOnNothing: of a kernel matrix of zeros no figure is computed.
func TestLookOnNothing(t *testing.T) {
	k := kernel.Linear{}
	g := model.NewGram(model.NewPoints(mat.NewDense(9, 2, nil), k.Geometry()), k)
	if p, err := Look(t.Context(), g, 9, 3, 0, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Errorf("%+v", p)
	}
}

// TestLookOnIndefinite: the floor of a matrix with the eigenvalues 3, -2 and 1 is that of |λ|.
func TestLookOnIndefinite(t *testing.T) {
	entries := [][]float64{{0.5, 2.5, 0}, {2.5, 0.5, 0}, {0, 0, 1}}
	k := &model.Precomputed{Symmetric: true, Row: func(dst []float64, row int, cols []int) {
		for i, j := range cols {
			dst[i] = entries[row][j]
		}
	}}
	points := model.NewPoints(mat.NewDense(3, 1, []float64{1, 2, 3}), k.Geometry())
	p, err := Look(t.Context(), model.NewGram(points, k), 3, 2, 0, nil)
	if err != nil || math.Abs(p.Floor-1/math.Sqrt(14)) > 1e-15 || math.Abs(p.Least+2./3) > 1e-15 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestFirstFollowsTheRules: what decides is the narrowest rule that holds, and methods that can't run give way to
// others.
func TestFirstFollowsTheRules(t *testing.T) {
	gaussian := Problem{N: 1000, D: 5, M: 50, Rows: 1000, Kernel: kernel.Gaussian{Gamma: 1}, Floor: 0.01, Outside: 0.5}
	for _, c := range []struct {
		name   string
		change func(*Problem)
		want   []string
	}{
		{"the usual case", func(*Problem) {}, []string{"kmeans-nystrom", "rpcholesky", "volume-nystrom"}},
		{"blocks", func(p *Problem) { p.Floor, p.Outside = 0.3, 0.1 }, []string{"bka", "kmeans-nystrom", "rpcholesky"}},
		{"blocks without memory", func(p *Problem) { p.N, p.Floor, p.Outside, p.Memory = 100_000, 0.3, 0.1, 1<<30 },
			[]string{"nystrom", "kmeans-nystrom", "rpcholesky"}},
		{"flat", func(p *Problem) { p.Floor, p.Outside = 0.6, 0.95 }, []string{"volume-nystrom", "meka", "nystrom"}},
		{"few dimensions", func(p *Problem) { p.D = 3 }, []string{"sparse-cholesky", "kmeans-nystrom", "rpcholesky"}},
		{"steep", func(p *Problem) { p.D, p.Floor = 3, 1e-6 }, []string{"rpcholesky", "pivoted-cholesky", "volume-nystrom"}},
		{"all columns", func(p *Problem) { p.M, p.Rows, p.Floor = 60, 60, 0 },
			[]string{"nystrom", "pivoted-cholesky", "rpcholesky"}},
		{"many rows", func(p *Problem) { p.N = 50_000 }, []string{"nystrom", "kmeans-nystrom", "rpcholesky"}},
		{"indefinite", func(p *Problem) { p.Kernel, p.Outside, p.Least = &model.Precomputed{}, math.NaN(), -2 },
			[]string{"best", "als", "meka"}},
		{"no coordinates", func(p *Problem) { p.Kernel, p.Outside = &model.Precomputed{}, math.NaN() },
			[]string{"rpcholesky", "volume-nystrom", "nystrom"}},
	} {
		p := gaussian
		c.change(&p)
		var got []string
		for _, a := range First(p, approx.Methods()) {
			if got = append(got, a.Method); a.Why == "" {
				t.Errorf("%s: %s has no reason", c.name, a.Method)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	for _, rule := range Rules(Problem{}) {
		for _, name := range rule.Methods {
			if !slices.ContainsFunc(approx.Methods(), func(m model.Method) bool { return m.Name == name }) {
				t.Errorf("a rule names %q, which is no method", name)
			}
		}
	}
}
