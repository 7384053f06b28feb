package main

import "fmt"

// The tile of C is as high as A's slivers and as wide as B's. Of the 32 registers 24 hold its sums, and 8
// one column of A's sliver and one row of B's, so that 8 loads serve 24 multiply-adds.
//
// The tile is high, not wide, as a sliver of A stays in the first-level cache while slivers of B pass by from
// the second level: with linalg's depth of 256 they are 24 kB and 8 kB, for which 64 kB (Neoverse, Cortex-A76)
// and 128 kB (Apple) suffice. A core with four pipelines needs 1536 cycles for a tile, so that B passes by at
// 5 bytes a cycle; a tile of 4×12 would need 16. linalg's block of B is 480 kB of a second level of 1 MB or more.
const (
	rows    = 12
	columns = 4
	width   = columns / lanes
)

// ahead is the number of steps of the inner loop that are written one after the other.
const ahead = 4

// tile writes the micro-kernel of the product.
//
// Each entry is one chain of fused multiply-adds over k, as for amd64.
func tile() *function {
	f := begin("func tileNEON(k int, a, b, c *float64, stride int, alpha, beta float64)")
	k, a, b := f.integer("k"), f.integer("a"), f.integer("b")
	c, stride := f.integer("c"), f.entries("stride")

	f.comment("C comes near while the sum is made.")
	row := f.general()
	f.op("MOVD %v, %v", c, row)
	for i := range rows {
		f.op("PRFM (%v), PSTL1KEEP", row)
		f.op("PRFM %d(%v), PSTL1KEEP", 8*(columns-1), row)
		if i < rows-1 {
			f.op("ADD %v, %v, %v", stride, row, row)
		}
	}
	column, line, sum := f.vectors(rows/lanes), f.vectors(width), f.vectors(rows*width)
	f.clear(sum...)
	step := func(s int) {
		f.fill(line, b, s*columns)
		f.fill(column, a, s*rows)
		for i := range rows {
			for j, l := range line {
				f.word(fmlaBy(sum[i*width+j], l, column[i/lanes], i%lanes))
			}
		}
	}
	for _, steps := range []int{ahead, 1} {
		f.loop(k, steps, nil, func() {
			for s := range steps {
				step(s)
			}
			f.op("ADD $%d, %v, %v", 8*steps*rows, a, a)
			f.op("ADD $%d, %v, %v", 8*steps*columns, b, b)
		})
	}
	f.drop(column...)
	f.drop(line...)

	alpha, bits := f.number("alpha"), f.general()
	for _, s := range sum {
		f.word(fmul(s, s, alpha))
	}
	f.op("MOVD %s, %v", f.frame("beta"), bits)
	f.op("LSL $1, %v, %v", bits, bits) // drops the sign
	f.op("CBZ %v, store", bits)
	beta, old := f.number("beta"), f.vectors(width)
	f.op("MOVD %v, %v", c, row)
	for i := range rows {
		f.fill(old, row, 0)
		for j, o := range old {
			f.fmla(sum[i*width+j], o, beta)
		}
		if i < rows-1 {
			f.op("ADD %v, %v, %v", stride, row, row)
		}
	}
	f.here("store")
	for i := range rows {
		f.spill(sum[i*width:(i+1)*width], c, 0)
		if i < rows-1 {
			f.op("ADD %v, %v, %v", stride, c, c)
		}
	}
	return f.end()
}

// solve and multiply are the kernels of triangular matrices. Both keep all of X, which has the shape of the
// tile, in registers.
func solve() *function {
	f := begin("func solveNEON(l, x *float64)")
	l, p := f.integer("l"), f.integer("x")
	x, column := f.vectors(rows*width), f.vectors(rows/lanes)
	f.fill(x, p, 0)
	for k := range rows {
		f.comment(fmt.Sprintf("Column %d of L.", k))
		f.fill(column[k/lanes:], l, k*rows+k/lanes*lanes)
		for j := range width {
			v := x[k*width+j]
			f.word(fmulBy(v, v, column[k/lanes], k%lanes))
		}
		for i := k + 1; i < rows; i++ {
			for j := range width {
				f.word(fmlsBy(x[i*width+j], x[k*width+j], column[i/lanes], i%lanes))
			}
		}
	}
	f.spill(x, p, 0)
	return f.end()
}

func multiply() *function {
	f := begin("func multiplyNEON(l, x *float64)")
	l, p := f.integer("l"), f.integer("x")
	x, entry, before := f.vectors(rows*width), f.vectors(2), f.vectors(width)
	f.fill(x, p, 0)
	for i := rows - lanes; i >= 0; i -= lanes {
		f.comment(fmt.Sprintf("Rows %d and %d, of which the second needs the first as it was.", i, i+1))
		one, other := x[i*width:(i+1)*width], x[(i+1)*width:(i+2)*width]
		f.load(entry[0], l, i*rows+i)
		f.load(entry[1], l, (i+1)*rows+i)
		for j := range width {
			f.move(before[j], one[j])
			f.word(fmulBy(one[j], one[j], entry[0], 0))
			f.word(fmulBy(other[j], other[j], entry[1], 1))
		}
		for k := range i {
			f.load(entry[1], l, k*rows+i)
			for j := range width {
				f.word(fmlaBy(one[j], x[k*width+j], entry[1], 0))
				f.word(fmlaBy(other[j], x[k*width+j], entry[1], 1))
			}
		}
		for j := range width {
			f.word(fmlaBy(other[j], before[j], entry[0], 1))
		}
	}
	f.spill(x, p, 0)
	return f.end()
}
