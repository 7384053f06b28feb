package linalg

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// TestSameBitsOnAllProcessors compares products and functions with digests of their bits, which are those of
// all instruction sets with fused multiply-adds, whatever the processor.
func TestSameBitsOnAllProcessors(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	uniform := func(n int, scale float64) []float64 {
		x := make([]float64, n)
		for j := range x {
			x[j] = (rng.Float64() - 0.5) * scale // math.Log, on which normal numbers depend, is not the same everywhere
		}
		return x
	}
	const m, n, k = 61, 75, 300
	a, b, c, x := uniform(m*k, 2), uniform(k*n, 2), uniform(m*n, 2), uniform(5001, 1500)
	for _, set := range available() {
		if !set.fused() {
			continue
		}
		use(t, Implementation{on: set})
		got := make([]float64, 3*len(x))
		ExpScaled(got[:len(x)], x, 1)
		SinCos(got[len(x):2*len(x)], got[2*len(x):], x)
		product := slices.Clone(c)
		Host.Dgemm(blas.NoTrans, blas.NoTrans, m, n, k, -0.75, a, k, b, n, 0.5, product, n)
		for _, r := range []struct {
			what string
			got  []float64
			want uint64
		}{{"exponentials, sines and cosines", got, 0x4e729805a6106101}, {"products", product, 0x934735cf6caa138b}} {
			h := fnv.New64a()
			_ = binary.Write(h, binary.LittleEndian, r.got)
			if h.Sum64() != r.want {
				t.Errorf("%s: the digest of %s is %#x, want %#x", set.name, r.what, h.Sum64(), r.want)
			}
		}
	}
}
