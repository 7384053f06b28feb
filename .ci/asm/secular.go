package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"
)

// poles is one side of the secular equation: what there is to sum takes fewer cycles
// than its division, so that the sum can carry what its rounding loses, and needs no
// order of its terms.
func poles(r registers) {
	function("poles"+r.suffix, "func(n int, d, z *float64, origin, tau float64, delta *float64) (sum, slope float64)")
	n, d := Load(Param("n"), GP64()), Load(Param("d"), GP64())
	z, delta := Load(Param("z"), GP64()), Load(Param("delta"), GP64())
	origin, tau := r.vector(), r.vector()
	VBROADCASTSD(argument("origin"), origin)
	VBROADCASTSD(argument("tau"), tau)
	sum, lost, slope := r.vector(), r.vector(), r.vector()
	for _, v := range []VecVirtual{sum, lost, slope} {
		VXORPD(v, v, v)
	}
	x, t, next, old := r.vector(), r.vector(), r.vector(), r.vector()
	pointers := []Register{d, z, delta}
	loop("vectors", n, r.lanes, pointers, func() {
		VMOVUPD(at(d, 0), x)
		VSUBPD(origin, x, x)
		VSUBPD(tau, x, x)
		VMOVUPD(x, at(delta, 0))
		VMOVUPD(at(z, 0), t)
		VDIVPD(x, t, t)
		VFMADD231PD(t, t, slope)
		VMULPD(at(z, 0), t, t)
		Comment("Knuth's sum of two numbers, and what it loses.")
		VADDPD(t, sum, next)
		VSUBPD(sum, next, x)
		VSUBPD(x, t, t)
		VSUBPD(x, next, old)
		VSUBPD(old, sum, old)
		VADDPD(t, lost, lost)
		VADDPD(old, lost, lost)
		VMOVAPD(next, sum)
	})
	for _, v := range []VecVirtual{sum, lost, slope} {
		r.total(v)
	}
	loop("entries", n, 1, pointers, func() {
		VMOVSD(at(d, 0), x.AsX())
		VSUBSD(origin.AsX(), x.AsX(), x.AsX())
		VSUBSD(tau.AsX(), x.AsX(), x.AsX())
		VMOVSD(x.AsX(), at(delta, 0))
		VMOVSD(at(z, 0), t.AsX())
		VDIVSD(x.AsX(), t.AsX(), t.AsX())
		VFMADD231SD(t.AsX(), t.AsX(), slope.AsX())
		VMULSD(at(z, 0), t.AsX(), t.AsX())
		VADDSD(t.AsX(), sum.AsX(), sum.AsX())
	})
	VADDSD(lost.AsX(), sum.AsX(), sum.AsX())
	VMOVSD(sum.AsX(), result(0))
	VMOVSD(slope.AsX(), result(1))
	VZEROUPPER()
	RET()
}

// ratios is one step of a product of quotients, for many entries.
func ratios(r registers) {
	function("ratios"+r.suffix, "func(n int, x, d *float64, pole float64, w *float64)")
	n, x, d, w := Load(Param("n"), GP64()), Load(Param("x"), GP64()), Load(Param("d"), GP64()), Load(Param("w"), GP64())
	pole, v, gap := r.vector(), r.vector(), r.vector()
	VBROADCASTSD(argument("pole"), pole)
	loop("vectors", n, r.lanes, []Register{x, d, w}, func() {
		VMOVUPD(at(d, 0), gap)
		VSUBPD(pole, gap, gap)
		VMOVUPD(at(x, 0), v)
		VDIVPD(gap, v, v)
		VMULPD(at(w, 0), v, v)
		VMOVUPD(v, at(w, 0))
	})
	loop("entries", n, 1, []Register{x, d, w}, func() {
		VMOVSD(at(d, 0), gap.AsX())
		VSUBSD(pole.AsX(), gap.AsX(), gap.AsX())
		VMOVSD(at(x, 0), v.AsX())
		VDIVSD(gap.AsX(), v.AsX(), v.AsX())
		VMULSD(at(w, 0), v.AsX(), v.AsX())
		VMOVSD(v.AsX(), at(w, 0))
	})
	VZEROUPPER()
	RET()
}

// quotients makes an eigenvector but for its length.
func quotients(r registers) {
	function("quotients"+r.suffix, "func(n int, w, x *float64) float64")
	n, w, x := Load(Param("n"), GP64()), Load(Param("w"), GP64()), Load(Param("x"), GP64())
	sum, v := r.vector(), r.vector()
	VXORPD(sum, sum, sum)
	loop("vectors", n, r.lanes, []Register{w, x}, func() {
		VMOVUPD(at(w, 0), v)
		VDIVPD(at(x, 0), v, v)
		VMOVUPD(v, at(x, 0))
		VFMADD231PD(v, v, sum)
	})
	r.total(sum)
	loop("entries", n, 1, []Register{w, x}, func() {
		VMOVSD(at(w, 0), v.AsX())
		VDIVSD(at(x, 0), v.AsX(), v.AsX())
		VMOVSD(v.AsX(), at(x, 0))
		VFMADD231SD(v.AsX(), v.AsX(), sum.AsX())
	})
	VMOVSD(sum.AsX(), result(0))
	VZEROUPPER()
	RET()
}
