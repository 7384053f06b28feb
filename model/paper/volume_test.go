package paper

import (
	"slices"
	"testing"

	"gramscope/model/claim"
)

func TestVolumeClaims(t *testing.T) {
	figures := func(trace func(m float64) float64, entries float64) map[string]func(float64) float64 {
		return map[string]func(float64) float64{"error_trace": trace, "entries": constant(entries)}
	}
	over := func(c float64) func(float64) float64 { return func(m float64) float64 { return c / m } }
	budgets := []float64{10, 20, 40, 80, 160}
	turns(t, "volume-bound", [][]Row{slices.Concat(grid("best", "m", budgets, figures(over(1), 1e6)),
		grid("nystrom", "m", budgets, figures(over(800), 1e4)),
		grid("volume-nystrom", "m", budgets, figures(over(3), 1e6)), grid("kdpp", "m", budgets, figures(over(4), 1e6)))},
		claim.Holds, []scaled{
			{0, "volume-nystrom", "error_trace", at{"m": 10}, 4},
			{0, "kdpp", "error_trace", at{"m": 160}, 41},
			{0, "nystrom", "error_trace", at{"m": 160}, 0.5},
		})
	budgets = []float64{20, 40, 80}
	first := slices.Concat(grid("best", "m", budgets, figures(over(1), 1e6)),
		grid("rpcholesky", "m", budgets, figures(over(4), 2e4)),
		grid("volume-nystrom", "m", budgets, figures(over(3), 6e4)), grid("kdpp", "m", budgets, figures(over(5), 1e6)))
	turns(t, "volume-nuclear-score",
		[][]Row{first, grid("rpcholesky", "m", []float64{60, 120, 240}, figures(over(3), 6e4))}, claim.Holds, []scaled{
			{0, "volume-nystrom", "error_trace", at{"m": 40}, 1.3},
			{0, "volume-nystrom", "error_trace", at{"m": 40}, 0.3},
			{0, "kdpp", "error_trace", at{"m": 80}, 0.5},
			{1, "rpcholesky", "error_trace", at{"m": 60}, 2},
			{1, "rpcholesky", "entries", at{"m": 60}, 0.5},
		})
}
