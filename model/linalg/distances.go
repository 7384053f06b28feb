package linalg

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// SquaredNorms writes ‖xᵢ‖² of the rows of X to dst, summed as [Products] sums X·Xᵀ.
func SquaredNorms(dst []float64, x blas64.General) {
	if len(dst) != x.Rows {
		panic(fmt.Sprintf("linalg: %d norms for %d rows", len(dst), x.Rows))
	}
	// The diagonals of products of a few rows with themselves: for one at a time starting
	// takes longer than computing.
	const few = 16
	all := make([]float64, few*few)
	for lo, hi := range Tiles(x.Rows, few) {
		rows := blas64.General{Rows: hi - lo, Cols: x.Cols, Stride: x.Stride, Data: x.Data[lo*x.Stride:]}
		_ = Host.products(context.Background(), blas64.General{Rows: hi - lo, Cols: hi - lo, Stride: few, Data: all}, rows, rows, 1, nil)
		for i := lo; i < hi; i++ {
			dst[i] = all[(i-lo)*(few+1)]
		}
	}
}

// Products writes ⟨xᵢ, yⱼ⟩ of the rows of X and Y to dst[i, j], each the same bits
// whatever other rows there are, and then applies f, which may be nil, to it in
// place: f(i, j, row) is given a piece of row i, from column j on, while it is
// near, and several threads call it.
//
// It looks at ctx between blocks and returns its error once that has ended; dst is
// undefined then.
func Products(ctx context.Context, dst, x, y blas64.General, f func(i, j int, row []float64)) error {
	return Host.products(ctx, dst, x, y, 1, f)
}

// SquaredDistance is ‖a−b‖² by the direct difference, which keeps the digits that norms and
// inner products lose: exactly 0 for equal points.
func SquaredDistance(a, b []float64) float64 { return Host.squaredDistance(a, b) }

func (i Implementation) squaredDistance(a, b []float64) float64 {
	b = b[:len(a)]
	if i.on != nil && len(a) >= quickEntries {
		return i.on.gap(len(a), &a[0], &b[0])
	}
	sum := 0.0
	for j, v := range a {
		diff := v - b[j]
		sum += diff * diff
	}
	return sum
}

// SquaredDistances writes ‖xᵢ−yⱼ‖² of the rows of X and Y to dst[i, j], and then
// applies f as [Products] does.
//
// The distances are ‖xᵢ‖² + ‖yⱼ‖² − 2⟨xᵢ, yⱼ⟩ with the norms given, or, of points so close
// that this would lose digits, [SquaredDistance]: exactly 0 for equal points. A NaN stays.
func SquaredDistances(ctx context.Context, dst, x, y blas64.General, normsX, normsY []float64, f func(i, j int, row []float64)) error {
	return Host.squaredDistances(ctx, dst, x, y, normsX, normsY, f)
}

func (i Implementation) squaredDistances(ctx context.Context, dst, x, y blas64.General, normsX, normsY []float64, f func(i, j int, row []float64)) error {
	if len(normsX) != x.Rows || len(normsY) != y.Rows {
		panic(fmt.Sprintf("linalg: distances of %d and %d points with %d and %d norms", x.Rows, y.Rows, len(normsX), len(normsY)))
	}
	row := func(of blas64.General, r int) []float64 { return of.Data[r*of.Stride : r*of.Stride+of.Cols] }
	return i.products(ctx, dst, x, y, -2, func(r, j int, distances []float64) {
		norm, norms := normsX[r], normsY[j:j+len(distances)]
		if i.addNorms(distances, norm, norms) {
			for l, d2 := range distances {
				if d2 < closeShare*(norm+norms[l]) {
					distances[l] = i.squaredDistance(row(x, r), row(y, j+l))
				}
			}
		}
		if f != nil {
			f(r, j, distances)
		}
	})
}

// closeShare of the sum of two points' norms is the distance below which they are close.
const closeShare = 0.03

// Gonum's product of so few rows and columns is made in one piece, and so an entry
// has the same bits in all of them.
const (
	gonumRows    = 64
	gonumColumns = 128
)

// products is dst = alpha·X·Yᵀ, finished by f.
func (i Implementation) products(ctx context.Context, dst, x, y blas64.General, alpha float64, f func(i, j int, row []float64)) error {
	m, n, d := x.Rows, y.Rows, x.Cols
	if y.Cols != d || dst.Rows != m || dst.Cols != n {
		panic(fmt.Sprintf("linalg: %d×%d products of %d×%d and %d×%d", dst.Rows, dst.Cols, m, d, n, y.Cols))
	}
	if p, ok := i.gemm(blas.NoTrans, blas.Trans, m, n, d, alpha, x.Data, x.Stride, y.Data, y.Stride, 0, dst.Data, dst.Stride); ok {
		p.finish = f
		return p.run(ctx)
	}
	return parallel(ctx, blocks(m, gonumRows), func(task int) {
		lo, hi := task*gonumRows, min(m, (task+1)*gonumRows)
		for from := 0; from < n && ctx.Err() == nil; from += gonumColumns {
			to := min(n, from+gonumColumns)
			i.Implementation.Dgemm(blas.NoTrans, blas.Trans, hi-lo, to-from, d, alpha, x.Data[lo*x.Stride:], x.Stride,
				y.Data[from*y.Stride:], y.Stride, 0, dst.Data[lo*dst.Stride+from:], dst.Stride)
			for r := lo; r < hi && f != nil; r++ {
				f(r, from, dst.Data[r*dst.Stride+from:r*dst.Stride+to])
			}
		}
	})
}

// addNorms makes squared distances of −2⟨xᵢ, yⱼ⟩, and tells whether there are close points.
func (i Implementation) addNorms(row []float64, norm float64, norms []float64) (near bool) {
	if i.on != nil && len(row) > 0 {
		return i.on.clamped(len(row), norm, &norms[0], &row[0], closeShare) < 0
	}
	for l, v := range row {
		row[l] = max(0, norm+norms[l]+v)
		near = near || row[l] < closeShare*(norm+norms[l])
	}
	return near
}
