package paper

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/sweep"
)

// entries adds to the rows of a sweep the largest entry of |K̃−K| and ‖K̃−K‖²_F, and by how much the sum of K's entries, and that of
// their squares, is above K̃'s.
func entries(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	rows := swept(ctx, plan, 1)
	for i, cell := range plan.Cells[:len(rows)] {
		k, approximate, err := matrices(ctx, plan, cell)
		if err != nil {
			return nil, err
		}
		var rest mat.Dense
		rest.Sub(k, approximate)
		squares := func(m mat.Matrix) float64 { return math.Pow(mat.Norm(m, 2), 2) }
		v := rows[i].Values
		v["error_largest"], v["squared_error"] = floats.Norm(rest.RawMatrix().Data, math.Inf(1)), squares(&rest)
		v["sum"], v["sum_squares"] = mat.Sum(k)-mat.Sum(approximate), squares(k)-squares(approximate)
	}
	return rows, nil
}
