package linalg

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPolesAgainstExactSums checks sums over poles to a dozen roundings, however many terms there are: with
// terms of all sizes, and with equal ones, whose rounding errors add up.
func TestPolesAgainstExactSums(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(41, 42))
		const lo, origin, tau = 2, 1, 0.3
		for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 15, 16, 100, 1003, 20001} {
			for _, equal := range []bool{false, true} {
				d, z := make([]float64, lo+n), make([]float64, lo+n)
				for j := range d {
					d[j], z[j] = 1, 0.1
					if !equal {
						d[j] += math.Exp(-30 * rng.Float64())
						z[j] = rng.NormFloat64()
					}
				}
				slices.Sort(d)
				for j := range d {
					d[j] += 2 * float64(min(j, lo)) // all on one side of d[origin] + tau
				}
				want, wantSlope := new(big.Float), 0.0
				delta := make([]float64, lo+n+1)
				s := secular{d: d, z: z, rho: 1, on: impl.on}
				sum, slope := s.poles(lo, lo+n, origin, tau, delta)
				for j := lo; j < lo+n; j++ {
					x := (d[j] - d[origin]) - tau
					if delta[j] != x {
						t.Fatalf("offset %d of %d is %v, want %v", j-lo, n, delta[j], x)
					}
					term := big.NewFloat(z[j])
					term.Quo(term.SetPrec(200).Mul(term, term), big.NewFloat(x))
					want.SetPrec(200).Add(want, term)
					wantSlope += z[j] / x * (z[j] / x)
				}
				if w, _ := want.Float64(); !(math.Abs(sum-w) <= 13*roundoff*w) {
					t.Errorf("%d poles: %v, want %v, off by %.1f roundings", n, sum, w, math.Abs(sum-w)/w/roundoff)
				}
				if !(math.Abs(slope-wantSlope) <= 1e-11*wantSlope) {
					t.Errorf("%d poles: slope %v, want %v", n, slope, wantSlope)
				}
				if delta[0] != 0 || delta[1] != 0 || delta[lo+n] != 0 {
					t.Error("offsets beside those asked for were written")
				}
			}
		}
	})
}

// TestQuotientsAgainstLoop checks the other kernels of the secular equation.
func TestQuotientsAgainstLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(43, 44))
		for n := 1; n < 40; n++ {
			d, x, w := vector(rng, n+1, 1), vector(rng, n+1, 1), vector(rng, n+1, 1)
			s := secular{d: d, on: impl.on}
			lo, hi, got := min(n, 2), n-n/7, slices.Clone(w)
			s.ratios(lo, hi, x, 3, got)
			for j := range w {
				want := w[j]
				if j >= lo && j < hi {
					want *= x[j] / (d[j] - 3)
				}
				if got[j] != want {
					t.Fatalf("product %d of %d is %v, want %v", j, n, got[j], want)
				}
			}
			got = slices.Clone(x)
			length, squares := s.vector(w[:n], got), 0.0
			for j := range w {
				want := x[j]
				if j < n {
					want = w[j] / x[j]
					squares += want * want
				}
				if got[j] != want {
					t.Fatalf("entry %d of a vector of %d is %v, want %v", j, n, got[j], want)
				}
			}
			if !(math.Abs(length-math.Sqrt(squares)) <= 1e-14*length) {
				t.Errorf("the length of %d entries is %v, want %v", n, length, math.Sqrt(squares))
			}
		}
	})
}
