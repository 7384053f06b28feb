package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestPolesStayApart: eigenvalues at 1 and −1 that rotations deflate by the hundred are finite, all of them. Rounding
// must not move the pole that is left onto the one before it.
func TestPolesStayApart(t *testing.T) {
	const n = 200
	rng := rand.New(rand.NewPCG(3, n))
	for range 200 {
		m := &merge{divider: &divider{d: make([]float64, n), q: newGeneral(n, 2), ends: true}, hi: n, mid: n / 2}
		z := make([]float64, n)
		for i := range z {
			z[i] = rng.NormFloat64()
		}
		m.d[0] = 1 - 4*roundoff // the pole before
		for i := 1; i < n; i++ {
			m.d[i] = 1
		}
		m.halves[0].has, m.halves[1].has = make([]bool, n), make([]bool, n)
		for i := 1; i+1 < n; i++ {
			if m.rotate(i, i+1, z); !(m.d[i+1] >= 1 && m.d[i] >= 1) {
				t.Fatalf("after %d rotations of equal values the last is %v below them", i, 1-m.d[i+1])
			}
		}
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Copysign(1, float64(i%3)-0.5)
	}
	found, err := Eigenvalues(context.Background(), withSpectrum(values, rng))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range found {
		if math.Abs(math.Abs(v)-1) > 1e-12 {
			t.Fatalf("eigenvalue %d is %v", i, v)
		}
	}
}
