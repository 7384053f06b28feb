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

// Rows returns the rows of a cell's draw.
func (p *Plan) Rows(s trial.Setting) (*trial.Rows, error) { return p.store.Rows(s.Draw) }

// Matrix returns the kernel matrix of a cell with its figures. Cells with the same matrix share it.
func (p *Plan) Matrix(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	if p.diagnosed(s) {
		return p.MatrixWithPairs(ctx, s)
	}
	return p.store.Matrix(ctx, s, p.ExactFigures(s), 1)
}

// MatrixWithPairs is Matrix with memory for eigenvectors counted beside K.
func (p *Plan) MatrixWithPairs(ctx context.Context, s trial.Setting) (*trial.Matrix, error) {
	return p.store.Matrix(ctx, s, p.ExactFigures(s), 2)
}

// ExactFigures reports whether a cell's figures are exact, and not estimates.
func (p *Plan) ExactFigures(s trial.Setting) bool { return s.Draw.N <= p.Spec.ExactLimit }

// Estimates reports whether the figures of some cells are estimates.
func (p *Plan) Estimates() bool {
	return slices.ContainsFunc(p.Cells, func(s trial.Setting) bool { return !p.ExactFigures(s) })
}

// Gram returns the kernel matrix of a cell. Up to the exact limit it is the one that the figures are
// computed from; above, it is made without them, as they take long and a fit does not need them.
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

// Approximation returns K̃ of a cell. It uses the random numbers of the cell's row, so that landmarks
// and eigenvalues agree with the row's figures. The store keeps it within its limit. A panic of the
// method is returned as an error.
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

// visits returns the indices of the cells in the order in which workers take them. That is the order
// of the cells, except that the first cell of the next kernel matrix is taken while cells on the present
// one are computed. It computes what is needed once for a matrix, as eigenvalues are: other cells on the
// matrix wait for it, and it does not keep all processors busy.
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
		// The store drops the matrix that was used least recently. After workers+1 more cells on the
		// last matrix that is an earlier one.
		n := int64(c.Draw.N)
		keepsTwo := 2*memory.Float64*n*n <= model.CacheLimit/2 && !p.diagnosed(c) // K of the cell and another
		if workers > 1 && begun < len(firsts) && keepsTwo && (begun == 1 || since > workers+1) {
			take(firsts[begun])
		}
	}
	return order
}

// byMatrix numbers the kernel matrices in the order of their first cells, and returns the number of
// each cell's matrix and the index of each matrix's first cell.
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
