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

// residual is Squares for any weights, where all is Σ(y−ȳ)².
func (r *NormalEquations) residual(all float64, w []float64) (squares, bound float64) {
	image := make([]float64, len(w))
	blas64.Symv(1, r.Gram.RawSymmetric(), linalg.Vector(w), 0, linalg.Vector(image))
	squares = all - 2*floats.Dot(w, r.Right) + floats.Dot(w, image)
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
	return squares, sumError * bound
}
