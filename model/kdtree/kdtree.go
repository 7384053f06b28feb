// Package kdtree searches nearest neighbours among points in few dimensions, and orders points by farthest-point
// selection, with a k-d tree (Bentley 1975). In more than about ten dimensions a search looks at most of the points.
package kdtree

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// leafSize is the largest number of points of a leaf.
const leafSize = 8

// Tree is a k-d tree of n points in ℝᵈ. It stores a copy of the points and two boundaries for about every
// fourth of them. It is safe for concurrent searches.
type Tree struct {
	x     *mat.Dense // the points, in the order of the leaves
	index []int32    // the row of each
	nodes []node
	boxes []float64 // for each node the least and then the largest coordinates of its points
	ranks []int32   // see Ranked; nil without
	least []int32   // for each node the least rank of its points
}

// node is a range of points. Its first child is the next node.
type node struct {
	lo, hi int32
	second int32 // the second child, or 0 for a leaf
}

// New returns the tree of the rows of x, of which there is at least one.
func New(x *mat.Dense) *Tree {
	n, d := x.Dims()
	t := &Tree{index: make([]int32, n)}
	for i := range t.index {
		t.index[i] = int32(i)
	}
	t.nodes = make([]node, 0, 4*n/leafSize+1)
	t.boxes = make([]float64, 0, 2*d*cap(t.nodes))
	t.split(x, 0, n)
	t.x = mat.NewDense(n, d, nil)
	for p, i := range t.index {
		copy(t.x.RawRowView(p), x.RawRowView(int(i)))
	}
	return t
}

// Memory returns an upper bound of the bytes of a tree of n points in d dimensions.
func Memory(n, d int) int64 {
	nodes := int64(4*n/leafSize + 1)
	return 8*int64(n)*int64(d) + 8*int64(n) + nodes*int64(16+16*d)
}

// split adds the node of the points lo to hi, and its descendants. It divides by the coordinate in which
// they differ most.
func (t *Tree) split(x *mat.Dense, lo, hi int) {
	_, d := x.Dims()
	own := len(t.nodes)
	t.nodes = append(t.nodes, node{lo: int32(lo), hi: int32(hi)})
	first := x.RawRowView(int(t.index[lo]))
	t.boxes = append(append(t.boxes, first...), first...)
	box := t.box(own, d)
	for _, i := range t.index[lo:hi] {
		for j, v := range x.RawRowView(int(i)) {
			box[j], box[d+j] = min(box[j], v), max(box[d+j], v)
		}
	}
	widest := 0
	for j := range d {
		if box[d+j]-box[j] > box[d+widest]-box[widest] {
			widest = j
		}
	}
	if hi-lo <= leafSize {
		return
	}
	middle := (lo + hi) / 2
	along := func(a, b int32) int { return cmp.Compare(x.At(int(a), widest), x.At(int(b), widest)) }
	slices.SortFunc(t.index[lo:hi], along)
	t.split(x, lo, middle)
	t.nodes[own].second = int32(len(t.nodes))
	t.split(x, middle, hi)
}

func (t *Tree) box(node, d int) []float64 { return t.boxes[2*d*node : 2*d*(node+1)] }

// Ranked returns the tree with ranks of the points, distinct numbers by row, for searches among points of lower rank.
func (t *Tree) Ranked(rank []int32) *Tree {
	out := *t
	out.ranks, out.least = make([]int32, len(rank)), make([]int32, len(t.nodes))
	for p, i := range t.index {
		out.ranks[p] = rank[i]
	}
	for s := len(t.nodes) - 1; s >= 0; s-- { // children come after their parents
		if v := t.nodes[s]; v.second == 0 {
			out.least[s] = slices.Min(out.ranks[v.lo:v.hi])
		} else {
			out.least[s] = min(out.least[s+1], out.least[v.second])
		}
	}
	return &out
}

// Rows returns the rows in the order of the leaves, in which rows near each other in the list mostly are so in space.
// The caller must not change them.
func (t *Tree) Rows() []int32 { return t.index }

// distance returns the squared distance of z from the box of a node.
func (t *Tree) distance(s int, z []float64) float64 {
	sum, d := 0.0, len(z)
	box := t.box(s, d)
	for j, v := range z {
		if low := box[j] - v; low > 0 {
			sum += low * low
		} else if high := v - box[d+j]; high > 0 {
			sum += high * high
		}
	}
	return sum
}

// Search finds neighbours of one point after the other, in memory of its own.
type Search struct {
	t      *Tree
	before int32
	found  []neighbour // the nearest first
	out    []int
}

type neighbour struct {
	square float64
	row    int32
}

// nearer compares by distance, and by row where that is the same.
func nearer(a, b neighbour) int {
	return cmp.Or(cmp.Compare(a.square, b.square), cmp.Compare(a.row, b.row))
}

// Search returns a search in the tree.
func (t *Tree) Search() *Search { return &Search{t: t} }

// Nearest returns the rows of the count points nearest to z in the Euclidean distance, or of all if there are
// fewer, the nearest first and by row at equal distances. The next call overwrites the result.
func (s *Search) Nearest(z []float64, count int) []int { return s.Below(z, count, math.MaxInt32) }

// Below is Nearest among the points of a rank below the given one; see [Tree.Ranked].
func (s *Search) Below(z []float64, count int, rank int32) []int {
	s.found, s.out, s.before = s.found[:0], s.out[:0], rank
	if count > 0 {
		s.visit(0, z, count)
	}
	for _, f := range s.found {
		s.out = append(s.out, int(f.row))
	}
	return s.out
}

// visit adds the points of a node.
func (s *Search) visit(at int, z []float64, count int) {
	t := s.t
	v := t.nodes[at]
	if v.second == 0 {
		for p := v.lo; p < v.hi; p++ {
			if t.ranks == nil || t.ranks[p] < s.before {
				s.add(neighbour{linalg.SquaredDistance(z, t.x.RawRowView(int(p))), t.index[p]}, count)
			}
		}
		return
	}
	a, b := at+1, int(v.second)
	da, db := t.distance(a, z), t.distance(b, z)
	if db < da {
		a, b, da, db = b, a, db, da
	}
	s.into(a, da, z, count)
	s.into(b, db, z, count)
}

// into visits a node at a squared distance, unless all of its points are too far or of too high a rank.
func (s *Search) into(at int, square float64, z []float64, count int) {
	if s.t.ranks != nil && s.t.least[at] >= s.before || len(s.found) == count && square > s.found[count-1].square {
		return
	}
	s.visit(at, z, count)
}

// add keeps the nearest in their order.
func (s *Search) add(f neighbour, count int) {
	if len(s.found) == count {
		if nearer(s.found[count-1], f) < 0 {
			return
		}
		s.found = s.found[:count-1]
	}
	at, _ := slices.BinarySearchFunc(s.found, f, nearer)
	s.found = slices.Insert(s.found, at, f)
}
