package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
)

// inParts calls do on ranges of at most size that make up [0, n), on all threads,
// until the context ends. The ranges don't depend on the number of threads, and do
// must write only what belongs to its range: then neither does the result.
func inParts(ctx context.Context, n, size int, do func(lo, hi int)) error {
	return parallel(ctx, blocks(n, size), func(p int) { do(p*size, min(n, (p+1)*size)) })
}

// both runs f and g, at the same time if there are threads to do so.
func both(ctx context.Context, f, g func() error) error {
	var failed [2]error
	err := parallel(ctx, 2, func(i int) { failed[i] = [2]func() error{f, g}[i]() })
	for _, e := range failed {
		if e != nil {
			return e
		}
	}
	return err
}

// part is the view a[i0:i1, j0:j1]; it may be empty.
func part(a blas64.General, i0, i1, j0, j1 int) blas64.General {
	v := blas64.General{Rows: i1 - i0, Cols: j1 - j0, Stride: a.Stride}
	if v.Rows > 0 && v.Cols > 0 {
		v.Data = a.Data[i0*a.Stride+j0 : (i1-1)*a.Stride+j1]
	}
	return v
}

func newGeneral(rows, cols int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: max(1, cols), Data: make([]float64, rows*cols)}
}

func row(a blas64.General, i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+a.Cols] }

func contiguous(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
