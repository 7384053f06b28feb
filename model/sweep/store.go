package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Store caches results on one data source: everything that trials share, and finished rows. Use one store
// for all plans on the source. It is safe for concurrent use.
type Store struct {
	*trial.Store

	found   trial.Memo[string, Found]     // by the condition and the setting
	rows    trial.Memo[string, Result]    // the last 20000 finished rows, of about half a kilobyte each, by Plan.rowKey
	numbers trial.Memo[string, []float64] // the latest results of Plan.Numbers
	keeper  *Keeper                       // nil for none

	distances sync.Map // kernel.Distances by distancesKey
}

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store {
	return &Store{Store: trial.NewStore(source)}
}

// distancesKey identifies the distances of a draw's training rows.
type distancesKey struct {
	draw     trial.Draw
	geometry model.Geometry
}

// Distances returns the median and the mean distance of a draw's training rows, if someone has made them known.
func (s *Store) Distances(d trial.Draw, by model.Geometry) kernel.Distances {
	found, _ := s.distances.Load(distancesKey{d, by})
	known, _ := found.(kernel.Distances)
	return known
}

// Know makes the distances of a draw's training rows known.
func (s *Store) Know(d trial.Draw, by model.Geometry, found kernel.Distances) {
	s.distances.Store(distancesKey{d, by}, found)
}

// Rows returns the rows of a cell's draw.
func (p *Plan) Rows(s trial.Setting) (*trial.Rows, error) { return p.store.Rows(s.Draw) }

// RowNumbers returns the numbers in the file, from 1, of the training rows of a cell; nil if they come from no file.
func (p *Plan) RowNumbers(s trial.Setting) []int32 {
	return data.Numbers(p.store.Source(), s.Draw.N, s.Draw.Rand())
}

// Matrix returns the kernel matrix of a cell with its figures. Cells with the same matrix share it.
func (p *Plan) Matrix(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	if p.diagnosed(s) {
		return p.MatrixWithPairs(ctx, s)
	}
	return p.store.Matrix(ctx, s, p.ExactFigures(s), 1)
}

// MatrixWithPairs is Matrix for a caller that computes eigenvectors of K. The store then counts their memory as well.
func (p *Plan) MatrixWithPairs(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	return p.store.Matrix(ctx, s, p.ExactFigures(s), 2)
}

// ExactFigures reports whether a cell's figures are exact. Otherwise they are estimates.
func (p *Plan) ExactFigures(s trial.Setting) bool { return s.Draw.N <= p.Spec.ExactLimit }

// Estimates reports whether the figures of some cells are estimates.
func (p *Plan) Estimates() bool {
	return slices.ContainsFunc(p.Cells, func(s trial.Setting) bool { return !p.ExactFigures(s) })
}

// Gram returns the kernel matrix of a cell. Up to the exact limit it is the matrix that figures are
// computed from. Above the limit Gram does not prepare estimates of figures, which a fit does not need.
func (p *Plan) Gram(ctx context.Context, s trial.Setting) (*model.Gram, error) {
	if p.ExactFigures(s) {
		on, err := p.Matrix(ctx, s)
		if err != nil {
			return nil, err
		}
		return on.Gram.View(), nil
	}
	rows, err := p.Rows(s)
	if err != nil {
		return nil, err
	}
	return rows.Gram(s.Kernel), nil
}

// Approximation returns K̃ of a cell. It uses the random numbers of the cell's run: landmarks and eigenvalues agree
// with the row's figures. The store caches K̃ within its limit. A panic of the method becomes an error.
func (p *Plan) Approximation(ctx context.Context, s trial.Setting) (model.Approximation, error) {
	s, err := p.Resolved(ctx, s)
	if err != nil {
		return nil, err
	}
	if err := p.check(s); err != nil {
		return nil, err
	}
	f, err := p.store.Fit("K̃ "+s.FitKey(), func() (f *trial.Fit, err error) {
		defer Recovered(&err)
		g, err := p.Gram(ctx, s)
		if err != nil {
			return nil, err
		}
		afford := p.MemoryLimit().CheckLater(s, 1, p.memory)
		return trial.New(s, nil, g, afford).Fit(ctx) // without rows, which only regressions need
	})
	if err != nil {
		return nil, err
	}
	return f.Approx, nil
}

// Keeper keeps the rows on one data source for later runs of the program. Its functions may be called
// from several goroutines, and must not block.
type Keeper struct {
	// Recall returns the text of an earlier row, nil if there is none.
	Recall func(key string) []byte
	// Keep takes a row, which it must not change. A row may come twice, and again when it has more figures.
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

// mostNumbers is the size, in bytes, of the results of [Plan.Numbers] that a store caches.
const mostNumbers = 4 << 20

// Numbers returns the cached numbers of a key, or computes them. The key must name everything that they
// depend on besides the data; see [Plan.MatrixKey] and [trial.Setting.FitKey]. The caller may change them.
func (p *Plan) Numbers(key string, compute func() ([]float64, error)) ([]float64, error) {
	v, err := p.store.numbers.Get(key, 0, mostNumbers, compute)
	if err != nil {
		return nil, err
	}
	size := 8 * int64(len(v)+16) // which is known only now
	v, err = p.store.numbers.Get(key, size, mostNumbers, func() ([]float64, error) { return v, nil })
	return slices.Clone(v), err
}

// MatrixKey returns a text of everything that figures of a cell's kernel matrix depend on besides the data.
func (p *Plan) MatrixKey(s trial.Setting) string {
	return fmt.Sprint(s.Draw, s.Kernel, p.ExactFigures(s))
}

// keptRow is a row without its settings, which its key identifies, as JSON: the values of its columns by name.
type keptRow struct {
	Figures  Figures            `json:"figures"`
	Values   map[string]float64 `json:"values"`
	Warnings []remedy.Note      `json:"warnings,omitempty"`
}

// Encode returns the row as JSON on one line. Values that are not finite are left out. A failed row is an error,
// because the cause of a failure has no text that reads back the same, and so is a row from a file, whose columns are
// those of the file.
func (r Result) Encode() ([]byte, error) {
	if r.values == nil || r.file != nil {
		return nil, errors.New("sweep: a row that failed or was read from a file can't be encoded")
	}
	kept := keptRow{r.figures, map[string]float64{}, r.Warnings}
	for i, c := range table() {
		if x := r.values[i]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			kept.Values[c.Name] = x
		}
	}
	return json.Marshal(kept)
}

// decoded returns a row, which has only its settings, with the values of a text by Encode, or as it is with an error.
func (r Result) decoded(text []byte) (Result, error) {
	var kept keptRow
	if err := json.Unmarshal(text, &kept); err != nil {
		return r, err
	}
	if kept.Values == nil {
		return r, errors.New("sweep: the text has no values")
	}
	values := newValues()
	for name, v := range kept.Values {
		i, known := indices()[name]
		if !known {
			return r, errors.New("sweep: no column " + name)
		}
		values[i] = v
	}
	r.Warnings, r.figures, r.values = kept.Warnings, kept.Figures, values
	return r, nil
}
