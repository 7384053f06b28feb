package sweep

import (
	"fmt"
	"iter"
	"slices"

	"gramscope/data"
	"gramscope/model/trial"
)

// Keeper keeps the results on one data source for later runs of the program. Its functions may be called
// from several goroutines, and must not block.
type Keeper struct {
	// Recall returns the text of an earlier result, nil if there is none.
	Recall func(key string) []byte
	// Keep takes a result, a Result or a []float64, which it must not change. It may take one twice, and a row again
	// when it has more figures.
	Keep func(key string, result any)
}

// KeepBy makes the store take results of earlier runs from the keeper of its source, and give its results
// to it. It is to be called before the first plan on the store; later calls do nothing.
func (s *Store) KeepBy(keeper func(data.Source) Keeper) {
	if s.keeper == nil && keeper != nil {
		k := keeper(s.Source())
		s.keeper = &k
	}
}

// Latest returns the results of the store with their keys, the latest last: at most that many rows, and the
// numbers of [Plan.Numbers]. They must not be changed.
func (s *Store) Latest(rows int) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for key, numbers := range s.numbers.All() {
			if !yield(key, numbers) {
				return
			}
		}
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

// recalled returns the kept result of a key, which decode reads, or else otherwise.
func recalled[T any](s *Store, key string, otherwise T, decode func(text []byte) (T, error)) T {
	if s.keeper != nil {
		if text := s.keeper.Recall(key); text != nil {
			if v, err := decode(text); err == nil {
				return v
			}
		}
	}
	return otherwise
}

// keep keeps a result for later runs of the program.
func (s *Store) keep(key string, result any) {
	if s.keeper != nil {
		s.keeper.Keep(key, result)
	}
}

// mostNumbers is the size, in bytes, of the results of [Plan.Numbers] that a store caches.
const mostNumbers = 4 << 20

// Numbers returns the cached numbers of a key, or computes them. The key must name everything that they
// depend on besides the data; see [MatrixKey] and [FitKey]. The caller may change them.
func (p *Plan) Numbers(key string, compute func() ([]float64, error)) ([]float64, error) {
	get := func(bytes int64, compute func() ([]float64, error)) ([]float64, error) {
		return p.store.numbers.Get(key, bytes, mostNumbers, compute)
	}
	v, err := get(0, func() (v []float64, err error) {
		if v = recalled(p.store, key, nil, decodeNumbers); v == nil {
			v, err = compute()
		}
		if err == nil {
			p.store.keep(key, v)
		}
		return v, err
	})
	if err != nil {
		return nil, err
	}
	v, err = get(8*int64(len(v)+16), func() ([]float64, error) { return v, nil }) // which updates the size
	return slices.Clone(v), err
}

// MatrixKey returns a text of everything that figures of a cell's kernel matrix depend on besides the data.
func (p *Plan) MatrixKey(s trial.Setting) string {
	return fmt.Sprint(s.Draw, s.Kernel, p.ExactFigures(s))
}

// FitKey returns a text of everything that a cell's K̃ depends on besides the data.
func (p *Plan) FitKey(s trial.Setting) string { return p.fitKey(s) }
