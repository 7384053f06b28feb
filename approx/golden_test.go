package approx

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
)

// goldenCase is one record of testdata/approx/golden.json, made by golden.py:
// the draws a method is given and the figures that come out.
type goldenCase struct {
	Method, Kernel string
	Gamma          float64
	Rank           int

	Landmarks   []int
	Owner       []int
	Centres     [][]float64
	Sketch      [][]float64
	Frequencies [][]float64
	Order       []int
	Neighbours  int

	RankUsed   int `json:"rank_used"`
	Error      float64
	Spectral   float64
	Trace      float64
	StableRank float64 `json:"stable_rank"`
}

func rows(v [][]float64) *mat.Dense {
	m := mat.NewDense(len(v), len(v[0]), nil)
	for i, row := range v {
		m.SetRow(i, row)
	}
	return m
}

// sparse returns a dense matrix S as a sparse sketch.
func sparse(s *mat.Dense) form.Sparse {
	n, m := s.Dims()
	out := make(form.Sparse, m)
	for j := range m {
		for i := range n {
			if v := s.At(i, j); v != 0 {
				out[j] = append(out[j], form.Entry{Row: i, Weight: v})
			}
		}
	}
	return out
}

func (c goldenCase) fit(t *testing.T, g *model.Gram) model.Approximation {
	t.Helper()
	ctx := context.Background()
	var a model.Approximation
	var err error
	switch c.Method {
	case "best":
		a, err = (&Best{M: 1, Rank: c.Rank}).Fit(ctx, g, seeded(1))
	case "nystrom":
		a, err = nystromOn(ctx, g, c.Landmarks, c.Rank, nil)
	case "kmeans-nystrom":
		a, err = centresOn(ctx, g, rows(c.Centres), c.Rank, nil)
	case "accumulation":
		a, err = sketchedOn(ctx, g, sparse(rows(c.Sketch)), c.Rank, nil)
	case "bka":
		a, err = blocksOn(ctx, g, groups(c.Owner, 4), nil)
	case "fourier":
		a, err = featuresOn(ctx, g, model.Part{Frequencies: rows(c.Frequencies), Width: 2 * len(c.Frequencies)}, nil)
	case "sparse-cholesky":
		a, err = factorInOrder(ctx, g, c.Order, c.Neighbours, leastDelta)
	default:
		t.Fatalf("no method %s", c.Method)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestGolden(t *testing.T) {
	x, cases := goldenCases[goldenCase](t, "golden.json", 40)
	for _, c := range cases {
		c.compare(t, x, c.fit)
	}
}

// goldenCases reads a file of records that a script beside it made.
func goldenCases[C any](t *testing.T, file string, least int) (x *mat.Dense, cases []C) {
	t.Helper()
	raw, err := os.ReadFile("../testdata/approx/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X     [][]float64
		Cases []C
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Cases) < least {
		t.Fatalf("only %d cases", len(golden.Cases))
	}
	return rows(golden.X), golden.Cases
}

// compare measures what fit makes of the draws against NumPy's figures.
func (c goldenCase) compare(t *testing.T, x *mat.Dense, fit func(*testing.T, *model.Gram) model.Approximation) {
	t.Run(fmt.Sprintf("%s/%s %v rank %d", c.Method, c.Kernel, c.Gamma, c.Rank), func(t *testing.T) {
		g := gramOf(t, x, c.Kernel, c.Gamma)
		a := fit(t, g)
		ref, err := exact.NewReference(g, true, [2]uint64{1, 2})
		if err != nil {
			t.Fatal(err)
		}
		m := measured(t, ref, a)
		if a.Rank() != c.RankUsed {
			t.Errorf("rank %d, NumPy has %d", a.Rank(), c.RankUsed)
		}
		near(t, "error", m.Error.Value, c.Error, 1e-8)
		near(t, "trace", m.Trace.Value, c.Trace, 1e-8)
		near(t, "stable rank", m.StableRank.Value, c.StableRank, 1e-8)
		near(t, "spectral", m.Spectral.Value, c.Spectral, 1e-6)
	})
}

// near fails where got is not want to a relative tolerance, or to 1e-13.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Abs(want)+1e-13) {
		t.Errorf("%s = %.12g, want %.12g", what, got, want)
	}
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// gramOf returns the kernel matrix of x, with its rows as given landmarks; polynomials are (γ·x·y + 1)².
func gramOf(tb testing.TB, x *mat.Dense, family string, gamma float64) *model.Gram {
	tb.Helper()
	f, known := kernel.Lookup(family)
	if !known {
		tb.Fatalf("no kernel %s", family)
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		tb.Fatal(err)
	}
	g := model.NewGram(model.NewPoints(x, f.Geometry), k)
	g.Give(approxtest.Reordered(x))
	return g
}

// normal is an n×d matrix of standard normal numbers.
func normal(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// whole is all of K, and all of a.
func whole(g *model.Gram, a model.Approximation) (k, approx *mat.Dense) {
	n := g.N()
	k, approx = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	g.View().Block(k, nil, nil)
	a.Block(approx, nil, nil)
	return k, approx
}

// apart returns ‖a−b‖_F/‖b‖_F.
func apart(a, b *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(a, b)
	return mat.Norm(&d, 2) / mat.Norm(b, 2)
}

// errorOf is the relative Frobenius error of a fit.
func errorOf(t *testing.T, g *model.Gram, f model.Fitter, rng *rand.Rand) float64 {
	t.Helper()
	k, a := whole(g, fitted(t, g, f, rng))
	return apart(a, k)
}

func fitted(tb testing.TB, g *model.Gram, f model.Fitter, rng *rand.Rand) model.Approximation {
	tb.Helper()
	a, err := f.Fit(context.Background(), g, rng)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// metrics are figures of K̃.
type metrics struct{ Error, Spectral, Trace, StableRank exact.Estimate }

func measured(t *testing.T, ref *exact.Reference, a model.Approximation) (m metrics) {
	t.Helper()
	c := ref.Compare(a)
	var failed [4]error
	m.Error, failed[0] = c.Error(t.Context())
	m.Spectral, failed[1] = c.Spectral(t.Context())
	m.Trace, failed[2] = c.Trace(t.Context())
	m.StableRank, failed[3] = c.StableRank(t.Context())
	if err := errors.Join(failed[:]...); err != nil {
		t.Fatal(err)
	}
	return m
}
