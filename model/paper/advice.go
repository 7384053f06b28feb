package paper

import (
	"context"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// comparedWithAll returns two rows for each point of the grid: the least error of the three methods that package advice
// names, and that of nystrom, both beside the least of all.
func comparedWithAll(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	const named, single = "first-three", "nystrom"
	methods := plan.Methods()
	var rows []Row
	var point []sweep.Result
	for result := range plan.Run(ctx, 1) {
		if point = append(point, result); len(point) < len(methods) {
			continue
		}
		at := slices.IndexFunc(point, func(r sweep.Result) bool { return r.Method == single })
		cell := plan.Cells[len(rows)/2*len(methods)+at]
		drawn, err := plan.Rows(cell)
		if err != nil {
			return nil, err
		}
		m := cell.Params[model.BudgetName]
		problem, err := advice.Look(ctx, drawn.Gram(cell.Kernel), cell.Draw.N, int(m), 0, trial.Stream(cell.Draw.Seed, "advice"))
		if err != nil {
			return nil, err
		}
		list := advice.First(problem, methods)
		best := leastError(point, func(string) bool { return true })
		three := leastError(point, func(name string) bool {
			return slices.ContainsFunc(list, func(a advice.Advice) bool { return a.Method == name })
		})
		alone := leastError(point, func(name string) bool { return name == single })
		figures := func(v float64) map[string]float64 {
			return map[string]float64{"error": v, "error_least": best, "ratio": v / best, "floor": problem.Floor, "outside": problem.Outside}
		}
		rows = append(rows, measured(plan, cell, named, nil, figures(three)), measured(plan, cell, single, nil, figures(alone)))
		point = point[:0]
	}
	return rows, nil
}

// leastError returns the least error of some methods, or the rounding error if that is more.
func leastError(rows []sweep.Result, among func(method string) bool) float64 {
	least := math.Inf(1)
	for _, r := range rows {
		if r.Failure == "" && among(r.Method) {
			least = min(least, r.Get("error"))
		}
	}
	return max(least, number.Rounding)
}
