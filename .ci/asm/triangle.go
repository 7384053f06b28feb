package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// triangle writes the two kernels of triangular matrices, of the product's tile:
// that which solves with a triangle, and that which multiplies by one. Both keep
// all of X in registers.
func triangle(r registers, rows, width int) {
	load := func(x Register) []VecVirtual {
		v := r.vectors(rows * width)
		for i := range v {
			VMOVUPD(at(x, i*r.lanes), v[i])
		}
		return v
	}
	store := func(v []VecVirtual, x Register) {
		for i := range v {
			VMOVUPD(v[i], at(x, i*r.lanes))
		}
		VZEROUPPER()
		RET()
	}

	function("solve"+r.suffix, "func(l, x *float64)")
	l, p := Load(Param("l"), GP64()), Load(Param("x"), GP64())
	x, entry := load(p), r.vector()
	for k := range rows {
		VBROADCASTSD(at(l, k*rows+k), entry)
		for j := range width {
			VMULPD(entry, x[k*width+j], x[k*width+j])
		}
		for i := k + 1; i < rows; i++ {
			VBROADCASTSD(at(l, k*rows+i), entry)
			for j := range width {
				VFNMADD231PD(x[k*width+j], entry, x[i*width+j])
			}
		}
	}
	store(x, p)

	function("multiply"+r.suffix, "func(l, x *float64)")
	l, p = Load(Param("l"), GP64()), Load(Param("x"), GP64())
	x, entry = load(p), r.vector()
	for i := rows - 1; i >= 0; i-- {
		VBROADCASTSD(at(l, i*rows+i), entry)
		for j := range width {
			VMULPD(entry, x[i*width+j], x[i*width+j])
		}
		for k := range i {
			VBROADCASTSD(at(l, k*rows+i), entry)
			for j := range width {
				VFMADD231PD(x[k*width+j], entry, x[i*width+j])
			}
		}
	}
	store(x, p)
}
