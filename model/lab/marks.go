package lab

import (
	"slices"

	"gramscope/model/sweep"
)

// marks is a set of training rows of the first repetition, numbered as they are drawn, and the draw that they belong to.
type marks struct {
	rows []int // ascending
	of   draw
}

// draw identifies the training rows of the first repetition.
type draw struct {
	store *sweep.Store
	n     int
	seed  uint64
}

func (s *State) draw() draw { return draw{s.setting.Store, s.setting.Spec.N, s.setting.Spec.Seed} }

// Marked returns the marked training rows of the first repetition, ascending; nil if other rows are drawn now than when they were
// marked.
func (s *State) Marked() []int {
	if s.marked.of != s.draw() {
		return nil
	}
	return s.marked.rows
}

// Mark marks training rows of the first repetition in place of those marked before. Rows that are not there are left out.
func (b *Bench) Mark(rows []int) {
	n := b.setting.Spec.N
	rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return i < 0 || i >= n })
	slices.Sort(rows)
	b.marked = marks{slices.Compact(rows), b.draw()}
}
