package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// quick is how many multiplications are done before their operands are packed.
const quick = 4096

// short is a product of so few multiplications, row by row. Each entry is made as the
// micro-kernels make it, so that it has the same bits in products of all shapes.
func (p *product) short() {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	room := s.room(p.n + p.k + p.k*p.n)
	sums, a, b := room[:p.n], room[p.n:p.n+p.k], room[p.n+p.k:]
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
			k0, k1 := 0, p.k
			if steps > 1 {
				k0, k1 = cut(p.k, steps, step, 1)
			}
			clear(sums)
			p.on.addRows(sums[lo:hi], a[k0:k1], b[k0*stride+lo:], stride)
			for j := lo; j < hi; j++ {
				x := p.alpha * sums[j]
				if beta != 0 {
					x = math.FMA(beta, row[j], x)
				}
				row[j] = x
			}
			beta = 1
		}
		if p.finish != nil {
			p.finish(i, 0, row)
		}
	}
}

// copyRow copies the first entries of row i.
func (v view) copyRow(dst []float64, i int) {
	at := v.at + i*v.row
	switch {
	case v.triangle != 0:
		for j := range dst {
			dst[j] = v.entry(i, j)
		}
	case v.column == 1:
		copy(dst, v.data[at:])
	default:
		for j := range dst {
			dst[j] = v.data[at]
			at += v.column
		}
	}
}

// entry is that at (i, j).
func (v view) entry(i, j int) float64 {
	if v.triangle == 0 || i == j || (v.triangle == blas.Upper) == (i < j) {
		return v.data[v.at+i*v.row+j*v.column]
	}
	return v.data[v.at+j*v.row+i*v.column]
}
