package main

// copyLines packs what is contiguous along the sliver's width.
func copyLines() *function {
	f := begin("func copyLinesNEON(n, vectors int, dst, src *float64, stride int)")
	n, vectors, dst, src := f.integer("n"), f.integer("vectors"), f.integer("dst"), f.integer("src")
	stride, from, left := f.entries("stride"), f.general(), f.general()
	f.loop(n, 1, nil, func() {
		f.op("MOVD %v, %v", src, from)
		f.op("MOVD %v, %v", vectors, left)
		for _, p := range []part{{vectors: 2}, {vectors: 1}} {
			f.loop(left, p.vectors, nil, func() {
				v := f.get(p, from)
				f.put(p, v, dst)
				f.drop(v...)
				f.op("ADD $%d, %v, %v", 8*p.entries(), from, from)
				f.op("ADD $%d, %v, %v", 8*p.entries(), dst, dst)
			})
		}
		f.op("ADD %v, %v, %v", stride, src, src)
	})
	return f.end()
}

// transpose packs what is contiguous along the sliver's depth, in squares of 4×4.
func transpose() *function {
	f := begin("func transposeNEON(n int, dst *float64, width int, a *float64, stride int)")
	n, dst, width, row := f.integer("n"), f.integer("dst"), f.entries("width"), f.rowPointers(4)
	f.loop(n, 4, row, func() {
		var a [4][]vector // by rows
		for i := range a {
			a[i] = f.vectors(2)
			f.fill(a[i], row[i], 0)
		}
		line := f.vectors(2)
		for j := range 4 {
			zip := []string{"VZIP1", "VZIP2"}[j%lanes]
			for i := range line {
				f.op("%s %v.D2, %v.D2, %v.D2", zip, a[2*i+1][j/lanes], a[2*i][j/lanes], line[i])
			}
			f.spill(line, dst, 0)
			f.op("ADD %v, %v, %v", width, dst, dst)
		}
		for i := range a {
			f.drop(a[i]...)
		}
		f.drop(line...)
	})
	return f.end()
}

// rowPointers loads the addresses of the given number of rows of a, which are stride entries apart.
func (f *function) rowPointers(rows int) []general {
	p := []general{f.integer("a")}
	if rows == 1 {
		return p
	}
	stride := f.entries("stride")
	for i := range rows - 1 {
		p = append(p, f.general())
		f.op("ADD %v, %v, %v", stride, p[i], p[i+1])
	}
	return p
}
