//go:build long

package approx

import (
	"math/rand/v2"
	"testing"
)

func TestCopiesUnbiased(t *testing.T) {
	g := fivePoints(t)
	for name, f := range byCopies(0.5, 6) {
		unbiased(t, name, 5, func(rng *rand.Rand) *packed { return squaresOf(t, fitted(t, g, f, rng)) })
	}
}
