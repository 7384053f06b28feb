package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/model"
)

func alsPromises() map[string]approxtest.Promise {
	return map[string]approxtest.Promise{
		"als": {
			OwnForm: true, PSD: true, ExtensionError: true,
			Full: func(n int) model.Values {
				return model.Values{"m": float64(n), "rank": float64(n), "samples": 1000}
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

// With the same uniform numbers and landmarks, the entries, losses, held-out estimates and the K̃ of the
// chosen step are those of NumPy.
func TestALSGolden(t *testing.T) {
	golden := readGoldenMEKA(t)
	for i, c := range golden.ALS {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			g := gramOf(t, rows(golden.X), "gaussian", c.Gamma)
			f := &ALS{Pairs: PairsWeighted}
			if c.Uniform {
				f.Pairs = PairsUniform
			}
			k, err := f.read(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			turn := 0.0
			s, held, err := k.draw(t.Context(), c.Count, func() float64 {
				turn++
				return math.Mod(turn*0.6180339887498949, 1)
			})
			if err != nil {
				t.Fatal(err)
			}
			if s.entries() != c.Taken || held.entries() != c.Held {
				t.Fatalf("%d entries and %d held out, NumPy has %d and %d", s.entries(), held.entries(), c.Taken, c.Held)
			}
			u := startOf(t, k, c.Landmarks, c.Rank)
			start := mat.DenseCopyOf(u)
			near(t, "estimated error at the start", estimatedError(s, held, start), c.Estimates[0], 1e-8)
			for step, want := range c.Losses {
				v, loss := s.columnStep(start)
				near(t, "loss", loss, want, 1e-8)
				start.Add(start, v)
				start.Scale(0.5, start)
				near(t, "estimated error", estimatedError(s, held, start), c.Estimates[step+1], 1e-8)
			}
			asked := &asking{Context: context.Background()}
			if u, err = alternate(asked, s, held, u, c.Steps); err != nil {
				t.Fatal(err)
			}
			if asked.times != len(c.Losses) {
				t.Errorf("%d steps, NumPy goes %d", asked.times, len(c.Losses))
			}
			checkFigures(t, g, form.NewFactor(g, u, nil, nil), c.goldenCase)
		})
	}
}

// startOf is Nyström's factor of rank r on given landmarks.
func startOf(t *testing.T, k scaledKernel, landmarks []int, r int) *mat.Dense {
	t.Helper()
	u, err := nystromFactor(t.Context(), k, landmarks, r)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// lossOf is the weighted loss Σ w_ij(K_ij − uᵢ·uⱼ)².
func lossOf(s sampled, u *mat.Dense) float64 {
	loss := 0.0
	for j, column := range s {
		for _, e := range column {
			miss := e.value - floats.Dot(u.RawRowView(e.row), u.RawRowView(j))
			loss += e.weight * miss * miss
		}
	}
	return loss
}

// asking counts how often it was asked for an error: once a step.
type asking struct {
	context.Context
	times int
}

func (a *asking) Err() error {
	a.times++
	return nil
}

// With uniform pairs the diagonal, the landmarks' columns and one entry of each pair
// drawn are read, and all pairs from N = n² on, where the K̃ is that of weighted ones.
func TestALSUniformReads(t *testing.T) {
	const n, r = 150, 3
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	fitted(t, g, &ALS{M: r, Iterations: 3, Samples: 1, Pairs: PairsUniform}, seeded(2))
	drawn := n * r * math.Log(n) / 2
	if got, want := float64(g.Entries()), n*(2*r+2)+drawn; math.Abs(got-want) > 5*math.Sqrt(drawn) {
		t.Errorf("%v entries read, want about %.0f", got, want)
	}
	g = gramOf(t, normal(n, 2*r, seeded(1)), "linear", 1)
	uniform := errorOf(t, g, &ALS{M: r, Iterations: 3, Samples: 1000, Pairs: PairsUniform}, seeded(2))
	near(t, "error by all entries", uniform, errorOf(t, g, &ALS{M: r, Iterations: 3, Samples: 1000}, seeded(2)), 1e-12)
}

// drawnOf are the entries drawn.
func drawnOf(t *testing.T, k scaledKernel, count float64, uniform func() float64) (s, held sampled) {
	t.Helper()
	s, held, err := k.draw(t.Context(), count, uniform)
	if err != nil {
		t.Fatal(err)
	}
	return s, held
}

// A K of rank r is recovered from all its entries, and from a part of them.
func TestALSRecovers(t *testing.T) {
	const n, r = 80, 5
	g := gramOf(t, normal(n, r, seeded(1)), "linear", 1)
	if e := errorOf(t, g, &ALS{M: r, Iterations: 50, Samples: 1000}, seeded(2)); !(e <= 1e-12) {
		t.Errorf("error %.3g with the Nyström start, want 0", e)
	}
	k, err := scaledGram(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		count, tol float64
		steps      int
	}{{n * n, 1e-12, 50}, {0.6 * n * n, 1e-8, 200}} {
		u := normal(n, r, seeded(3)) // a start that is far off
		u.Scale(mat.Norm(k.all, 2)/mat.Norm(u, 2), u)
		s, held := drawnOf(t, k, c.count, seeded(4).Float64)
		if u, err = alternate(context.Background(), s, held, u, c.steps); err != nil {
			t.Fatal(err)
		}
		var got mat.Dense
		got.Mul(u, u.T())
		if e := apart(&got, k.all); !(e <= c.tol) {
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
			k, err := scaledGram(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			s, _ := drawnOf(t, k, count, seeded(2).Float64)
			u := startOf(t, k, model.SampleRows(n, 2*r, seeded(3)), r)
			first, last := 0.0, 0.0
			for step := range 15 {
				before := lossOf(s, u)
				v, after := s.columnStep(u)
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

// A kernel that overflows, and few samples of a nearly diagonal K, where
// columns have next to nothing to be fitted to.
func TestALSBadInput(t *testing.T) {
	for _, pairs := range []int{PairsWeighted, PairsUniform} {
		t.Run(fmt.Sprint(pairs), func(t *testing.T) { alsBadInput(t, pairs) })
	}
}

func alsBadInput(t *testing.T, pairs int) {
	x := normal(60, 2, seeded(1))
	for _, samples := range []float64{0.1, 1, 1000} {
		for seed := range uint64(2) {
			g := gramOf(t, x, "gaussian", 100)
			a := fitted(t, g, &ALS{M: 20, Iterations: 50, Samples: samples, Pairs: pairs}, seeded(seed))
			k, approx := whole(g, a)
			if e := apart(approx, k); !(e < 1.5) { // 49 entries besides the diagonal at 0.1
				t.Errorf("a nearly diagonal K, samples = %v: error %.3g", samples, e)
			}
			if w := a.Warnings(); (samples < 0.5) != (len(w) == 1) {
				t.Errorf("samples = %v: warnings %q", samples, w)
			}
		}
	}
	x.Set(0, 0, 1e120) // K's largest entry is 1e240, its square overflows
	if e := errorOf(t, gramOf(t, x, "linear", 1), &ALS{M: 2, Iterations: 5, Samples: 1000, Pairs: pairs},
		seeded(1)); !(e < 1e-9) {
		t.Errorf("large entries: error %.3g", e)
	}
	if pairs == PairsUniform {
		k, err := scaledEntries(gramOf(t, x, "linear", 1))
		if err != nil || math.Abs(k.peak/1e240-1) > 1e-12 {
			t.Errorf("the largest entry is %.6g, want 1e240 (%v)", k.peak, err)
		}
	}
	x.Set(0, 0, 1e200)
	_, err := (&ALS{M: 2, Iterations: 5, Samples: 1, Pairs: pairs}).Fit(context.Background(), gramOf(t, x, "linear", 1),
		seeded(1))
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) {
		t.Errorf("a kernel that overflows: %v", err)
	}
}
