//go:build long

package approx

import (
	"slices"
	"testing"

	"gramscope/model"
	"gramscope/model/exact"
)

// Whatever the tree, the dictionary is as accurate as disqueak's: ε(S) over 20 trees and 20 seeds.
func TestPartialAccuracy(t *testing.T) {
	const n, gamma, ridge = 1000, 0.5, 2
	x := normal(n, 2, seeded(3))
	g := gramOf(t, x, "gaussian", gamma)
	f := &Disqueak{M: n, Ridge: ridge, Epsilon: 0.5, QBar: 50, Budget: model.SizeByRidge}
	of := func(p *packed) float64 {
		d := p.dictionary()
		return must(exact.AccuracyOf(t.Context(), g.View(), all(n),
			model.Dictionary{Index: d.index, Copies: p.copies, Weight: d.weight}, ridge, 0.5, seeded(1))).EpsilonS
	}
	var trees, own []float64
	held := 0
	for seed := range uint64(20) {
		p := randomTree(t, f, g.Kernel(), x, leafSize, seeded(seed))
		held += len(p.Copies)
		trees = append(trees, of(&packed{index: places(t, x, p), copies: p.Copies, rate: p.Rate}))

		rng, size := seeded(100+seed), sizingOf(n, n, ridge, model.SizeByRidge)
		level := must(f.leaves(g.View(), rng))
		for len(level) > 1 {
			level = must(f.merged(g.View(), level, &size, rng))
		}
		own = append(own, of(level[0].kept))
	}
	slices.Sort(trees)
	slices.Sort(own)
	t.Logf("ε(S) of 20 random trees: median %.3f, worst %.3f, %d points in the mean; of disqueak %.3f, %.3f", trees[10],
		trees[19], held/20, own[10], own[19])
	if trees[10] > 1.5*own[10] || trees[19] > 2*own[19] {
		t.Errorf("ε(S) of random trees %.3f", trees)
	}
}
