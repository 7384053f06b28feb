package linalg

import (
	"context"
	"fmt"
	"math"
)

// chunk is how many entries a task goes through: in and out fit the second cache.
const chunk = 1 << 14

// Exp is dst = e^x entry by entry, within one unit in the last place, subnormal
// numbers included, or as [math.Exp] where there are no kernels; dst may be x. It
// panics for different lengths.
func Exp(dst, x []float64) { Host.exp(dst, x, 1) }

// ExpScaled is dst = e^(scale·x), as [Exp] of the rounded product.
func ExpScaled(dst, x []float64, scale float64) { Host.exp(dst, x, scale) }

// ExpRoot is dst = e^(scale·√x), as [Exp] of the rounded product; NaN for x < 0.
func ExpRoot(dst, x []float64, scale float64) { Host.expRoot(dst, x, scale) }

// SinCos writes sine and cosine of x, within about one unit in the last place; either
// may be x. It panics for different lengths.
func SinCos(sin, cos, x []float64) { Host.sinCos(sin, cos, x) }

// far is up to where the kernel's sine and cosine are right.
const far = 1 << 17

func (i Implementation) exp(dst, x []float64, scale float64) {
	if i.on == nil {
		i.entries(dst, x, 0, nil, func(v float64) float64 { return math.Exp(scale * v) })
		return
	}
	i.entries(dst, x, scale, i.on.exp, nil)
}

func (i Implementation) expRoot(dst, x []float64, scale float64) {
	if i.on == nil {
		i.entries(dst, x, 0, nil, func(v float64) float64 { return math.Exp(scale * math.Sqrt(v)) })
		return
	}
	i.entries(dst, x, scale, i.on.expRoot, nil)
}

// entries applies a kernel to all entries, or f if there is none.
func (i Implementation) entries(dst, x []float64, scale float64, kernel func(n int, dst, x *float64, scale float64), f func(float64) float64) {
	if len(dst) != len(x) {
		panic(fmt.Sprintf("linalg: %d values for %d entries", len(dst), len(x)))
	}
	inChunks(len(x), func(lo, hi int) {
		if kernel == nil {
			for j := lo; j < hi; j++ {
				dst[j] = f(x[j])
			}
			return
		}
		whole := lo + (hi-lo)/i.on.lanes*i.on.lanes
		if whole > lo {
			kernel(whole-lo, &dst[lo], &x[lo], scale)
		}
		if whole < hi {
			s := scratches.Get().(*scratch)
			last := s.room(i.on.lanes)
			clear(last)
			copy(last, x[whole:hi])
			kernel(len(last), &last[0], &last[0], scale)
			copy(dst[whole:hi], last)
			scratches.Put(s)
		}
	})
}

func (i Implementation) sinCos(sin, cos, x []float64) {
	if len(sin) != len(x) || len(cos) != len(x) {
		panic(fmt.Sprintf("linalg: %d sines and %d cosines for %d entries", len(sin), len(cos), len(x)))
	}
	inChunks(len(x), func(lo, hi int) {
		if i.on == nil {
			for j := lo; j < hi; j++ {
				sin[j], cos[j] = math.Sincos(x[j])
			}
			return
		}
		// In a buffer, as x may be overwritten and has to be looked at again.
		const length = 512
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		room := s.room(3 * length)
		in, u, v := room[:length], room[length:2*length], room[2*length:]
		for ; lo < hi; lo += length {
			n := copy(in, x[lo:min(lo+length, hi)])
			padded := roundUp(n, i.on.lanes)
			clear(in[n:padded])
			i.on.sincos(padded, &u[0], &v[0], &in[0])
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

// inChunks calls f with parts of 0, …, n, on all threads if there are several.
func inChunks(n int, f func(lo, hi int)) {
	if n <= 2*chunk {
		f(0, n)
		return
	}
	_ = parallel(context.Background(), blocks(n, chunk), func(task int) {
		f(task*chunk, min(n, (task+1)*chunk))
	})
}
