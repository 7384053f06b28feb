package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Product is C = A·B, each entry of which depends on its row of A and its column of B
// only, bit by bit, and not on the shape of C: [blas64.Gemm] takes another way where
// there is little to do.
func Product(c, a, b blas64.General) {
	if a.Cols != b.Rows || c.Rows != a.Rows || c.Cols != b.Cols {
		panic("linalg: the shapes of a product do not match")
	}
	if Host.on == nil || a.Cols == 0 || c.Rows == 0 || c.Cols == 0 {
		Host.Implementation.Dgemm(blas.NoTrans, blas.NoTrans, c.Rows, c.Cols, a.Cols, 1, a.Data, max(1, a.Stride), b.Data, max(1, b.Stride), 0, c.Data, max(1, c.Stride))
		return
	}
	p := product{
		on: Host.on, m: c.Rows, n: c.Cols, k: a.Cols,
		a: general(blas.NoTrans, a.Data, a.Stride), b: general(blas.NoTrans, b.Data, b.Stride), c: c.Data, stride: c.Stride,
		alpha: 1,
	}
	_ = p.run(context.Background()) // which never ends
}

// SquaredNorm is ‖x‖², bit by bit what [Product] makes of x and itself.
func SquaredNorm(x []float64) float64 {
	sum := 0.0
	if Host.on == nil {
		for _, v := range x {
			sum += v * v
		}
		return sum
	}
	steps := max(1, blocks(len(x), depth))
	for step := range steps {
		from, to := cut(len(x), steps, step, 1)
		part := 0.0
		for _, v := range x[from:to] {
			part = math.FMA(v, v, part)
		}
		sum += part
	}
	return sum
}
