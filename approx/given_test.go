package approx

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// NumPy's matrices, at the points and at new ones.
func TestGivenGolden(t *testing.T) {
	raw, err := os.ReadFile("../testdata/approx/golden_given.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X, Z, T [][]float64
		Cases   []struct {
			Kernel   string
			Gamma    float64
			M, Rank  int
			K, Cross [][]float64
		}
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Cases) < 8 {
		t.Fatalf("only %d cases", len(golden.Cases))
	}
	x, at := rows(golden.X), rows(golden.T)
	n, _ := x.Dims()
	for _, c := range golden.Cases {
		t.Run(fmt.Sprintf("%s %v m %d rank %d", c.Kernel, c.Gamma, c.M, c.Rank), func(t *testing.T) {
			g := gramOf(t, x, c.Kernel, c.Gamma)
			g.Give(rows(golden.Z))
			a := fitted(t, g, &Given{M: c.M, Rank: c.Rank}, seeded(1))
			got := mat.NewDense(n, n, nil)
			a.Block(got, nil, nil)
			if r := apart(got, rows(c.K)); !(r <= 1e-9) {
				t.Errorf("K̃ is %.3g apart", r)
			}
			e, err := a.Extension(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var cross mat.Dense
			cross.Mul(e.Features(at), e.Features(x).T())
			if r := apart(&cross, rows(c.Cross)); !(r <= 1e-9) {
				t.Errorf("k̃ of new points is %.3g apart", r)
			}
		})
	}
}

// On the rows that nystrom drew K̃ is nystrom's, whatever the kernel.
func TestGivenIsNystromOnItsRows(t *testing.T) {
	const n = 90
	x := normal(n, 3, seeded(2))
	for kernel, gamma := range map[string]float64{"gaussian": 0.8, "laplacian": 0.5, "matern12": 0.5, "polynomial": 0.3,
		"linear": 1} {
		for _, rank := range []int{0, 5} {
			g := gramOf(t, x, kernel, gamma)
			drawn := fitted(t, g, &Nystrom{M: 25, Rank: rank}, seeded(3))
			z := mat.NewDense(25, 3, nil)
			for j, i := range drawn.Landmarks() {
				z.SetRow(j, x.RawRowView(i))
			}
			g.Give(z)
			a := fitted(t, g, &Given{M: 25, Rank: rank}, seeded(4))
			if a.Rank() != drawn.Rank() {
				t.Errorf("%s, rank %d: the rank is %d, nystrom's %d", kernel, rank, a.Rank(), drawn.Rank())
			}
			want, got := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
			drawn.Block(want, nil, nil)
			a.Block(got, nil, nil)
			if r := apart(got, want); !(r <= 1e-12) {
				t.Errorf("%s, rank %d: %.3g apart", kernel, rank, r)
			}
		}
	}
}

// The landmarks of m are the first of the list, so that the error falls with m, and one
// that stands twice changes nothing.
func TestGivenTakesTheFirst(t *testing.T) {
	const n, d = 60, 2
	g := gramOf(t, normal(n, d, seeded(2)), "gaussian", 0.5)
	z := normal(30, d, seeded(9))
	g.Give(z)
	before := math.Inf(1)
	for _, m := range []int{1, 2, 5, 10, 29, 30} {
		now := errorOf(t, g, &Given{M: m}, seeded(1))
		if now >= before {
			t.Errorf("m = %d: error %.6g, %.6g before", m, now, before)
		}
		before = now
		few := g.View()
		few.Give(z.Slice(0, m, 0, d).(*mat.Dense))
		if alone := errorOf(t, few, &Given{M: m}, seeded(1)); alone != now {
			t.Errorf("m = %d: error %.6g, and %.6g where no more are given", m, now, alone)
		}
	}
	twice := mat.NewDense(60, d, nil)
	twice.Stack(z, z)
	g.Give(twice)
	if now := errorOf(t, g, &Given{M: 60}, seeded(1)); math.Abs(now-before) > 1e-9*before {
		t.Errorf("all landmarks twice: error %.9g, once %.9g", now, before)
	}
	a := fitted(t, g, &Given{M: 61}, seeded(1))
	if w := a.Warnings(); len(w) != 1 ||
		w[0] != "m = 61 is above the number of landmarks = 60, which was used: lower m" {
		t.Errorf("m above the number: %q", w)
	}
}

// The bits are the same for any number of workers and any seed, at the points and at new ones: on landmarks
// that are rows, that are not rows, and that occur twice, so that W is singular.
func TestGivenWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n, d, m = 600, 3, 120
	x, z, at := normal(n, d, seeded(2)), normal(m, d, seeded(3)), normal(50, d, seeded(4))
	var twice mat.Dense
	twice.Stack(z, z)
	for what, landmarks := range map[string]*mat.Dense{"rows": linalg.Rows(x, seeded(5).Perm(n)[:m]), "other points": z,
		"points twice": &twice} {
		for _, f := range []Given{{M: 2 * m}, {M: 70, Rank: 9}} {
			var first [][]float64
			for run, procs := range []int{1, 2, 3, 7} {
				runtime.GOMAXPROCS(procs)
				g := gramOf(t, x, "gaussian", 0.2)
				g.Give(landmarks)
				a := fitted(t, g, &f, seeded(uint64(run)))
				e, err := a.Extension(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				product := mat.NewDense(n, 1, nil)
				a.MulTo(product, normal(n, 1, seeded(6)))
				got := [][]float64{a.(*form.Factor).Stored().RawMatrix().Data, product.RawMatrix().Data,
					e.Features(at).RawMatrix().Data}
				if first == nil {
					first = got
				}
				for i, part := range []string{"factor", "product", "features of new points"} {
					if !slices.Equal(got[i], first[i]) {
						t.Errorf("%s, %+v: another %s with %d workers", what, f, part, procs)
					}
				}
			}
		}
	}
}

// Without landmarks the method panics, as where another need is not met.
func TestGivenNeedsLandmarks(t *testing.T) {
	g := gramOf(t, normal(5, 2, seeded(2)), "gaussian", 0.5)
	g.Give(normal(1, 2, seeded(1)))
	fitted(t, g, &Given{M: 1}, seeded(1))
	bare := model.NewGram(model.NewPoints(g.X(), model.SquaredEuclidean), g.Kernel())
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "approx: given needs landmarks") {
			t.Errorf("panic %v", r)
		}
	}()
	_, _ = (&Given{M: 1}).Fit(t.Context(), bare, seeded(1))
}
