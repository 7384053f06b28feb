package sweep

import (
	"context"
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// Store keeps what cells on one data source share: what trials do, and finished
// rows. Keep one as long as the data stay, and going back to an earlier setting
// costs nothing. Safe for concurrent use.
type Store struct {
	*trial.Store

	rows trial.Memo[string, Result] // the last 20000 finished ones, of half a kilobyte or so, by the cell's full key
}

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store { return &Store{Store: trial.NewStore(source)} }

// Rows are the rows of a cell's draw.
func (p *Plan) Rows(s trial.Setting) (*trial.Rows, error) { return p.store.Rows(s.Draw) }

// Matrix is the kernel matrix of a cell with its figures; cells that have the same share it.
func (p *Plan) Matrix(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	if p.diagnosed(s) {
		return p.MatrixWithPairs(ctx, s)
	}
	return p.store.Matrix(ctx, s, p.Exact(s), 1)
}

// MatrixWithPairs is Matrix where eigenvectors are to be kept beside K.
func (p *Plan) MatrixWithPairs(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	return p.store.Matrix(ctx, s, p.Exact(s), 2)
}

// Exact tells whether a cell's figures are exact rather than estimates.
func (p *Plan) Exact(s trial.Setting) bool { return s.Draw.N <= p.Spec.ExactLimit }

// Estimates tells whether figures of some cells are estimates.
func (p *Plan) Estimates() bool {
	return slices.ContainsFunc(p.Cells, func(s trial.Setting) bool { return !p.Exact(s) })
}

// Gram is the kernel matrix of a cell. Where its exact figures are worth the
// whole matrix it is the one that the rows share; above the exact limit these
// take long, and are not needed to fit.
func (p *Plan) Gram(ctx context.Context, s trial.Setting) (*model.Gram, error) {
	if p.Exact(s) {
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

// Approximation is K̃ of a cell: drawn from the generator of its row, so that
// landmarks and eigenvalues are those of the row's figures. It is kept while
// there is room. A panic of the method is an error.
func (p *Plan) Approximation(ctx context.Context, s trial.Setting) (model.Approximation, error) {
	if p.Spec.Partial {
		if err := p.estimate().check(s); err != nil {
			return nil, err
		}
	}
	f, err := p.store.Fit("K̃ "+p.fitKey(s), func() (f *trial.Fit, err error) {
		defer recovered(&err)
		g, err := p.Gram(ctx, s)
		if err != nil {
			return nil, err
		}
		return trial.New(s, nil, g, p.estimate().afford(s, 1)).Fit(ctx) // no rows: nothing is learned
	})
	if err != nil {
		return nil, err
	}
	return f.Approx, nil
}

// visits are the indices of the cells in the order in which workers take them: that of the
// cells, but that the first cell of a kernel matrix comes while those of the matrix before
// are under way. What is computed once of a matrix, as its eigenvalues are, keeps its other
// cells waiting, and not all processors busy all the time.
func (p runner) visits(cells []trial.Setting, workers int) []int {
	order, taken := make([]int, 0, len(cells)), make([]bool, len(cells))
	of, firsts := byMatrix(cells)
	begun, since := 0, 0 // matrices, and cells of the last of them
	take := func(i int) {
		order, taken[i] = append(order, i), true
		switch {
		case of[i] == begun:
			begun, since = begun+1, 1
		case of[i] == begun-1:
			since++
		}
	}
	for i, c := range cells {
		if taken[i] {
			continue
		}
		take(i)
		// A store drops the matrix that was used least recently: after so many more cells on
		// the last one that is not it.
		n := int64(c.Draw.N)
		keepsTwo := 2*memory.Float64*n*n <= model.CacheLimit/2 && !p.diagnosed(c) // K of the cell and another
		if workers > 1 && begun < len(firsts) && keepsTwo && (begun == 1 || since > workers+1) {
			take(firsts[begun])
		}
	}
	return order
}

// byMatrix tells which kernel matrix each cell is on, in the order of their first cells.
func byMatrix(cells []trial.Setting) (of, firsts []int) {
	known := map[string]int{}
	for i, c := range cells {
		key := fmt.Sprint(c.Draw, c.Kernel)
		at, found := known[key]
		if !found {
			at = len(firsts)
			known[key], firsts = at, append(firsts, i)
		}
		of = append(of, at)
	}
	return of, firsts
}
