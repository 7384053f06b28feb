package sweep

import (
	"fmt"
	"iter"
	"slices"

	"gramscope/data"
	"gramscope/model/trial"
)

// Keeper keeps the rows on one data source for later runs of the program. Its functions may be called
// from several goroutines, and must not block.
type Keeper struct {
	// Recall returns the text of an earlier row, nil if there is none.
	Recall func(key string) []byte
	// Keep takes a row, which it must not change. It may take one twice, and again when it has more figures.
	Keep func(key string, row Result)
}

// KeepBy makes the store take rows of earlier runs from the keeper of its source, and give its rows
// to it. It is to be called before the first plan on the store; later calls do nothing.
func (s *Store) KeepBy(keeper func(data.Source) Keeper) {
	if s.keeper == nil && keeper != nil {
		k := keeper(s.Source())
		s.keeper = &k
	}
}

// Latest returns at most that many rows of the store with their keys, the latest last. They must not be changed.
func (s *Store) Latest(rows int) iter.Seq2[string, Result] {
	return func(yield func(string, Result) bool) {
		skip := -rows
		for range s.rows.All() {
			skip++
		}
		for key, row := range s.rows.All() {
			if skip--; skip < 0 && !yield(key, row) {
				return
			}
		}
	}
}

// recalled returns the kept row of a key, or else the row that has only its settings.
func (s *Store) recalled(key string, asked Result) Result {
	if s.keeper != nil {
		if row, err := asked.decoded(s.keeper.Recall(key)); err == nil {
			return row
		}
	}
	return asked
}

// mostNumbers is the size, in bytes, of the results of [Plan.Numbers] that a store caches.
const mostNumbers = 4 << 20

// Numbers returns the cached numbers of a key, or computes them. The key must name everything that they
// depend on besides the data; see [MatrixKey] and [FitKey]. The caller may change them.
func (p *Plan) Numbers(key string, compute func() ([]float64, error)) ([]float64, error) {
	v, err := p.store.numbers.Get(key, 0, mostNumbers, compute)
	if err != nil {
		return nil, err
	}
	v, err = p.store.numbers.Get(key, 8*int64(len(v)+16), mostNumbers, func() ([]float64, error) { return v, nil }) // which updates the size
	return slices.Clone(v), err
}

// MatrixKey returns a text of everything that figures of a cell's kernel matrix depend on besides the data.
func (p *Plan) MatrixKey(s trial.Setting) string {
	return fmt.Sprint(s.Draw, s.Kernel, p.ExactFigures(s))
}

// FitKey returns a text of everything that a cell's K̃ depends on besides the data.
func (p *Plan) FitKey(s trial.Setting) string { return p.fitKey(s) }
