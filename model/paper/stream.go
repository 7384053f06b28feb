package paper

import (
	"context"
	"math"
	"slices"

	"gramscope/model/inspect"
	"gramscope/model/sweep"
)

// streamed returns the steps of a plan's runs that have exact figures, as screen 5 shows them: a row a step. Steps at
// the same tenth of the points, and of the same level of a merge tree, count as repetitions.
func streamed(ctx context.Context, p *sweep.Plan, _ []string) ([]Row, error) {
	var rows []Row
	for _, cell := range p.Cells {
		err := inspect.Stream(ctx, p, cell, func(step inspect.Frame) {
			if step.Exact == nil {
				return
			}
			copies, ok := 0, 0.0
			for _, c := range step.Step.Copies {
				copies += c
			}
			if step.Exact.GammaOK {
				ok = 1
			}
			tenths := math.Ceil(10 * float64(step.Step.Seen) / float64(cell.Draw.N))
			asked := map[string]float64{"level": float64(step.Step.Level), "tenths": tenths}
			rows = append(rows, measured(p, cell, cell.Method.Name, asked, map[string]float64{
				"seen": float64(step.Step.Seen), "points": float64(len(step.Step.Index)), "copies": float64(copies),
				"d_eff": step.Exact.DEff, "epsilon_s": step.Exact.EpsilonS, "gamma_ok": ok, "squeak_size": step.Bound,
			}))
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return slices.Compare([]float64{a.Values["level"], a.Values["tenths"]}, []float64{b.Values["level"], b.Values["tenths"]})
	})
	return rows, nil
}
