package trial

import (
	"context"
	"slices"
	"sync"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/linalg"
)

// Store keeps what trials on one data source share: the drawn rows, their pairwise
// distances, kernel matrices with their exact figures, and fits. Keep one as long
// as the data stay, and going back to an earlier setting costs little. Safe for
// concurrent use.
type Store struct {
	source data.Source

	mu       sync.Mutex
	rows     []*entry[Draw, *Rows]        // most recently used last
	matrices []*entry[matrixKey, *Matrix] // most recently used last
	fits     []*entry[string, *Fit]       // most recently used last
}

// KeptFits is how many bytes of eigenpairs of approximations a store keeps: what
// a chart of 96 runs over m up to 500 takes at n = 1000, so that another ridge
// costs no fit.
const KeptFits = 192 << 20

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store { return &Store{source: source} }

// Source is the data source.
func (s *Store) Source() data.Source { return s.source }

// Rows are the rows of a draw.
func (s *Store) Rows(d Draw) (*Rows, error) {
	s.mu.Lock()
	var e *entry[Draw, *Rows]
	s.rows, e = recent(s.rows, d, DrawMemory(d.N, s.source.Dims()), model.CacheLimit/2)
	s.mu.Unlock()
	return e.get(func() (*Rows, error) { return NewRows(s.source, d) })
}

// DrawMemory is what a draw of n rows of d features counts for where draws are kept, in
// bytes: its pairwise distances, which are more than all else, or where these are not
// kept two copies of its rows and some vectors.
func DrawMemory(n, d int) int64 {
	if square := 8 * int64(n) * int64(n); square <= model.CacheLimit/2 {
		return square
	}
	return 8 * int64(n) * int64(2*d+3)
}

// Matrix is the kernel matrix of a setting with its figures, exact ones or
// estimates; copies is how many matrices of its size will be kept with it.
func (s *Store) Matrix(ctx context.Context, of Setting, exact bool, copies int64) (*Matrix, error) {
	n := int64(of.Draw.N)
	bytes := copies * 8 * n * n
	if 8*n*n > model.CacheLimit { // K is not kept, only what was computed from it
		bytes = 8 * n * min(n, int64(linalg.TileRows(int(n))))
	}
	key := matrixKey{of.Draw, of.Kernel.String(), exact}
	s.mu.Lock()
	left := int64(model.CacheLimit)
	for _, d := range s.rows {
		left -= d.bytes
	}
	var e *entry[matrixKey, *Matrix]
	s.matrices, e = recent(s.matrices, key, bytes, left)
	s.mu.Unlock()
	m, err := e.get(func() (*Matrix, error) {
		rows, err := s.Rows(of.Draw)
		if err != nil {
			return nil, err
		}
		return newMatrix(rows, of, exact)
	})
	if err != nil {
		return nil, err
	}
	return m, m.use(ctx)
}

// Fit returns the fit of that key, or computes it and keeps it while there is room.
func (s *Store) Fit(key string, compute func() (*Fit, error)) (*Fit, error) {
	s.mu.Lock()
	var e *entry[string, *Fit]
	s.fits, e = recent(s.fits, key, 0, KeptFits)
	s.mu.Unlock()
	f, err := e.get(compute)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.fits, e) {
		s.fits, _ = recent(s.fits, key, f.bytes(), KeptFits)
	}
	return f, nil
}

// entry is a value that one caller computes while others wait for it. A
// computation that failed is tried again by the next caller.
type entry[K comparable, V any] struct {
	key   K
	bytes int64

	mu    sync.Mutex
	known bool
	value V
}

func (e *entry[K, V]) get(compute func() (V, error)) (V, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known {
		return e.value, nil
	}
	v, err := compute()
	if err != nil {
		return v, err
	}
	e.value, e.known = v, true
	return v, nil
}

// recent finds the entry with the key or makes it, moves it to the end, and
// drops those least recently used until what is left fits into limit bytes.
// The entry takes bytes from now on, or what it took before if that is more.
func recent[K comparable, V any](list []*entry[K, V], key K, bytes, limit int64) ([]*entry[K, V], *entry[K, V]) {
	found := &entry[K, V]{key: key}
	kept := make([]*entry[K, V], 0, len(list)+1) // anew: a shorter slice would keep what is dropped
	for _, e := range list {
		if e.key == key {
			found = e
		}
	}
	found.bytes = max(found.bytes, bytes)
	total := found.bytes
	for i := len(list) - 1; i >= 0; i-- { // the most recently used first
		e := list[i]
		if e == found {
			continue
		}
		if total += e.bytes; total > limit {
			break
		}
		kept = append(kept, e)
	}
	slices.Reverse(kept)
	return append(kept, found), found
}
