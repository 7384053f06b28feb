package form

import "slices"

// Neighbours are those of rows in an order: each has some before it.
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

// levels returns places that divide n into levels, each begun by about a fifth more rows before it than the one
// before: 0, …, n.
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
	type visit struct{ place, seen int32 }
	var stack []visit
	for _, first := range queue {
		for stack = append(stack[:0], visit{place: first}); len(stack) > 0; {
			top := &stack[len(stack)-1]
			near := s.Of(int(top.place))
			for top.seen < int32(len(near)) && now[near[top.seen]] >= 0 {
				top.seen++
			}
			if top.seen < int32(len(near)) {
				stack = append(stack, visit{place: near[top.seen]})
				continue
			}
			if p := top.place; now[p] < 0 {
				now[p] = int32(len(out.Order))
				out.Order = append(out.Order, s.Order[p])
				from := len(out.near)
				for _, q := range near {
					out.near = append(out.near, now[q])
				}
				slices.Sort(out.near[from:])
				out.start = append(out.start, len(out.near))
			}
			stack = stack[:len(stack)-1]
		}
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
