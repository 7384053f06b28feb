//go:build arm64 || loong64 || ppc64 || ppc64le || riscv64

package linalg

import "math"

// These processors have an instruction for x·y + z that rounds once, and 32 floating-point registers.

func multiplyAdd(x, y, z float64) float64 { return math.FMA(x, y, z) }

const rowsGo, columnsGo = 4, 4 // of tileGo

func tileGo(k int, a, b, c *float64, stride int, alpha, beta float64) {
	var sums [16]float64
	sumsGo(k, a, b, &sums)
	for i := range 4 {
		store(line(c, i*stride, 4), sums[4*i:4*i+4], alpha, beta)
	}
}

// sumsGo is not inlined, as alpha and beta would take registers in its loop. It does not call multiplyAdd, which would
// leave an empty instruction in the loop.
//
//go:noinline
func sumsGo(k int, a, b *float64, sums *[16]float64) {
	as := arrays[[4]float64](a, k)
	bs := arrays[[4]float64](b, k)[:len(as)]
	var c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33 float64
	for p := range as {
		x, y := &as[p], &bs[p]
		x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
		c00 = math.FMA(x0, y[0], c00)
		c10 = math.FMA(x1, y[0], c10)
		c20 = math.FMA(x2, y[0], c20)
		c30 = math.FMA(x3, y[0], c30)
		c01 = math.FMA(x0, y[1], c01)
		c11 = math.FMA(x1, y[1], c11)
		c21 = math.FMA(x2, y[1], c21)
		c31 = math.FMA(x3, y[1], c31)
		c02 = math.FMA(x0, y[2], c02)
		c12 = math.FMA(x1, y[2], c12)
		c22 = math.FMA(x2, y[2], c22)
		c32 = math.FMA(x3, y[2], c32)
		c03 = math.FMA(x0, y[3], c03)
		c13 = math.FMA(x1, y[3], c13)
		c23 = math.FMA(x2, y[3], c23)
		c33 = math.FMA(x3, y[3], c33)
	}
	*sums = [16]float64{c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33}
}
