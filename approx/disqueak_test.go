package approx

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gramscope/approx/form"
	"gramscope/model"
)

func TestDisqueakUnbiased(t *testing.T) {
	g := fivePoints(t) // leaves of two
	for _, f := range []Disqueak{
		{Ridge: 0.1, Epsilon: 0.5, QBar: 4, Budget: model.SizeByRidge},
		{Ridge: 0.1, Epsilon: 0.5, QBar: 9, M: 3},
	} {
		unbiased(t, "disqueak", 5, func(rng *rand.Rand) *packed {
			size := sizingOf(5, f.M, f.Ridge, f.Budget)
			level := must(f.leaves(g, rng))
			for len(level) > 1 {
				level = must(f.merged(g, level, &size, rng))
			}
			return level[0].kept
		})
	}
}

// A merge of two dictionaries, each of ε measured on its own points, brackets
// the scores over both: τ·(1−ε)/(1+3ε) ≤ τ̃ ≤ τ.
func TestDisqueakScoreBounds(t *testing.T) {
	const n, gamma, ridge, qbar = 100, 0.4, 0.5, 40
	x := normal(n, 2, seeded(2))
	g := gramOf(t, x, "gaussian", gamma)
	exact := scoresAt(t, g.View(), ridge)
	checked := 0
	for seed := range uint64(20) {
		rng := seeded(seed)
		order := rng.Perm(n)
		f := Disqueak{Epsilon: 0.01, QBar: qbar}
		var half [2]*packed
		for h := range half {
			mine := order[h*n/2 : (h+1)*n/2]
			half[h] = must(arrived(mine, qbar).read(g))
			half[h].thin(half[h].lowered(scaled(half[h].scores(ridge), qbar)), rng)
			own, d := local(t, x, gamma, mine, half[h])
			f.Epsilon = max(f.Epsilon, accuracy(t, own, dense(d, n/2), ridge))
		}
		if f.Epsilon >= 1 {
			continue
		}
		checked++
		both := must(join(g, half[0], half[1]))
		bracketed(t, f.rates(both, ridge), qbar, (1-f.Epsilon)/(1+3*f.Epsilon), entriesAt(exact, both.index))
	}
	if checked < 10 {
		t.Errorf("ε < 1 for only %d of 20 seeds", checked)
	}
}

// Two leaves are exact, S = I: τ̃ = (1−ε)·τ((1+ε)γ).
func TestDisqueakLeaves(t *testing.T) {
	const n, ridge, epsilon = 60, 0.5, 0.3
	g := gramOf(t, normal(n, 2, seeded(4)), "gaussian", 0.4)
	f := Disqueak{Epsilon: epsilon, QBar: 10}
	both := must(join(g, must(arrived(all(n)[:25], 10).read(g)), must(arrived(all(n)[25:], 10).read(g))))
	want := scaled(scoresAt(t, g.View(), (1+epsilon)*ridge), 10*(1-epsilon))
	sameNumbers(t, "q̄τ̃", f.rates(both, ridge), want, 1e-8)
}

// A tree of ten leaves is the same for any number of workers.
func TestDisqueakWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	g := gramOf(t, normal(600, 3, seeded(5)), "gaussian", 0.2)
	for _, f := range []Disqueak{{M: 40, Ridge: 0.01, Epsilon: 0.5, QBar: 20},
		{M: 1, Ridge: 3, Epsilon: 0.5, QBar: 20, Budget: model.SizeByRidge}} {
		var first *form.Factor
		for _, procs := range []int{1, 2, 3, 7} {
			runtime.GOMAXPROCS(procs)
			a := fitted(t, g, &f, seeded(6)).(*form.Factor)
			if first == nil {
				first = a
				continue
			}
			if !slices.Equal(a.Landmarks(), first.Landmarks()) ||
				!slices.Equal(a.Stored().RawMatrix().Data, first.Stored().RawMatrix().Data) {
				t.Errorf("%+v: another result with %d workers", f, procs)
			}
		}
	}
}
