package linalg

import (
	"context"
	"fmt"
	"math"
)

// chunk is the number of entries in a task: input and output fit the second-level cache.
const chunk = 1 << 14

// ExpScaled sets dst = e^(scale·x) for each entry. The result is that of the rounded product scale·x
// within one unit in the last place, also for subnormal numbers. dst may be x. It panics if the lengths differ.
func ExpScaled(dst, x []float64, scale float64) { exp(dst, x, scale, false) }

// ExpRoot sets dst = e^(scale·√x) as [ExpScaled] does. It gives NaN for x < 0.
func ExpRoot(dst, x []float64, scale float64) { exp(dst, x, scale, true) }

// QuadraticExpRoot replaces each x ≥ 0 by (1 + a + a²/divisor)·e^(−a), a = scale·√x, for scale ≥ 0. A divisor of 0
// leaves a² out.
func QuadraticExpRoot(v []float64, scale, divisor float64) {
	if len(v) <= chunk {
		quadraticPart(v, scale, divisor)
		return
	}
	_ = InParts(context.Background(), len(v), chunk, func(lo, hi int) { quadraticPart(v[lo:hi], scale, divisor) })
}

func quadraticPart(v []float64, scale, divisor float64) {
	const length = 256
	s := borrow(length)
	defer scratches.Put(s)
	for lo := 0; lo < len(v); lo += length {
		part := v[lo:min(lo+length, len(v))]
		e := s.buf[:len(part)]
		expPart(e, part, -scale, true)
		for i, x := range part {
			a := scale * math.Sqrt(x)
			part[i] = (1 + a) * e[i]
			if divisor != 0 {
				part[i] += a * a / divisor * e[i]
			}
		}
	}
}

// far is the largest absolute value for which the kernels' sine and cosine are accurate.
const far = 1 << 17

func exp(dst, x []float64, scale float64, root bool) {
	if len(dst) != len(x) {
		panic(fmt.Sprintf("linalg: %d values for %d entries", len(dst), len(x)))
	}
	if len(x) <= chunk { // as pieces of rows are: no closure
		expPart(dst, x, scale, root)
		return
	}
	_ = InParts(context.Background(), len(x), chunk, func(lo, hi int) { expPart(dst[lo:hi], x[lo:hi], scale, root) })
}

func expPart(dst, x []float64, scale float64, root bool) {
	on := Host.on
	kernel := on.exp
	if root {
		kernel = on.expRoot
	}
	whole := len(x) / on.lanes * on.lanes
	if whole > 0 {
		kernel(whole, &dst[0], &x[0], scale)
	}
	if whole < len(x) {
		s := borrow(on.lanes)
		defer scratches.Put(s)
		clear(s.buf[copy(s.buf, x[whole:]):])
		kernel(len(s.buf), &s.buf[0], &s.buf[0], scale)
		copy(dst[whole:], s.buf)
	}
}

// SinCos writes sine and cosine of x, within about one unit in the last place. sin or cos may be x. It
// panics if the lengths differ.
func SinCos(sin, cos, x []float64) {
	if len(sin) != len(x) || len(cos) != len(x) {
		panic(fmt.Sprintf("linalg: %d sines and %d cosines for %d entries", len(sin), len(cos), len(x)))
	}
	on := Host.on
	if len(x) == 0 {
		return
	}
	overwritten := &sin[0] == &x[0] || &cos[0] == &x[0]
	_ = InParts(context.Background(), len(x), chunk, func(lo, hi int) {
		if whole := (hi - lo) &^ (on.lanes - 1); !overwritten && whole > 0 {
			on.sincos(whole, &sin[lo], &cos[lo], &x[lo])
			for j, angle := range x[lo : lo+whole] {
				if !(math.Abs(angle) <= far) {
					sin[lo+j], cos[lo+j] = math.Sincos(angle)
				}
			}
			lo += whole
		}
		// The results go to a buffer first, as x may be overwritten and is needed again, and the kernel
		// computes whole registers.
		const length = 512
		s := borrow(3 * length)
		defer scratches.Put(s)
		in, u, v := s.buf[:length], s.buf[length:2*length], s.buf[2*length:]
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
