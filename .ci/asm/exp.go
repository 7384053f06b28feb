package main

import (
	"math"

	"gramscope/asm/constant"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// integers is a number whose sum with a smaller one has that one's nearest integer in
// its last bits.
const integers = 0x1.8p52

// exponential writes e^(scale·x), or e^(scale·√x) where root says so.
//
// With n the integer next to x/ln 2 and r the rest, e^x = 2ⁿ·e^r, and for e^r stands a
// polynomial of degree 11 that is off by less than 2⁻⁵⁶ of it. r comes as a sum of two
// numbers, as its rounding would show in the last bit. 2ⁿ is multiplied in two halves,
// as either is a normal number where e^x is subnormal, or 2ⁿ too large.
func exponential(r registers, c *constants, root bool) {
	name := "exp"
	if root {
		name = "expRoot"
	}
	function(name+r.suffix, "func(n int, dst, x *float64, scale float64)")
	n, dst, from := Load(Param("n"), GP64()), Load(Param("dst"), GP64()), Load(Param("x"), GP64())
	scale := r.vector()
	VBROADCASTSD(argument("scale"), scale)
	logs, coefficients := constant.Pieces(constant.Ln2, 1, 53, 53), constant.Interpolant(10, math.Ln2/2)
	k := c.keep(r, append(coefficients, constant.Inverse(constant.Ln2, 1), integers, logs[0], logs[1], 1, 710, -746)...)
	// Two vectors at a time, as each is one long chain of which every step waits for
	// the last.
	for _, step := range []struct {
		name    string
		vectors int
	}{{"pairs", 2}, {"vectors", 1}} {
		loop(step.name, n, step.vectors*r.lanes, []Register{dst, from}, func() {
			r.exponentials(k, dst, from, scale, logs, coefficients, root, step.vectors)
		})
	}
	VZEROUPPER()
	RET()
}

// exponentials is the body of that loop, for some vectors.
func (r registers) exponentials(
	k kept, dst, from Register, scale VecVirtual, logs, coefficients []float64, root bool, vectors int,
) {
	x, count, rest, low := r.vectors(vectors), r.vectors(vectors), r.vectors(vectors), r.vectors(vectors)
	sum, even, square := r.vectors(vectors), r.vectors(vectors), r.vectors(vectors)
	each := func(do func(i int)) {
		for i := range vectors {
			do(i)
		}
	}
	each(func(i int) {
		if root {
			VSQRTPD(at(from, i*r.lanes), x[i])
			VMULPD(scale, x[i], x[i])
		} else {
			VMULPD(at(from, i*r.lanes), scale, x[i])
		}
	})
	Comment("Beyond these, e^x is 0 or infinite. NaN stays.")
	each(func(i int) { VMOVUPD(k.float(710), rest[i]) })
	each(func(i int) { VMINPD(x[i], rest[i], x[i]) })
	each(func(i int) { VMOVUPD(k.float(-746), rest[i]) })
	each(func(i int) { VMAXPD(x[i], rest[i], low[i]) })

	Comment("n, and the rest as rest + low.")
	each(func(i int) { VMOVUPD(k.float(integers), count[i]) })
	each(func(i int) { VMOVUPD(k.float(constant.Inverse(constant.Ln2, 1)), rest[i]) })
	each(func(i int) { VFMADD231PD(rest[i], low[i], count[i]) })
	each(func(i int) { VSUBPD(k.float(integers), count[i], count[i]) })
	each(func(i int) { VFNMADD231PD(k.float(logs[0]), count[i], low[i]) })
	each(func(i int) { VMOVUPD(low[i], rest[i]) })
	each(func(i int) { VFNMADD231PD(k.float(logs[1]), count[i], rest[i]) })
	each(func(i int) { VSUBPD(rest[i], low[i], low[i]) })
	each(func(i int) { VFNMADD231PD(k.float(logs[1]), count[i], low[i]) })

	Comment("(e^r-1-r)/r² from its odd and its even part, neither of which waits for the other,")
	Comment("and e^r.")
	each(func(i int) { VMULPD(rest[i], rest[i], square[i]) })
	odd, others := second(coefficients), second(coefficients[1:])
	each(func(i int) { VMOVUPD(k.float(odd[0]), sum[i]) })
	each(func(i int) { VMOVUPD(k.float(others[0]), even[i]) })
	for c := 1; c < len(odd); c++ {
		each(func(i int) { VFMADD213PD(k.float(odd[c]), square[i], sum[i]) })
		each(func(i int) { VFMADD213PD(k.float(others[c]), square[i], even[i]) })
	}
	each(func(i int) { VFMADD213PD(even[i], rest[i], sum[i]) })
	each(func(i int) { VFMADD213PD(low[i], square[i], sum[i]) })
	each(func(i int) { VADDPD(rest[i], sum[i], sum[i]) })
	each(func(i int) { VADDPD(k.float(1), sum[i], sum[i]) })
	each(func(i int) { r.scale(k, sum[i], count[i]) })
	each(func(i int) { VMOVUPD(sum[i], at(dst, i*r.lanes)) })
}

// scale multiplies x by 2ⁿ for an integer n, rounding once. AVX2 has no instruction
// for it: n = half + other then, each put in a number's exponent.
func (r registers) scale(k kept, x, n VecVirtual) {
	if r.lanes == 8 {
		VSCALEFPD(n, x, x)
		return
	}
	const shift = integers + 1023
	half, other := r.vector(), r.vector()
	VMOVUPD(k.float(shift), half)
	VFMADD231PD(k.float(0.5), n, half)
	VSUBPD(k.float(shift), half, other)
	VSUBPD(other, n, other)
	VADDPD(k.float(shift), other, other)
	VPSLLQ(Imm(52), half, half)
	VPSLLQ(Imm(52), other, other)
	VMULPD(half, x, x)
	VMULPD(other, x, x)
}

// horner leaves in sum the polynomial of x with the given coefficients, the highest
// first.
func (k kept) horner(sum, x VecVirtual, coefficients []float64) {
	VMOVUPD(k.float(coefficients[0]), sum)
	for _, c := range coefficients[1:] {
		VFMADD213PD(k.float(c), x, sum)
	}
}

// second is every second of some coefficients, from the first on.
func second(coefficients []float64) []float64 {
	var out []float64
	for i := 0; i < len(coefficients); i += 2 {
		out = append(out, coefficients[i])
	}
	return out
}

// sincos writes sine and cosine.
//
// n is the integer next to x/(π/2), and the rest comes as a sum of two numbers, from
// π/2 in three. The first difference is exact, as what stands for π/2 has no bits
// below 2⁻⁵²; the second piece has so few that n times it is exact, and low what is
// lost when that is subtracted. Of the rest sine and cosine are Taylor polynomials;
// n's last two bits tell which of them is which, and their signs.
func sincos(r registers, c *constants) {
	function("sincos"+r.suffix, "func(n int, sin, cos, x *float64)")
	n, toSin, toCos := Load(Param("n"), GP64()), Load(Param("sin"), GP64()), Load(Param("cos"), GP64())
	from := Load(Param("x"), GP64())
	sines, cosines, quarter := constant.Taylor(17, 3), constant.Taylor(16, 4), constant.Pieces(constant.Pi, 2, 53, 33, 53)
	k := c.keep(r, append(append(append(sines, cosines...), quarter...), integers, constant.Inverse(constant.Pi, 2))...)
	loop("vectors", n, r.lanes, []Register{toSin, toCos, from}, func() {
		Comment("n, in the last bits of turns, and the rest as rest + low.")
		turns, count, rest, low := r.vector(), r.vector(), r.vector(), r.vector()
		VMOVUPD(at(from, 0), low)
		VMOVUPD(k.float(integers), turns)
		VFMADD231PD(k.float(constant.Inverse(constant.Pi, 2)), low, turns)
		VSUBPD(k.float(integers), turns, count)
		VFNMADD231PD(k.float(quarter[0]), count, low)
		VMOVUPD(low, rest)
		VFNMADD231PD(k.float(quarter[1]), count, rest)
		VSUBPD(rest, low, low)
		VFNMADD231PD(k.float(quarter[1]), count, low)
		VFNMADD231PD(k.float(quarter[2]), count, low)

		Comment("The sine: rest + (rest³·(…) + low·(1 - rest²/2)).")
		square, half, sin, cube := r.vector(), r.vector(), r.vector(), r.vector()
		VMULPD(rest, rest, square)
		VMULPD(k.float(0.5), square, half)
		k.horner(sin, square, sines)
		VMULPD(rest, square, cube)
		VMULPD(cube, sin, sin)
		VADDPD(low, sin, sin)
		VFNMADD231PD(low, half, sin)
		VADDPD(rest, sin, sin)

		Comment("The cosine: 1 - rest²/2 and what its rounding lost, + rest⁴·(…) - rest·low.")
		cos, main, lost := r.vector(), r.vector(), r.vector()
		k.horner(cos, square, cosines)
		VMULPD(square, cos, cos)
		VMULPD(square, cos, cos)
		VFNMADD231PD(low, rest, cos)
		VMOVUPD(k.float(1), lost)
		VSUBPD(half, lost, main)
		VSUBPD(main, lost, lost)
		VSUBPD(half, lost, lost)
		VADDPD(lost, cos, cos)
		VADDPD(main, cos, cos)

		Comment("For an odd n they change places.")
		odd, both := r.vector(), r.vector()
		VANDPD(k.bits(1), turns, odd)
		VXORPD(both, both, both)
		VPSUBQ(odd, both, odd)
		VXORPD(sin, cos, both)
		VANDPD(odd, both, both)
		VXORPD(both, sin, sin)
		VXORPD(both, cos, cos)

		Comment("The second bit of n is the sine's sign, that of n + 1 the cosine's.")
		sign := r.vector()
		VANDPD(k.bits(2), turns, sign)
		VPSLLQ(Imm(62), sign, sign)
		VXORPD(sign, sin, sin)
		VPADDQ(k.bits(1), turns, sign)
		VANDPD(k.bits(2), sign, sign)
		VPSLLQ(Imm(62), sign, sign)
		VXORPD(sign, cos, cos)
		VMOVUPD(sin, at(toSin, 0))
		VMOVUPD(cos, at(toCos, 0))
	})
	VZEROUPPER()
	RET()
}
