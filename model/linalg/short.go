package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
)

// quick is how many multiplications are done before their operands are packed.
const quick = 4096

// short is a product of so few multiplications, each entry made as the
// micro-kernels make it: an entry has the same bits in products of all shapes.
func (p *product) short() {
	steps := max(1, blocks(p.k, depth))
	for i := range p.m {
		row := p.c[i*p.stride : i*p.stride+p.n]
		lo, hi := p.written(i, 0, p.n)
		for j := lo; j < hi; j += together {
			part := row[j:min(hi, j+together)]
			beta := p.beta
			for step := range steps {
				k0, k1 := cut(p.k, steps, step, 1)
				sums := p.chains(i, j, len(part), k0, k1)
				for l, c := range part {
					part[l] = p.alpha * sums[l]
					if beta != 0 {
						part[l] = math.FMA(beta, c, part[l])
					}
				}
				beta = 1
			}
		}
		if p.finish != nil {
			p.finish(i, 0, row)
		}
	}
}

// together is how many sums are made at a time, so that one does not wait for
// the other.
const together = 4

// chains are the sums of row i of A with count columns of B from j on, from k0 to k1.
func (p *product) chains(i, j, count, k0, k1 int) (sums [together]float64) {
	for q := k0; q < k1; q++ {
		x := p.a.entry(i, q)
		for l := range count {
			sums[l] = math.FMA(x, p.b.entry(q, j+l), sums[l])
		}
	}
	return sums
}

// entry is that at (i, j).
func (v view) entry(i, j int) float64 {
	if v.triangle == 0 || i == j || (v.triangle == blas.Upper) == (i < j) {
		return v.data[v.at+i*v.row+j*v.column]
	}
	return v.data[v.at+j*v.row+i*v.column]
}
