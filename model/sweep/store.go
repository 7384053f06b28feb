package sweep

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
)

// Store keeps what cells on one data source share: the drawn rows, their
// pairwise distances, kernel matrices with their exact figures, and finished
// results. Keep one as long as the data stay, and going back to an earlier
// setting costs nothing. Safe for concurrent use.
type Store struct {
	source data.Source

	mu       sync.Mutex
	draws    []*entry[drawKey, *draw]          // most recently used last
	problems []*entry[problemKey, *problem]    // most recently used last
	fits     []*entry[string, *fit]            // most recently used last
	results  map[string]*entry[string, Result] // by the cell's full key
}

// keptResults is how many finished rows a store remembers. A row takes about
// half a kilobyte.
const keptResults = 20000

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store {
	return &Store{source: source, results: map[string]*entry[string, Result]{}}
}

// Source is the data source.
func (s *Store) Source() data.Source { return s.source }

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

type drawKey struct {
	seed        uint64
	rep, n      int
	test        float64
	standardize bool
}

// keptFits is how many bytes of eigenpairs of approximations a store keeps: what
// a chart of 96 runs over m up to 500 takes at n = 1000, so that another ridge
// costs no fit.
const keptFits = 192 << 20

// draw is one draw of training and test rows. The same seed gives the same split.
type draw struct {
	train, test *data.Set // test may be nil
	warnings    []string

	mu       sync.Mutex
	points   map[model.Geometry]*model.Points
	clusters map[clustersKey]*Clusters

	clouds sync.Mutex // held while the cloud is made
	cloud  *Cloud
}

func (d *draw) seenThrough(g model.Geometry) *model.Points {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.points[g]
	if p == nil {
		p = model.NewPoints(d.train.X, g)
		clear(d.points) // the distances of one geometry at a time
		d.points[g] = p
	}
	return p
}

func (s *Store) draw(key drawKey) (*draw, error) {
	var bytes int64 // of its pairwise distances; the rows themselves are not counted
	if square := 8 * int64(key.n) * int64(key.n); square <= model.CacheLimit/2 {
		bytes = square
	}
	s.mu.Lock()
	var e *entry[drawKey, *draw]
	s.draws, e = recent(s.draws, key, bytes, model.CacheLimit/2)
	s.mu.Unlock()
	return e.get(func() (*draw, error) {
		rng := rand.New(rand.NewPCG(key.seed, hash("draw", key.rep)))
		train, test, err := s.source.Draw(key.n, key.test, rng)
		if err != nil {
			return nil, err
		}
		d := &draw{train: train, test: test, points: map[model.Geometry]*model.Points{}, clusters: map[clustersKey]*Clusters{}}
		if key.standardize {
			d.warnings = data.Standardize(train, test)
		}
		if test != nil {
			if err := checkSquares(test); err != nil {
				return nil, err
			}
		}
		return d, checkSquares(train)
	})
}

// An OverflowError says that values are so large that distances overflow.
type OverflowError struct {
	Column string
	Value  float64
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("column %s holds %g, and the squares of such values overflow: rescale it, or use --standardize", e.Column, e.Value)
}

// checkSquares makes sure that sums of squares of all entries stay finite.
func checkSquares(set *data.Set) error {
	n, d := set.X.Dims()
	limit := math.Sqrt(math.MaxFloat64/float64(d)) / 4
	for i := range n {
		for j, v := range set.X.RawRowView(i) {
			if math.Abs(v) > limit {
				return &OverflowError{set.Columns[j], v}
			}
		}
	}
	return nil
}

// CheckTarget makes sure that sums of squares of the target's values, centred or
// not, stay finite; else it is a *TargetError. Sets may be nil.
func CheckTarget(sets ...*data.Set) error {
	for _, set := range sets {
		if set == nil {
			continue
		}
		limit := math.Sqrt(math.MaxFloat64/float64(len(set.Y))) / 4
		for _, y := range set.Y {
			if math.Abs(y) > limit {
				return &TargetError{fmt.Sprintf("the target %s holds %g, and the squares of such values overflow", set.Target, y),
					"rescale it in the file, or choose another with --target"}
			}
		}
	}
	return nil
}

// problemKey is what a kernel matrix depends on.
type problemKey struct {
	draw   drawKey
	kernel string
	shape  model.Shape
	exact  bool
}

// problem is one kernel matrix with its exact figures.
type problem struct {
	gram      *model.Gram
	reference *exact.Reference
	draw      *draw

	mu    sync.Mutex
	exact map[float64]*entry[float64, *exactFit] // by ridge
}

// problem returns the kernel matrix of that key; matrices is how many of its
// size will be kept with it.
func (s *Store) problem(ctx context.Context, key problemKey, k model.Kernel, matrices int64) (*problem, error) {
	n := int64(key.draw.n)
	bytes := matrices * 8 * n * n
	if 8*n*n > model.CacheLimit { // K is not kept, only what was computed from it
		bytes = 8 * n * 256
	}
	s.mu.Lock()
	left := int64(model.CacheLimit)
	for _, d := range s.draws {
		left -= d.bytes
	}
	var e *entry[problemKey, *problem]
	s.problems, e = recent(s.problems, key, bytes, left)
	s.mu.Unlock()
	return e.get(func() (*problem, error) {
		d, err := s.draw(key.draw)
		if err != nil {
			return nil, err
		}
		p := &problem{gram: model.NewGram(d.seenThrough(k.Geometry()), k), draw: d, exact: map[float64]*entry[float64, *exactFit]{}}
		seed := [2]uint64{key.draw.seed, hash("reference", key.draw.rep)}
		if key.exact {
			if _, err := p.gram.Store(ctx); err != nil {
				return nil, err
			}
		}
		p.reference, err = exact.NewReference(p.gram, key.exact, seed)
		return p, err
	})
}

// fit returns the fit of that key, or computes it and keeps it while there is room.
func (s *Store) fit(key string, compute func() (*fit, error)) (*fit, error) {
	s.mu.Lock()
	var e *entry[string, *fit]
	s.fits, e = recent(s.fits, key, 0, keptFits)
	s.mu.Unlock()
	f, err := e.get(compute)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.fits, e) {
		s.fits, _ = recent(s.fits, key, f.bytes(), keptFits)
	}
	return f, nil
}

// result returns the finished row of that key, or computes and remembers it.
func (s *Store) result(key string, compute func() (Result, error)) (Result, error) {
	s.mu.Lock()
	if len(s.results) > keptResults {
		clear(s.results)
	}
	e := s.results[key]
	if e == nil {
		e = &entry[string, Result]{key: key}
		s.results[key] = e
	}
	s.mu.Unlock()
	return e.get(compute)
}

// hash turns a key into the second half of a generator's seed.
func hash(key ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, key...)
	return h.Sum64()
}
