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
	sums, w := f.of.sums, f.W
	image := make([]float64, len(w))
	blas64.Symv(1, sums.Gram.RawSymmetric(), linalg.Vector(w), 0, linalg.Vector(image))
	all := sumOfSquares(f.of.y)
	squares = all - 2*floats.Dot(w, sums.Right) + floats.Dot(w, image)
	bound = all
	gram := sums.Gram.RawSymmetric()
	for j, v := range w {
		row := gram.Data[j*gram.Stride : j*gram.Stride+len(w)]
		entries := -math.Abs(row[j]*v) / 2
		for l, entry := range row[j:] {
			entries += math.Abs(entry * w[j+l])
		}
		bound += 2*math.Abs(v*sums.Right[j]) + 2*math.Abs(v)*entries
	}
	return squares, sumError * bound
}
