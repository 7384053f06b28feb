package paper

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/sweep"
)

// entries adds to the rows of a sweep the largest entry of |K̃−K| and ‖K̃−K‖²_F, and by how much the sum of K's
// entries, and that of their squares, is above K̃'s. Where K̃ has a log determinant it adds the divergence of the
// Gaussian processes for each row, (log|K̃| − log|K|)/(2n): K̃⁻¹ of a sparse Cholesky factor is such that tr(K̃⁻¹K) =
// n.
func entries(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	rows := swept(ctx, plan, 1)
	for i, cell := range plan.Cells[:len(rows)] {
		drawn, err := plan.Rows(cell)
		if err != nil {
			return nil, err
		}
		g := drawn.Gram(cell.Kernel)
		k, err := g.Symmetric(ctx)
		if err != nil {
			return nil, err
		}
		a, approximate, err := fitted(ctx, cell, g)
		if err != nil {
			return nil, err
		}
		var rest mat.Dense
		rest.Sub(k, approximate)
		squares := func(m mat.Matrix) float64 { return math.Pow(mat.Norm(m, 2), 2) }
		v := rows[i].Values
		v["error_largest"], v["squared_error"] = floats.Norm(rest.RawMatrix().Data, math.Inf(1)), squares(&rest)
		v["sum"], v["sum_squares"] = mat.Sum(k)-mat.Sum(approximate), squares(k)-squares(approximate)
		var of mat.Cholesky
		if regular, is := a.(interface{ LogDet() float64 }); is && of.Factorize(k) {
			v["divergence"] = (regular.LogDet() - of.LogDet()) / float64(2*g.N())
		}
	}
	return rows, nil
}
