package paper

import (
	"math"
	"slices"
	"testing"

	"gramscope/model/claim"
)

func TestSparseCholeskyClaims(t *testing.T) {
	var rows []Row
	for _, p := range []float64{1, 2, 3} {
		for _, of := range []struct {
			method      string
			error, rmse float64
		}{{"rpcholesky", 0.9, 2}, {"sparse-cholesky", 0.05, 1.01}} {
			for _, row := range grid(of.method, "m", []float64{2, 4, 8, 16, 32}, map[string]func(float64) float64{
				"divergence": func(m float64) float64 { return math.Exp(-m / 5) }, "error": constant(of.error), "rmse_ratio": constant(of.rmse),
			}) {
				row.Values["p"] = p
				rows = append(rows, row)
			}
		}
	}
	for _, row := range rows {
		if row.Values["p"] == 1 && row.Values["m"] >= 16 && row.Method == "sparse-cholesky" {
			row.Values["divergence"] = 1e-8 // no lower with more neighbours
		}
	}
	turns(t, "sparse-cholesky-divergence", [][]Row{slices.Clone(rows)}, claim.Holds, []scaled{
		{0, "sparse-cholesky", "divergence", at{"p": 2, "m": 8}, 3},
		{0, "sparse-cholesky", "error", at{"p": 3, "m": 32}, 2.1},
		{0, "sparse-cholesky", "rmse_ratio", at{"p": 1, "m": 32}, 1.1},
		{0, "rpcholesky", "error", at{"p": 1, "m": 32}, 0.2},
		{0, "rpcholesky", "rmse_ratio", at{"p": 2, "m": 32}, 0.7},
	})
}
