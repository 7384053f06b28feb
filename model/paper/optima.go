package paper

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramscope/model/sweep"
)

// optima adds to the rows of a sweep over n and μ, in ascending order, one of the best ridge at each n: λ = μ/n of the
// least exact risk, that risk, and the degrees of freedom there. It is the vertex of the parabola through the least of
// the grid and its neighbours, in logarithms.
func optima(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	rows := swept(ctx, plan, 1)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	mus := plan.Spec.Over[1].Values
	for k, n := range plan.Spec.Over[0].Values {
		var risks, dims []float64
		for i := range mus {
			r := rows[k*len(mus)+i]
			risks, dims = append(risks, r.Values["risk_exact"]), append(dims, r.Values["d_eff"])
		}
		best := Row{Method: "optimum", Rep: 1, Asked: map[string]float64{"n": n}, Values: map[string]float64{"n": n}}
		if mu, risk, d := optimum(mus, risks, dims); mu > 0 {
			best.Values["lambda"], best.Values["risk"], best.Values["d"] = mu/n, risk, d
		} else {
			best.Failed = fmt.Sprintf("a wider grid of μ is needed: at n = %v the smallest risk is at an end of the grid", n)
		}
		rows = append(rows, best)
	}
	return rows, nil
}

// optimum returns the best ridge, its risk and its degrees of freedom, or 0 if the least risk is at an end of the grid.
func optimum(mus, risks, dims []float64) (mu, risk, d float64) {
	i := floats.MinIdx(risks)
	if i == 0 || i == len(risks)-1 {
		return 0, 0, 0
	}
	step, left, middle, right := math.Log(mus[i+1]/mus[i]), math.Log(risks[i-1]), math.Log(risks[i]), math.Log(risks[i+1])
	shift := (left - right) / (left - 2*middle + right) / 2 // from −½ to ½
	beside := i + int(math.Copysign(1, shift))
	mu = mus[i] * math.Exp(shift*step)
	return mu, math.Exp(middle - (left-right)*shift/4), dims[i] * math.Pow(dims[beside]/dims[i], math.Abs(shift))
}
