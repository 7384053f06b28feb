package learn

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Features turns K̃ = Q·diag(λ)·Qᵀ into features for [Classify], Φ = Q·diag(√λ) with ΦΦᵀ = K̃. These are a rotation of
// the approximation's own features, so penalties on ‖w‖² are the same. There is one column for each eigenpair, or a
// single column of zeros for K̃ = 0. Negative λ count as 0: a model is fitted to the positive part of K̃.
type Features struct {
	decomposition *model.Decomposition
	roots         []float64 // √λ, a vector of r
}

// NewFeatures describes the features of K̃.
func NewFeatures(d *model.Decomposition) *Features {
	f := &Features{decomposition: d, roots: d.Values()}
	for j, v := range f.roots {
		f.roots[j] = math.Sqrt(max(v, 0))
	}
	return f
}

// Train returns Φ, n×max(r, 1), the features of the rows of K̃.
func (f *Features) Train() *mat.Dense {
	out := mat.NewDense(f.decomposition.N, max(len(f.roots), 1), nil)
	column := 0
	for _, g := range f.decomposition.Groups {
		if g.Q == nil {
			continue
		}
		rows, r := g.Q.Dims()
		for p := range rows {
			i := p
			if g.Rows != nil {
				i = g.Rows[p]
			}
			floats.MulTo(out.RawRowView(i)[column:column+r], g.Q.RawRowView(p), f.roots[column:column+r])
		}
		column += r
	}
	return out
}

// At returns the features of new points, rows×max(r, 1), for e = k̃(Z, X)·Q of
// [model.Decomposition.Coordinates], which is nil for K̃ = 0.
func (f *Features) At(e *mat.Dense, rows int) *mat.Dense {
	out := mat.NewDense(rows, max(len(f.roots), 1), nil)
	if e == nil {
		return out
	}
	for i := range rows {
		copy(out.RawRowView(i), f.divide(e.RawRowView(i)))
	}
	return out
}

// Coefficients converts the weights w of the features to a vector of length r. Applied to that,
// [model.Decomposition.Weights] returns the weights of the approximation's own features: Φ(Z)·w =
// k̃(Z, X)·Q·Coefficients(w).
func (f *Features) Coefficients(w []float64) []float64 { return f.divide(w[:len(f.roots)]) }

// divide returns x/√λ, or 0 where λ counts as 0.
func (f *Features) divide(x []float64) []float64 {
	out := make([]float64, len(x))
	for j, root := range f.roots {
		if root > 0 {
			out[j] = x[j] / root
		}
	}
	return out
}
