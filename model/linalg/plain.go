package linalg

import (
	"math"
	"unsafe"
)

// plainGo are the micro-kernels in Go, for processors without any in assembly.
var plainGo = instructions{
	name: "Go",
	tile: tileGo, rows: rowsGo, columns: columnsGo,
	solve: solveGo(rowsGo, columnsGo), multiply: multiplyGo(rowsGo, columnsGo),
	copyLines: copyLinesGo, transpose: transposeGo,
	dot: dotGo, dots4: dots4Go, gap: gapGo,
	axpy: axpyGo, axpy4: axpy4Go,
	both: bothGo, rankTwo: rankTwoGo, rotate: rotateGo, clamped: clampedGo,
	poles: polesGo, ratios: ratiosGo, quotients: quotientsGo,
	exp: expGo, expRoot: expRootGo, sincos: sincosGo, lanes: 1,
	walsh: walshGo, walsh8: walsh8Go,
}

// arrays returns n arrays, of a constant number of entries each, from p on. Loops over them have no bounds checks.
func arrays[A [2]float64 | [3]float64 | [4]float64 | [6]float64](p *float64, n int) []A {
	if n == 0 { // there may be fewer entries than an array has
		return nil
	}
	return unsafe.Slice((*A)(unsafe.Pointer(p)), n)
}

// line returns the n entries from p + offset on. offset may be negative.
func line(p *float64, offset, n int) []float64 {
	return unsafe.Slice((*float64)(unsafe.Add(unsafe.Pointer(p), 8*offset)), n)
}

// fourLines returns four rows of n entries.
func fourLines(a *float64, stride, n int) (r0, r1, r2, r3 []float64) {
	return line(a, 0, n), line(a, stride, n), line(a, 2*stride, n), line(a, 3*stride, n)
}

// store writes alpha·sums + beta·C to a row of C.
func store(c, sums []float64, alpha, beta float64) {
	c = c[:len(sums)]
	for j, sum := range sums {
		x := float64(alpha * sum)
		if beta != 0 {
			x = multiplyAdd(beta, c[j], x)
		}
		c[j] = x
	}
}

// solveGo returns a function that computes L⁻¹·X for a tile of the given shape, see instructions.
func solveGo(rows, columns int) func(l, x *float64) {
	return func(l, x *float64) {
		ls, xs := unsafe.Slice(l, rows*rows), unsafe.Slice(x, rows*columns)
		for k := range rows {
			row := xs[k*columns:][:columns]
			for j := range row {
				row[j] *= ls[k*rows+k]
			}
			for i := k + 1; i < rows; i++ {
				for j, v := range row {
					xs[i*columns+j] = multiplyAdd(-v, ls[k*rows+i], xs[i*columns+j])
				}
			}
		}
	}
}

// multiplyGo returns a function that computes L·X for a tile of the given shape, see instructions.
func multiplyGo(rows, columns int) func(l, x *float64) {
	return func(l, x *float64) {
		ls, xs := unsafe.Slice(l, rows*rows), unsafe.Slice(x, rows*columns)
		for i := rows - 1; i >= 0; i-- {
			for j := range columns {
				v := float64(ls[i*rows+i] * xs[i*columns+j])
				for k := range i {
					v = multiplyAdd(ls[k*rows+i], xs[k*columns+j], v)
				}
				xs[i*columns+j] = v
			}
		}
	}
}

func copyLinesGo(n, width int, dst, src *float64, stride int) {
	for i := range n {
		to := line(dst, i*width, width)
		for j, v := range line(src, i*stride, width) {
			to[j] = v
		}
	}
}

func transposeGo(n int, dst *float64, width int, a *float64, stride int) {
	r0, r1, r2, r3 := fourLines(a, stride, n)
	for i, v := range r0 {
		to := line(dst, i*width, 4)
		to[0], to[1], to[2], to[3] = v, r1[i], r2[i], r3[i]
	}
}

// Logarithm of 2 in two parts. The first has so few bits that its product with an exponent is exact.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = math.Ln2 - ln2High
)

// expGo computes e^x as 2ⁿ·e^r with the integer n next to x/ln 2. The Taylor polynomial of degree 13 is accurate to
// 2⁻⁵⁶ for such r, which is the sum of two numbers. A call of math.Exp for each entry takes longer where it is in Go.
func expGo(n int, dst, x *float64, scale float64) {
	const integers = 0x1.8p52 // a sum with a smaller number has that one's nearest integer in its last bits
	to := unsafe.Slice(dst, n)
	for j, v := range unsafe.Slice(x, n) {
		v = float64(v * scale)
		if v > 710 { // e^v is infinite
			v = 710
		} else if v < -746 { // e^v is 0
			v = -746
		}
		shifted := float64(v*(1/math.Ln2)) + integers
		count := shifted - integers
		exponent := int(int32(math.Float64bits(shifted)))
		high, low := v-float64(count*ln2High), float64(count*ln2Low)
		r := high - low
		low = (high - r) - low

		square := float64(r * r)
		even := multiplyAdd(square, 1./479001600, 1./3628800)
		even = multiplyAdd(even, square, 1./40320)
		even = multiplyAdd(even, square, 1./720)
		even = multiplyAdd(even, square, 1./24)
		even = multiplyAdd(even, square, 1./2)
		odd := multiplyAdd(square, 1./6227020800, 1./39916800)
		odd = multiplyAdd(odd, square, 1./362880)
		odd = multiplyAdd(odd, square, 1./5040)
		odd = multiplyAdd(odd, square, 1./120)
		odd = multiplyAdd(odd, square, 1./6)
		e := 1 + (r + multiplyAdd(multiplyAdd(odd, r, even), square, low))

		// In two factors, as 2ⁿ itself may be too small or too large.
		half := exponent >> 1
		to[j] = e * power(half) * power(exponent-half)
	}
}

// power returns 2ⁿ for |n| < 1023.
func power(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }

func expRootGo(n int, dst, x *float64, scale float64) {
	to := unsafe.Slice(dst, n)
	for j, v := range unsafe.Slice(x, n) {
		to[j] = math.Sqrt(v)
	}
	expGo(n, dst, dst, scale)
}

func sincosGo(n int, sin, cos, x *float64) {
	sines, cosines := unsafe.Slice(sin, n), unsafe.Slice(cos, n)
	for j, v := range unsafe.Slice(x, n) {
		sines[j], cosines[j] = math.Sincos(v)
	}
}

func walshGo(n int, dst, x, by *float64) {
	to, signs := line(dst, 0, n), line(by, 0, n)
	for at := 0; at < n; at += 8 {
		v := [8]float64(line(x, at, 8))
		for i, sign := range signs[at : at+8] {
			v[i] *= sign
		}
		v = sums8(v)
		copy(to[at:at+8], v[:])
	}
}

func walsh8Go(n int, a *float64, stride int) {
	r0, r1, r2, r3 := fourLines(a, stride, n)
	r4, r5, r6, r7 := fourLines(&line(a, 4*stride, 1)[0], stride, n)
	for j := range r0 {
		v := sums8([8]float64{r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j]})
		r0[j], r1[j], r2[j], r3[j], r4[j], r5[j], r6[j], r7[j] = v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
	}
}

// sums8 returns H·v, with sums of near entries first.
func sums8(v [8]float64) [8]float64 {
	v[0], v[1], v[2], v[3] = v[0]+v[1], v[1]-v[0], v[2]+v[3], v[3]-v[2]
	v[4], v[5], v[6], v[7] = v[4]+v[5], v[5]-v[4], v[6]+v[7], v[7]-v[6]
	v[0], v[1], v[2], v[3] = v[0]+v[2], v[1]+v[3], v[2]-v[0], v[3]-v[1]
	v[4], v[5], v[6], v[7] = v[4]+v[6], v[5]+v[7], v[6]-v[4], v[7]-v[5]
	return [8]float64{v[0] + v[4], v[1] + v[5], v[2] + v[6], v[3] + v[7],
		v[4] - v[0], v[5] - v[1], v[6] - v[2], v[7] - v[3]}
}
