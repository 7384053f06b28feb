package model

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/kdtree"
	"gramscope/model/linalg"
)

// Nearest finds the landmarks nearest to a point, by which a [Part] with features at all landmarks extends
// these: a function f has the value Σⱼ cⱼ·f(xⱼ) over the nearest landmarks N, with c = (K_NN+δI)⁻¹·k(N, z), the
// mean of a Gaussian process given its values at N with a noise of the variance δ.
type Nearest struct {
	Count int     // ≥ 1; clamped to the number of landmarks
	Delta float64 // > 0; keeps c bounded where K_NN is singular but for rounding errors
	x     *mat.Dense
	tree  *kdtree.Tree
}

// NewNearest returns the neighbours among the rows of x, which must not change afterwards.
func NewNearest(x *mat.Dense, count int, delta float64) *Nearest {
	n, _ := x.Dims()
	return &Nearest{min(count, n), delta, x, kdtree.New(x)}
}

// each calls do with the nearest landmarks and their coefficients for each row of z, concurrently.
func (n *Nearest) each(k Kernel, z *mat.Dense, do func(i int, nearest []int, c []float64)) {
	rows, d := z.Dims()
	linalg.Parallel(rows, func(lo, hi int) {
		search, m := n.tree.Search(), n.Count
		local, among := mat.NewDense(m+1, d, nil), mat.NewDense(m+1, m+1, nil)
		c, all := make([]float64, m), linalg.Sequence(0, m+1)
		for i := lo; i < hi; i++ {
			nearest := search.Nearest(z.RawRowView(i), m)
			for p, j := range nearest {
				local.SetRow(p, n.x.RawRowView(j))
			}
			local.SetRow(m, z.RawRowView(i))
			NewGram(NewPoints(local, k.Geometry()), k).LowerTriangle(among, all)
			linalg.Regress(c, among.RawMatrix(), n.Delta)
			do(i, nearest, c)
		}
	})
}

// features writes c to dst, b×n, zeros elsewhere, for the b rows of z.
func (n *Nearest) features(dst *mat.Dense, k Kernel, z *mat.Dense) {
	dst.Zero()
	n.each(k, z, func(i int, nearest []int, c []float64) {
		for p, j := range nearest {
			dst.Set(i, j, c[p])
		}
	})
}

// values returns Σⱼ cⱼ·fⱼ for the rows fⱼ of f at the landmarks, b×outputs.
func (n *Nearest) values(f *mat.Dense, k Kernel, z *mat.Dense) *mat.Dense {
	rows, _ := z.Dims()
	_, outputs := f.Dims()
	out := mat.NewDense(rows, outputs, nil)
	n.each(k, z, func(i int, nearest []int, c []float64) {
		for p, j := range nearest {
			floats.AddScaled(out.RawRowView(i), c[p], f.RawRowView(j))
		}
	})
	return out
}
