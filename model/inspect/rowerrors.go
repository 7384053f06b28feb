package inspect

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// errorColumns is the largest number of columns that RowErrors reads, evenly spaced: rows are drawn in random order.
const errorColumns = 1024

// RowErrors returns the squared Euclidean norm of each row of K−K̃ of a cell, in the order of its [Cloud]. They add up to
// ‖K−K̃‖²_F. With more than 1024 rows they are estimates from 1024 of the columns, and add up to an estimate of it. It costs the
// fit, if the cell's K̃ is not cached, and at most 1024·n entries of K and of K̃.
func RowErrors(ctx context.Context, p *sweep.Plan, s trial.Setting) ([]float64, error) {
	return p.Numbers(fmt.Sprint("row errors ", p.FitKey(s)), func() ([]float64, error) {
		g, err := p.Gram(ctx, s)
		if err != nil {
			return nil, err
		}
		approx, err := p.Approximation(ctx, s)
		if err != nil {
			return nil, err
		}
		n := g.N()
		all := linalg.Sequence(0, n)
		columns := spaced(all, errorColumns)
		scale := float64(n) / float64(len(columns))
		errors := make([]float64, n)
		for lo, hi := range linalg.Tiles(n, linalg.TileRows(len(columns))) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			k, a := mat.NewDense(hi-lo, len(columns), nil), mat.NewDense(hi-lo, len(columns), nil)
			g.Block(k, all[lo:hi], columns)
			approx.Block(a, all[lo:hi], columns)
			for i := range hi - lo {
				kRow, aRow := k.RawRowView(i), a.RawRowView(i)
				for j := range kRow {
					errors[lo+i] += scale * (kRow[j] - aRow[j]) * (kRow[j] - aRow[j])
				}
			}
		}
		return errors, nil
	})
}
