package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

func alsPromises() map[string]approxtest.Promise {
	return map[string]approxtest.Promise{
		"als": {
			OwnForm: true, PSD: true, ExtensionError: true,
			Full: func(n int) map[string]float64 {
				return map[string]float64{"m": float64(n), "rank": float64(n), "samples": 1000}
			},
			Improves: "m",
			Entries:  func(f approxtest.Fit) int64 { return int64(f.N * f.N) },
			MaxRank: func(f approxtest.Fit) int {
				if k := f.Clamped("rank"); k > 0 {
					return k
				}
				return min(alsRank, f.Clamped("m"))
			},
			Bytes: approxtest.FactorBytes,
		},
	}
}

// The same uniform numbers and landmarks lead to NumPy's entries, losses and K̃.
func TestALSGolden(t *testing.T) {
	golden := readGoldenMEKA(t)
	for i, c := range golden.ALS {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			g := gramOf(t, rows(golden.X), "gaussian", c.Gamma)
			k, _, err := scaledGram(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			turn := 0.0
			s := drawEntries(k, inclusion(k, c.Count), func() float64 {
				turn++
				return math.Mod(turn*0.6180339887498949, 1)
			})
			if s.entries() != c.Taken {
				t.Fatalf("%d entries, NumPy has %d", s.entries(), c.Taken)
			}
			u, err := nystromFactor(t.Context(), k, c.Landmarks, c.Rank)
			if err != nil {
				t.Fatal(err)
			}
			start := mat.DenseCopyOf(u)
			for _, want := range c.Losses {
				v, _, loss := s.columnStep(start)
				near(t, "loss", loss, want, 1e-8)
				start.Add(start, v)
				start.Scale(0.5, start)
			}
			if err := alternate(context.Background(), s, u, len(c.Losses)); err != nil {
				t.Fatal(err)
			}
			checkFigures(t, g, newFactor(g.N(), u, nil, nil), c.goldenCase)
		})
	}
}

// The probabilities add up to the number asked for, and the weighted loss has
// that of all entries for its mean, here over 2000 draws to 4 standard errors.
func TestALSWeights(t *testing.T) {
	const n, count, draws = 40, 300.0, 2000
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	k, _, err := scaledGram(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	q, sum := inclusion(k, count), 0.0
	for i := range n {
		for j := range n {
			sum += q(i, j)
		}
	}
	near(t, "Σq", sum, count, 1e-12)
	u, err := nystromFactor(t.Context(), k, model.SampleRows(n, 6, seeded(2)), 3)
	if err != nil {
		t.Fatal(err)
	}
	everything := drawEntries(k, inclusion(k, n*n), nil)
	_, want, _ := everything.columnStep(u)
	rng, mean, squares := seeded(3), 0.0, 0.0
	for range draws {
		_, loss, _ := drawEntries(k, q, rng.Float64).columnStep(u)
		mean += loss / draws
		squares += loss * loss / draws
	}
	if se := math.Sqrt((squares - mean*mean) / draws); math.Abs(mean-want) > 4*se || se > 0.02*want {
		t.Errorf("mean loss %.5g ± %.2g, of all entries %.5g", mean, se, want)
	}
}

// A K of rank r is recovered from all its entries, and from a part of them.
func TestALSRecovers(t *testing.T) {
	const n, r = 80, 5
	g := gramOf(t, normal(n, r, seeded(1)), "linear", 1)
	if e := errorOf(t, g, &ALS{M: r, Iterations: 50, Samples: 1000}, seeded(2)); !(e <= 1e-12) {
		t.Errorf("error %.3g with the Nyström start, want 0", e)
	}
	k, _, err := scaledGram(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count, tol float64
		steps      int
	}{{n * n, 1e-12, 50}, {0.6 * n * n, 1e-8, 200}} {
		u := normal(n, r, seeded(3)) // a start that is far off
		u.Scale(mat.Norm(k, 2)/mat.Norm(u, 2), u)
		if err := alternate(context.Background(), drawEntries(k, inclusion(k, c.count), seeded(4).Float64), u, c.steps); err != nil {
			t.Fatal(err)
		}
		var got mat.Dense
		got.Mul(u, u.T())
		if e := apart(&got, k); !(e <= c.tol) {
			t.Errorf("%v entries: error %.3g after %d steps", c.count, e, c.steps)
		}
	}
}

// Every V-step lowers the weighted loss, and so do the steps together.
func TestALSLossFalls(t *testing.T) {
	const n, r = 120, 8
	for _, gamma := range []float64{0.05, 0.5, 20} {
		for _, count := range []float64{500, 2000, 6000, n * n} {
			g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", gamma)
			k, _, err := scaledGram(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			s := drawEntries(k, inclusion(k, count), seeded(2).Float64)
			u, err := nystromFactor(t.Context(), k, model.SampleRows(n, 2*r, seeded(3)), r)
			if err != nil {
				t.Fatal(err)
			}
			first, last := 0.0, 0.0
			for step := range 15 {
				v, before, after := s.columnStep(u)
				if !(after <= before*(1+1e-12)) {
					t.Errorf("γ = %v, %v entries, step %d: the loss rises from %.6g to %.6g", gamma, count, step, before, after)
				}
				if step == 0 {
					first = before
				}
				last = after
				u.Add(u, v)
				u.Scale(0.5, u)
			}
			if !(last < first) {
				t.Errorf("γ = %v, %v entries: loss %.6g at the start, %.6g at the end", gamma, count, first, last)
			}
		}
	}
}

// With all entries and many steps the error tends to that of the best of rank r.
func TestALSTendsToBest(t *testing.T) {
	g := gramOf(t, normal(100, 2, seeded(1)), "gaussian", 0.5)
	floor := errorOf(t, g, &Best{M: 6}, seeded(1))
	before := math.Inf(1)
	for _, steps := range []int{1, 5, 20, 200} {
		e := errorOf(t, g, &ALS{M: 6, Iterations: steps, Samples: 1000}, seeded(2))
		if e < floor*(1-1e-9) || e > before*(1+1e-9) {
			t.Errorf("%d steps: error %.6g, before %.6g, best %.6g", steps, e, before, floor)
		}
		before = e
	}
	if before > 1.01*floor {
		t.Errorf("200 steps: error %.6g, best %.6g", before, floor)
	}
}

// K = 0, a kernel that overflows, and few samples of a nearly diagonal K, where
// columns have next to nothing to be fitted to.
func TestALSBadInput(t *testing.T) {
	zero := fitted(t, gramOf(t, mat.NewDense(9, 1, nil), "linear", 1), &ALS{M: 3, Iterations: 5, Samples: 1}, seeded(1))
	if w := zero.(model.Warner).Warnings(); zero.Rank() != 0 || len(w) != 1 {
		t.Errorf("K = 0: rank %d, warnings %q", zero.Rank(), w)
	}
	x := normal(60, 2, seeded(1))
	for _, samples := range []float64{0.1, 1, 1000} {
		for seed := range uint64(5) {
			g := gramOf(t, x, "gaussian", 100)
			a := fitted(t, g, &ALS{M: 20, Iterations: 50, Samples: samples}, seeded(seed))
			k, approx := whole(g, a)
			if e := apart(approx, k); !(e < 1.5) { // 49 entries besides the diagonal at 0.1
				t.Errorf("a nearly diagonal K, samples = %v: error %.3g", samples, e)
			}
			if w := a.(model.Warner).Warnings(); (samples < 0.5) != (len(w) == 1) {
				t.Errorf("samples = %v: warnings %q", samples, w)
			}
		}
	}
	x.Set(0, 0, 1e120) // K's largest entry is 1e240, its square overflows
	if e := errorOf(t, gramOf(t, x, "linear", 1), &ALS{M: 2, Iterations: 5, Samples: 1000}, seeded(1)); !(e < 1e-9) {
		t.Errorf("large entries: error %.3g", e)
	}
	x.Set(0, 0, 1e200)
	_, err := (&ALS{M: 2, Iterations: 5, Samples: 1}).Fit(context.Background(), gramOf(t, x, "linear", 1), seeded(1))
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) {
		t.Errorf("a kernel that overflows: %v", err)
	}
}
