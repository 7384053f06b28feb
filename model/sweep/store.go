package sweep

import (
	"context"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/trial"
)

// Store caches results on one data source: everything that trials share, and finished rows. Use one store
// for all plans on the source. It is safe for concurrent use.
type Store struct {
	*trial.Store

	found   trial.Memo[string, Found]     // by the condition and the setting
	rows    trial.Memo[string, Result]    // the last 20000 finished rows, of about half a kilobyte each, by Plan.key
	numbers trial.Memo[string, []float64] // the latest results of Plan.Numbers
	keeper  *Keeper                       // nil for none
}

// NewStore returns an empty store on a source.
func NewStore(source data.Source) *Store {
	return &Store{Store: trial.NewStore(source)}
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
	if err := p.estimate().check(s); err != nil {
		return nil, err
	}
	f, err := p.store.Fit("K̃ "+p.fitKey(s), func() (f *trial.Fit, err error) {
		defer recovered(&err)
		g, err := p.Gram(ctx, s)
		if err != nil {
			return nil, err
		}
		return trial.New(s, nil, g, p.estimate().afford(s, 1)).Fit(ctx) // without rows, which only regressions need
	})
	if err != nil {
		return nil, err
	}
	return f.Approx, nil
}
