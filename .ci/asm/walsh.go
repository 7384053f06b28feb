package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// walsh transforms blocks of eight registers each: the steps within a register first, and then those from one
// to another.
func walsh(r registers, c *constants) {
	function("walsh"+r.suffix, "func(n int, dst, x, by *float64)")
	n, dst := Load(Param("n"), GP64()), Load(Param("dst"), GP64())
	x, by := Load(Param("x"), GP64()), Load(Param("by"), GP64())
	var signs []VecVirtual
	for run := 1; run < r.lanes; run *= 2 {
		signs = append(signs, r.vector())
		VMOVUPD(c.signs(run), signs[len(signs)-1])
	}
	loop("blocks", n, 8*r.lanes, []Register{dst, x, by}, func() {
		v, other := r.vectors(8), r.vector()
		for i := range v {
			VMOVUPD(at(x, i*r.lanes), v[i])
			VMULPD(at(by, i*r.lanes), v[i], v[i])
			for level := range signs {
				switch level {
				case 0: // neighbours change places
					VPERMILPD(Imm(0x55), v[i], other)
				case 1: // pairs
					VPERMPD(Imm(0x4e), v[i], other)
				case 2: // halves
					VSHUFF64X2(Imm(0x4e), v[i], v[i], other)
				}
				VFMADD231PD(signs[level], other, v[i])
			}
		}
		r.sums8(v)
		for i := range v {
			VMOVUPD(v[i], at(dst, i*r.lanes))
		}
	})
	VZEROUPPER()
	RET()
}

// walsh8 transforms columns of eight entries.
func walsh8(r registers) {
	function("walsh8"+r.suffix, "func(n int, a *float64, stride int)")
	n, row := Load(Param("n"), GP64()), rowPointers(8)
	loop("vectors", n, r.lanes, row, func() {
		v := r.vectors(8)
		for i := range v {
			VMOVUPD(at(row[i], 0), v[i])
		}
		r.sums8(v)
		for i := range v {
			VMOVUPD(v[i], at(row[i], 0))
		}
	})
	VZEROUPPER()
	RET()
}

// sums8 replaces eight registers by sums and differences, in three steps from near ones to far ones.
func (r registers) sums8(v []VecVirtual) {
	for step := 1; step < 8; step *= 2 {
		for i := range v {
			if j := i + step; i/step%2 == 0 {
				difference := r.vector()
				VSUBPD(v[i], v[j], difference)
				VADDPD(v[j], v[i], v[i])
				v[j] = difference
			}
		}
	}
}
