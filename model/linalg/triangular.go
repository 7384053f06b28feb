package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// triangularBlock is the order up to which a triangular matrix is not cut into halves. Most of the work is
// then products.
const triangularBlock = 64

// triangularStrips is the minimum number of columns of X in a task.
const triangularStrips = 120

// triangular computes X = T⁻¹·X, or X = T·X, for a lower triangular T, n×n, and X, n×columns.
type triangular struct {
	on   *instructions
	t, x view
	n    int

	columns int
	unit    bool // the diagonal of T is 1, whatever is stored there
	product bool // compute T·X instead of T⁻¹·X
}

// Dtrsm solves op(A)·X = α·B or X·op(A) = α·B for a triangular A, as gonum's Dtrsm.
func (i Implementation) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) {
	_ = i.trsm(context.Background(), s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
}

// Trsm does the same as [blas64.Trsm], with the same bits. It checks ctx between blocks. When it has ended,
// Trsm returns its error and b is undefined.
func Trsm(ctx context.Context, s blas.Side, tA blas.Transpose, alpha float64, a blas64.Triangular,
	b blas64.General) error {
	return Host.trsm(ctx, s, a.Uplo, tA, a.Diag, b.Rows, b.Cols, alpha, a.Data, a.Stride, b.Data, b.Stride)
}

func (i Implementation) trsm(ctx context.Context, s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) error {
	t, ok := i.triangular(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	if !ok {
		i.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return ctx.Err()
	}
	return t.run(ctx)
}

// Dtrmm computes B = α·op(A)·B or B = α·B·op(A) for a triangular A, as gonum's Dtrmm.
func (i Implementation) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) {
	t, ok := i.triangular(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
	if !ok {
		i.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	t.product = true
	_ = t.run(context.Background())
}

// leastOrder is the order from which a triangle is packed. The number of columns of B does not matter
// here, so that a column has the same bits whatever the other columns are.
const leastOrder = 16

// triangular returns the problem of Dtrsm and Dtrmm, with B multiplied by alpha; ok is false if gonum is
// to solve it. A problem from the right is transposed, and an upper triangle is read backwards.
func (i Implementation) triangular(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int,
	alpha float64, a []float64, lda int, b []float64, ldb int) (triangular, bool) {
	order := m
	if s == blas.Right {
		order = n
	}
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || order < leastOrder ||
		!fits(tA, order, order, a, lda) || !fits(blas.NoTrans, m, n, b, ldb) ||
		s != blas.Left && s != blas.Right || ul != blas.Lower && ul != blas.Upper || d != blas.Unit && d != blas.NonUnit {
		return triangular{}, false
	}
	t := triangular{
		on: i.on, t: general(tA, a, lda), x: general(blas.NoTrans, b, ldb),
		n: order, columns: n, unit: d == blas.Unit,
	}
	lower := (ul == blas.Lower) == (tA == blas.NoTrans)
	if s == blas.Right {
		t.t, t.x, t.columns, lower = t.t.transposed(), t.x.transposed(), m, !lower
	}
	if !lower {
		t.t, t.x = t.t.reversed(order, order), t.x.reversed(order, 0)
	}
	if alpha != 1 {
		for r := range m {
			i.Dscal(n, alpha, b[r*ldb:], 1)
		}
	}
	return t, true
}

func (t triangular) run(ctx context.Context) error {
	if t.n <= triangularBlock {
		return t.block(ctx)
	}
	half := roundUp(t.n/2, triangularBlock/t.on.rows*t.on.rows) // blocks of whole slivers
	upper, lower := t, t
	upper.n, lower.n = half, t.n-half
	lower.t, lower.x = t.t.from(half, half), t.x.from(half, 0)
	before, after, sign := upper, lower, -1.0
	if t.product { // the lower half needs the upper one before it is multiplied
		before, after, sign = lower, upper, 1
	}
	if err := before.run(ctx); err != nil {
		return err
	}
	if err := t.on.update(ctx, lower.n, t.columns, half, sign, t.t.from(half, 0), upper.x, lower.x, 0); err != nil {
		return err
	}
	return after.run(ctx)
}

// block is run for a T of order at most triangularBlock. It packs T in slivers, and computes X in strips of columns.
func (t triangular) block(ctx context.Context) error {
	tall, wide := t.on.rows, t.on.columns
	depth := roundUp(t.n, tall)
	s := borrow(depth * depth)
	defer scratches.Put(s)
	packed := s.buf
	clear(packed)
	for i := 0; i < t.n; i += tall {
		t.t.sliver(t.on, packed[i*depth:][:tall*t.n], i, min(tall, t.n-i), 0, t.n, tall)
	}
	for i := range depth {
		d := &packed[i/tall*tall*depth+i*tall+i%tall]
		switch {
		case t.unit || i >= t.n:
			*d = 1
		case !t.product:
			*d = 1 / *d
		}
	}
	tasks := 1
	if t.n*t.n*t.columns/2 >= alone {
		tasks = blocks(t.columns, triangularStrips)
	}
	return parallel(ctx, tasks, func(task int) {
		s := borrow(depth * wide)
		defer scratches.Put(s)
		strip := s.buf
		clear(strip)
		lo, hi := cut(t.columns, tasks, task, wide)
		x := t.x.transposed()
		for j := lo; j < hi; j += wide {
			columns := min(wide, hi-j)
			x.sliver(t.on, strip[:t.n*wide], j, columns, 0, t.n, wide)
			if t.product {
				for i := depth - tall; i >= 0; i -= tall {
					l := packed[i*depth:]
					t.on.multiply(&l[i*tall], &strip[i*wide])
					t.on.tile(i, &l[0], &strip[0], &strip[i*wide], wide, 1, 1)
				}
			} else {
				for i := 0; i < depth; i += tall {
					l := packed[i*depth:]
					t.on.tile(i, &l[0], &strip[0], &strip[i*wide], wide, -1, 1)
					t.on.solve(&l[i*tall], &strip[i*wide])
				}
			}
			x.unpackSliver(strip, j, columns, 0, t.n, wide)
		}
	})
}

// update computes C += alpha·A·B for C, m×n, A, m×k, and B, k×n. Only the given triangle of C is written,
// or all of it for 0.
func (on *instructions) update(ctx context.Context, m, n, k int,
	alpha float64, a, b, c view, triangle blas.Uplo) error {
	if c.column != 1 && c.column != -1 {
		a, b, c = b.transposed(), a.transposed(), c.transposed()
		m, n = n, m
		triangle = opposite(triangle)
	}
	// Rows and columns of C are read forwards.
	if c.column < 0 {
		b, c = b.reversed(0, n), c.reversed(0, n)
	}
	if c.row < 0 {
		a, c = a.reversed(m, 0), c.reversed(m, 0)
	}
	if a.column < 0 { // columns of A are read forwards, too, which is faster to pack
		a, b = a.reversed(0, k), b.reversed(k, 0)
	}
	p := product{
		on: on, m: m, n: n, k: k, a: a, b: b, c: c.data[c.at:], stride: c.row,
		alpha: alpha, beta: 1, triangle: triangle,
	}
	return p.run(ctx)
}
