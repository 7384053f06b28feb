package tune

import (
	"context"
	"iter"
	"slices"
)

// Findings are what a search has found: its events, and the fits of its best settings to all training rows.
type Findings struct {
	*Search
	Events []Event
	Finals map[int]*Final // by configuration; nil for one that can't be fitted to all training rows
	Left   []int          // the configurations that are left out, as they can't be fitted to all rows and others can
}

// Standing returns what the events show without the configurations that are left out.
func (f *Findings) Standing() (Standing, bool) { return f.Search.Standing(f.Events, f.Left...) }

// Refits fits settings of the present [Findings.Standing], which must exist, to all training rows by a function such as
// [Search.Refit] until ctx ends: the choice, the one with the least loss, then others by their indices in Ranked. It
// yields the configuration of each with the error of its fit.
func (f *Findings) Refits(ctx context.Context, others func(Standing) []int, fit func(Cell) (*Final, error)) iter.Seq2[int, error] {
	f.Finals = map[int]*Final{}
	return func(yield func(int, error) bool) {
		for ctx.Err() == nil {
			standing, _ := f.Standing()
			list := append([]int{standing.Choice, standing.Best}, others(standing)...)
			next := slices.IndexFunc(list, func(i int) bool {
				_, tried := f.Finals[standing.Ranked[i].Configuration]
				return !tried
			})
			if next < 0 {
				return
			}
			at := standing.Ranked[list[next]].Cell
			final, err := fit(at)
			if err != nil && ctx.Err() != nil {
				return
			}
			f.Finals[at.Configuration] = final
			if err != nil {
				left := append(slices.Clone(f.Left), at.Configuration)
				if _, other := f.Search.Standing(f.Events, left...); other {
					f.Left = left
				}
			}
			if !yield(at.Configuration, err) {
				return
			}
		}
	}
}
