package linalg

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// inParts calls do on ranges of at most size that make up [0, n), on all cores,
// until the context ends. The ranges don't depend on the number of cores, and do
// must write only what belongs to its range: then neither does the result. A
// panic in do is raised again in the caller.
func inParts(ctx context.Context, n, size int, do func(lo, hi int)) error {
	parts := (n + size - 1) / size
	workers := min(runtime.GOMAXPROCS(0), parts)
	if workers <= 1 {
		for lo := 0; lo < n && ctx.Err() == nil; lo += size {
			do(lo, min(n, lo+size))
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	panics := make(chan any, workers)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					panics <- r
				}
			}()
			for ctx.Err() == nil {
				p := int(next.Add(1)) - 1
				if p >= parts {
					return
				}
				do(p*size, min(n, (p+1)*size))
			}
		}()
	}
	wg.Wait()
	select {
	case r := <-panics:
		panic(fmt.Sprintf("linalg: in a parallel part: %v", r))
	default:
	}
	return ctx.Err()
}

// both runs f and g, at the same time if there are cores to do so.
func both(f, g func() error) error {
	if runtime.GOMAXPROCS(0) == 1 {
		if err := f(); err != nil {
			return err
		}
		return g()
	}
	var first error
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		first = f()
	}()
	second := g()
	<-done
	if panicked != nil {
		panic(fmt.Sprintf("linalg: in a parallel part: %v", panicked))
	}
	if first != nil {
		return first
	}
	return second
}

// stepFlops is how much work may lie between two looks at the context: some ten
// milliseconds.
const stepFlops = 1 << 28

// multiply is c = alpha·op(a)·op(b) + beta·c in steps between which it looks at
// the context.
func multiply(ctx context.Context, ta, tb blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) error {
	inner := a.Cols
	if ta == blas.Trans {
		inner = a.Rows
	}
	if c.Rows == 0 || c.Cols == 0 {
		return ctx.Err()
	}
	cols := c.Cols
	if flops := 2 * c.Rows * inner * c.Cols; flops > stepFlops {
		cols = max(64, stepFlops/(2*inner*min(512, c.Rows))&^63)
	}
	rows := c.Rows
	if 2*rows*inner*min(cols, c.Cols) > stepFlops {
		rows = 512
	}
	for j := 0; j < c.Cols; j += cols {
		right := min(c.Cols, j+cols)
		bj := part(b, 0, b.Rows, j, right)
		if tb == blas.Trans {
			bj = part(b, j, right, 0, b.Cols)
		}
		for i := 0; i < c.Rows; i += rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			low := min(c.Rows, i+rows)
			ai := part(a, i, low, 0, a.Cols)
			if ta == blas.Trans {
				ai = part(a, 0, a.Rows, i, low)
			}
			blas64.Gemm(ta, tb, alpha, ai, bj, beta, part(c, i, low, j, right))
		}
	}
	return nil
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

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
