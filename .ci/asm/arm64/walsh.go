package main

// walsh transforms blocks of eight registers each: the step within a register first, and then those from one to
// another.
func walsh() *function {
	f := begin("func walshNEON(n int, dst, x, by *float64)")
	n, dst, x, by := f.integer("n"), f.integer("dst"), f.integer("x"), f.integer("by")
	v, signs, spare := f.vectors(8), f.vectors(8), f.vector()
	first, second := f.vector(), f.vector()
	f.loop(n, 8*lanes, []general{dst, x, by}, func() {
		f.fill(v, x, 0)
		f.fill(signs, by, 0)
		for i := range v {
			f.word(fmul(v[i], v[i], signs[i]))
		}
		for i := 0; i < len(v); i += 2 {
			a, b := v[i], v[i+1]
			f.op("VZIP1 %v.D2, %v.D2, %v.D2", b, a, first)
			f.op("VZIP2 %v.D2, %v.D2, %v.D2", b, a, second)
			f.word(fadd(spare, first, second))
			f.word(fsub(second, second, first))
			f.op("VZIP1 %v.D2, %v.D2, %v.D2", second, spare, a)
			f.op("VZIP2 %v.D2, %v.D2, %v.D2", second, spare, b)
		}
		f.spill(f.sums8(v, spare), dst, 0)
	})
	return f.end()
}

// walsh8 transforms columns of eight entries.
func walsh8() *function {
	f := begin("func walsh8NEON(n int, a *float64, stride int)")
	n, row := f.integer("n"), f.rowPointers(8)
	v, spare := f.vectors(8), f.vector()
	f.loop(n, lanes, row, func() {
		for i, p := range row {
			f.load(v[i], p, 0)
		}
		for i, u := range f.sums8(v, spare) {
			f.store(u, row[i], 0)
		}
	})
	return f.end()
}

// sums8 replaces eight registers by sums and differences, in three steps from near ones to far ones, and returns
// where they are then.
func (f *function) sums8(v []vector, spare vector) []vector {
	v = append([]vector(nil), v...)
	for step := 1; step < 8; step *= 2 {
		for i := range v {
			if j := i + step; i/step%2 == 0 {
				f.word(fsub(spare, v[j], v[i]))
				f.word(fadd(v[i], v[i], v[j]))
				v[j], spare = spare, v[j]
			}
		}
	}
	return v
}
