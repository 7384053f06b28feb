package paper

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
)

// traces estimates tr K from its products with m Gaussian vectors in two ways.
func traces(ctx context.Context, plan *sweep.Plan, _ []string) (rows []Row, err error) {
	for _, cell := range plan.Cells {
		g, err := plan.Gram(ctx, cell)
		if err != nil {
			return nil, err
		}
		n, products := g.N(), int(cell.Params[model.BudgetName])
		rng := rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*products+cell.Draw.Rep)))
		omega := mat.NewDense(n, products, nil)
		omega.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, omega)
		y := mat.NewDense(n, products, nil)
		if err := g.MulTo(ctx, y, omega); err != nil {
			return nil, err
		}
		diagonal := make([]float64, n)
		g.Diag(diagonal)
		trace := floats.Sum(diagonal)
		add := func(name string, e exact.Estimate) {
			rows = append(rows, measured(plan, cell, name, nil, map[string]float64{"error": math.Abs(e.Value-trace) / trace, "se": e.SE / trace}))
		}
		add("girard-hutchinson", exact.GirardHutchinson(omega, y))
		add("xnystrace", exact.XNysTrace(omega, y))
	}
	return rows, nil
}
