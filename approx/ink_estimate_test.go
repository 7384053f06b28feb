package approx

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// The α-approximation: at every chunk with K−γ/(1−ε)·I ⪯ K̃ₜ ⪯ K on the points seen before, τ/α ≤ τ̃ ≤ τ for
// the points of the dictionary and the new ones.
func TestInkEstimateScoreBounds(t *testing.T) {
	const n, b, gamma, ridge, epsilon = 120, 20, 0.4, 2.0, 0.5
	x := normal(n, 2, seeded(2))
	g := gramOf(t, x, "gaussian", gamma)
	held, missed := 0, 0
	for seed := range uint64(6) {
		rng := seeded(seed)
		size := sizingOf(n, n, ridge, model.SizeByRidge)
		s := (&InkEstimate{Ridge: ridge, Epsilon: epsilon, QBar: 400}).stream(g, &size, rng)
		order := rng.Perm(n)
		for lo := 0; lo < n; lo += b {
			event := lo == 0 || accurate(t, x, gamma, s, ridge/(1-epsilon))
			chunk := order[lo : lo+b]
			tau, _, ok := s.estimates(must(s.border(chunk)), lo)
			if event {
				held++
				if !ok {
					t.Fatal("K̄+αγI is not positive definite, though K̃ₜ is accurate")
				}
				now := gramOf(t, linalg.Rows(x, order[:lo+b]), "gaussian", gamma)
				place := append(append([]int(nil), s.place...), all(lo + b)[lo:]...)
				bracketed(t, tau, 1, 1/s.alpha, entriesAt(scoresAt(t, now, ridge), place))
			} else {
				missed++
			}
			if err := s.feed(chunk); err != nil {
				t.Fatal(err)
			}
		}
	}
	if held < 20 {
		t.Errorf("the accuracy event held at %d chunks, not at %d", held, missed)
	}
}

// accurate reports whether 0 ⪯ K−K̃ₜ ⪯ limit·I on the points seen.
func accurate(t *testing.T, x *mat.Dense, gamma float64, s *inkStream, limit float64) bool {
	t.Helper()
	seen, d := local(t, x, gamma, s.seen, s.kept)
	k, approx := whole(seen, must(regularizedOn(context.Background(), seen, d, s.ridge, nil)))
	k.Sub(k, approx)
	v := ascending(t, k)
	return v[0] > -1e-9 && v[len(v)-1] <= limit
}

// On the first chunk, where K̄ = K, d̃ is α·Σλ/(λ+αγ), between d_eff and α·d_eff.
func TestInkEstimateDimension(t *testing.T) {
	const n, ridge = 40, 0.3
	g := gramOf(t, normal(n, 2, seeded(3)), "gaussian", 0.4)
	size := sizingOf(n, n, ridge, model.SizeByRidge)
	s := (&InkEstimate{Ridge: ridge, Epsilon: 0.5, QBar: 50}).stream(g, &size, seeded(1))
	tau, dim, ok := s.estimates(must(s.border(all(n))), 0)
	if !ok {
		t.Fatal("K is not positive definite")
	}
	at := floats.Sum(scoresAt(t, g.View(), 3*ridge))
	near(t, "d̃", dim, 3*at, 1e-8)
	near(t, "Στ̃", floats.Sum(tau), at, 1e-8)
	if dEff := floats.Sum(scoresAt(t, g.View(), ridge)); dim < dEff || dim > 3*dEff {
		t.Errorf("d̃ = %.3f for d_eff = %.3f", dim, dEff)
	}
}

// The rows kept are K[seen, kept], whatever was dropped on the way.
func TestInkEstimateRows(t *testing.T) {
	const n = 150
	g := gramOf(t, normal(n, 2, seeded(4)), "gaussian", 0.6)
	for _, f := range []InkEstimate{{M: 12, Ridge: 0.01, Epsilon: 0.5, QBar: 20},
		{Ridge: 3, Epsilon: 0.5, QBar: 300, Budget: model.SizeByRidge}} {
		size := sizingOf(n, f.M, f.Ridge, f.Budget)
		s := f.stream(g, &size, seeded(5))
		for order := seeded(6).Perm(n); len(order) > 0; order = order[25:] {
			if err := s.feed(order[:25]); err != nil {
				t.Fatal(err)
			}
			if size.byBudget && !s.failed && s.dim*float64(f.QBar) > float64(s.slots) {
				t.Fatalf("%d slots for an effective dimension of %.3g", s.slots, s.dim)
			}
			want := mat.NewDense(len(s.seen), len(s.kept.index), nil)
			g.View().Block(want, s.seen, s.kept.index)
			if r := apart(s.rows, want); r > 1e-12 || math.IsNaN(r) {
				t.Fatalf("after %d points the rows are %.3g from K", len(s.seen), r)
			}
			for j, p := range s.place {
				if s.seen[p] != s.kept.index[j] {
					t.Fatalf("place %d of point %d holds point %d", p, s.kept.index[j], s.seen[p])
				}
			}
		}
	}
}

// Too few slots give a warning, enough of them none.
func TestInkEstimateWarns(t *testing.T) {
	g := gramOf(t, normal(200, 3, seeded(7)), "gaussian", 0.5)
	for ridge, want := range map[float64]string{1e-3: "squeak's estimates were used instead",
		50: "fewer than 10 for each"} {
		f := InkEstimate{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: 20, Budget: model.SizeByRidge}
		if w := strings.Join(fitted(t, g, &f, seeded(1)).Warnings(), "; "); !strings.Contains(w, want) {
			t.Errorf("score-ridge = %v: warnings %q, want %q", ridge, w, want)
		}
	}
	for _, f := range []InkEstimate{{M: 1, Ridge: 50, Epsilon: 0.5, QBar: 200, Budget: model.SizeByRidge},
		{M: 1, Ridge: 50, Epsilon: 0.5, QBar: 5}} {
		if w := strings.Join(fitted(t, g, &f, seeded(1)).Warnings(), "; "); strings.Contains(w, "slots") {
			t.Errorf("%+v: warnings %q", f, w)
		}
	}
}
