package paper

import (
	"math"
	"testing"

	"gramscope/model/claim"
)

func TestSparseCholeskyClaims(t *testing.T) {
	var runs [][]Row
	for range 3 {
		var rows []Row
		for _, of := range []struct {
			method      string
			error, rmse float64
		}{{"rpcholesky", 0.9, 2}, {"sparse-cholesky", 0.05, 1.01}} {
			rows = append(rows, grid(of.method, "m", []float64{2, 4, 8, 16, 32}, map[string]func(float64) float64{
				"divergence": func(m float64) float64 { return math.Exp(-m / 5) }, "error": constant(of.error),
				"rmse_test": constant(of.rmse), "rmse_test_exact": constant(1),
			})...)
		}
		runs = append(runs, rows)
	}
	turns(t, "sparse-cholesky-divergence", runs, claim.Holds, []scaled{
		{1, "sparse-cholesky", "divergence", at{"m": 8}, 3},
		{0, "sparse-cholesky", "divergence", at{"m": 32}, 100},
		{2, "sparse-cholesky", "error", at{"m": 32}, 2.1},
		{0, "sparse-cholesky", "rmse_test", at{"m": 32}, 1.1},
		{0, "rpcholesky", "error", at{"m": 32}, 0.2},
		{1, "rpcholesky", "rmse_test", at{"m": 32}, 0.6},
	})
}
