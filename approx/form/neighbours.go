package form

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Neighbours lists for each row in an order some rows before it.
type Neighbours struct {
	Order []int   // the row at each place
	start []int   // of each place in near, and the length of near at the end
	near  []int32 // the neighbours' places
}

// NewNeighbours returns room for min(m, its place) neighbours of each row.
func NewNeighbours(order []int, m int) *Neighbours {
	s := &Neighbours{Order: order, start: make([]int, len(order)+1)}
	for p := range order {
		s.start[p+1] = s.start[p] + min(m, p)
	}
	s.near = make([]int32, s.start[len(order)])
	return s
}

// Of returns the places of the neighbours of a place. The caller may set them, in any order.
func (s *Neighbours) Of(place int) []int32 { return s.near[s.start[place]:s.start[place+1]] }

// levels returns the bounds 0, …, n of levels of n places. Each bound is about 6/5 of the one before.
func levels(n int) []int {
	list := []int{n}
	for last := n; last > 0; {
		last = min(last*5/6, last-1)
		list = append(list, last)
	}
	slices.Reverse(list)
	return list
}

// Arranged moves rows within each level so that they follow one another in space, as the given list of all rows does,
// except that neighbours come first. Every K̃ with these neighbours remains the same. But what a row needs is in the
// caches then, since the rows before it have neighbours in common with it. Neighbours are ascending afterwards.
func (s *Neighbours) Arranged(along []int32) *Neighbours {
	n := len(s.Order)
	level, next := make([]int32, n), levels(n)
	for l := range len(next) - 1 {
		for p := next[l]; p < next[l+1]; p++ {
			level[s.Order[p]] = int32(l)
		}
	}
	place, queue := Places(s.Order), make([]int32, n)
	for _, i := range along {
		queue[next[level[i]]] = place[i]
		next[level[i]]++
	}
	out := &Neighbours{Order: make([]int, 0, n), start: make([]int, 1, n+1), near: make([]int32, 0, len(s.near))}
	now := level // the new place of each, or −1
	for p := range now {
		now[p] = -1
	}
	var move func(p int32)
	move = func(p int32) {
		if now[p] >= 0 {
			return
		}
		near := s.Of(int(p))
		for _, q := range near {
			move(q)
		}
		now[p] = int32(len(out.Order))
		out.Order = append(out.Order, s.Order[p])
		from := len(out.near)
		for _, q := range near {
			out.near = append(out.near, now[q])
		}
		slices.Sort(out.near[from:])
		out.start = append(out.start, len(out.near))
	}
	for _, p := range queue {
		move(p)
	}
	return out
}

// Places returns the place of each row.
func Places(order []int) []int32 {
	place := make([]int32, len(order))
	for p, i := range order {
		place[i] = int32(p)
	}
	return place
}

// conditionals are B and V by places in the order.
type conditionals struct {
	start []int     // of each place in the lists, and their length at the end
	near  []int32   // the neighbours' places, ascending
	b     []float64 // their coefficients
	v     []float64 // > 0
}

// back solves (I−B)ᵀ·u = x in the memory of x, one place a row.
func (c *conditionals) back(x *mat.Dense, lo, hi int) {
	for p := len(c.v) - 1; p >= 0; p-- {
		from := x.RawRowView(p)[lo:hi]
		for k := c.start[p]; k < c.start[p+1]; k++ {
			floats.AddScaled(x.RawRowView(int(c.near[k]))[lo:hi], c.b[k], from)
		}
	}
}

// forth solves (I−B)·w = x in the memory of x.
func (c *conditionals) forth(x *mat.Dense, lo, hi int) {
	for p := range c.v {
		to := x.RawRowView(p)[lo:hi]
		for k := c.start[p]; k < c.start[p+1]; k++ {
			floats.AddScaled(to, c.b[k], x.RawRowView(int(c.near[k]))[lo:hi])
		}
	}
}

// backFrom and forthFrom are back and forth for one column, in which the places before first take no neighbours.
func (c *conditionals) backFrom(first int, x []float64) {
	for p := len(c.v) - 1; p >= first; p-- {
		from, b := x[p], c.b[c.start[p]:c.start[p+1]]
		for k, q := range c.near[c.start[p]:c.start[p+1]] {
			x[q] += b[k] * from
		}
	}
}

func (c *conditionals) forthFrom(first int, x []float64) {
	for p := first; p < len(c.v); p++ {
		sum, b := x[p], c.b[c.start[p]:c.start[p+1]]
		for k, q := range c.near[c.start[p]:c.start[p+1]] {
			sum += b[k] * x[q]
		}
		x[p] = sum
	}
}

// before returns the conditionals of the places before end, which depend on no others.
func (c *conditionals) before(end int) *conditionals {
	return &conditionals{c.start[:end+1], c.near[:c.start[end]], c.b[:c.start[end]], c.v[:end]}
}

// multiply replaces x by K̃·x in this order. Columns are divided among the processors.
func (c *conditionals) multiply(x *mat.Dense) {
	_, b := x.Dims()
	linalg.Parallel(b, func(lo, hi int) {
		c.back(x, lo, hi)
		for p, v := range c.v {
			floats.Scale(v, x.RawRowView(p)[lo:hi])
		}
		c.forth(x, lo, hi)
	})
}

// ancestors returns the places on which the values at the given places depend, ascending, and the conditionals of
// these places alone: K̃ among them is the same.
func (c *conditionals) ancestors(places []int) ([]int, *conditionals) {
	among := make([]bool, len(c.v))
	for _, p := range places {
		among[p] = true
	}
	count := 0
	for p := len(among) - 1; p >= 0; p-- {
		if among[p] {
			count++
			for _, q := range c.near[c.start[p]:c.start[p+1]] {
				among[q] = true
			}
		}
	}
	if count == len(among) {
		return linalg.Sequence(0, count), c
	}
	all, renamed := make([]int, 0, count), make([]int32, len(among))
	own := &conditionals{start: make([]int, 1, count+1)}
	for p, is := range among {
		if !is {
			continue
		}
		renamed[p] = int32(len(all))
		all = append(all, p)
		for k := c.start[p]; k < c.start[p+1]; k++ {
			own.near, own.b = append(own.near, renamed[c.near[k]]), append(own.b, c.b[k])
		}
		own.start, own.v = append(own.start, len(own.near)), append(own.v, c.v[p])
	}
	return all, own
}
