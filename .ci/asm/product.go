package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tile writes the micro-kernel of the product: a tile of C, rows×(width vectors),
// is kept in registers while one column of A's sliver after the other meets a row
// of B's.
//
// Each entry is one chain of fused multiply-adds over k, whatever the shape of the
// tile, so that both instruction sets give the same bits.
func tile(r registers, rows, width int) {
	columns := width * r.lanes
	function("tile"+r.suffix, "func(k int, a, b, c *float64, stride int, alpha, beta float64)")
	k, a, b := Load(Param("k"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64())
	c, stride := Load(Param("c"), GP64()), Load(Param("stride"), GP64())
	SHLQ(Imm(3), stride)

	Comment("C comes near while the sum is made.")
	row := GP64()
	MOVQ(c, row)
	for i := range rows {
		for j := 0; j < columns; j += 8 {
			PREFETCHT0(at(row, j))
		}
		PREFETCHT0(at(row, columns-1))
		if i < rows-1 {
			ADDQ(stride, row)
		}
	}

	sum := r.vectors(rows * width)
	for _, s := range sum {
		VXORPD(s, s, s)
	}
	line, entry := r.vectors(width), r.vector()
	TESTQ(k, k)
	JZ(LabelRef("write"))
	Label("next")
	for j, l := range line {
		VMOVUPD(at(b, j*r.lanes), l)
	}
	for i := range rows {
		VBROADCASTSD(at(a, i), entry)
		for j, l := range line {
			VFMADD231PD(l, entry, sum[i*width+j])
		}
	}
	ADDQ(Imm(uint64(8*rows)), a)
	ADDQ(Imm(uint64(8*columns)), b)
	DECQ(k)
	JNZ(LabelRef("next"))

	Label("write")
	alpha, beta := r.vector(), r.vector()
	VBROADCASTSD(argument("alpha"), alpha)
	for _, s := range sum {
		VMULPD(alpha, s, s)
	}
	bits := GP64()
	MOVQ(argument("beta"), bits)
	ADDQ(bits, bits) // drops the sign
	JZ(LabelRef("store"))
	VBROADCASTSD(argument("beta"), beta)
	MOVQ(c, row)
	for i := range rows {
		for j := range width {
			VFMADD231PD(at(row, j*r.lanes), beta, sum[i*width+j])
		}
		if i < rows-1 {
			ADDQ(stride, row)
		}
	}
	Label("store")
	for i := range rows {
		for j := range width {
			VMOVUPD(sum[i*width+j], at(c, j*r.lanes))
		}
		if i < rows-1 {
			ADDQ(stride, c)
		}
	}
	VZEROUPPER()
	RET()
}

// tileSSE2 writes the micro-kernel for processors without fused multiply-adds, which are all that is missing to
// use tile: products are rounded before they are added. An instruction overwrites one of its operands.
func tileSSE2(rows, width int) {
	const lanes = 2
	columns := width * lanes
	function("tileSSE2", "func(k int, a, b, c *float64, stride int, alpha, beta float64)")
	k, a, b := Load(Param("k"), GP64()), Load(Param("a"), GP64()), Load(Param("b"), GP64())
	c, stride := Load(Param("c"), GP64()), Load(Param("stride"), GP64())
	SHLQ(Imm(3), stride)
	vectors := func(n int) []VecVirtual {
		v := make([]VecVirtual, n)
		for i := range v {
			v[i] = XMM()
		}
		return v
	}
	sum := vectors(rows * width)
	for _, s := range sum {
		XORPD(s, s)
	}
	line, entry, product := vectors(width), XMM(), XMM()
	TESTQ(k, k)
	JZ(LabelRef("write"))
	Label("next")
	for j, l := range line {
		MOVUPD(at(b, j*lanes), l)
	}
	for i := range rows {
		MOVSD(at(a, i), entry)
		UNPCKLPD(entry, entry)
		for j, l := range line {
			p := product
			if j == width-1 { // the entry is not needed any more
				p = entry
			} else {
				MOVAPD(entry, p)
			}
			MULPD(l, p)
			ADDPD(p, sum[i*width+j])
		}
	}
	ADDQ(Imm(uint64(8*rows)), a)
	ADDQ(Imm(uint64(8*columns)), b)
	DECQ(k)
	JNZ(LabelRef("next"))

	Label("write")
	MOVSD(argument("alpha"), entry)
	UNPCKLPD(entry, entry)
	for _, s := range sum {
		MULPD(entry, s)
	}
	bits := GP64()
	MOVQ(argument("beta"), bits)
	ADDQ(bits, bits) // drops the sign
	JZ(LabelRef("store"))
	MOVSD(argument("beta"), entry)
	UNPCKLPD(entry, entry)
	row := GP64()
	MOVQ(c, row)
	for i := range rows {
		for j := range width {
			MOVUPD(at(row, j*lanes), product)
			MULPD(entry, product)
			ADDPD(product, sum[i*width+j])
		}
		if i < rows-1 {
			ADDQ(stride, row)
		}
	}
	Label("store")
	for i := range rows {
		for j := range width {
			MOVUPD(sum[i*width+j], at(c, j*lanes))
		}
		if i < rows-1 {
			ADDQ(stride, c)
		}
	}
	RET()
}
