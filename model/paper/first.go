package paper

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// first are the entries on the program's own advice.
func first() []Entry { return []Entry{firstThree()} }

// The methods of the rows of [firstThree].
const (
	named  = "first three"
	single = "nystrom"
)

// onWidths fits all methods but the references at several widths and budgets, and compares the least error of the three that
// package advice names with that of all.
func onWidths(set, family string, sigmas ...float64) Run {
	return Run{Data: set, Label: set + ", " + family, Every: true, Change: func(s *sweep.Spec) {
		s.N, s.Test, s.Seed, s.Kernel, s.Figures = 300, 0, 2, family, sweep.Figures{sweep.FigureError}
		s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{15, 60}}}
		if sigmas != nil {
			s.Over = append(s.Over, sweep.Axis{Name: model.SigmaName, Values: sigmas})
		}
	}}.measure("the least error of the three methods that gramscope methods --for names, over the least of all", comparedWithAll)
}

// comparedWithAll returns two rows for each point of the grid, of the three methods named and of nystrom.
func comparedWithAll(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
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
		asked := map[string]float64{"m": m}
		if cell.Kernel.Family.HasGamma() {
			asked["sigma"] = cell.Kernel.Sigma()
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
		rows = append(rows, measured(named, cell.Draw.Rep, asked, figures(three)), measured(single, cell.Draw.Rep, asked, figures(alone)))
		point = point[:0]
	}
	return rows, ctx.Err()
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

// firstThree: at other widths, budgets and seeds than those the rules come from.
func firstThree() Entry {
	return Entry{
		Name: "first-three", Paper: "this program", Item: "gramscope methods --for",
		Title: "one of the three methods that are named first is nearly as good as the best of all",
		Reports: "The least error of the three methods that `gramscope methods --for` names is at most twice the least error of all methods with the same m in nine of ten cases, and the least of all in half of them. " +
			"nystrom alone is within twice the least in fewer than half.",
		Differs: "The widths, the budgets and the seed are others than those that the rules were found on. References, which only show what could be reached, are not counted among all methods; those that read all of K are. " +
			"bka, which has no m, reads n²/5 entries or more: as many as n/5 columns.",
		Runs: []Run{
			onWidths("bimodal", "gaussian", 0.01, 0.04, 0.13, 0.37), onWidths("bimodal", "matern52", 0.01, 0.04, 0.13, 0.37),
			onWidths("blobs", "gaussian", 0.3, 1.2, 4, 12), onWidths("blobs", "laplacian", 0.3, 1.2, 4, 12),
			onWidths("friedman", "gaussian", 0.06, 0.26, 0.9, 2.6), onWidths("friedman", "laplacian", 0.06, 0.26, 0.9, 2.6),
			onWidths("moons", "gaussian", 0.06, 0.23, 0.8, 2.3), onWidths("moons", "matern52", 0.06, 0.23, 0.8, 2.3),
			onWidths("friedman", "polynomial"), onWidths("spline", "periodic"),
		},
		Columns: []string{"sigma", "m", "error", "error_least", "ratio", "floor", "outside"},
		check: func(f *Findings) {
			share := func(method string, most float64) float64 {
				within, all := 0, 0
				for run := range f.Rows {
					for _, ratio := range f.all(run, method, "ratio", nil) {
						if all++; ratio <= most {
							within++
						}
					}
				}
				return float64(within) / float64(all)
			}
			f.evidence.AtLeast(fmt.Sprintf("the share of cases in which the best of the three has at most %v times the least error", 2), share(named, 2), 0.9)
			f.evidence.AtLeast("the share in which it has the least", share(named, 1.001), 0.5)
			f.evidence.AtMost("the share in which nystrom has at most 2 times the least", share(single, 2), 0.5)
		},
	}
}
