//go:build !arm64 && !loong64 && !ppc64 && !ppc64le && !riscv64

package linalg

// multiplyAdd returns x·y + z, rounded twice: math.FMA would be a call, or a test whether the processor has
// the instruction. The conversion keeps the compiler from rounding only once in some places.
func multiplyAdd(x, y, z float64) float64 { return float64(x*y) + z }

const rowsGo, columnsGo = 3, 2 // of tileGo, for 16 floating-point registers

func tileGo(k int, a, b, c *float64, stride int, alpha, beta float64) {
	c00, c01, c10, c11, c20, c21 := sumsGo(k, a, b)
	store(line(c, 0, 2), []float64{c00, c01}, alpha, beta)
	store(line(c, stride, 2), []float64{c10, c11}, alpha, beta)
	store(line(c, 2*stride, 2), []float64{c20, c21}, alpha, beta)
}

// sumsGo is not inlined, as alpha and beta would take registers in its loop. Its conversions round products, as in
// multiplyAdd, a call of which would leave an empty instruction in the loop.
//
//go:noinline
func sumsGo(k int, a, b *float64) (c00, c01, c10, c11, c20, c21 float64) {
	as := arrays[[6]float64](a, k/2)
	bs := arrays[[4]float64](b, k/2)[:len(as)]
	for p := range as {
		x, y := &as[p], &bs[p]
		c00 += float64(x[0] * y[0])
		c10 += float64(x[1] * y[0])
		c20 += float64(x[2] * y[0])
		c01 += float64(x[0] * y[1])
		c11 += float64(x[1] * y[1])
		c21 += float64(x[2] * y[1])

		c00 += float64(x[3] * y[2])
		c10 += float64(x[4] * y[2])
		c20 += float64(x[5] * y[2])
		c01 += float64(x[3] * y[3])
		c11 += float64(x[4] * y[3])
		c21 += float64(x[5] * y[3])
	}
	if k%2 != 0 {
		x, y := &arrays[[3]float64](a, k)[k-1], &arrays[[2]float64](b, k)[k-1]
		c00 += float64(x[0] * y[0])
		c10 += float64(x[1] * y[0])
		c20 += float64(x[2] * y[0])
		c01 += float64(x[0] * y[1])
		c11 += float64(x[1] * y[1])
		c21 += float64(x[2] * y[1])
	}
	return
}
