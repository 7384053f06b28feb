package main

import (
	"math"

	"gramscope/asm/constant"
)

// integers is a number whose sum with a smaller one has that one's nearest integer in its last bits.
const integers = 0x1.8p52

// values is one number of each of several vectors that are computed beside each other, as each is one long
// chain of which every step waits for the last.
type values []vector

// each writes, for each of them, an instruction.
func (f *function) each(v values, w func(i int) word) {
	for i := range v {
		f.word(w(i))
	}
}

// shared loads a constant that instructions only read.
func (f *function) shared(table general, v float64) vector {
	c := f.vector()
	f.load(c, table, f.float(v))
	return c
}

// fresh returns n registers with a constant to which instructions add.
func (f *function) fresh(table general, n int, v float64) values {
	c := f.vectors(n)
	for i := 0; i < n; i += 2 {
		f.fill(c[i:min(i+2, n)], table, f.float(v))
	}
	return c
}

// horner returns the polynomial of x with the given coefficients, the highest first.
func (f *function) horner(table general, x values, coefficients []float64) values {
	first := f.shared(table, coefficients[0])
	sum := f.fresh(table, len(x), coefficients[1])
	for i := range x {
		f.fmla(sum[i], x[i], first)
	}
	f.drop(first)
	for _, c := range coefficients[2:] {
		next := f.fresh(table, len(x), c)
		for i := range x {
			f.fmla(next[i], x[i], sum[i])
		}
		f.drop(sum...)
		sum = next
	}
	return sum
}

// less subtracts a constant times n from x, rounding once.
func (f *function) less(table general, x, n values, c float64) {
	v := f.shared(table, c)
	for i := range x {
		f.fmls(x[i], n[i], v)
	}
	f.drop(v)
}

// exponential writes e^(scale·x), or e^(scale·√x) where root says so, by the steps of the kernels for
// amd64, which explain them.
func exponential(root bool) *function {
	name := "exp"
	if root {
		name = "expRoot"
	}
	f := begin("func " + name + "NEON(n int, dst, x *float64, scale float64)")
	n, dst, from, scale, table := f.integer("n"), f.integer("dst"), f.integer("x"), f.number("scale"), f.constants()
	for _, vectors := range []int{4, 1} {
		f.loop(n, vectors*lanes, []general{dst, from}, func() {
			x := values(f.vectors(vectors))
			f.fill(x, from, 0)
			if root {
				f.each(x, func(i int) word { return fsqrt(x[i], x[i]) })
			}
			f.each(x, func(i int) word { return fmul(x[i], x[i], scale) })
			out := f.exponentials(table, x)
			f.spill(out, dst, 0)
			f.drop(out...)
		})
	}
	return f.end()
}

// exponentials returns e^low, and gives low's registers back.
func (f *function) exponentials(table general, low values) values {
	f.comment("Beyond these, e^x is 0 or infinite. NaN stays.")
	limit := f.shared(table, 710)
	f.each(low, func(i int) word { return fmin(low[i], low[i], limit) })
	f.load(limit, table, f.float(-746))
	f.each(low, func(i int) word { return fmax(low[i], low[i], limit) })
	f.drop(limit)

	f.comment("n, and the rest as rest + low.")
	logs := constant.Pieces(constant.Ln2, 1, 53, 53)
	count, rest := f.nearest(table, low, constant.Inverse(constant.Ln2, 1), nil), values(f.vectors(len(low)))
	f.less(table, low, count, logs[0])
	f.divided(table, rest, low, count, logs[1])

	f.comment("(e^r-1-r)/r² from its odd and its even part, and e^r.")
	square := values(f.vectors(len(low)))
	f.each(square, func(i int) word { return fmul(square[i], rest[i], rest[i]) })
	coefficients := constant.Interpolant(10, math.Ln2/2)
	odd, even := f.horner(table, square, second(coefficients)), f.horner(table, square, second(coefficients[1:]))
	for i := range even {
		f.fmla(even[i], rest[i], odd[i])
	}
	for i := range low {
		f.fmla(low[i], square[i], even[i])
	}
	sum := odd
	one := f.shared(table, 1)
	f.each(sum, func(i int) word { return fadd(sum[i], rest[i], low[i]) })
	f.each(sum, func(i int) word { return fadd(sum[i], sum[i], one) })
	for _, v := range []values{rest, square, even, low} {
		f.drop(v...)
	}

	f.comment("2ⁿ in two halves: one is added to the exponent, which rounds nothing, with the other e^r is multiplied.")
	half := values(f.vectors(len(sum)))
	f.each(count, func(i int) word { return fcvtzs(count[i], count[i]) })
	f.each(half, func(i int) word { return halve(half[i], count[i]) })
	for i := range sum {
		f.op("VSUB %v.D2, %v.D2, %v.D2", half[i], count[i], count[i])
		for _, v := range []vector{half[i], count[i]} {
			f.op("VSHL $52, %v.D2, %v.D2", v, v)
		}
		f.op("VADD %v.D2, %v.D2, %v.D2", half[i], sum[i], sum[i])
		f.op("VADD %v.D2, %v.D2, %v.D2", one, count[i], count[i]) // the bits of 1 are an exponent of 0
		f.word(fmul(sum[i], sum[i], count[i]))
	}
	f.drop(one)
	f.drop(half...)
	f.drop(count...)
	return sum
}

// nearest returns the integers next to x times a constant. If bits is not nil, it gets registers with these
// integers in their last bits.
func (f *function) nearest(table general, x values, c float64, bits *values) values {
	factor, shift := f.shared(table, c), f.shared(table, integers)
	turns := f.fresh(table, len(x), integers)
	for i := range x {
		f.fmla(turns[i], x[i], factor)
	}
	count := turns
	if bits != nil {
		*bits, count = turns, f.vectors(len(x))
	}
	f.each(count, func(i int) word { return fsub(count[i], turns[i], shift) })
	f.drop(factor, shift)
	return count
}

// divided sets rest = low - count·c, and low to what its rounding loses.
func (f *function) divided(table general, rest, low, count values, c float64) {
	v := f.shared(table, c)
	for i := range rest {
		f.move(rest[i], low[i])
	}
	for i := range rest {
		f.fmls(rest[i], count[i], v)
	}
	f.each(low, func(i int) word { return fsub(low[i], low[i], rest[i]) })
	for i := range low {
		f.fmls(low[i], count[i], v)
	}
	f.drop(v)
}

// second is every second of some coefficients, from the first on.
func second(coefficients []float64) []float64 {
	var out []float64
	for i := 0; i < len(coefficients); i += 2 {
		out = append(out, coefficients[i])
	}
	return out
}

// sincos writes sine and cosine, by the steps of the kernels for amd64.
func sincos() *function {
	f := begin("func sincosNEON(n int, sin, cos, x *float64)")
	n, toSin, toCos, from, table := f.integer("n"), f.integer("sin"), f.integer("cos"), f.integer("x"), f.constants()
	for _, vectors := range []int{2, 1} {
		f.loop(n, vectors*lanes, []general{toSin, toCos, from}, func() {
			x := values(f.vectors(vectors))
			f.fill(x, from, 0)
			sin, cos := f.circle(table, x)
			f.spill(sin, toSin, 0)
			f.spill(cos, toCos, 0)
			f.drop(sin...)
			f.drop(cos...)
		})
	}
	return f.end()
}

// circle returns sine and cosine of low, and gives low's registers back.
func (f *function) circle(table general, low values) (sin, cos values) {
	n := len(low)
	f.comment("n, in the last bits of turns, and the rest as rest + low.")
	quarter := constant.Pieces(constant.Pi, 2, 53, 33, 53)
	var turns values
	count, rest := f.nearest(table, low, constant.Inverse(constant.Pi, 2), &turns), values(f.vectors(n))
	f.less(table, low, count, quarter[0])
	f.divided(table, rest, low, count, quarter[1])
	f.less(table, low, count, quarter[2])
	f.drop(count...)

	f.comment("The sine: rest + (rest³·(…) + low·(1 - rest²/2)).")
	square, half, cube := values(f.vectors(n)), values(f.vectors(n)), values(f.vectors(n))
	c := f.shared(table, 0.5)
	f.each(square, func(i int) word { return fmul(square[i], rest[i], rest[i]) })
	f.each(half, func(i int) word { return fmul(half[i], square[i], c) })
	sin = f.horner(table, square, constant.Taylor(17, 3))
	f.each(cube, func(i int) word { return fmul(cube[i], square[i], rest[i]) })
	f.each(sin, func(i int) word { return fmul(sin[i], sin[i], cube[i]) })
	f.each(sin, func(i int) word { return fadd(sin[i], sin[i], low[i]) })
	for i := range sin {
		f.fmls(sin[i], half[i], low[i])
	}
	f.each(sin, func(i int) word { return fadd(sin[i], sin[i], rest[i]) })

	f.comment("The cosine: 1 - rest²/2 and what its rounding lost, + rest⁴·(…) - rest·low.")
	cos = f.horner(table, square, constant.Taylor(16, 4))
	for range 2 {
		f.each(cos, func(i int) word { return fmul(cos[i], cos[i], square[i]) })
	}
	for i := range cos {
		f.fmls(cos[i], rest[i], low[i])
	}
	main, lost := cube, square
	f.load(c, table, f.float(1))
	f.each(main, func(i int) word { return fsub(main[i], c, half[i]) })
	f.each(lost, func(i int) word { return fsub(lost[i], c, main[i]) })
	f.each(lost, func(i int) word { return fsub(lost[i], lost[i], half[i]) })
	f.each(cos, func(i int) word { return fadd(cos[i], cos[i], lost[i]) })
	f.each(cos, func(i int) word { return fadd(cos[i], cos[i], main[i]) })

	f.comment("For an odd n they change places.")
	one, two := c, f.vector()
	f.load(one, table, f.constant(1))
	f.load(two, table, f.constant(2))
	odd, before := main, lost
	f.each(odd, func(i int) word { return cmtst(odd[i], turns[i], one) })
	for i := range odd {
		f.move(before[i], sin[i])
		f.op("VBIT %v.B16, %v.B16, %v.B16", odd[i], cos[i], sin[i])
		f.op("VBIT %v.B16, %v.B16, %v.B16", odd[i], before[i], cos[i])
	}

	f.comment("The second bit of n is the sine's sign, that of n + 1 the cosine's.")
	for i := range turns {
		for _, v := range []vector{sin[i], cos[i]} {
			sign := before[i]
			f.op("VAND %v.B16, %v.B16, %v.B16", two, turns[i], sign)
			f.op("VSHL $62, %v.D2, %v.D2", sign, sign)
			f.op("VEOR %v.B16, %v.B16, %v.B16", sign, v, v)
			if v == sin[i] {
				f.op("VADD %v.D2, %v.D2, %v.D2", one, turns[i], turns[i])
			}
		}
	}
	f.drop(one, two)
	for _, v := range []values{low, turns, rest, square, half, cube} {
		f.drop(v...)
	}
	return sin, cos
}
