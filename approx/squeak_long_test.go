//go:build long

package approx

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
)

func TestSqueakUnbiased(t *testing.T) {
	g := fivePoints(t)
	for _, b := range []int{1, 2, 5} {
		for _, f := range []Squeak{
			{Ridge: 0.1, Epsilon: 0.5, QBar: 3, Budget: model.SizeByRidge},
			{Ridge: 0.1, Epsilon: 0.5, QBar: 3, Budget: model.SizeByRidge, Halving: 1},
			{Ridge: 0.1, Epsilon: 0.5, QBar: 6, M: 3},
		} {
			unbiased(t, "squeak", 5, func(rng *rand.Rand) *packed { return streamed(t, g, &f, b, rng).kept })
		}
	}
}

// The mean number of copies is at most q̄·d_eff if estimates do not exceed scores. Chunks and single points
// leave about the same number.
func TestSqueakSize(t *testing.T) {
	const n, ridge, qbar, seeds = 300, 2.0, 10, 10
	g := gramOf(t, normal(n, 2, seeded(3)), "gaussian", 0.4)
	dEff := floats.Sum(scoresAt(t, g.View(), ridge))
	var size [2]float64
	for k, b := range []int{1, 50} {
		copies := 0.0
		for seed := range uint64(seeds) {
			s := streamed(t, g, &Squeak{Ridge: ridge, Epsilon: 0.5, QBar: qbar, Budget: model.SizeByRidge}, b, seeded(seed))
			for _, c := range s.kept.copies {
				copies += float64(c) / seeds
			}
			size[k] += float64(len(s.kept.index)) / seeds
		}
		if copies > qbar*dEff || copies < 0.2*qbar*dEff {
			t.Errorf("chunks of %d: %.1f copies in the mean, q̄·d_eff = %.1f", b, copies, qbar*dEff)
		}
	}
	if size[0] < 0.7*size[1] || size[0] > 1.4*size[1] {
		t.Errorf("%.1f points held when fed one by one, %.1f in chunks", size[0], size[1])
	}
}
