package approx

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Partial is a node of [Disqueak]'s tree that stores its points instead of their row numbers: the
// dictionary of a part of the data, which may be on another machine than the rest. Its fields are
// exported so that it can be encoded. The zero value is the dictionary of no points.
//
// For data that fit in memory use [Disqueak.Fit], which reads each kernel entry once and runs the merges
// of a level in parallel.
type Partial struct {
	Points []float64 // q×d, row after row
	Width  int       // d
	Copies []int     // q, ≥ 1
	Rate   []float64 // q, expected copies, > 0
	Ridge  float64   // the ridge of the last merge, 0 for no points
	Seen   int       // points below the node
}

// Leaf returns the dictionary of the points x, n×d, which it copies, with all copies of all points. A
// leaf should have at most [Disqueak.LeafSize] points: the cost of a merge grows with the cube of it.
func (f *Disqueak) Leaf(x *mat.Dense) *Partial {
	n, d := x.Dims()
	return &Partial{
		Points: mat.DenseCopyOf(x).RawMatrix().Data, Width: d, Copies: slices.Repeat([]int{f.QBar}, n),
		Rate: slices.Repeat([]float64{float64(f.QBar)}, n), Ridge: f.Ridge, Seen: n,
	}
}

// LeafSize returns how many points a leaf should have if it is merged with dictionaries of m points:
// max(m, 64). Smaller leaves need many more factorisations, which are at best half as large.
func (f *Disqueak) LeafSize() int { return max(leafSize, f.M) }

// Merge is DICT-MERGE. It returns the dictionary of the points below a and b, which must be disjoint
// sets, for the kernel k. The result depends on the two and on the seed alone, and not on their order.
// It reads |D|² entries and costs O(|D|³), with D the union of both. The error is a
// *model.DegenerateError of entries that are not finite, or of a ridge that grows without bound.
func (f *Disqueak) Merge(k model.Kernel, a, b *Partial, seed uint64) (*Partial, error) {
	if a.compare(b) > 0 {
		a, b = b, a
	}
	if len(a.Copies) == 0 || len(b.Copies) == 0 {
		one := *b
		if len(b.Copies) == 0 {
			one = *a
		}
		one.Width, one.Ridge, one.Seen = max(a.Width, b.Width), max(a.Ridge, b.Ridge), a.Seen+b.Seen
		return &one, nil
	}
	stacked := mat.NewDense(len(a.Copies)+len(b.Copies), a.Width, slices.Concat(a.Points, b.Points))
	g := model.NewGram(model.NewPoints(stacked, k.Geometry()), k)
	size, rng := sizingOf(a.Seen+b.Seen, f.M, f.Ridge, f.Budget), rand.New(rand.NewPCG(seed, a.hash()^b.hash()))
	check(disqueak(), f, g, rng)
	merged := f.merge(g, a.branch(0), b.branch(len(a.Copies)), &size, rng)
	if merged.err != nil {
		return nil, merged.err
	}
	return &Partial{
		Points: linalg.Rows(stacked, merged.kept.index).RawMatrix().Data, Width: a.Width,
		Copies: merged.kept.copies, Rate: merged.kept.rate, Ridge: merged.ridge, Seen: merged.seen,
	}, nil
}

// Landmarks returns the points of p, the root of the tree, and with budget = m fills them up to M from candidates, c×d,
// by their scores at the given ridge, as [Disqueak.Fit] does. The result has at most M rows and d columns. The
// candidates should be a uniform sample of about 8·M rows of the data; with nil, p is not filled up. The error is a
// *model.DegenerateError if p has no points, or if entries of the kernel are not finite.
func (f *Disqueak) Landmarks(ctx context.Context, k model.Kernel, p *Partial, candidates *mat.Dense,
	seed uint64) (*mat.Dense, error) {
	if n := len(p.Copies); f.Budget == model.SizeByBudget && n > f.M { // a single leaf, which no merge has thinned
		var err error
		if p, err = f.Merge(k, p.part(0, n/2), p.part(n/2, n), seed); err != nil {
			return nil, err
		}
	}
	if len(p.Copies) == 0 {
		return nil, &model.DegenerateError{What: "the sum of the leverage scores", Value: 0}
	}
	x := p.and(candidates)
	n, _ := x.Dims()
	size := sizingOf(max(p.Seen, n), f.M, f.Ridge, f.Budget)
	g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
	kept := p.branch(0).kept
	if _, err := kept.read(g); err != nil {
		return nil, err
	}
	size.m = min(size.m, n)
	if err := size.fill(ctx, g, kept, p.Ridge, rand.New(rand.NewPCG(seed, p.hash()))); err != nil {
		return nil, err
	}
	return linalg.Rows(x, kept.index), nil
}

// OnLandmarks returns the features of Nyström's projection on landmarks, m×d, which it does not copy: φ(x) = k(x, Z)·B
// with BBᵀ = k(Z, Z)⁺, a column for each landmark that is numerically independent of the others. K̃ = φ(X)·φ(X)ᵀ is the
// approximation of [Disqueak] and nystrom on these landmarks. It reads m² entries, in O(m³). The error is a
// *model.DegenerateError if the kernel matrix of the landmarks is zero or not finite.
func OnLandmarks(ctx context.Context, k model.Kernel, landmarks *mat.Dense) (*model.Extension, error) {
	among := model.Cross(k, landmarks, landmarks)
	if err := form.CheckFinite(among); err != nil {
		return nil, err
	}
	core := linalg.Symmetric(among)
	b, q, err := form.Projection(ctx, core, 0)
	if err != nil {
		return nil, err
	}
	if q == 0 {
		return nil, &model.DegenerateError{What: "the trace of the landmarks' kernel matrix", Value: mat.Trace(core)}
	}
	return &model.Extension{Kernel: k, Parts: []model.Part{form.OnLandmarks(landmarks, nil, b, q)}, Product: true}, nil
}

// part returns the dictionary of the points lo to hi of a leaf.
func (p *Partial) part(lo, hi int) *Partial {
	return &Partial{Points: p.Points[lo*p.Width : hi*p.Width], Width: p.Width, Copies: p.Copies[lo:hi],
		Rate: p.Rate[lo:hi], Ridge: p.Ridge, Seen: hi - lo}
}

// branch returns p as a node whose points are numbered from, from+1 and so on.
func (p *Partial) branch(from int) branch {
	index := linalg.Sequence(from, from+len(p.Copies))
	kept := &packed{index: index, copies: slices.Clone(p.Copies), rate: slices.Clone(p.Rate)}
	return branch{kept: kept, ridge: p.Ridge, seen: p.Seen}
}

// and returns the points of p, followed by the points of x that p does not have. x may be nil.
func (p *Partial) and(x *mat.Dense) *mat.Dense {
	points, known := slices.Clip(p.Points), map[string]bool{}
	for row := range slices.Chunk(p.Points, p.Width) {
		known[rowBits(row)] = true
	}
	if x != nil {
		n, _ := x.Dims()
		for i := range n {
			row := x.RawRowView(i)
			if bits := rowBits(row); !known[bits] {
				known[bits] = true
				points = append(points, row...)
			}
		}
	}
	return mat.NewDense(len(points)/p.Width, p.Width, points)
}

// compare orders dictionaries, so that a merge does not depend on the order of its arguments.
func (p *Partial) compare(q *Partial) int {
	return cmp.Or(cmp.Compare(p.Seen, q.Seen), slices.Compare(p.Points, q.Points),
		slices.Compare(p.Rate, q.Rate), slices.Compare(p.Copies, q.Copies))
}

// hash returns a hash of the points and their copies.
func (p *Partial) hash() uint64 {
	h := fnv.New64a()
	io.WriteString(h, rowBits(p.Points))
	for _, c := range p.Copies {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(c)))
	}
	return h.Sum64()
}

func rowBits(x []float64) string {
	var b []byte
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return string(b)
}
