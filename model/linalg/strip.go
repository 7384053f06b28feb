package linalg

import "context"

// strip is a product of which one factor is a single block, which all threads read. Of the
// other nothing is used twice: each thread packs what it multiplies itself, just before,
// so that it is still in its second cache, and goes through all steps of a block of C
// without waiting for others.
type strip struct {
	*product
	i0, rows, j0, columns int
	steps                 int
	wide                  bool // A is the single block, else B
}

// stripBlock is about how many columns, or rows, of the long factor are packed at a time.
const stripBlock = 120

// strip is the product as one, for rows×columns of C at (i0, j0), and whether it is one.
func (p *product) strip(i0, rows, j0, columns, steps int) (s strip, ok bool) {
	blockRows, blockColumns := blockSize(max(1, p.k/steps))
	s = strip{product: p, i0: i0, rows: rows, j0: j0, columns: columns, steps: steps, wide: rows <= blockRows}
	return s, s.wide || columns <= blockColumns
}

// run packs the single block, as many steps of it as span allows, and multiplies.
func (s strip) run(ctx context.Context, w *workspace) error {
	height := roundUp(s.rows, s.on.rows)
	if !s.wide {
		height = roundUp(s.columns, s.on.columns)
	}
	atOnce := max(1, span/height)
	for first := 0; first < s.steps; first += atOnce {
		last := min(s.steps, first+atOnce)
		from, _ := s.step(first)
		_, to := s.step(last - 1)
		single := aligned(&w.a, height*(to-from))
		err := s.parallel(ctx, 16*height*(to-from), last-first, func(task int) {
			k0, k1 := s.step(first + task)
			s.packSingle(single[height*(k0-from):], k0, k1-k0)
		})
		if err != nil {
			return err
		}
		length := s.columns
		if !s.wide {
			length = s.rows
		}
		parts := blocks(length, stripBlock)
		err = s.parallel(ctx, s.rows*s.columns*(to-from), parts, func(part int) {
			own := takeWorkspace()
			defer putBack(own)
			for step := first; step < last; step++ {
				k0, k1 := s.step(step)
				s.multiply(own, single[height*(k0-from):], part, parts, step, k0, k1-k0)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s strip) step(i int) (k0, k1 int) { return cut(s.k, s.steps, i, 1) }

func (s strip) packSingle(dst []float64, k0, k int) {
	if s.wide {
		s.a.pack(s.on, dst, s.i0, s.rows, k0, k, s.on.rows)
	} else {
		s.b.transposed().pack(s.on, dst, s.j0, s.columns, k0, k, s.on.columns)
	}
}

// multiply packs a part of the long factor and does a step of its block of C.
func (s strip) multiply(own *workspace, single []float64, part, parts, step, k0, k int) {
	t := tiles{product: s.product, k: k, beta: s.betaOf(step), a: single, b: single}
	i, rows, j, columns := s.i0, s.rows, s.j0, s.columns
	if s.wide {
		lo, hi := cut(s.columns, parts, part, s.on.columns)
		j, columns = s.j0+lo, hi-lo
		t.b = aligned(&own.a, roundUp(columns, s.on.columns)*k)
		s.b.transposed().pack(s.on, t.b, j, columns, k0, k, s.on.columns)
	} else {
		lo, hi := cut(s.rows, parts, part, s.on.rows)
		i, rows = s.i0+lo, hi-lo
		t.a = aligned(&own.a, roundUp(rows, s.on.rows)*k)
		s.a.pack(s.on, t.a, i, rows, k0, k, s.on.rows)
	}
	t.run(i, rows, j, columns)
	if step == s.steps-1 {
		s.finished(i, rows, j, columns)
	}
}
