package linalg

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// SquaredNorms writes ‖xᵢ‖² of the rows of X to dst.
func SquaredNorms(dst []float64, x blas64.General) {
	if len(dst) != x.Rows {
		panic(fmt.Sprintf("linalg: %d norms for %d rows", len(dst), x.Rows))
	}
	for i := range dst {
		row := x.Data[i*x.Stride : i*x.Stride+x.Cols]
		dst[i] = Host.Ddot(x.Cols, row, 1, row, 1)
	}
}

// SquaredDistances writes ‖xᵢ−yⱼ‖² of the rows of X and Y to dst[i, j], and then applies
// f, which may be nil, to it in place: f(i, j, row) is given a piece of row i, from
// column j on, while it is near, and several threads call it.
//
// The distances are ‖xᵢ‖² + ‖yⱼ‖² − 2⟨xᵢ, yⱼ⟩ with the norms given, at least 0: good to
// some rounding errors of the norms, so that of near points whose norms are large
// little is left. A NaN stays.
//
// It looks at ctx between blocks and returns its error once that has ended; dst is
// undefined then.
func SquaredDistances(ctx context.Context, dst, x, y blas64.General, normsX, normsY []float64, f func(i, j int, row []float64)) error {
	return Host.squaredDistances(ctx, dst, x, y, normsX, normsY, f)
}

func (i Implementation) squaredDistances(ctx context.Context, dst, x, y blas64.General, normsX, normsY []float64, f func(i, j int, row []float64)) error {
	m, n, d := x.Rows, y.Rows, x.Cols
	if y.Cols != d || dst.Rows != m || dst.Cols != n || len(normsX) != m || len(normsY) != n {
		panic(fmt.Sprintf("linalg: %d×%d distances of %d×%d and %d×%d with %d and %d norms", dst.Rows, dst.Cols, m, d, n, y.Cols, len(normsX), len(normsY)))
	}
	finish := func(i, j int, row []float64) {
		norm, norms := normsX[i], normsY[j:j+len(row)]
		for l, v := range row {
			row[l] = max(0, norm+norms[l]+v)
		}
		if f != nil {
			f(i, j, row)
		}
	}
	if p, ok := i.gemm(blas.NoTrans, blas.Trans, m, n, d, -2, x.Data, x.Stride, y.Data, y.Stride, 0, dst.Data, dst.Stride); ok {
		p.finish = finish
		return p.run(ctx)
	}
	// Strips of rows of which one is quick, with gonum's product.
	rows := max(1, piece*piece/max(1, n))
	return parallel(ctx, blocks(m, rows), func(task int) {
		lo := task * rows
		hi := min(m, lo+rows)
		i.Implementation.Dgemm(blas.NoTrans, blas.Trans, hi-lo, n, d, -2, x.Data[lo*x.Stride:], x.Stride, y.Data, y.Stride, 0, dst.Data[lo*dst.Stride:], dst.Stride)
		for r := lo; r < hi; r++ {
			finish(r, 0, dst.Data[r*dst.Stride:r*dst.Stride+n])
		}
	})
}
