package linalg

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// NotFiniteError is the error of a matrix with an entry that is NaN or infinite.
type NotFiniteError struct {
	Row, Col int
	Value    float64
}

func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("entry (%d, %d) of the matrix is %v: there are no eigenvalues; change what makes the matrix",
		e.Row, e.Col, e.Value)
}

// Eigen returns all eigenvalues of a, n×n, descending, and the eigenvectors as the columns of an n×n matrix V with A·V
// = V·diag(values). It reduces a to tridiagonal form, divides and conquers, and transforms back, in O(n³). The
// residuals are of the size of rounding errors times the largest eigenvalue, and V is orthogonal up to rounding errors.
// Nothing overflows or underflows, whatever the scale of a is.
//
// The vectors are in the memory of a, which must not be used afterwards; 1.5·n² further numbers are
// needed. The error is a *NotFiniteError if a has an entry that is NaN or infinite, or the context's. The
// context is checked every few milliseconds.
func Eigen(ctx context.Context, a *mat.SymDense) (values []float64, vectors *mat.Dense, err error) {
	return decompose(ctx, a, a.SymmetricDim())
}

// Leading returns the k largest eigenvalues of a, n×n, descending, and their eigenvectors, n×k. It is
// [Eigen] without the work for the other vectors, and has the same errors. It overwrites a; for k = n
// the vectors are in its memory. It panics unless 0 ≤ k ≤ n.
func Leading(ctx context.Context, a *mat.SymDense, k int) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	if k < 0 || k > n {
		panic(fmt.Sprintf("linalg: %d leading eigenpairs of a matrix of order %d", k, n))
	}
	values, vectors, err = decompose(ctx, a, k)
	return slices.Clip(values[:min(k, len(values))]), vectors, err
}

// Eigenvalues returns all eigenvalues of a, n×n, descending, in about a third of the time of [Eigen]. It
// reduces a to a band and from there to tridiagonal form, and divides and conquers. It needs some hundred
// times n further numbers, and overwrites a. Errors are those of Eigen.
func Eigenvalues(ctx context.Context, a *mat.SymDense) ([]float64, error) {
	if a.SymmetricDim() == 0 {
		return nil, ctx.Err()
	}
	raw := a.RawSymmetric()
	exponent, err := toMiddle(ctx, raw)
	if err != nil {
		return nil, err
	}
	d, e, err := Host.reduceByBand(ctx, raw)
	if err != nil {
		return nil, err
	}
	exponent += toUnit(d, e)
	work := blas64.General{Rows: raw.N, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}
	if err := divideForValues(ctx, d, e, work); err != nil {
		return nil, err
	}
	rescale(d, exponent)
	slices.Sort(d)
	slices.Reverse(d)
	return d, nil
}

// decompose returns all eigenvalues of a, order n, descending, and the leading k eigenvectors as the
// columns of an n×k matrix, which is in the memory of a for k = n.
func decompose(ctx context.Context, a *mat.SymDense, k int) (values []float64, vectors *mat.Dense, err error) {
	raw := a.RawSymmetric()
	n := raw.N
	if n == 0 {
		return nil, new(mat.Dense), ctx.Err()
	}
	exponent, err := toMiddle(ctx, raw)
	if err != nil {
		return nil, nil, err
	}
	t, err := reduce(ctx, raw)
	if err != nil {
		return nil, nil, err
	}
	exponent += toUnit(t.d, t.e)
	values, order, rows, err := divideAndConquer(ctx, t.d, t.e, k)
	if err != nil {
		return nil, nil, err
	}
	rescale(values, exponent)
	if k < n {
		few := newGeneral(k, n)
		for i, slot := range order {
			copy(row(few, i), row(rows, slot))
			order[i] = i
		}
		rows = few
	}
	if err := t.backTransform(ctx, rows); err != nil {
		return nil, nil, err
	}
	out := blas64.General{Rows: n, Cols: n, Stride: raw.Stride, Data: raw.Data}
	if k < n {
		out = newGeneral(n, k)
	}
	if err := toColumns(ctx, out, rows, order); err != nil {
		return nil, nil, err
	}
	vectors = new(mat.Dense)
	vectors.SetRawMatrix(out)
	return values, vectors, nil
}

// toMiddle divides a by 2^exponent, so that sums of its squares neither overflow nor underflow. Scaling by
// a power of 2 is exact.
func toMiddle(ctx context.Context, a blas64.Symmetric) (exponent int, err error) {
	largest := 0.0
	for i := range a.N {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for j, v := range a.Data[i*a.Stride+i : i*a.Stride+a.N] {
			if size := math.Abs(v); !(size <= math.MaxFloat64) {
				return 0, &NotFiniteError{Row: i, Col: i + j, Value: v}
			} else if size > largest {
				largest = size
			}
		}
	}
	if _, exponent = math.Frexp(largest); exponent >= -300 && exponent <= 300 {
		return 0, nil
	}
	for i := range a.N {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		rescale(a.Data[i*a.Stride+i:i*a.Stride+a.N], -exponent)
	}
	return exponent, nil
}

// toUnit divides d and e by 2^exponent, so that no entry is above 1 in absolute value.
func toUnit(d, e []float64) (exponent int) {
	_, exponent = math.Frexp(max(floats.Norm(d, math.Inf(1)), floats.Norm(e, math.Inf(1))))
	rescale(d, -exponent)
	rescale(e, -exponent)
	return exponent
}

// rescale multiplies x by 2^exponent, which may be outside the range of float64.
func rescale(x []float64, exponent int) {
	for i, v := range x {
		x[i] = math.Ldexp(v, exponent)
	}
}

// toColumns writes row order[j] of rows to column j of out.
func toColumns(ctx context.Context, out, rows blas64.General, order []int) error {
	return InParts(ctx, out.Rows, 32, func(lo, hi int) {
		for c, slot := range order {
			for i, v := range row(rows, slot)[lo:hi] {
				out.Data[(lo+i)*out.Stride+c] = v
			}
		}
	})
}

// Eps is the spacing of float64 at 1.
const Eps = 0x1p-52

// BeyondRounding returns the number of values, at least 1, that are larger than rounding errors: above
// q·Eps times the first for q values, as in NumPy's matrix_rank. The values must be descending, and
// none negative by more than rounding.
func BeyondRounding(values []float64) int {
	r := 1
	for r < len(values) && values[r] > float64(len(values))*Eps*values[0] {
		r++
	}
	return r
}

// Spectral replaces a = U·Λ·Uᵀ, n×n and symmetric, by U·f(Λ)·Uᵀ. It reads the upper triangle and writes both. f is
// given all eigenvalues, descending, and overwrites them with numbers ≥ 0. Spectral takes O(n³) time and 2.5·n² numbers
// beside a. Errors are those of [Eigen].
func Spectral(ctx context.Context, a *mat.Dense, f func(values []float64)) error {
	n, _ := a.Dims()
	values, u, err := Eigen(ctx, mat.NewSymDense(n, mat.DenseCopyOf(a).RawMatrix().Data))
	if err != nil {
		return err
	}
	f(values)
	for j, v := range values {
		values[j] = math.Sqrt(v)
	}
	Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.Mul(u.RawRowView(i), values)
		}
	})
	if err := Syrk(ctx, blas.NoTrans, 1, u.RawMatrix(), 0, AsSymmetric(a).RawSymmetric()); err != nil {
		return err
	}
	Mirror(a)
	return nil
}
