package learn

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Growing are the normal equations of a regression on landmarks to which rows can be added at any time, as the
// mean ȳ of the targets changes with them:
//
//	Φᵀ(y−ȳ′) = Φᵀ(y−ȳ) − (ȳ′−ȳ)·Φᵀ1,  φ(z) = k(z, Landmarks)·Map.
//
// They are sums over Φ and not over the kernel values, whose equations have the squared condition of those of the
// landmarks among themselves. It is the wrong choice where rows come that the landmarks do not explain.
type Growing struct {
	*NormalEquations // with y−Mean

	Map     *mat.Dense // B, m×q; Add does not use it
	Ones    []float64  // Φᵀ1, q
	Mean    float64    // ȳ
	Squares float64    // Σ(y−ȳ)²
}

// NewGrowing returns the equations of no rows, for the map, m×q.
func NewGrowing(by *mat.Dense) *Growing {
	_, q := by.Dims()
	return &Growing{NormalEquations: NewNormalEquations(q), Map: by, Ones: make([]float64, q)}
}

// Growing returns the equations as ones to which rows can be added, which share memory with r: use r no more once
// rows are added. It panics if the features are not made of landmarks.
func (r *Normal) Growing() *Growing {
	part := r.e.Parts[0]
	return &Growing{NormalEquations: r.sums, Map: onto(part, identity(part.Width)), Ones: r.ones, Mean: r.Offset, Squares: sumOfSquares(r.y)}
}

// Add adds b ≥ 1 rows of Φ, b×q, with their targets. O(b·q²). The error is the context's, and then the sums are of
// no use.
func (g *Growing) Add(ctx context.Context, phi *mat.Dense, y []float64) error {
	before, more := float64(g.Rows), float64(len(y))
	mean, rest := Centred(y)
	apart := mean - g.Mean
	shift := apart * more / (before + more)
	g.Squares += sumOfSquares(rest) + apart*shift*before // Chan, Golub and LeVeque 1983
	floats.AddScaled(g.Right, -shift, g.Ones)
	g.Mean += shift
	for i := range rest {
		rest[i] = y[i] - g.Mean
	}
	g.values, g.v = nil, nil // of fewer rows
	addSums(g.Ones, phi)
	return g.NormalEquations.Add(ctx, phi, rest)
}

// addSums adds Φᵀ1 to dst.
func addSums(dst []float64, phi *mat.Dense) {
	rows, _ := phi.Dims()
	for i := range rows {
		floats.Add(dst, phi.RawRowView(i))
	}
}

// Residual returns Σ(y−ŷ)² of the weights over all rows, and a bound of its rounding error; see [NormalFit.Squares].
func (g *Growing) Residual(f *NormalWeights) (squares, bound float64) {
	return g.residual(g.Squares, f.W)
}

// Amplitude returns s² of the evidence of K̃ at the ridge of the weights, which must be above 0, from Residual's squares.
func (g *Growing) Amplitude(f *NormalWeights, squares float64) float64 {
	return Evidence{Rows: g.Rows, Square: (max(0, squares) + f.Mu*sumOfSquares(f.W)) / f.Mu}.Amplitude()
}

// Spread returns the factors of the variances at the ridge of the weights.
func (g *Growing) Spread(f *NormalWeights) *Spread {
	return &Spread{Features: g.Map, Half: f.half, Ridge: f.Mu}
}

// identity returns I, q×q.
func identity(q int) *mat.Dense {
	one := mat.NewDense(q, q, nil)
	for i := range q {
		one.Set(i, i, 1)
	}
	return one
}
