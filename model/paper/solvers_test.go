package paper

import (
	"math"
	"slices"
	"testing"

	"gramscope/model/claim"
)

func TestASkotchClaims(t *testing.T) {
	passes, landmarks := []float64{1, 2, 5, 10, 20, 50}, []float64{100, 400, 1600}
	falling := func(start, rate float64) func(float64) float64 {
		return func(k float64) float64 { return 1 + start*math.Exp(-rate*k) }
	}
	solved := func(rmse func(float64) float64) map[string]func(float64) float64 {
		return map[string]func(float64) float64{"rmse_test": rmse, "residual": constant(1e-6)}
	}
	onLandmarks := map[string]func(float64) float64{"rmse_test": func(m float64) float64 { return 1 + 20/m }}
	turns(t, "askotch-entries", [][]Row{slices.Concat(grid("pcg", "passes", passes, solved(falling(4, 0.1))), grid("askotch", "passes", passes, solved(falling(0.5, 0.5))),
		nil), grid("nystrom", "m", landmarks, onLandmarks), grid("nystrom", "m", landmarks, onLandmarks)}, claim.Holds, []scaled{
		{0, "askotch", "rmse_test", at{"passes": 1}, 4},
		{0, "askotch", "rmse_test", at{"passes": 10}, 1.1},
		{0, "askotch", "residual", at{"passes": 50}, 1000},
		{1, "nystrom", "rmse_test", at{"m": 1600}, 1.5},
	})
}

func TestAFNClaims(t *testing.T) {
	widths := []float64{0.001, 0.01, 0.03, 0.1, 0.3, 1, 3, 10}
	steps := func(peak float64) map[string]func(float64) float64 {
		return map[string]func(float64) float64{"solver_iterations": func(sigma float64) float64 { return 5 + peak/(1+math.Pow(math.Log(sigma/0.1), 4)) }, "stable_rank": constant(2)}
	}
	turns(t, "afn-widths", [][]Row{slices.Concat(grid("nystrom", "sigma", widths, steps(400)), grid("rpcholesky", "sigma", widths, steps(300))),
		grid("nystrom", "sigma", widths, steps(10))}, claim.Holds, []scaled{
		{0, "nystrom", "solver_iterations", at{"sigma": 0.001}, 50},
		{0, "rpcholesky", "solver_iterations", nil, 0.05},
		{1, "nystrom", "solver_iterations", at{"sigma": 0.3}, 30},
	})
}
