package learn

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
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

// Gather returns the equations of the rows of x, n×d, with finite targets y, in a pass over the rows in O(n·m·q).
// It panics if e is not a map of features of landmarks; see [model.Extension.Product]. The error is the context's.
func Gather(ctx context.Context, e *model.Extension, x *mat.Dense, y []float64) (*Growing, error) {
	if !e.Product {
		panic("learn: normal equations of features that are not all of K̃")
	}
	part := e.Parts[0]
	g := NewGrowing(onto(part, identity(part.Width)))
	for lo, phi := range part.Pieces(e.Kernel, x) {
		rows, _ := phi.Dims()
		if err := g.Add(ctx, phi, y[lo:lo+rows]); err != nil {
			return nil, err
		}
	}
	return g, nil
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
	ones := make([]float64, len(y))
	for i := range rest {
		rest[i], ones[i] = y[i]-g.Mean, 1
	}
	g.values, g.v = nil, nil // of fewer rows
	blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(ones), 1, linalg.Vector(g.Ones))
	return g.NormalEquations.Add(ctx, phi, rest)
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
