package linalg

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// LargestSquare returns a bound on the absolute values of n numbers whose sum of squares, centred or not, does not
// overflow.
func LargestSquare(n int) float64 { return math.Sqrt(math.MaxFloat64/float64(n)) / 4 }

// SquaredNorms writes ‖xᵢ‖² of the rows of X to dst, with the same rounding as the diagonal of [Products].
func SquaredNorms(dst []float64, x blas64.General) {
	if len(dst) != x.Rows {
		panic(fmt.Sprintf("linalg: %d norms for %d rows", len(dst), x.Rows))
	}
	_ = InParts(context.Background(), x.Rows, normRows, func(lo, hi int) {
		sum := make([]float64, 1)
		for i := lo; i < hi; i++ {
			dst[i] = Host.on.squaredNorm(row(x, i), sum)
		}
	})
}

// normRows is the number of rows whose norms a task computes.
const normRows = 4096

// squaredNorm returns ‖x‖², summed as product.short sums it. sum is a buffer for one number.
func (on *instructions) squaredNorm(x, sum []float64) float64 {
	total, steps := 0.0, blocks(len(x), depth)
	for step := range steps {
		lo, hi := cut(len(x), steps, step, 1)
		clear(sum)
		on.addRows(sum, x[lo:hi], x[lo:], 1)
		total += sum[0]
	}
	return total
}

// Products writes ⟨xᵢ, yⱼ⟩ of the rows of X and Y to dst[i, j]. Each has the same bits whatever other rows
// there are. Products then calls f, unless it is nil, with pieces of the rows of dst while they are in the
// cache: f(i, j, row) may change the piece of row i from column j on. Several goroutines call f.
//
// Products checks ctx between blocks. When it has ended, Products returns its error and dst is undefined.
func Products(ctx context.Context, dst, x, y blas64.General, f func(i, j int, row []float64)) error {
	return products(ctx, dst, x, y, 1, f)
}

// SquaredDistance returns ‖a−b‖² from the differences. Norms and inner products would lose digits to
// cancellation. The result is exactly 0 for equal points.
func SquaredDistance(a, b []float64) float64 {
	b = b[:len(a)]
	if len(a) >= quickEntries {
		return Host.on.gap(len(a), &a[0], &b[0])
	}
	sum := 0.0
	for j, v := range a {
		diff := v - b[j]
		sum += diff * diff
	}
	return sum
}

// SquaredDistances writes ‖xᵢ−yⱼ‖² of the rows of X and Y to dst[i, j], and then calls f as [Products] does.
//
// The distances are ‖xᵢ‖² + ‖yⱼ‖² − 2⟨xᵢ, yⱼ⟩ with the given norms. For points that are so close that this
// would lose digits, they are computed by [SquaredDistance]. NaN gives NaN.
func SquaredDistances(ctx context.Context, dst, x, y blas64.General, normsX, normsY []float64,
	f func(i, j int, row []float64)) error {
	if len(normsX) != x.Rows || len(normsY) != y.Rows {
		panic(fmt.Sprintf("linalg: distances of %d and %d points with %d and %d norms",
			x.Rows, y.Rows, len(normsX), len(normsY)))
	}
	return products(ctx, dst, x, y, -2, func(r, j int, distances []float64) {
		norm, norms := normsX[r], normsY[j:j+len(distances)]
		if addNorms(distances, norm, norms) {
			for l, d2 := range distances {
				if d2 < closeShare*(norm+norms[l]) {
					distances[l] = SquaredDistance(row(x, r), row(y, j+l))
				}
			}
		}
		if f != nil {
			f(r, j, distances)
		}
	})
}

// closeShare times the sum of two points' norms is the squared distance below which they are close.
const closeShare = 0.03

// products computes dst = alpha·X·Yᵀ and applies f to each piece of a row.
func products(ctx context.Context, dst, x, y blas64.General, alpha float64, f func(i, j int, row []float64)) error {
	m, n, d := x.Rows, y.Rows, x.Cols
	if y.Cols != d || dst.Rows != m || dst.Cols != n {
		panic(fmt.Sprintf("linalg: %d×%d products of %d×%d and %d×%d", dst.Rows, dst.Cols, m, d, n, y.Cols))
	}
	p, ok := Host.gemm(blas.NoTrans, blas.Trans, m, n, d, alpha,
		x.Data, x.Stride, y.Data, y.Stride, 0, dst.Data, dst.Stride)
	if ok {
		p.finish = f
		return p.run(ctx)
	}
	for i := 0; i < m && n > 0; i++ { // the points have no coordinates
		clear(row(dst, i))
		if f != nil {
			f(i, 0, row(dst, i))
		}
	}
	return ctx.Err()
}

// addNorms turns −2⟨xᵢ, yⱼ⟩ into squared distances, and reports whether some points are close.
func addNorms(row []float64, norm float64, norms []float64) (near bool) {
	return Host.on.clamped(len(row), norm, &norms[0], &row[0], closeShare) < 0
}
