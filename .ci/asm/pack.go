package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// copyLines packs what is contiguous along the sliver's width.
func copyLines(r registers) {
	function("copyLines"+r.suffix, "func(n, vectors int, dst, src *float64, stride int)")
	n, vectors := Load(Param("n"), GP64()), Load(Param("vectors"), GP64())
	dst, src, stride := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("stride"), GP64())
	SHLQ(Imm(3), stride)
	from, left, v := GP64(), GP64(), r.vector()
	loop("lines", n, 1, nil, func() {
		MOVQ(src, from)
		MOVQ(vectors, left)
		loop("vectors", left, 1, nil, func() {
			VMOVUPD(at(from, 0), v)
			VMOVUPD(v, at(dst, 0))
			ADDQ(Imm(uint64(8*r.lanes)), from)
			ADDQ(Imm(uint64(8*r.lanes)), dst)
		})
		ADDQ(stride, src)
	})
	VZEROUPPER()
	RET()
}

// transpose packs what is contiguous along the sliver's depth, in squares of 4×4, which
// both instruction sets have.
func transpose() {
	function("transpose4", "func(n int, dst *float64, width int, a *float64, stride int)")
	n, row := Load(Param("n"), GP64()), rowPointers(4)
	dst, width := Load(Param("dst"), GP64()), Load(Param("width"), GP64())
	SHLQ(Imm(3), width)
	loop("squares", n, 4, row, func() {
		a, b := avx2.vectors(4), avx2.vectors(4)
		for i := range a {
			VMOVUPD(at(row[i], 0), a[i])
		}
		for i := 0; i < 4; i += 2 { // pairs of the even columns, and of the odd ones
			VUNPCKLPD(a[i+1], a[i], b[i])
			VUNPCKHPD(a[i+1], a[i], b[i+1])
		}
		for i, halves := range []uint64{0x20, 0x20, 0x31, 0x31} {
			VPERM2F128(Imm(halves), b[i%2+2], b[i%2], a[i])
			VMOVUPD(a[i], Mem{Base: dst})
			ADDQ(width, dst)
		}
	})
	VZEROUPPER()
	RET()
}
