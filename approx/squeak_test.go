package approx

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/linalg"
)

// unbiased fails where the mean of w² = copies/rate over 2000 runs is more than
// 4.5 standard errors from 1 for one of the n points; 0 counts for those dropped.
func unbiased(t *testing.T, what string, n int, run func(rng *rand.Rand) *packed) {
	t.Helper()
	const runs = 2000
	weight := make([][]float64, n)
	for i := range weight {
		weight[i] = make([]float64, runs)
	}
	rng := seeded(1)
	for r := range runs {
		p := run(rng)
		for j, i := range p.index {
			weight[i][r] = float64(p.copies[j]) / p.rate[j]
		}
	}
	for i, w := range weight {
		mean, deviation := stat.MeanStdDev(w, nil)
		if deviation == 0 {
			t.Errorf("%s: the weight of point %d is always %v: nothing is drawn", what, i, mean)
		}
		if se := deviation / math.Sqrt(runs); math.Abs(mean-1) > 4.5*se {
			t.Errorf("%s: mean w² of point %d is %.4f, standard error %.4f", what, i, mean, se)
		}
	}
}

// streamed is SQUEAK over all points in chunks of b.
func streamed(t *testing.T, g *model.Gram, f *Squeak, b int, rng *rand.Rand) *stream {
	t.Helper()
	size := sizingOf(g.N(), f.M, f.Ridge, f.Budget)
	s := f.stream(g, &size, rng)
	for order := rng.Perm(g.N()); len(order) > 0; order = order[min(b, len(order)):] {
		if err := s.feed(order[:min(b, len(order))]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// local is the kernel matrix of some rows, and a dictionary of theirs in it.
func local(t *testing.T, x *mat.Dense, gamma float64, rows []int, p *packed) (*model.Gram, dictionary) {
	t.Helper()
	d := p.dictionary()
	place := map[int]int{}
	for a, i := range rows {
		place[i] = a
	}
	for j, i := range d.index {
		d.index[j] = place[i]
	}
	return gramOf(t, linalg.Rows(x, rows), "gaussian", gamma), d
}

// bracketed fails where a τ̃ = rate/q̄ is outside [least·τ, τ].
func bracketed(t *testing.T, rates []float64, qbar, least float64, exact []float64) {
	t.Helper()
	for j, r := range rates {
		if tilde := r / qbar; tilde > exact[j]*(1+1e-9) || tilde < least*exact[j]*(1-1e-9) {
			t.Fatalf("τ̃ = %.4g for τ = %.4g, want at least %.3g of it and no more than it", tilde, exact[j], least)
		}
	}
}

func entriesAt(x []float64, idx []int) []float64 {
	out := make([]float64, len(idx))
	for j, i := range idx {
		out[j] = x[i]
	}
	return out
}

// Lemma 1 for a chunk: with S (ε, γ)-accurate for the points seen, ε measured,
// τ·(1−ε)/(1+ε) ≤ τ̃ ≤ τ over the points seen and those of the chunk.
func TestSqueakScoreBounds(t *testing.T) {
	const n, gamma, ridge, qbar = 90, 0.4, 0.5, 40
	x := normal(n, 2, seeded(2))
	g := gramOf(t, x, "gaussian", gamma)
	checked := 0
	for seed := range uint64(20) {
		rng := seeded(seed)
		order := rng.Perm(n)
		size := sizingOf(n, n, ridge, model.SizeByRidge)
		s := (&Squeak{Ridge: ridge, Epsilon: 0.5, QBar: qbar}).stream(g, &size, rng)
		for lo := 0; lo < 60; lo += 20 {
			if err := s.feed(order[lo : lo+20]); err != nil {
				t.Fatal(err)
			}
		}
		seen, d := local(t, x, gamma, order[:60], s.kept)
		if s.f.Epsilon = accuracy(t, seen, dense(d, 60), ridge); s.f.Epsilon >= 1 {
			continue
		}
		checked++
		s.kept = must(join(g, s.kept, must(arrived(order[60:], qbar).read(g))))
		bracketed(t, s.rates(ridge), qbar, (1-s.f.Epsilon)/(1+s.f.Epsilon),
			entriesAt(scoresAt(t, g.View(), ridge), s.kept.index))
	}
	if checked < 10 {
		t.Errorf("ε(S) < 1 for only %d of 20 seeds", checked)
	}
}

// Rates never rise, copies stay in [1, q̄], and no point is in the dictionary twice.
func TestSqueakStates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, qbar := rapid.IntRange(1, 40).Draw(rt, "n"), rapid.IntRange(1, 30).Draw(rt, "qbar")
		g := gramOf(t, normal(n, 2, seeded(rapid.Uint64().Draw(rt, "data"))), "gaussian",
			math.Pow(10, rapid.Float64Range(-4, 3).Draw(rt, "gamma")))
		f := Squeak{
			Ridge:   math.Pow(10, rapid.Float64Range(-12, 9).Draw(rt, "ridge")),
			Epsilon: rapid.Float64Range(0.01, 0.99).Draw(rt, "epsilon"),
			QBar:    qbar, Halving: rapid.IntRange(0, 1).Draw(rt, "halving"), Budget: rapid.IntRange(0, 1).Draw(rt, "budget"),
			M: rapid.IntRange(1, 40).Draw(rt, "m"),
		}
		size := sizingOf(n, f.M, f.Ridge, f.Budget)
		s := f.stream(g, &size, seeded(1))
		rate := map[int]float64{}
		for order := all(n); len(order) > 0; {
			b := rapid.IntRange(1, len(order)).Draw(rt, "chunk")
			before := s.ridge
			if err := s.feed(order[:b]); err != nil {
				rt.Fatal(err)
			}
			order = order[b:]
			if s.ridge < before || (size.byBudget && len(s.kept.index) > size.m) || (!size.byBudget && s.ridge != before) {
				rt.Fatalf("%d points at the ridge %v, before %v", len(s.kept.index), s.ridge, before)
			}
			seen := map[int]bool{}
			for j, i := range s.kept.index {
				last, ok := rate[i]
				if !ok {
					last = float64(qbar)
				}
				if f.Halving == Yes && !size.byBudget && s.kept.rate[j] < math.Ldexp(last, -b)*(1-1e-12) {
					rt.Fatalf("point %d: rate %v after %v and %d points", i, s.kept.rate[j], last, b)
				}
				single := size.byBudget && s.kept.rate[j] == 1 && s.kept.copies[j] == 1 // kept against chance
				if r := s.kept.rate[j]; seen[i] || !(r > 0) || (r > last && !single) || s.kept.copies[j] < 1 ||
					s.kept.copies[j] > qbar {
					rt.Fatalf("point %d: %d copies, rate %v after %v", i, s.kept.copies[j], r, last)
				}
				seen[i], rate[i] = true, s.kept.rate[j]
			}
		}
	})
}
