package model

import (
	"fmt"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Gram is the kernel matrix K of some points: n×n, evaluated on demand and in
// blocks, and counted. Methods read the kernel through it and nothing else.
// Safe for concurrent use; the counter then counts the entries that all callers read.
type Gram struct {
	points      *Points
	kernel      Kernel
	kept        *keptMatrix        // shared by all views
	afford      func(Memory) error // see Allow; nil allows everything
	factorLimit int64              // see SetFactorLimit
	of          *Gram              // the view that Charge was called on; nil for others
	given       *mat.Dense         // see Give

	entries atomic.Int64 // read in blocks
	whole   atomic.Bool  // all of K has been read: n² entries, however often
	shared  atomic.Bool  // some entries came from the kept matrix
}

type keptMatrix struct {
	mu    sync.Mutex                // while it is computed
	k     atomic.Pointer[mat.Dense] // or nil
	later atomic.Bool               // see Keep
}

// NewGram returns the kernel matrix of the points under k. The kernel's geometry must be the points'.
func NewGram(p *Points, k Kernel) *Gram {
	if k.Geometry() != p.geometry {
		panic("model: kernel " + k.Name() + " on points of another geometry")
	}
	return &Gram{points: p, kernel: k, kept: &keptMatrix{}, factorLimit: DefaultFactorLimit(p.N())}
}

// View returns the same matrix with a new counter, and with the present settings of Give, SetFactorLimit and Allow.
func (g *Gram) View() *Gram {
	return &Gram{points: g.points, kernel: g.kernel, kept: g.kept,
		afford: g.afford, factorLimit: g.factorLimit, given: g.given}
}

// Charge counts the given number of entries now, and returns a view for reading them that
// does not add to the count: for entries that are read in pieces or several times.
func (g *Gram) Charge(entries int64) *Gram {
	g.entries.Add(entries)
	v := g.View()
	v.of = g
	return v
}

// N returns the number of rows, and of columns.
func (g *Gram) N() int { return g.points.N() }

// Kernel returns the kernel.
func (g *Gram) Kernel() Kernel { return g.kernel }

// X returns the points, n×d, one a row. Read only.
func (g *Gram) X() *mat.Dense { return g.points.original }

// Give sets landmarks that were chosen elsewhere, m×d, which need not be rows of X, for the methods whose Needs ask for
// them. They must not change afterwards. It panics if they do not have d columns.
func (g *Gram) Give(z *mat.Dense) {
	_, d := g.X().Dims()
	if _, c := z.Dims(); c != d {
		panic(fmt.Sprintf("model: Give landmarks of %d coordinates to points of %d", c, d))
	}
	g.given = z
}

// Given returns the landmarks that Give has set, one a row; nil without. Read only.
func (g *Gram) Given() *mat.Dense { return g.given }

// Entries counts the kernel entries read through this view; all of K is n²
// entries, however often it is multiplied with.
func (g *Gram) Entries() int64 {
	if g.whole.Load() {
		n := int64(g.N())
		return n * n
	}
	return g.entries.Load()
}

// Shared reports whether entries read through this view came from a matrix
// that had been computed before, so that the time measured is not that of the method alone.
func (g *Gram) Shared() bool { return g.shared.Load() }

func (g *Gram) share() {
	for ; g != nil; g = g.of {
		g.shared.Store(true)
	}
}

// Points returns the points, which matrices of other kernels may share.
func (g *Gram) Points() *Points { return g.points }

// Diag writes the n diagonal entries of K, and counts n entries.
func (g *Gram) Diag(dst []float64) {
	if len(dst) != g.N() {
		panic(fmt.Sprintf("model: Diag into %d entries of %d", len(dst), g.N()))
	}
	g.entries.Add(int64(len(dst)))
	switch g.points.geometry {
	case InnerProduct:
		copy(dst, g.points.norms)
		g.kernel.Apply(dst)
		return
	case Entry:
		g.kernel.(*Precomputed).DiagonalTo(dst, g.points.x.RawMatrix().Data)
		return
	}
	d := g.kernel.Diagonal()
	for i := range dst {
		dst[i] = d
	}
}

// Block writes K[rows, cols] into dst, len(rows)×len(cols), and counts its entries; nil means all rows or columns.
func (g *Gram) Block(dst *mat.Dense, rows, cols []int) {
	g.count("Block", dst, lenOr(rows, g.N()), lenOr(cols, g.N()))
	g.read(dst, rows, cols)
}

// read writes K[rows, cols], from what is kept where it can; nil means all.
func (g *Gram) read(dst *mat.Dense, rows, cols []int) {
	from, raw := g.known()
	if from == nil {
		g.points.pairwise(dst, g.points.subset(rows), g.points.subset(cols), g.kernel)
		return
	}
	g.share()
	copyBlock(dst, from, rows, cols)
	if raw {
		r, _ := dst.Dims()
		linalg.Parallel(r, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				g.kernel.Apply(dst.RawRowView(i))
			}
		})
	}
}

// known returns K if it is kept; else the distances if these are kept, raw: the kernel is to be applied; else nil.
func (g *Gram) known() (a *mat.Dense, raw bool) {
	if k := g.kept.k.Load(); k != nil {
		return k, false
	}
	return g.points.stored.Load(), true
}

// Tile returns K[lo:hi, from:to], read only: of the matrix that is kept, or evaluated into
// buf, which has room for it. It counts the entries.
func (g *Gram) Tile(buf []float64, lo, hi, from, to int) *mat.Dense {
	g.entries.Add(int64(hi-lo) * int64(to-from))
	if k := g.kept.k.Load(); k != nil {
		g.share()
		return k.Slice(lo, hi, from, to).(*mat.Dense)
	}
	dst := mat.NewDense(hi-lo, to-from, buf[:(hi-lo)*(to-from)])
	g.read(dst, linalg.Sequence(lo, hi), linalg.Sequence(from, to))
	return dst
}

// Cross writes k(xᵢ, zⱼ) of the points lo to hi with every row of z into dst,
// (hi−lo)×q for a q×d matrix z, and counts the entries.
func (g *Gram) Cross(dst *mat.Dense, lo, hi int, z *mat.Dense) {
	q, _ := z.Dims()
	g.count("Cross", dst, hi-lo, q)
	g.points.pairwise(dst, g.points.subset(linalg.Sequence(lo, hi)), g.points.outside(z), g.kernel)
}

// Among writes k(zᵢ, zⱼ) of the rows of z with each other into dst, q×q, and counts the entries.
func (g *Gram) Among(dst, z *mat.Dense) {
	q, _ := z.Dims()
	g.count("Among", dst, q, q)
	among := g.points.outside(z)
	g.points.pairwise(dst, among, among, g.kernel)
}

// LowerTriangle writes the entries of K[rows, rows] on and below the diagonal into dst, s×s for s rows and without
// gaps between its rows, and counts these s·(s+1)/2 entries. What is above the diagonal has no meaning. It runs on
// the calling goroutine alone, and is meant for few rows in few dimensions, where it is faster than Block.
func (g *Gram) LowerTriangle(dst *mat.Dense, rows []int) {
	s, raw := len(rows), dst.RawMatrix()
	if raw.Rows != s || raw.Cols != s || raw.Stride != s {
		panic(fmt.Sprintf("model: LowerTriangle of %d rows into a %d×%d matrix", s, raw.Rows, raw.Cols))
	}
	g.entries.Add(int64(s) * int64(s+1) / 2)
	quantity := g.points.geometry.ofPair()
	if kept, _ := g.known(); kept != nil || quantity == nil {
		g.read(dst, rows, rows)
		return
	}
	packed, at := raw.Data[:s*(s+1)/2], 0 // the rows of the triangle, one after the other
	for a, i := range rows {
		x := g.points.x.RawRowView(i)
		for _, j := range rows[:a+1] {
			packed[at] = quantity(x, g.points.x.RawRowView(j))
			at++
		}
	}
	g.kernel.Apply(packed)
	for i := s - 1; i > 0; i-- { // from the last, since no row moves back
		copy(raw.Data[i*s:], packed[i*(i+1)/2:(i+1)*(i+2)/2])
	}
}

func index(idx []int, i int) int {
	if idx == nil {
		return i
	}
	return idx[i]
}

func lenOr(idx []int, n int) int {
	if idx == nil {
		return n
	}
	return len(idx)
}

// count adds the entries of dst, which must be of that shape.
func (g *Gram) count(what string, dst *mat.Dense, rows, cols int) {
	if r, c := dst.Dims(); r != rows || c != cols {
		panic(fmt.Sprintf("model: %s into a %d×%d matrix, want %d×%d", what, r, c, rows, cols))
	}
	g.entries.Add(int64(rows) * int64(cols))
}

func copyBlock(dst, src *mat.Dense, rows, cols []int) {
	r, _ := dst.Dims()
	for i := range r {
		out, in := dst.RawRowView(i), src.RawRowView(index(rows, i))
		if cols == nil {
			copy(out, in)
			continue
		}
		for j, c := range cols {
			out[j] = in[c]
		}
	}
}
