package linalg

import "gonum.org/v1/gonum/blas"

// tiles is the work of one goroutine on a product: a block of C, k deep, from packed parts.
type tiles struct {
	*product
	k    int
	beta float64
	last bool // C is complete after this step
	a, b []float64
	edge []float64
}

// tiles returns the tiles of a step. Only the first step multiplies C by the caller's beta.
func (p *product) tiles(step, steps, k int, a, b []float64) tiles {
	t := tiles{product: p, k: k, beta: p.beta, last: step == steps-1, a: a, b: b}
	if step > 0 {
		t.beta = 1
	}
	return t
}

// run computes rows×columns of C at (i0, j0).
func (t *tiles) run(i0, rows, j0, columns int) {
	if t.misses(i0, rows, j0, columns) {
		return
	}
	tall, wide := t.on.rows, t.on.columns
	for i := 0; i < rows; i += tall {
		a := &t.a[i*t.k : i*t.k+1][0]
		for j := 0; j < columns; j += wide {
			if t.misses(i0+i, tall, j0+j, wide) {
				continue
			}
			b := &t.b[j*t.k : j*t.k+1][0]
			if i+tall <= rows && j+wide <= columns && !t.crosses(i0+i, j0+j) {
				t.on.tile(t.k, a, b, &t.c[(i0+i)*t.stride+j0+j], t.stride, t.alpha, t.beta)
				continue
			}
			t.partial(a, b, i0+i, min(tall, rows-i), j0+j, min(wide, columns-j))
		}
	}
	if t.last && t.finish != nil {
		for r := i0; r < i0+rows; r++ {
			t.finish(r, j0, t.c[r*t.stride+j0:r*t.stride+j0+columns])
		}
	}
}

// crosses reports whether the tile of C at (i, j) has entries that must not be written.
func (t *tiles) crosses(i, j int) bool {
	return t.triangle == blas.Lower && j+t.on.columns-1 > i || t.triangle == blas.Upper && i+t.on.rows-1 > j
}

// partial computes a part of a tile: it computes the whole tile in a buffer and copies the part.
func (t *tiles) partial(a, b *float64, i0, rows, j0, columns int) {
	wide := t.on.columns
	if t.edge == nil {
		t.edge = make([]float64, t.on.rows*wide)
	}
	for i := range rows {
		lo, hi := t.written(i0+i, j0, columns)
		if t.beta != 0 && lo < hi {
			copy(t.edge[i*wide+lo:], t.c[(i0+i)*t.stride+j0+lo:(i0+i)*t.stride+j0+hi])
		}
	}
	t.on.tile(t.k, a, b, &t.edge[0], wide, t.alpha, t.beta)
	for i := range rows {
		lo, hi := t.written(i0+i, j0, columns)
		if lo < hi {
			copy(t.c[(i0+i)*t.stride+j0+lo:], t.edge[i*wide+lo:i*wide+hi])
		}
	}
}

// misses reports whether a part of C lies outside of the triangle that is written.
func (p *product) misses(i0, rows, j0, columns int) bool {
	return p.triangle == blas.Lower && j0 > i0+rows-1 || p.triangle == blas.Upper && i0 > j0+columns-1
}

// written returns the range of columns of row i of C that are written, out of the given number of columns
// from j0 on. The range is relative to j0.
func (p *product) written(i, j0, columns int) (lo, hi int) {
	switch p.triangle {
	case blas.Lower:
		return 0, min(columns, i-j0+1)
	case blas.Upper:
		return max(0, i-j0), columns
	}
	return 0, columns
}

// quick is the number of multiplications up to which operands are not packed.
const quick = 4096

// short computes a small product row by row. Each entry is summed as the micro-kernels do, so that it has
// the same bits in products of all shapes.
func (p *product) short() {
	s := borrow(p.n + p.k + p.k*p.n)
	defer scratches.Put(s)
	sums, a, b := s.buf[:p.n], s.buf[p.n:p.n+p.k], s.buf[p.n+p.k:]
	stride := p.n
	if p.b.column == 1 && p.b.triangle == 0 {
		b, stride = p.b.data[p.b.at:], p.b.row
	} else {
		for q := range p.k {
			p.b.copyRow(b[q*p.n:(q+1)*p.n], q)
		}
	}
	steps := blocks(p.k, depth)
	for i := range p.m {
		row := p.c[i*p.stride : i*p.stride+p.n]
		p.a.copyRow(a, i)
		beta := p.beta
		lo, hi := p.written(i, 0, p.n)
		for step := 0; step < steps && lo < hi; step++ {
			k0, k1 := cut(p.k, steps, step, 1)
			clear(sums)
			p.on.addRows(sums[lo:hi], a[k0:k1], b[k0*stride+lo:], stride)
			for j := lo; j < hi; j++ {
				sums[j] *= p.alpha
			}
			if beta != 0 {
				p.on.axpy(hi-lo, beta, &row[lo], &sums[lo])
			}
			copy(row[lo:hi], sums[lo:hi])
			beta = 1
		}
		if p.finish != nil {
			p.finish(i, 0, row)
		}
	}
}
