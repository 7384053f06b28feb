package linalg

import "unsafe"

// plainGo are the micro-kernels in Go, for processors without any in assembly.
var plainGo = func() instructions {
	if manyRegisters {
		return inGo("Go", tile4x4, 4, 4)
	}
	return inGo("Go", tile3x2, 3, 2)
}()

// inGo returns the set in Go with the given tile, which is as large as the registers allow.
func inGo(name string, tile func(k int, a, b, c *float64, stride int, alpha, beta float64), rows, columns int) instructions {
	return instructions{
		name: name,
		tile: tile, rows: rows, columns: columns,
		solve:     func(l, x *float64) { solveGo(rows, columns, l, x) },
		multiply:  func(l, x *float64) { multiplyGo(rows, columns, l, x) },
		copyLines: copyLinesGo, transpose: transposeGo,
		dot: dotGo, dots4: dots4Go, gap: gapGo,
		axpy: axpyGo, axpy4: axpy4Go,
		both: bothGo, rankTwo: rankTwoGo, rotate: rotateGo, clamped: clampedGo,
		poles: polesGo, ratios: ratiosGo, quotients: quotientsGo,
		exp: expGo, expRoot: expRootGo, sincos: sincosGo, lanes: 1,
	}
}

// arrays returns n arrays, of a constant number of entries each, from p on. Loops over them have no bounds
// checks.
func arrays[A [2]float64 | [3]float64 | [4]float64 | [6]float64](p *float64, n int) []A {
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

func tile3x2(k int, a, b, c *float64, stride int, alpha, beta float64) {
	c00, c01, c10, c11, c20, c21 := sums3x2(k, a, b)
	store(line(c, 0, 2), []float64{c00, c01}, alpha, beta)
	store(line(c, stride, 2), []float64{c10, c11}, alpha, beta)
	store(line(c, 2*stride, 2), []float64{c20, c21}, alpha, beta)
}

// sums3x2 is not inlined, as alpha and beta would take registers in its loop.
//
//go:noinline
func sums3x2(k int, a, b *float64) (c00, c01, c10, c11, c20, c21 float64) {
	as := arrays[[6]float64](a, k/2)
	bs := arrays[[4]float64](b, k/2)[:len(as)]
	for p := range as {
		x, y := &as[p], &bs[p]
		c00 = multiplyAdd(x[0], y[0], c00)
		c10 = multiplyAdd(x[1], y[0], c10)
		c20 = multiplyAdd(x[2], y[0], c20)
		c01 = multiplyAdd(x[0], y[1], c01)
		c11 = multiplyAdd(x[1], y[1], c11)
		c21 = multiplyAdd(x[2], y[1], c21)

		c00 = multiplyAdd(x[3], y[2], c00)
		c10 = multiplyAdd(x[4], y[2], c10)
		c20 = multiplyAdd(x[5], y[2], c20)
		c01 = multiplyAdd(x[3], y[3], c01)
		c11 = multiplyAdd(x[4], y[3], c11)
		c21 = multiplyAdd(x[5], y[3], c21)
	}
	if k%2 != 0 {
		x, y := &arrays[[3]float64](a, k)[k-1], &arrays[[2]float64](b, k)[k-1]
		c00 = multiplyAdd(x[0], y[0], c00)
		c10 = multiplyAdd(x[1], y[0], c10)
		c20 = multiplyAdd(x[2], y[0], c20)
		c01 = multiplyAdd(x[0], y[1], c01)
		c11 = multiplyAdd(x[1], y[1], c11)
		c21 = multiplyAdd(x[2], y[1], c21)
	}
	return
}

func tile4x4(k int, a, b, c *float64, stride int, alpha, beta float64) {
	var sums [16]float64
	sums4x4(k, a, b, &sums)
	for i := range 4 {
		store(line(c, i*stride, 4), sums[4*i:4*i+4], alpha, beta)
	}
}

//go:noinline
func sums4x4(k int, a, b *float64, sums *[16]float64) {
	as := arrays[[4]float64](a, k)
	bs := arrays[[4]float64](b, k)[:len(as)]
	var c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33 float64
	for p := range as {
		x, y := &as[p], &bs[p]
		x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
		c00 = multiplyAdd(x0, y[0], c00)
		c10 = multiplyAdd(x1, y[0], c10)
		c20 = multiplyAdd(x2, y[0], c20)
		c30 = multiplyAdd(x3, y[0], c30)
		c01 = multiplyAdd(x0, y[1], c01)
		c11 = multiplyAdd(x1, y[1], c11)
		c21 = multiplyAdd(x2, y[1], c21)
		c31 = multiplyAdd(x3, y[1], c31)
		c02 = multiplyAdd(x0, y[2], c02)
		c12 = multiplyAdd(x1, y[2], c12)
		c22 = multiplyAdd(x2, y[2], c22)
		c32 = multiplyAdd(x3, y[2], c32)
		c03 = multiplyAdd(x0, y[3], c03)
		c13 = multiplyAdd(x1, y[3], c13)
		c23 = multiplyAdd(x2, y[3], c23)
		c33 = multiplyAdd(x3, y[3], c33)
	}
	*sums = [16]float64{c00, c01, c02, c03, c10, c11, c12, c13, c20, c21, c22, c23, c30, c31, c32, c33}
}

func solveGo(rows, columns int, l, x *float64) {
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

func multiplyGo(rows, columns int, l, x *float64) {
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
