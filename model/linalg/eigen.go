package linalg

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// NotFiniteError says where a matrix holds something that is not a number that one
// can compute with.
type NotFiniteError struct {
	Row, Col int
	Value    float64
}

func (e *NotFiniteError) Error() string {
	return fmt.Sprintf("entry (%d, %d) of the matrix is %v: it has no eigenvalues; change what the matrix is computed from", e.Row, e.Col, e.Value)
}

// Eigen returns all eigenvalues of a, n×n, descending, and the eigenvectors as the
// columns of an n×n matrix V, A·V = V·diag(values): by reduction to tridiagonal
// form, divide and conquer, and transformation back, O(n³). Residuals and the
// vectors' deviation from orthogonality are of the size of rounding errors times
// the largest eigenvalue, not of each eigenvalue; nothing overflows or underflows
// whatever the scale of a.
//
// It takes the memory of a for the vectors, so that a is no more, and needs 1.5·n²
// numbers beside. A *NotFiniteError says that a holds NaN or an infinity; else an
// error is the context's. The context is looked at every few milliseconds.
func Eigen(ctx context.Context, a *mat.SymDense) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	values, order, rows, err := decompose(ctx, a, n)
	if err != nil || n == 0 {
		return values, new(mat.Dense), err
	}
	raw := a.RawSymmetric()
	out := blas64.General{Rows: n, Cols: n, Stride: raw.Stride, Data: raw.Data}
	if err := toColumns(ctx, out, rows, order); err != nil {
		return nil, nil, err
	}
	vectors = new(mat.Dense)
	vectors.SetRawMatrix(out)
	return values, vectors, nil
}

// Leading returns the k largest eigenvalues of a, n×n, descending, and their
// eigenvectors, n×k. It does what [Eigen] does without the work that only concerns
// the others, overwrites a, and returns the same errors. 0 ≤ k ≤ n; else it panics.
func Leading(ctx context.Context, a *mat.SymDense, k int) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	if k < 0 || k > n {
		panic(fmt.Sprintf("linalg: %d leading eigenpairs of a matrix of order %d", k, n))
	}
	values, order, rows, err := decompose(ctx, a, k)
	if err != nil || k == 0 {
		return nil, new(mat.Dense), err
	}
	out := newGeneral(n, k)
	if err := toColumns(ctx, out, rows, order); err != nil {
		return nil, nil, err
	}
	vectors = new(mat.Dense)
	vectors.SetRawMatrix(out)
	return values[:k:k], vectors, nil
}

// Eigenvalues returns all eigenvalues of a, n×n, descending, in about a third of the
// time of [Eigen], and needs some hundred times n numbers beside: by reduction to a band,
// from there to tridiagonal form, and divide and conquer. It overwrites a and returns
// the same errors.
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
	room := blas64.General{Rows: raw.N, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}
	if err := divideForValues(ctx, d, e, room); err != nil {
		return nil, err
	}
	rescale(d, exponent)
	slices.Sort(d)
	slices.Reverse(d)
	return d, nil
}

// decompose returns all eigenvalues, and the first want eigenvectors as the rows of
// a matrix that order names.
func decompose(ctx context.Context, a *mat.SymDense, want int) (values []float64, order []int, rows blas64.General, err error) {
	if a.SymmetricDim() == 0 {
		return nil, nil, rows, ctx.Err()
	}
	t, exponent, err := toTridiagonal(ctx, a)
	if err != nil {
		return nil, nil, rows, err
	}
	values, order, rows, err = divideAndConquer(ctx, t.d, t.e, want)
	if err != nil {
		return nil, nil, rows, err
	}
	rescale(values, exponent)
	if want < len(values) {
		few := newGeneral(want, rows.Cols)
		for i, slot := range order {
			copy(row(few, i), row(rows, slot))
			order[i] = i
		}
		rows = few
	}
	return values, order, rows, t.backTransform(ctx, rows)
}

// toTridiagonal returns a tridiagonal form of a/2^exponent with entries of size 1 at
// most.
func toTridiagonal(ctx context.Context, a *mat.SymDense) (t *tridiagonal, exponent int, err error) {
	raw := a.RawSymmetric()
	if exponent, err = toMiddle(ctx, raw); err != nil {
		return nil, 0, err
	}
	if t, err = reduce(ctx, raw); err != nil {
		return nil, 0, err
	}
	return t, exponent + toUnit(t.d, t.e), nil
}

// toMiddle divides a by 2^exponent so that sums of its squares do not overflow, nor
// rounding errors vanish; powers of 2 leave every digit in place.
func toMiddle(ctx context.Context, a blas64.Symmetric) (exponent int, err error) {
	largest, err := largestEntry(ctx, a)
	if err != nil {
		return 0, err
	}
	if _, size := math.Frexp(largest); largest > 0 && (size > 300 || size < -300) {
		exponent = size
		for i := range a.N {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			rescale(a.Data[i*a.Stride+i:i*a.Stride+a.N], -exponent)
		}
	}
	return exponent, nil
}

// largestEntry is the largest size of an entry of the upper triangle.
func largestEntry(ctx context.Context, a blas64.Symmetric) (float64, error) {
	largest := 0.0
	for i := range a.N {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for j, v := range a.Data[i*a.Stride+i : i*a.Stride+a.N] {
			if v = math.Abs(v); !(v <= math.MaxFloat64) {
				return 0, &NotFiniteError{Row: i, Col: i + j, Value: a.Data[i*a.Stride+i+j]}
			} else if v > largest {
				largest = v
			}
		}
	}
	return largest, nil
}

// toUnit divides d and e by 2^exponent so that no entry is larger than 1.
func toUnit(d, e []float64) (exponent int) {
	_, exponent = math.Frexp(max(floats.Norm(d, math.Inf(1)), floats.Norm(e, math.Inf(1))))
	rescale(d, -exponent)
	rescale(e, -exponent)
	return exponent
}

// rescale multiplies x by 2^exponent, which may lie outside of float64's range.
func rescale(x []float64, exponent int) {
	for i, v := range x {
		x[i] = math.Ldexp(v, exponent)
	}
}

// toColumns writes row order[j] of rows to column j of out.
func toColumns(ctx context.Context, out, rows blas64.General, order []int) error {
	const tile, wide = 32, 1024
	across := blocks(out.Cols, wide)
	return parallel(ctx, blocks(out.Rows, tile)*across, func(task int) {
		lo, first := task/across*tile, task%across*wide
		hi, end := min(out.Rows, lo+tile), min(out.Cols, first+wide)
		for j := first; j < end; j += tile {
			for c := j; c < min(end, j+tile); c++ {
				for i, v := range row(rows, order[c])[lo:hi] {
					out.Data[(lo+i)*out.Stride+c] = v
				}
			}
		}
	})
}
