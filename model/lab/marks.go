package lab

import (
	"slices"

	"gramscope/data"
	"gramscope/model/sweep"
)

// Marks is a set of training rows of the first repetition, numbered as they are drawn.
type Marks struct {
	Rows []int // ascending
	By   Region
}

// Region is the part of the plane, or the cluster, whose rows were marked, so that other rows in it can be told. The zero value is none.
type Region struct {
	X       string     `json:"x,omitempty"` // the coordinates of a box; "" for a cluster
	Y       string     `json:"y,omitempty"`
	From    [2]float64 `json:"from,omitzero"` // its corners
	To      [2]float64 `json:"to,omitzero"`
	Cluster int        `json:"cluster,omitempty"` // from 1; 0 for a box
	Of      int        `json:"of,omitempty"`      // the number of clusters
}

// marks are marks of a draw.
type marks struct {
	Marks
	of draw
}

// mostMarks is the number of draws whose marks are kept.
const mostMarks = 16

// draw identifies the training rows of the first repetition.
type draw struct {
	store *sweep.Store
	n     int
	seed  uint64
}

func (s *State) draw() draw { return draw{s.setting.Store, s.setting.Spec.N, s.setting.Spec.Seed} }

// same reports whether two draws have the same training rows.
func (d draw) same(as draw) bool {
	return d.n == as.n && d.seed == as.seed && d.store.SameData(as.store)
}

// Marked returns the marked training rows of the first repetition, ascending; nil if none of those that are drawn now are.
func (s *State) Marked() []int { return s.Marks().Rows }

// Marks returns the marks of the rows that are drawn now.
func (s *State) Marks() Marks {
	now := s.draw()
	if i := slices.IndexFunc(s.marked, func(m marks) bool { return m.of.same(now) }); i >= 0 {
		return s.marked[i].Marks
	}
	return Marks{}
}

// Mark marks training rows of the first repetition in place of those marked before. Rows that are not there are left out. Marks of other draws
// come back with them, as long as undo can.
func (b *Bench) Mark(m Marks) {
	now := b.draw()
	m.Rows = slices.DeleteFunc(slices.Clone(m.Rows), func(i int) bool { return i < 0 || i >= now.n })
	slices.Sort(m.Rows)
	m.Rows = slices.Compact(m.Rows)
	b.marked = slices.DeleteFunc(b.marked, func(old marks) bool { return old.of.same(now) || !b.reachable(old.of) })
	if len(m.Rows) == 0 {
		return
	}
	if b.marked = append(b.marked, marks{m, now}); len(b.marked) > mostMarks {
		b.marked = b.marked[1:]
	}
}

// reachable reports whether the present setting or one that undo goes back to is on the data of a draw.
func (b *Bench) reachable(d draw) bool {
	return d.store.SameData(b.setting.Store) || slices.ContainsFunc(b.History, func(m moment) bool { return d.store.SameData(m.setting.Store) })
}

// Keep replaces the data by some of their rows. All other choices stay: n is the number of training rows that are left.
func (s *Setting) Keep(some *data.Subset) {
	s.Store = sweep.NewStore(some)
	s.Spec.N, _ = some.Left()
}
