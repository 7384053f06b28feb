package linalg

import (
	"context"
	"fmt"
	"math"
)

// chunk is how many entries a task goes through: in and out fit the second cache.
const chunk = 1 << 14

// ExpScaled is dst = e^(scale·x) entry by entry, of the rounded product within one unit
// in the last place, subnormal numbers included, or as [math.Exp] where there are no
// kernels; dst may be x. It panics for different lengths.
func ExpScaled(dst, x []float64, scale float64) { exp(dst, x, scale, false) }

// ExpRoot is dst = e^(scale·√x), as [ExpScaled]; NaN for x < 0.
func ExpRoot(dst, x []float64, scale float64) { exp(dst, x, scale, true) }

// far is up to where the kernel's sine and cosine are right.
const far = 1 << 17

func exp(dst, x []float64, scale float64, root bool) {
	if len(dst) != len(x) {
		panic(fmt.Sprintf("linalg: %d values for %d entries", len(dst), len(x)))
	}
	on := Host.on
	_ = inParts(context.Background(), len(x), chunk, func(lo, hi int) {
		if on == nil {
			for j, v := range x[lo:hi] {
				if root {
					v = math.Sqrt(v)
				}
				dst[lo+j] = math.Exp(scale * v)
			}
			return
		}
		kernel := on.exp
		if root {
			kernel = on.expRoot
		}
		whole := lo + (hi-lo)/on.lanes*on.lanes
		if whole > lo {
			kernel(whole-lo, &dst[lo], &x[lo], scale)
		}
		if whole < hi {
			s := borrow(on.lanes)
			defer scratches.Put(s)
			clear(s.room[copy(s.room, x[whole:hi]):])
			kernel(len(s.room), &s.room[0], &s.room[0], scale)
			copy(dst[whole:hi], s.room)
		}
	})
}

// SinCos writes sine and cosine of x, within about one unit in the last place; either
// may be x. It panics for different lengths.
func SinCos(sin, cos, x []float64) {
	if len(sin) != len(x) || len(cos) != len(x) {
		panic(fmt.Sprintf("linalg: %d sines and %d cosines for %d entries", len(sin), len(cos), len(x)))
	}
	on := Host.on
	_ = inParts(context.Background(), len(x), chunk, func(lo, hi int) {
		if on == nil {
			for j := lo; j < hi; j++ {
				sin[j], cos[j] = math.Sincos(x[j])
			}
			return
		}
		// In a buffer, as x may be overwritten and has to be looked at again.
		const length = 512
		s := borrow(3 * length)
		defer scratches.Put(s)
		in, u, v := s.room[:length], s.room[length:2*length], s.room[2*length:]
		for ; lo < hi; lo += length {
			n := copy(in, x[lo:min(lo+length, hi)])
			padded := roundUp(n, on.lanes)
			clear(in[n:padded])
			on.sincos(padded, &u[0], &v[0], &in[0])
			for j, angle := range in[:n] {
				if !(math.Abs(angle) <= far) {
					u[j], v[j] = math.Sincos(angle)
				}
			}
			copy(sin[lo:], u[:n])
			copy(cos[lo:], v[:n])
		}
	})
}
