package linalg

import (
	"context"
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// How a product is cut. Depth is what fits the first cache by slivers of A, and
// with blockColumns of B the second; blockArea is about how many entries of C a
// thread goes through at a time, and span is what the buffers are bounded by. The
// order of a sum depends on depth alone.
const (
	depth        = 256
	blockColumns = 240
	blockArea    = 128 * blockColumns
	span         = 2048
)

// blockSize is rows and columns of a block of C: where B is shallow, it is wider.
func blockSize(k int) (rows, columns int) {
	columns = min(max(1, depth/k), 4) * blockColumns
	return blockArea / columns, columns
}

// alone is how many multiplications one thread does faster than several.
const alone = 1 << 20

// product is C = alpha·A·B + beta·C for A m×k, B k×n and alpha ≠ 0, in the
// shape of BLIS: of both, parts are packed in the order in which the micro-kernel
// reads them, and the tiles of C are shared among threads.
type product struct {
	on      *instructions
	m, n, k int
	a, b    view
	c       []float64
	stride  int

	alpha, beta float64

	// triangle is the part of C that is written, 0 for all of it.
	triangle blas.Uplo

	// finish, if any, is given each row of a block of C once it is complete, and
	// still near: the entries of row i from column j on. Several threads call it.
	finish func(i, j int, row []float64)
}

// workspace are packed parts of A and B.
type workspace struct{ a, b []float64 }

// workspaces are those that nobody works with, kept for good: one grows to
// 2·span·depth doubles at most, and as many as work at a time are seldom more than
// these.
var workspaces = make(chan *workspace, 4)

// ProductMemory is what they take for a product of rows×inner and inner×columns,
// in bytes.
func ProductMemory(rows, columns, inner int) int64 {
	return 8 * int64(min(rows, span)+min(columns, span)) * int64(min(inner, depth))
}

func takeWorkspace() *workspace {
	select {
	case w := <-workspaces:
		return w
	default:
		return new(workspace)
	}
}

func putBack(w *workspace) {
	select {
	case workspaces <- w:
	default:
	}
}

// aligned is a buffer of n doubles that begins with a cache line, in *buffer if
// that has room.
func aligned(buffer *[]float64, n int) []float64 {
	if len(*buffer) < n {
		b := make([]float64, n+7)
		skip := -(int(uintptr(unsafe.Pointer(&b[0]))) >> 3) & 7
		*buffer = b[skip : skip+n]
	}
	return (*buffer)[:n]
}

func (p *product) run(ctx context.Context) error {
	if p.m*p.n*p.k < quick {
		p.short()
		return ctx.Err()
	}
	shared := *p // by threads, and so not on the stack, as a short product is
	return shared.packed(ctx)
}

func (p *product) packed(ctx context.Context) error {
	w := takeWorkspace()
	defer putBack(w)
	for j := 0; j < p.n; j += span {
		for i := 0; i < p.m; i += span {
			if err := p.block(ctx, w, i, min(span, p.m-i), j, min(span, p.n-j)); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// block is the product for rows×columns of C at (i0, j0), of which both are at
// most span.
func (p *product) block(ctx context.Context, w *workspace, i0, rows, j0, columns int) error {
	if p.misses(i0, rows, j0, columns) {
		return nil
	}
	steps := max(1, blocks(p.k, depth))
	if s, ok := p.strip(i0, rows, j0, columns, steps); ok {
		return s.run(ctx, w)
	}
	for step := range steps {
		k0, k1 := cut(p.k, steps, step, 1)
		if err := p.pack(ctx, w, i0, rows, j0, columns, k0, k1-k0); err != nil {
			return err
		}
		blockRows, blockColumns := blockSize(k1 - k0)
		down, across := blocks(rows, blockRows), blocks(columns, blockColumns)
		err := p.parallel(ctx, rows*columns*(k1-k0), down*across, func(task int) {
			i, iEnd := cut(rows, down, task%down, p.on.rows)
			j, jEnd := cut(columns, across, task/down, p.on.columns)
			t := tiles{product: p, k: k1 - k0, beta: p.betaOf(step), a: w.a[i*(k1-k0):], b: w.b[j*(k1-k0):]}
			t.run(i0+i, iEnd-i, j0+j, jEnd-j)
			if step == steps-1 {
				p.finished(i0+i, iEnd-i, j0+j, jEnd-j)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// betaOf is what a step multiplies C with: only the first finds the caller's.
func (p *product) betaOf(step int) float64 {
	if step > 0 {
		return 1
	}
	return p.beta
}

// finished calls finish, if there is one, on rows×columns of C at (i0, j0).
func (p *product) finished(i0, rows, j0, columns int) {
	if p.finish == nil {
		return
	}
	for r := i0; r < i0+rows; r++ {
		p.finish(r, j0, p.c[r*p.stride+j0:r*p.stride+j0+columns])
	}
}

// pack packs rows i0… of A and columns j0… of B, k deep.
func (p *product) pack(ctx context.Context, w *workspace, i0, rows, j0, columns, k0, k int) error {
	blockRows, blockColumns := blockSize(k)
	down, across := blocks(rows, blockRows), blocks(columns, blockColumns)
	a := aligned(&w.a, roundUp(rows, p.on.rows)*k)
	b := aligned(&w.b, roundUp(columns, p.on.columns)*k)
	bt := p.b.transposed()
	return p.parallel(ctx, 16*(rows+columns)*k, down+across, func(task int) {
		if task < down {
			i, end := cut(rows, down, task, p.on.rows)
			p.a.pack(p.on, a[i*k:], i0+i, end-i, k0, k, p.on.rows)
			return
		}
		j, end := cut(columns, across, task-down, p.on.columns)
		bt.pack(p.on, b[j*k:], j0+j, end-j, k0, k, p.on.columns)
	})
}

// parallel runs n tasks on all threads, or on one if they are quick.
func (p *product) parallel(ctx context.Context, work, n int, f func(task int)) error {
	if work >= alone {
		return parallel(ctx, n, f)
	}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(i)
	}
	return nil
}

// misses is whether a part of C lies outside of what is written.
func (p *product) misses(i0, rows, j0, columns int) bool {
	return p.triangle == blas.Lower && j0 > i0+rows-1 || p.triangle == blas.Upper && i0 > j0+columns-1
}

// tiles is what one thread does of a product: a block of C, k deep, from packed
// parts.
type tiles struct {
	*product
	k    int
	beta float64
	a, b []float64
	edge []float64
}

// run is the product for rows×columns of C at (i0, j0).
func (t *tiles) run(i0, rows, j0, columns int) {
	if t.misses(i0, rows, j0, columns) {
		return
	}
	tall, wide := t.on.rows, t.on.columns
	for i := 0; i < rows; i += tall {
		a := &t.a[i*t.k : i*t.k+1][0]
		for j := 0; j < columns; j += wide {
			if t.misses(i0+i, tall, j0+j, wide) {
				continue
			}
			b := &t.b[j*t.k : j*t.k+1][0]
			if i+tall <= rows && j+wide <= columns && !t.crosses(i0+i, j0+j) {
				t.on.tile(t.k, a, b, &t.c[(i0+i)*t.stride+j0+j], t.stride, t.alpha, t.beta)
				continue
			}
			t.partial(a, b, i0+i, min(tall, rows-i), j0+j, min(wide, columns-j))
		}
	}
}

// crosses is whether the tile of C at (i, j) has entries that are not written.
func (t *tiles) crosses(i, j int) bool {
	return t.triangle == blas.Lower && j+t.on.columns-1 > i || t.triangle == blas.Upper && i+t.on.rows-1 > j
}

// partial is the product for a part of a tile: as that for all of it, in a tile
// apart.
func (t *tiles) partial(a, b *float64, i0, rows, j0, columns int) {
	wide := t.on.columns
	if t.edge == nil {
		t.edge = make([]float64, t.on.rows*wide)
	}
	for i := range rows {
		lo, hi := t.written(i0+i, j0, columns)
		if t.beta != 0 && lo < hi {
			copy(t.edge[i*wide+lo:], t.c[(i0+i)*t.stride+j0+lo:(i0+i)*t.stride+j0+hi])
		}
	}
	t.on.tile(t.k, a, b, &t.edge[0], wide, t.alpha, t.beta)
	for i := range rows {
		lo, hi := t.written(i0+i, j0, columns)
		if lo < hi {
			copy(t.c[(i0+i)*t.stride+j0+lo:], t.edge[i*wide+lo:i*wide+hi])
		}
	}
}

// written are the columns from j0 on, j0 being 0, of row i of C that are written.
func (p *product) written(i, j0, columns int) (lo, hi int) {
	switch p.triangle {
	case blas.Lower:
		return 0, min(columns, i-j0+1)
	case blas.Upper:
		return max(0, i-j0), columns
	}
	return 0, columns
}

// blocks is how many blocks of the given size cover n.
func blocks(n, size int) int { return (n + size - 1) / size }

func roundUp(n, multiple int) int { return blocks(n, multiple) * multiple }

// cut is part i of n cut into parts of about the same size, multiples of unit.
func cut(n, parts, i, unit int) (lo, hi int) {
	units := blocks(n, unit)
	return min(n, units*i/parts*unit), min(n, units*(i+1)/parts*unit)
}
