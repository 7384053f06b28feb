package linalg

import (
	"context"
	"sync"
	"unsafe"

	"gonum.org/v1/gonum/blas"
)

// The block sizes of a product. depth columns of a sliver of A fit the first-level cache, and with
// blockColumns of B the second-level cache. blockArea is about the number of entries of C that a goroutine
// computes at a time, and span limits the buffers. The order of a sum depends on depth alone.
const (
	depth        = 256
	blockColumns = 240
	blockArea    = 128 * blockColumns
	span         = 2048
)

// blockSize returns rows and columns of a block of C. If B is shallow, the block is wider.
func blockSize(k int) (rows, columns int) {
	columns = min(max(1, depth/k), 4) * blockColumns
	return blockArea / columns, columns
}

// alone is the number of multiplications up to which one goroutine is faster than several.
const alone = 1 << 20

// product is C = alpha·A·B + beta·C for A, m×k, B, k×n, and alpha ≠ 0, computed as in BLIS: parts of A and B are packed
// in the order in which the micro-kernel reads them, and the tiles of C are divided among goroutines.
type product struct {
	on          *instructions
	m, n, k     int
	a, b        view
	c           []float64
	stride      int
	alpha, beta float64

	// triangle is the part of C that is written, or 0 for all of it.
	triangle blas.Uplo

	// finish, if not nil, is called with each row of a block of C when it is complete and still in
	// the cache: the entries of row i from column j on. Several goroutines call it.
	finish func(i, j int, row []float64)
}

// scratch is a reusable buffer.
type scratch struct{ buf []float64 }

// of resizes the buffer to n numbers, which begin at a cache line.
func (s *scratch) of(n int) *scratch {
	if cap(s.buf) < n {
		b := make([]float64, n+7)
		skip := -(int(uintptr(unsafe.Pointer(&b[0]))) >> 3) & 7
		s.buf = b[skip:]
	}
	s.buf = s.buf[:n]
	return s
}

// scratches are the buffers of single goroutines.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

func borrow(n int) *scratch { return scratches.Get().(*scratch).of(n) }

// workspaces are the buffers that the goroutines of a product share. They are never freed. Each grows to
// at most 2·span·depth numbers, and there are seldom more than a few products at a time.
var workspaces = make(chan *scratch, 4)

// ProductMemory returns the bytes of scratch memory for a product of rows×inner and inner×columns.
func ProductMemory(rows, columns, inner int) int64 {
	return 8 * int64(min(rows, span)+min(columns, span)) * int64(min(inner, depth))
}

func (p *product) run(ctx context.Context) error {
	if p.m*p.n*p.k < quick {
		p.short()
		return ctx.Err()
	}
	shared := *p // on the heap, as goroutines share it; a short product stays on the stack
	return shared.packed(ctx)
}

func (p *product) packed(ctx context.Context) error {
	var w *scratch
	select {
	case w = <-workspaces:
	default:
		w = new(scratch)
	}
	defer func() {
		select {
		case workspaces <- w:
		default:
		}
	}()
	steps := blocks(p.k, depth)
	blockRows, blockColumns := blockSize(p.k / steps)
	for j := 0; j < p.n; j += span {
		b := side{p.b.transposed(), j, min(span, p.n-j), p.on.columns}
		for i := 0; i < p.m; i += span {
			a := side{p.a, i, min(span, p.m-i), p.on.rows}
			var err error
			switch {
			case p.misses(i, a.lines, j, b.lines):
			case a.lines <= blockRows:
				err = p.strip(ctx, w, a, b, steps, true)
			case b.lines <= blockColumns:
				err = p.strip(ctx, w, b, a, steps, false)
			default:
				err = p.block(ctx, w, a, b, steps)
			}
			if err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// block computes the product of the lines of a and b, at most span of each.
func (p *product) block(ctx context.Context, w *scratch, a, b side, steps int) error {
	buf := w.of((a.height() + b.height()) * blocks(p.k, steps)).buf
	for step := range steps {
		k0, k1 := cut(p.k, steps, step, 1)
		k := k1 - k0
		blockRows, blockColumns := blockSize(k)
		down, across := blocks(a.lines, blockRows), blocks(b.lines, blockColumns)
		packedA, packedB := buf[:a.height()*k], buf[a.height()*k:]
		err := p.parallel(ctx, 16*(a.lines+b.lines)*k, down+across, func(task int) {
			if task < down {
				lo, hi := cut(a.lines, down, task, a.unit)
				a.pack(p.on, packedA[lo*k:], lo, hi, k0, k)
			} else {
				lo, hi := cut(b.lines, across, task-down, b.unit)
				b.pack(p.on, packedB[lo*k:], lo, hi, k0, k)
			}
		})
		if err != nil {
			return err
		}
		err = p.parallel(ctx, a.lines*b.lines*k, down*across, func(task int) {
			i, iEnd := cut(a.lines, down, task%down, a.unit)
			j, jEnd := cut(b.lines, across, task/down, b.unit)
			t := p.tiles(step, steps, k, packedA[i*k:], packedB[j*k:])
			t.run(a.first+i, iEnd-i, b.first+j, jEnd-j)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stripBlock is about the number of lines of the long factor that are packed at a time.
const stripBlock = 120

// strip computes the same as block if one factor is a single block, which all goroutines read: A if wide is set, else
// B. Nothing of the long factor is used twice. So each goroutine packs the part that it multiplies itself, just before,
// so that it is still in its second-level cache, and goes through all steps of a block of C without waiting for others.
func (p *product) strip(ctx context.Context, w *scratch, single, long side, steps int, wide bool) error {
	height := single.height()
	atOnce := max(1, span/height) // number of steps for which the single block is packed at a time
	for first := 0; first < steps; first += atOnce {
		last := min(steps, first+atOnce)
		from, _ := cut(p.k, steps, first, 1)
		_, to := cut(p.k, steps, last-1, 1)
		packed := w.of(height * (to - from)).buf
		err := p.parallel(ctx, 16*len(packed), last-first, func(task int) {
			k0, k1 := cut(p.k, steps, first+task, 1)
			single.pack(p.on, packed[height*(k0-from):], 0, single.lines, k0, k1-k0)
		})
		if err != nil {
			return err
		}
		parts := blocks(long.lines, stripBlock)
		err = p.parallel(ctx, single.lines*long.lines*(to-from), parts, func(part int) {
			lo, hi := cut(long.lines, parts, part, long.unit)
			own := borrow(roundUp(hi-lo, long.unit) * blocks(p.k, steps))
			defer scratches.Put(own)
			for step := first; step < last; step++ {
				k0, k1 := cut(p.k, steps, step, 1)
				long.pack(p.on, own.buf, lo, hi, k0, k1-k0)
				t := p.tiles(step, steps, k1-k0, packed[height*(k0-from):], own.buf)
				if wide {
					t.run(single.first, single.lines, long.first+lo, hi-lo)
				} else {
					t.a, t.b = t.b, t.a
					t.run(long.first+lo, hi-lo, single.first, single.lines)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// parallel runs n tasks on all goroutines, or on one if work, the number of multiplications, is small.
func (p *product) parallel(ctx context.Context, work, n int, f func(task int)) error {
	if work < alone {
		return serial(ctx, n, f)
	}
	return parallel(ctx, n, f)
}

// blocks returns how many blocks of the given size cover n.
func blocks(n, size int) int { return (n + size - 1) / size }

func roundUp(n, multiple int) int { return blocks(n, multiple) * multiple }

// cut returns part i of [0, n) cut into parts of about the same size, whose ends are multiples of unit.
func cut(n, parts, i, unit int) (lo, hi int) {
	units := blocks(n, unit)
	return min(n, units*i/parts*unit), min(n, units*(i+1)/parts*unit)
}
