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

// NotFiniteError says where a matrix holds NaN or an infinity.
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
	return decompose(ctx, a, a.SymmetricDim())
}

// Leading returns the k largest eigenvalues of a, n×n, descending, and their
// eigenvectors, n×k. It does what [Eigen] does without the work that only concerns
// the others, overwrites a, whose memory it takes for k = n, and returns the same
// errors. 0 ≤ k ≤ n; else it panics.
func Leading(ctx context.Context, a *mat.SymDense, k int) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	if k < 0 || k > n {
		panic(fmt.Sprintf("linalg: %d leading eigenpairs of a matrix of order %d", k, n))
	}
	values, vectors, err = decompose(ctx, a, k)
	return slices.Clip(values[:min(k, len(values))]), vectors, err
}

// Eigenvalues returns all eigenvalues of a, n×n, descending, in about a third of the
// time of [Eigen], and needs some hundred times n numbers beside: by reduction to a band,
// from there to tridiagonal form, and divide and conquer. It overwrites a; errors as there.
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

// decompose returns all eigenvalues of a, order n, descending, and as the columns of an
// n×k matrix the leading k eigenvectors: in the memory of a, if these are all.
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

// toMiddle divides a by 2^exponent so that sums of its squares do not overflow, nor
// rounding errors vanish; powers of 2 leave every digit in place.
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
	return inParts(ctx, out.Rows, 32, func(lo, hi int) {
		for c, slot := range order {
			for i, v := range row(rows, slot)[lo:hi] {
				out.Data[(lo+i)*out.Stride+c] = v
			}
		}
	})
}

// BeyondRounding counts the values, descending and not negative but for rounding, that
// are above the rounding errors of the first, q·2⁻⁵² of it for q values, as NumPy's
// matrix_rank has it; at least one.
func BeyondRounding(values []float64) int {
	r := 1
	for r < len(values) && values[r] > float64(len(values))*0x1p-52*values[0] {
		r++
	}
	return r
}
