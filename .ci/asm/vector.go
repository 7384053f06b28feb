package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels of matrix–vector products go along several rows at once: of each,
// step by step, first a vector's lanes and then, for what is left, single entries.

// rowPointers are the given rows of a, which are stride entries apart.
func rowPointers(rows int) []Register {
	p := []Register{Load(Param("a"), GP64())}
	if rows == 1 {
		return p
	}
	stride := Load(Param("stride"), GP64())
	SHLQ(Imm(3), stride)
	for range rows - 1 {
		next := GP64()
		MOVQ(p[len(p)-1], next)
		ADDQ(stride, next)
		p = append(p, next)
	}
	return p
}

// loop emits body for n entries, step of them at a time, while that many are left,
// and moves the pointers on.
func loop(name string, n Register, step int, pointers []Register, body func()) {
	Label(name)
	CMPQ(n, Imm(uint64(step)))
	JLT(LabelRef("after_" + name))
	body()
	for _, p := range pointers {
		if bytes := uint64(8 * step); bytes < 1<<8 {
			ADDQ(Imm(bytes), p)
		} else { // Imm would take 16 bits, which ADDQ has not
			ADDQ(U32(bytes), p)
		}
	}
	SUBQ(Imm(uint64(step)), n)
	JMP(LabelRef(name))
	Label("after_" + name)
}

// total leaves the sum of v's lanes in the lowest, and returns that.
func (r registers) total(v VecVirtual) VecVirtual {
	half := YMM()
	y, x := v.AsY(), v.AsX()
	if r.lanes == 8 {
		VEXTRACTF64X4(Imm(1), v, half)
		VADDPD(half, y, y)
	}
	VEXTRACTF128(Imm(1), y, half.AsX())
	VADDPD(half.AsX(), x, x)
	VUNPCKHPD(x, x, half.AsX())
	VADDSD(half.AsX(), x, x)
	return v
}

// dots writes the inner products of some rows with a vector.
func dots(r registers, rows int) {
	if rows == 1 {
		function("dot"+r.suffix, "func(n int, a, x *float64) float64")
	} else {
		function(fmt.Sprintf("dots%d%s", rows, r.suffix), "func(n int, a *float64, stride int, x, out *float64)")
	}
	n, row, x := Load(Param("n"), GP64()), rowPointers(rows), Load(Param("x"), GP64())
	sum, more := r.vectors(rows), r.vectors(rows)
	for i := range rows {
		VXORPD(sum[i], sum[i], sum[i])
		VXORPD(more[i], more[i], more[i])
	}
	pointers := append([]Register{x}, row...)
	left, right := r.vector(), r.vector()
	loop("pairs", n, 2*r.lanes, pointers, func() {
		VMOVUPD(at(x, 0), left)
		VMOVUPD(at(x, r.lanes), right)
		for i := range rows {
			VFMADD231PD(at(row[i], 0), left, sum[i])
			VFMADD231PD(at(row[i], r.lanes), right, more[i])
		}
	})
	loop("vectors", n, r.lanes, pointers, func() {
		VMOVUPD(at(x, 0), left)
		for i := range rows {
			VFMADD231PD(at(row[i], 0), left, sum[i])
		}
	})
	for i := range rows {
		VADDPD(more[i], sum[i], sum[i])
		r.total(sum[i])
	}
	loop("entries", n, 1, pointers, func() {
		VMOVSD(at(x, 0), left.AsX())
		for i := range rows {
			VFMADD231SD(at(row[i], 0), left.AsX(), sum[i].AsX())
		}
	})
	if rows == 1 {
		VMOVSD(sum[0].AsX(), result(0))
	} else {
		out := Load(Param("out"), GP64())
		for i := range rows {
			VMOVSD(sum[i].AsX(), at(out, i))
		}
	}
	VZEROUPPER()
	RET()
}

// gap sums the squares of differences, in the order in which dots sums products.
func gap(r registers) {
	function("gap"+r.suffix, "func(n int, a, x *float64) float64")
	n, a, x := Load(Param("n"), GP64()), Load(Param("a"), GP64()), Load(Param("x"), GP64())
	sum, more, left, right := r.vector(), r.vector(), r.vector(), r.vector()
	VXORPD(sum, sum, sum)
	VXORPD(more, more, more)
	pointers := []Register{a, x}
	loop("pairs", n, 2*r.lanes, pointers, func() {
		VMOVUPD(at(a, 0), left)
		VMOVUPD(at(a, r.lanes), right)
		VSUBPD(at(x, 0), left, left)
		VSUBPD(at(x, r.lanes), right, right)
		VFMADD231PD(left, left, sum)
		VFMADD231PD(right, right, more)
	})
	loop("vectors", n, r.lanes, pointers, func() {
		VMOVUPD(at(a, 0), left)
		VSUBPD(at(x, 0), left, left)
		VFMADD231PD(left, left, sum)
	})
	VADDPD(more, sum, sum)
	r.total(sum)
	loop("entries", n, 1, pointers, func() {
		VMOVSD(at(a, 0), left.AsX())
		VSUBSD(at(x, 0), left.AsX(), left.AsX())
		VFMADD231SD(left.AsX(), left.AsX(), sum.AsX())
	})
	VMOVSD(sum.AsX(), result(0))
	VZEROUPPER()
	RET()
}

// axpy adds multiples of some rows to a vector.
func axpy(r registers, rows int) {
	if rows == 1 {
		function("axpy"+r.suffix, "func(n int, c float64, a, y *float64)")
	} else {
		function(fmt.Sprintf("axpy%d%s", rows, r.suffix), "func(n int, c, a *float64, stride int, y *float64)")
	}
	n, row, y := Load(Param("n"), GP64()), rowPointers(rows), Load(Param("y"), GP64())
	factor := r.factors(rows)
	pointers := append([]Register{y}, row...)
	out := r.vector()
	loop("vectors", n, r.lanes, pointers, func() {
		VMOVUPD(at(y, 0), out)
		for i := range rows {
			VFMADD231PD(at(row[i], 0), factor[i], out)
		}
		VMOVUPD(out, at(y, 0))
	})
	loop("entries", n, 1, pointers, func() {
		VMOVSD(at(y, 0), out.AsX())
		for i := range rows {
			VFMADD231SD(at(row[i], 0), factor[i].AsX(), out.AsX())
		}
		VMOVSD(out.AsX(), at(y, 0))
	})
	VZEROUPPER()
	RET()
}

// rotate turns pairs of entries.
func rotate(r registers) {
	function("rotate"+r.suffix, "func(n int, x, y *float64, c, s float64)")
	n, x, y := Load(Param("n"), GP64()), Load(Param("x"), GP64()), Load(Param("y"), GP64())
	c, s, left, right, u, v := r.vector(), r.vector(), r.vector(), r.vector(), r.vector(), r.vector()
	VBROADCASTSD(argument("c"), c)
	VBROADCASTSD(argument("s"), s)
	loop("vectors", n, r.lanes, []Register{x, y}, func() {
		VMOVUPD(at(x, 0), left)
		VMOVUPD(at(y, 0), right)
		VMULPD(s, right, u)
		VMULPD(s, left, v)
		VFMADD231PD(c, left, u)
		VFMSUB231PD(c, right, v)
		VMOVUPD(u, at(x, 0))
		VMOVUPD(v, at(y, 0))
	})
	loop("entries", n, 1, []Register{x, y}, func() {
		VMOVSD(at(x, 0), left.AsX())
		VMOVSD(at(y, 0), right.AsX())
		VMULSD(s.AsX(), right.AsX(), u.AsX())
		VMULSD(s.AsX(), left.AsX(), v.AsX())
		VFMADD231SD(c.AsX(), left.AsX(), u.AsX())
		VFMSUB231SD(c.AsX(), right.AsX(), v.AsX())
		VMOVSD(u.AsX(), at(x, 0))
		VMOVSD(v.AsX(), at(y, 0))
	})
	VZEROUPPER()
	RET()
}

// factors are the entries of argument c, each in all lanes of a register.
func (r registers) factors(rows int) []VecVirtual {
	factor := r.vectors(rows)
	if rows == 1 {
		VBROADCASTSD(argument("c"), factor[0])
		return factor
	}
	c := Load(Param("c"), GP64())
	for i := range rows {
		VBROADCASTSD(at(c, i), factor[i])
	}
	return factor
}

// both is dots and axpy in one pass: what a symmetric matrix needs, of which each
// entry stands for two.
func both(r registers, rows int) {
	function("both"+r.suffix, "func(n int, c, a *float64, stride int, x, y, out *float64)")
	n, row := Load(Param("n"), GP64()), rowPointers(rows)
	x, y := Load(Param("x"), GP64()), Load(Param("y"), GP64())
	factor, sum := r.factors(rows), r.vectors(rows)
	for _, s := range sum {
		VXORPD(s, s, s)
	}
	pointers := append([]Register{x, y}, row...)
	in, out, entry := r.vector(), r.vector(), r.vector()
	loop("vectors", n, r.lanes, pointers, func() {
		VMOVUPD(at(x, 0), in)
		VMOVUPD(at(y, 0), out)
		for i := range rows {
			VMOVUPD(at(row[i], 0), entry)
			VFMADD231PD(entry, in, sum[i])
			VFMADD231PD(entry, factor[i], out)
		}
		VMOVUPD(out, at(y, 0))
	})
	for _, s := range sum {
		r.total(s)
	}
	loop("entries", n, 1, pointers, func() {
		VMOVSD(at(x, 0), in.AsX())
		VMOVSD(at(y, 0), out.AsX())
		for i := range rows {
			VMOVSD(at(row[i], 0), entry.AsX())
			VFMADD231SD(entry.AsX(), in.AsX(), sum[i].AsX())
			VFMADD231SD(entry.AsX(), factor[i].AsX(), out.AsX())
		}
		VMOVSD(out.AsX(), at(y, 0))
	})
	to := Load(Param("out"), GP64())
	for i, s := range sum {
		VMOVSD(s.AsX(), at(to, i))
	}
	VZEROUPPER()
	RET()
}

// rankTwo adds two outer products to a block that stays in the first cache: what a
// reflection from both sides is.
func rankTwo(r registers) {
	function("rankTwo"+r.suffix, "func(rows, n int, c, x, d, y, a *float64, stride int)")
	rows, c, d := Load(Param("rows"), GP64()), Load(Param("c"), GP64()), Load(Param("d"), GP64())
	xs, ys := Load(Param("x"), GP64()), Load(Param("y"), GP64())
	row, stride := Load(Param("a"), GP64()), Load(Param("stride"), GP64())
	SHLQ(Imm(3), stride)
	left, right, out := r.vector(), r.vector(), r.vector()
	Label("rows")
	n, x, y, to := Load(Param("n"), GP64()), GP64(), GP64(), GP64()
	MOVQ(xs, x)
	MOVQ(ys, y)
	MOVQ(row, to)
	VBROADCASTSD(at(c, 0), left)
	VBROADCASTSD(at(d, 0), right)
	loop("vectors", n, r.lanes, []Register{x, y, to}, func() {
		VMOVUPD(at(to, 0), out)
		VFMADD231PD(at(x, 0), left, out)
		VFMADD231PD(at(y, 0), right, out)
		VMOVUPD(out, at(to, 0))
	})
	loop("entries", n, 1, []Register{x, y, to}, func() {
		VMOVSD(at(to, 0), out.AsX())
		VFMADD231SD(at(x, 0), left.AsX(), out.AsX())
		VFMADD231SD(at(y, 0), right.AsX(), out.AsX())
		VMOVSD(out.AsX(), at(to, 0))
	})
	ADDQ(Imm(8), c)
	ADDQ(Imm(8), d)
	ADDQ(stride, row)
	DECQ(rows)
	JNZ(LabelRef("rows"))
	VZEROUPPER()
	RET()
}

// clamped writes the sums of a number and two vectors, or 0 where they are negative:
// squared distances, from norms and products. It tells of those that are a small share of
// the norms, of which the products have few digits.
func clamped(r registers) {
	function("clamped"+r.suffix, "func(n int, c float64, x, y *float64, share float64) float64")
	n, x, y := Load(Param("n"), GP64()), Load(Param("x"), GP64()), Load(Param("y"), GP64())
	c, share, zero, below, limit, sum := r.vector(), r.vector(), r.vector(), r.vector(), r.vector(), r.vector()
	VBROADCASTSD(argument("c"), c)
	VBROADCASTSD(argument("share"), share)
	VXORPD(zero, zero, zero)
	VXORPD(below, below, below)
	loop("vectors", n, r.lanes, []Register{x, y}, func() {
		VADDPD(at(x, 0), c, limit)
		VADDPD(at(y, 0), limit, sum)
		VMAXPD(sum, zero, sum)
		VMOVUPD(sum, at(y, 0))
		VMULPD(share, limit, limit) // not fused: the limit of one entry has the same bits wherever it lies
		VSUBPD(limit, sum, sum)
		VMINPD(zero, sum, sum) // 0 for NaN
		VADDPD(sum, below, below)
	})
	r.total(below)
	loop("entries", n, 1, []Register{x, y}, func() {
		VADDSD(at(x, 0), c.AsX(), limit.AsX())
		VADDSD(at(y, 0), limit.AsX(), sum.AsX())
		VMAXSD(sum.AsX(), zero.AsX(), sum.AsX())
		VMOVSD(sum.AsX(), at(y, 0))
		VMULSD(share.AsX(), limit.AsX(), limit.AsX())
		VSUBSD(limit.AsX(), sum.AsX(), sum.AsX())
		VMINSD(zero.AsX(), sum.AsX(), sum.AsX())
		VADDSD(sum.AsX(), below.AsX(), below.AsX())
	})
	VMOVSD(below.AsX(), result(0))
	VZEROUPPER()
	RET()
}
