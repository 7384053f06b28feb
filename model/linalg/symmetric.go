package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// updateRest is c −= VᵀW + WᵀV for the rest c of a matrix that is reduced, with V in
// the first third of the rows of u, and W in the second. With V once more in the last,
// where it writes it, that is one product.
func (i Implementation) updateRest(ctx context.Context, c blas64.Symmetric, u blas64.General) error {
	b := u.Rows / 3
	v, w := part(u, 0, b, 0, u.Cols), part(u, b, 2*b, 0, u.Cols)
	for r := range b {
		copy(row(u, 2*b+r), row(v, r))
	}
	if i.on == nil {
		return updateBySteps(ctx, c, v, w)
	}
	left, right := part(u, 0, 2*b, 0, u.Cols), part(u, b, 3*b, 0, u.Cols)
	p, ok := i.gemm(blas.Trans, blas.NoTrans, c.N, c.N, 2*b, -1, left.Data, left.Stride, right.Data, right.Stride, 1, c.Data, c.Stride)
	if !ok {
		panic("linalg: the shapes of an update do not match")
	}
	p.triangle = blas.Upper
	return p.run(ctx)
}

// stepWork is how many multiplications may lie between two looks at the context: some
// tens of milliseconds.
const stepWork = 1 << 26

// updateBySteps is updateRest where there are no kernels.
func updateBySteps(ctx context.Context, c blas64.Symmetric, v, w blas64.General) error {
	step := max(64, stepWork/(2*v.Rows*max(1, c.N))&^63)
	for lo := 0; lo < c.N; lo += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		hi := min(c.N, lo+step)
		square := blas64.Symmetric{N: hi - lo, Stride: c.Stride, Uplo: blas.Upper, Data: c.Data[lo*c.Stride+lo:]}
		vl, wl := part(v, 0, v.Rows, lo, hi), part(w, 0, v.Rows, lo, hi)
		blas64.Syr2k(blas.Trans, -1, vl, wl, 1, square)
		if hi == c.N {
			return nil
		}
		right := blas64.General{Rows: hi - lo, Cols: c.N - hi, Stride: c.Stride, Data: c.Data[lo*c.Stride+hi:]}
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, vl, part(w, 0, v.Rows, hi, c.N), 1, right)
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, wl, part(v, 0, v.Rows, hi, c.N), 1, right)
	}
	return nil
}
