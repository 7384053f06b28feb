package main

import "fmt"

// sums is the number of partial sums of an inner product: as many as wait for one another on a core that
// starts one addition a cycle.
const sums = 4

// dots writes the inner products of some rows with a vector.
func dots(rows int) *function {
	signature := "func dotNEON(n int, a, x *float64) float64"
	if rows > 1 {
		signature = fmt.Sprintf("func dots%dNEON(n int, a *float64, stride int, x, out *float64)", rows)
	}
	f := begin(signature)
	n, row, x := f.integer("n"), f.rowPointers(rows), f.integer("x")
	sum := make([][]vector, rows)
	for i := range sum {
		sum[i] = f.vectors(sums)
		f.clear(sum[i]...)
	}
	f.parts(n, sums, append([]general{x}, row...), func() {
		for i := range sum {
			f.total(sum[i])
		}
	}, func(p part) {
		right := f.get(p, x)
		for i := range sum {
			left := f.get(p, row[i])
			for j := range left {
				f.fmla(sum[i][j], left[j], right[j])
			}
			f.drop(left...)
		}
		f.drop(right...)
	})
	if rows == 1 {
		return f.answer(map[string]vector{"ret": sum[0][0]})
	}
	out := f.integer("out")
	for i := range sum {
		f.op("FMOVD F%d, %d(%v)", int(sum[i][0]), 8*i, out)
	}
	return f.end()
}

// gap sums the squares of differences, in the order in which dots sums products.
func gap() *function {
	f := begin("func gapNEON(n int, a, x *float64) float64")
	n, a, x := f.integer("n"), f.integer("a"), f.integer("x")
	sum := f.vectors(sums)
	f.clear(sum...)
	f.parts(n, sums, []general{a, x}, func() { f.total(sum) }, func(p part) {
		left, right := f.get(p, a), f.get(p, x)
		for j, v := range left {
			f.word(fsub(v, v, right[j]))
			f.fmla(sum[j], v, v)
		}
		f.drop(left...)
		f.drop(right...)
	})
	return f.answer(map[string]vector{"ret": sum[0]})
}

// factors loads the entries of argument c, each to both parts of a register.
func (f *function) factors(rows int) []vector {
	if rows == 1 {
		return []vector{f.number("c")}
	}
	c, v := f.integer("c"), f.vectors(rows)
	for i := range v {
		f.broadcast(v[i], c, i)
	}
	return v
}

// axpy adds multiples of some rows to a vector.
func axpy(rows int) *function {
	signature := "func axpyNEON(n int, c float64, a, y *float64)"
	if rows > 1 {
		signature = fmt.Sprintf("func axpy%dNEON(n int, c, a *float64, stride int, y *float64)", rows)
	}
	f := begin(signature)
	n, row, y, factor := f.integer("n"), f.rowPointers(rows), f.integer("y"), f.factors(rows)
	f.parts(n, 4, append([]general{y}, row...), nil, func(p part) {
		out := f.get(p, y)
		for i := range row {
			in := f.get(p, row[i])
			for j := range in {
				f.fmla(out[j], in[j], factor[i])
			}
			f.drop(in...)
		}
		f.put(p, out, y)
		f.drop(out...)
	})
	return f.end()
}

// both is dots and axpy in one pass: what a symmetric matrix needs, of which each entry stands for two.
func both() *function {
	const rows = 4
	f := begin("func bothNEON(n int, c, a *float64, stride int, x, y, out *float64)")
	n, row, x, y := f.integer("n"), f.rowPointers(rows), f.integer("x"), f.integer("y")
	factor, sum := f.factors(rows), make([][]vector, rows)
	for i := range sum {
		sum[i] = f.vectors(2)
		f.clear(sum[i]...)
	}
	f.parts(n, 2, append([]general{x, y}, row...), func() {
		for i := range sum {
			f.total(sum[i])
		}
	}, func(p part) {
		in, out := f.get(p, x), f.get(p, y)
		for i := range row {
			entry := f.get(p, row[i])
			for j, e := range entry {
				f.fmla(sum[i][j], e, in[j])
				f.fmla(out[j], e, factor[i])
			}
			f.drop(entry...)
		}
		f.put(p, out, y)
		f.drop(in...)
		f.drop(out...)
	})
	to := f.integer("out")
	for i := range sum {
		f.op("FMOVD F%d, %d(%v)", int(sum[i][0]), 8*i, to)
	}
	return f.end()
}

// rankTwo adds two outer products to a block that stays in the first-level cache: what a reflection from
// both sides is.
func rankTwo() *function {
	f := begin("func rankTwoNEON(rows, n int, c, x, d, y, a *float64, stride int)")
	rows, c, d, row, stride := f.integer("rows"), f.integer("c"), f.integer("d"), f.integer("a"), f.entries("stride")
	to, left, right := f.general(), f.vector(), f.vector()
	f.loop(rows, 1, nil, func() {
		n, x, y := f.integer("n"), f.integer("x"), f.integer("y")
		f.op("MOVD %v, %v", row, to)
		f.broadcast(left, c, 0)
		f.broadcast(right, d, 0)
		f.parts(n, 4, []general{x, y, to}, nil, func(p part) {
			out, u, v := f.get(p, to), f.get(p, x), f.get(p, y)
			for j := range out {
				f.fmla(out[j], u[j], left)
				f.fmla(out[j], v[j], right)
			}
			f.put(p, out, to)
			f.drop(out...)
			f.drop(u...)
			f.drop(v...)
		})
		f.op("ADD $8, %v, %v", c, c)
		f.op("ADD $8, %v, %v", d, d)
		f.op("ADD %v, %v, %v", stride, row, row)
	})
	return f.end()
}

// rotate turns pairs of entries.
func rotate() *function {
	f := begin("func rotateNEON(n int, x, y *float64, c, s float64)")
	n, x, y, c, s := f.integer("n"), f.integer("x"), f.integer("y"), f.number("c"), f.number("s")
	minus := f.vector()
	f.word(fneg(minus, s))
	f.parts(n, 4, []general{x, y}, nil, func(p part) {
		left, right := f.get(p, x), f.get(p, y)
		u, v := f.vectors(p.vectors), f.vectors(p.vectors)
		for j := range u {
			f.word(fmul(u[j], right[j], s))
			f.word(fmul(v[j], left[j], minus))
			f.fmla(u[j], left[j], c)
			f.fmla(v[j], right[j], c)
		}
		f.put(p, u, x)
		f.put(p, v, y)
		for _, r := range [][]vector{left, right, u, v} {
			f.drop(r...)
		}
	})
	return f.end()
}

// clamped writes the sums of a number and two vectors, or 0 where they are negative: squared distances,
// from norms and products. It sums by how much some are below a small share of the norms: of these the
// products have few digits.
func clamped() *function {
	f := begin("func clampedNEON(n int, c float64, x, y *float64, share float64) float64")
	n, c, x, y, share := f.integer("n"), f.number("c"), f.integer("x"), f.integer("y"), f.number("share")
	zero, below := f.vector(), f.vectors(4)
	f.clear(zero)
	f.clear(below...)
	f.parts(n, len(below), []general{x, y}, func() { f.total(below) }, func(p part) {
		limit, sum := f.get(p, x), f.get(p, y)
		for j, l := range limit {
			f.word(fadd(l, l, c))
			f.word(fadd(sum[j], sum[j], l))
			f.word(fmax(sum[j], sum[j], zero))
		}
		f.put(p, sum, y)
		for j, l := range limit {
			f.word(fmul(l, l, share)) // not fused: the limit of one entry has the same bits wherever it lies
			f.word(fsub(l, sum[j], l))
			f.word(fminnm(l, l, zero)) // 0 for NaN
			f.word(fadd(below[j], below[j], l))
		}
		f.drop(limit...)
		f.drop(sum...)
	})
	return f.answer(map[string]vector{"ret": below[0]})
}
