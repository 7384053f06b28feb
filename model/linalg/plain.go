package linalg

import "unsafe"

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
