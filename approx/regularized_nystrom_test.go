package approx

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// With the same seed: below nystrom on the same landmarks, nearer to it as the
// ridge falls, and the same in the limit; for the full budget K(K+γI)⁻¹K.
func TestRegularizedNystromTendsToNystrom(t *testing.T) {
	g := gramOf(t, normal(80, 2, seeded(1)), "gaussian", 0.5)
	k, plain := whole(g, fitted(t, g, &Nystrom{M: 25}, seeded(2)))
	before := 2.0
	for _, ridge := range []float64{100, 1, 1e-2, 1e-4, 1e-6, 1e-8} {
		a := fitted(t, g, &RegularizedNystrom{M: 25, Ridge: ridge}, seeded(2))
		_, approx := whole(g, a)
		var gap mat.Dense
		gap.Sub(plain, approx)
		if least := ascending(t, &gap)[0]; least < -1e-10 {
			t.Errorf("ridge %v: exceeds nystrom by %.3g", ridge, -least)
		}
		distance := apart(approx, plain)
		if distance >= before {
			t.Errorf("ridge %v: %.4g from nystrom, no nearer than %.4g", ridge, distance, before)
		}
		if ridge == 1e-8 && distance > 1e-7 {
			t.Errorf("ridge %v: still %.3g from nystrom", ridge, distance)
		}
		before = distance
		residualWithin(t, g, a, ascending(t, k)[79]) // between 0 and K
	}
	for _, ridge := range []float64{1e-3, 1, 50} { // S = I, ε(S) = 0
		residualWithin(t, g, fitted(t, g, &RegularizedNystrom{M: 80, Ridge: ridge}, seeded(2)), ridge)
	}
}
