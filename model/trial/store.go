package trial

import (
	"container/list"
	"context"
	"fmt"
	"iter"
	"sync"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/linalg"
)

// Store caches what trials on one data source share: the drawn rows, their pairwise distances, kernel matrices with
// their figures, and fits. Use one store for all trials on the source. It is safe for concurrent use.
type Store struct {
	source   data.Source
	rows     Memo[Draw, *Rows]
	matrices Memo[string, *Matrix]
	fits     Memo[string, *Fit]
	products Memo[*Matrix, *exact.Products]
}

// MaxFitBytes is the maximum total size, in bytes, of the fits in a store. It suffices for the 96 runs of a
// chart over m up to 500 at n = 1000: when the ridge changes, none of them fits again.
const MaxFitBytes = 192 << 20

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store { return &Store{source: source} }

// Source returns the data source.
func (s *Store) Source() data.Source { return s.source }

// Rows returns the rows of a draw.
func (s *Store) Rows(d Draw) (*Rows, error) {
	bytes := DrawMemory(d.N, s.source.Dims())
	return s.rows.Get(d, bytes, model.CacheLimit/2, func() (*Rows, error) { return NewRows(s.source, d) })
}

// DrawMemory returns the size, in bytes, of a cached draw of n rows with d features. It is the size of the pairwise
// distances, which dominate, or of two copies of the rows and some vectors if the distances are not stored.
func DrawMemory(n, d int) int64 {
	if square := 8 * int64(n) * int64(n); square <= model.CacheLimit/2 {
		return square
	}
	return 8 * int64(n) * int64(2*d+3)
}

// Matrix returns the kernel matrix of a setting with its figures. If entire, they are exact; else they are estimates,
// and K is not stored. copies is the number of n×n matrices that will be stored for it, including K.
func (s *Store) Matrix(ctx context.Context, of Setting, entire bool, copies int64) (*Matrix, error) {
	n := int64(of.Draw.N)
	bytes := copies * 8 * n * n
	switch {
	case !entire:
		bytes = exact.SampledKept(of.Draw.N)
	case 8*n*n > model.CacheLimit: // K is not stored, only its figures
		bytes = 8 * n * min(n, int64(linalg.TileRows(int(n))))
	}
	of.Chooses = of.Chooses && !entire
	key := fmt.Sprint(of.Draw, of.Kernel, entire, of.Chooses)
	m, err := s.matrices.Get(key, bytes, model.CacheLimit-s.rows.Bytes(), func() (*Matrix, error) {
		rows, err := s.Rows(of.Draw)
		if err != nil {
			return nil, err
		}
		return newMatrix(rows, of, entire, &s.products)
	})
	if err != nil {
		return nil, err
	}
	return m, m.use(ctx)
}

// Fit returns the cached fit of a key, or computes it. The least recently used fits are dropped if all
// together exceed MaxFitBytes.
func (s *Store) Fit(key string, compute func() (*Fit, error)) (*Fit, error) {
	f, err := s.fits.Get(key, 0, MaxFitBytes, compute)
	if err != nil {
		return nil, err
	}
	// The size of the fit may have grown.
	return s.fits.Get(key, f.bytes(), MaxFitBytes, func() (*Fit, error) { return f, nil })
}

// Memo is a cache of computed values by key. One caller computes a value while others wait for it. After an error the
// next caller tries again. The zero value is an empty cache. A Memo is safe for concurrent use.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	at    map[K]*list.Element // elements of order
	order list.List           // of *entry[K, V], the least recently used first
	bytes int64               // total size of the entries
}

type entry[K comparable, V any] struct {
	key   K
	bytes int64

	mu    sync.Mutex
	known bool
	value V
}

// Get returns the cached value of the key, or computes it. bytes is the size of the value; a larger size from an
// earlier call still counts. Get drops the least recently used values until the rest fits into limit.
func (m *Memo[K, V]) Get(key K, bytes, limit int64, compute func() (V, error)) (V, error) {
	return m.Grow(key, bytes, limit, func(V) bool { return true }, func(V) (V, error) { return compute() })
}

// Grow is Get for a value of which more may be needed later: it returns the cached value if that is enough, and else
// computes more from it, or from the zero value.
func (m *Memo[K, V]) Grow(key K, bytes, limit int64, enough func(V) bool, compute func(V) (V, error)) (V, error) {
	e := m.find(key, bytes, limit)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.known && enough(e.value) {
		return e.value, nil
	}
	v, err := compute(e.value)
	if err == nil {
		e.value, e.known = v, true
	}
	return v, err
}

func (m *Memo[K, V]) find(key K, bytes, limit int64) *entry[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	place, found := m.at[key]
	if !found {
		if m.at == nil {
			m.at = map[K]*list.Element{}
		}
		place = m.order.PushBack(&entry[K, V]{key: key})
		m.at[key] = place
	}
	m.order.MoveToBack(place)
	e := place.Value.(*entry[K, V])
	m.bytes += max(0, bytes-e.bytes)
	e.bytes = max(e.bytes, bytes)
	for m.bytes > limit && m.order.Len() > 1 {
		oldest := m.order.Remove(m.order.Front()).(*entry[K, V])
		delete(m.at, oldest.key)
		m.bytes -= oldest.bytes
	}
	return e
}

// All returns the cached values with their keys, the least recently used first. It does not wait for
// values that are being computed, and leaves them out.
func (m *Memo[K, V]) All() iter.Seq2[K, V] {
	m.mu.Lock()
	var entries []*entry[K, V]
	for place := m.order.Front(); place != nil; place = place.Next() {
		entries = append(entries, place.Value.(*entry[K, V]))
	}
	m.mu.Unlock()
	return func(yield func(K, V) bool) {
		for _, e := range entries {
			if !e.mu.TryLock() {
				continue
			}
			value, known := e.value, e.known
			e.mu.Unlock()
			if known && !yield(e.key, value) {
				return
			}
		}
	}
}

// Bytes returns the total size of the cached values.
func (m *Memo[K, V]) Bytes() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.bytes
}
