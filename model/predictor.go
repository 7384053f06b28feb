package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/kdtree"
	"gramscope/model/linalg"
)

// Predictor is a function of points in ℝᵈ with b = Outputs values: a fitted regression
// without its training rows. f(z) is given by the part whose centre is nearest.
type Predictor struct {
	Kernel  Kernel
	Centres *mat.Dense     // parts×d; nil for a single part
	Space   *PredictorPart // as in an Extension
	Parts   []PredictorPart
	Outputs int
}

// PredictorPart is f(z) = k(z, Landmarks)·Weights, or the random features of z times
// Weights, or c(z)·Weights with the coefficients of Nearest; 0 for nil Weights.
type PredictorPart struct {
	Landmarks   *mat.Dense // m×d
	Nearest     *Nearest   // among the landmarks, at which Weights are then the values of f; else nil
	Frequencies *mat.Dense // h×d
	Sketch      *TensorSketch
	Weights     *mat.Dense // m×b, or 2h×b
}

// Predict returns f of the rows of z, rows×b.
func (p *Predictor) Predict(z *mat.Dense) *mat.Dense {
	rows, d := z.Dims()
	out := mat.NewDense(rows, p.Outputs, nil)
	widest := 0
	for _, part := range p.Parts {
		if part.Weights != nil {
			widest = max(widest, part.Weights.RawMatrix().Rows)
		}
	}
	for lo, hi := range linalg.Tiles(rows, linalg.TileRows(widest)) {
		tile := z.Slice(lo, hi, 0, d).(*mat.Dense)
		nearest := byCentre(p.Kernel, p.Centres, p.Space, tile)
		for s, part := range p.Parts {
			mine := nearest[s]
			if len(mine) == 0 || part.Weights == nil {
				continue
			}
			values := part.Values(p.Kernel, linalg.Selected(tile, mine))
			for r, i := range mine {
				copy(out.RawRowView(lo+i), values.RawRowView(r))
			}
		}
	}
	return out
}

// Magnitude returns an upper bound of Σ|φⱼ(z)·wⱼ| of the outputs at any point, of which rounding errors are a multiple:
// +Inf for a kernel whose diagonal varies, and for coefficients of the nearest landmarks, of which no bound is known.
func (p *Predictor) Magnitude() float64 {
	if p.Kernel.Geometry().DiagonalVaries() || !(p.Kernel.Diagonal() > 0) {
		return math.Inf(1)
	}
	k0, most := p.Kernel.Diagonal(), 0.0
	for _, part := range p.Parts {
		if part.Weights == nil {
			continue
		}
		if part.Nearest != nil {
			return math.Inf(1)
		}
		largest := k0 // |k(x, y)| ≤ √(k(x, x)·k(y, y))
		if part.Frequencies != nil {
			largest = math.Sqrt(k0 / float64(part.Frequencies.RawMatrix().Rows))
		}
		most = max(most, largest*mat.Norm(part.Weights, 1))
	}
	return most
}

// Values returns the part's values at the rows of z, rows×b. Weights must not be nil.
func (p PredictorPart) Values(k Kernel, z *mat.Dense) *mat.Dense {
	if p.Nearest != nil {
		return p.Nearest.values(p.Weights, k, z)
	}
	basis := Part{Landmarks: p.Landmarks, Frequencies: p.Frequencies, Sketch: p.Sketch, Width: p.Weights.RawMatrix().Rows}
	var values mat.Dense
	values.Mul(basis.Features(k, z), p.Weights)
	return &values
}

// byCentre lists for each centre the rows of z that it is nearest to, in the Euclidean
// distance of their values in space, or of their coordinates if that is nil, or the first of several
// at the same distance; without centres there is one list, of all rows.
func byCentre(k Kernel, centres *mat.Dense, space *PredictorPart, z *mat.Dense) [][]int {
	rows, _ := z.Dims()
	owner, c := make([]int, rows), 1
	if centres != nil {
		if space != nil {
			z = space.Values(k, z)
		}
		c, _ = centres.Dims()
		linalg.Parallel(rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				best := math.Inf(1)
				for s := range c {
					if d2 := linalg.SquaredDistance(z.RawRowView(i), centres.RawRowView(s)); d2 < best {
						best, owner[i] = d2, s
					}
				}
			}
		})
	}
	lists := make([][]int, c)
	for i, s := range owner {
		lists[s] = append(lists[s], i)
	}
	return lists
}

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
