package learn

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"gramscope/model/linalg"
)

// sumError bounds the relative rounding error of the sums over rows: they are made in tiles of at most 1024
// rows, whose sums are added one after the other.
const sumError = 0x1p-41

// Squares returns Σ(y−ŷ)² over the regression's own rows without a pass over them,
//
//	Σ(y−ȳ)² − 2·wᵀΦᵀ(y−ȳ) + wᵀΦᵀΦw,
//
// and a bound of its rounding error, which is large where the fit is close or weights cancel. O(q²).
func (f *NormalFit) Squares() (squares, bound float64) {
	return f.of.sums.residual(sumOfSquares(f.of.y), f.W)
}

// residual is Squares with its bound for any weights, where all is Σ(y−ȳ)².
func (r *NormalEquations) residual(all float64, w []float64) (squares, bound float64) {
	bound = all
	gram := r.Gram.RawSymmetric()
	for j, v := range w {
		row := gram.Data[j*gram.Stride : j*gram.Stride+len(w)]
		entries := -math.Abs(row[j]*v) / 2
		for l, entry := range row[j:] {
			entries += math.Abs(entry * w[j+l])
		}
		bound += 2*math.Abs(v*r.Right[j]) + 2*math.Abs(v)*entries
	}
	return r.squares(all, w), sumError * bound
}

// squares is Squares for any weights, where all is Σ(y−ȳ)².
func (r *NormalEquations) squares(all float64, w []float64) float64 {
	image := make([]float64, len(w))
	blas64.Symv(1, r.Gram.RawSymmetric(), linalg.Vector(w), 0, linalg.Vector(image))
	return all - 2*floats.Dot(w, r.Right) + floats.Dot(w, image)
}

// roughBound is a larger bound of the rounding error of squares than that of residual, in O(q): the entries of ΦᵀΦ are
// at most the geometric means of its diagonal's.
func (r *NormalEquations) roughBound(all float64, w []float64) float64 {
	right, size := 0.0, 0.0
	for j, v := range w {
		right += math.Abs(v * r.Right[j])
		size += math.Abs(v) * math.Sqrt(r.Gram.At(j, j))
	}
	return sumError * (all + 2*right + size*size)
}
