package main

// poles is one side of the secular equation: what there is to sum takes fewer cycles than its division, so
// that the sum can carry what its rounding loses, and needs no order of its terms.
func poles() *function {
	f := begin("func polesNEON(n int, d, z *float64, origin, tau float64, delta *float64) (sum, slope float64)")
	n, d, z, delta := f.integer("n"), f.integer("d"), f.integer("z"), f.integer("delta")
	origin, tau := f.number("origin"), f.number("tau")
	const most = 2
	sum, lost, slope := f.vectors(most), f.vectors(most), f.vectors(most)
	f.clear(sum...)
	f.clear(lost...)
	f.clear(slope...)
	f.parts(n, most, []general{d, z, delta}, func() {
		// Only the lower halves are summed from here on. What total loses is a rounding or two.
		f.total(sum)
		f.total(lost)
		f.total(slope)
	}, func(p part) {
		x, t, weight := f.get(p, d), f.vectors(p.vectors), f.get(p, z)
		for j := range x {
			f.word(fsub(x[j], x[j], origin))
			f.word(fsub(x[j], x[j], tau))
			f.word(fdiv(t[j], weight[j], x[j]))
		}
		f.put(p, x, delta)
		for j := range t {
			f.fmla(slope[j], t[j], t[j])
			f.word(fmul(t[j], t[j], weight[j]))
		}
		f.comment("Knuth's sum of two numbers, and what it loses.")
		next, old := f.vectors(p.vectors), f.vectors(p.vectors)
		for j := range t {
			f.word(fadd(next[j], sum[j], t[j]))
			f.word(fsub(x[j], next[j], sum[j]))
			f.word(fsub(t[j], t[j], x[j]))
			f.word(fsub(old[j], next[j], x[j]))
			f.word(fsub(old[j], sum[j], old[j]))
			f.word(fadd(lost[j], lost[j], t[j]))
			f.word(fadd(lost[j], lost[j], old[j]))
			f.move(sum[j], next[j])
		}
		for _, r := range [][]vector{x, t, weight, next, old} {
			f.drop(r...)
		}
	})
	f.word(fadd(sum[0], sum[0], lost[0]))
	return f.answer(map[string]vector{"sum": sum[0], "slope": slope[0]})
}

// ratios is one step of a product of quotients, for many entries.
func ratios() *function {
	f := begin("func ratiosNEON(n int, x, d *float64, pole float64, w *float64)")
	n, x, d, w, pole := f.integer("n"), f.integer("x"), f.integer("d"), f.integer("w"), f.number("pole")
	f.parts(n, 4, []general{x, d, w}, nil, func(p part) {
		gap, v, out := f.get(p, d), f.get(p, x), f.get(p, w)
		for j := range out {
			f.word(fsub(gap[j], gap[j], pole))
			f.word(fdiv(v[j], v[j], gap[j]))
			f.word(fmul(out[j], out[j], v[j]))
		}
		f.put(p, out, w)
		for _, r := range [][]vector{gap, v, out} {
			f.drop(r...)
		}
	})
	return f.end()
}

// quotients makes an eigenvector but for its length.
func quotients() *function {
	f := begin("func quotientsNEON(n int, w, x *float64) float64")
	n, w, x := f.integer("n"), f.integer("w"), f.integer("x")
	sum := f.vectors(sums)
	f.clear(sum...)
	f.parts(n, sums, []general{w, x}, func() { f.total(sum) }, func(p part) {
		v, divisor := f.get(p, w), f.get(p, x)
		for j := range v {
			f.word(fdiv(v[j], v[j], divisor[j]))
			f.fmla(sum[j], v[j], v[j])
		}
		f.put(p, v, x)
		f.drop(v...)
		f.drop(divisor...)
	})
	return f.answer(map[string]vector{"ret": sum[0]})
}
