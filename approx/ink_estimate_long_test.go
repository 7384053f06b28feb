//go:build long

package approx

import (
	"math/rand/v2"
	"testing"

	"gramscope/model"
)

func TestInkEstimateUnbiased(t *testing.T) {
	g := fivePoints(t)
	for _, f := range []InkEstimate{
		{Ridge: 0.5, Epsilon: 0.5, QBar: 12, Budget: model.SizeByRidge},
		{Ridge: 0.5, Epsilon: 0.5, QBar: 5, M: 3},
	} {
		unbiased(t, "ink-estimate", 5, func(rng *rand.Rand) *packed {
			size := sizingOf(5, f.M, f.Ridge, f.Budget)
			s := f.stream(g, &size, rng)
			for order := rng.Perm(5); len(order) > 0; order = order[min(2, len(order)):] {
				if err := s.feed(order[:min(2, len(order))]); err != nil {
					t.Fatal(err)
				}
			}
			return s.kept
		})
	}
}
