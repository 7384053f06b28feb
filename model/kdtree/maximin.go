package kdtree

import (
	"context"
	"math"

	"gramscope/model/linalg"
)

// Maximin returns the rows in maximin order: first the given one, and then always the row whose least
// distance from those before is largest. Equal rows come last. Each node of the tree has the largest such
// distance of its points, so that a step looks only where the new row lowers one: about n/k points at step
// k, O(n·log n) in all, for few dimensions. The error is the context's.
func (t *Tree) Maximin(ctx context.Context, first int) ([]int, error) {
	n, d := t.x.Dims()
	f := &farthest{Tree: t, square: make([]float64, n), largest: make([]float64, len(t.nodes)), place: -1}
	for p := range f.square {
		f.square[p] = math.Inf(1)
	}
	for s := range f.largest {
		f.largest[s] = math.Inf(1)
	}
	for p, i := range t.index {
		if int(i) == first {
			f.place = p
		}
	}
	order := make([]int, 0, n)
	for len(order) < n && ctx.Err() == nil {
		if len(order) > 0 {
			f.place = f.next()
		}
		order = append(order, int(t.index[f.place]))
		f.lower(0, t.x.RawRowView(f.place)[:d])
	}
	return order, ctx.Err()
}

// farthest is the state of a maximin ordering.
type farthest struct {
	*Tree
	square  []float64 // the least squared distance of each point from the chosen ones; −1 for a chosen one
	largest []float64 // the largest square of each node
	place   int       // of the point that was chosen last
}

// next returns the point with the largest square, the first one in the tree where several have it.
func (f *farthest) next() int {
	s := 0
	for f.nodes[s].second != 0 {
		if first := s + 1; f.largest[first] == f.largest[s] {
			s = first
		} else {
			s = int(f.nodes[s].second)
		}
	}
	for p := f.nodes[s].lo; ; p++ {
		if f.square[p] == f.largest[s] {
			return int(p)
		}
	}
}

// lower lowers the squares of a node to the squared distances from the point that was chosen last.
func (f *farthest) lower(s int, z []float64) {
	v := f.nodes[s]
	holds := int(v.lo) <= f.place && f.place < int(v.hi)
	if !holds && f.largest[s] <= f.distance(s, z) {
		return
	}
	if v.second != 0 {
		f.lower(s+1, z)
		f.lower(int(v.second), z)
		f.largest[s] = max(f.largest[s+1], f.largest[v.second])
		return
	}
	largest := -1.0
	for p := int(v.lo); p < int(v.hi); p++ {
		if p == f.place {
			f.square[p] = -1
		} else if f.square[p] >= 0 {
			f.square[p] = min(f.square[p], linalg.SquaredDistance(z, f.x.RawRowView(p)))
		}
		largest = max(largest, f.square[p])
	}
	f.largest[s] = largest
}
