package paper

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/learn"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// truth names the function about which a risk is measured, and with it the noise.
type truth string

const (
	knownTruth   truth = ""        // the function and the noise of a built-in set
	gcvTruth     truth = "gcv"     // the exact fit at the ridge of the least GCV, with the variance of its residuals
	targetsTruth truth = "targets" // the targets themselves, without noise
)

// search is a search for the smallest m that suffices.
type search struct {
	draws  int
	loss   float64
	mus    []float64
	about  truth
	gram   *model.Gram
	method model.Method
	values model.Values // of parameters
	seed   uint64
}

// sufficient is the experiment of Bach (2013), with the arguments draws, loss and truth: for each ridge the smallest m
// at which the mean risk over the draws of a method is at most 1 + loss times that of exact regression.
func sufficient(ctx context.Context, plan *sweep.Plan, arguments []string) ([]Row, error) {
	cell := plan.Cells[0]
	drawn, err := plan.Rows(cell)
	if err != nil {
		return nil, err
	}
	s := search{draws: int(argument(arguments, 0)), loss: argument(arguments, 1), mus: plan.Spec.Over[0].Values,
		gram: drawn.Gram(cell.Kernel), method: cell.Method, values: plan.Spec.Values, seed: plan.Spec.Seed}
	if len(arguments) > 2 {
		s.about = truth(arguments[2])
	}
	rows, err := s.rows(ctx, drawn.Train)
	for i, r := range rows {
		rows[i] = measured(plan, cell, r.Method, r.Asked, r.Values)
		rows[i].Failed = r.Failed
	}
	return rows, err
}

// rows runs the search. m is doubled until it suffices, and then bisected. The draws are the same for every m. Ridges
// share the fits. The risk is the expected squared error on the rows about the truth, in closed form.
func (s search) rows(ctx context.Context, set *data.Set) ([]Row, error) {
	n := s.gram.N()
	if err := s.gram.Store(ctx); err != nil {
		return nil, err
	}
	values, vectors, err := s.gram.Leading(ctx, n, nil) // for all n eigenpairs it needs no generator
	if err != nil {
		return nil, err
	}
	rank := n // without the eigenvalues that are zero to working precision
	for rank > 1 && values[rank-1] <= 0x1p-52*values[0] {
		rank--
	}
	q := vectors.Slice(0, n, 0, rank).(*mat.Dense)
	pairs := &model.Decomposition{N: n, Groups: []model.EigenGroup{{Values: values[:rank], Q: q}}}
	z, noise, err := s.about.of(set, pairs)
	if err != nil {
		return nil, err
	}
	means := map[int][]float64{}
	mean := func(m int) ([]float64, error) {
		if means[m] == nil {
			risks := make([]float64, len(s.mus))
			for rep := range s.draws {
				more, err := s.risks(ctx, z, noise, m, rep)
				if err != nil {
					return nil, err
				}
				floats.AddScaled(risks, 1/float64(s.draws), more)
			}
			means[m] = risks
		}
		return means[m], nil
	}
	diagonal := make([]float64, n)
	s.gram.View().Diag(diagonal)
	var rows []Row
	exactly := learn.NewRidge(pairs, z)
	for i, mu := range s.mus {
		all, err := exactly.At(mu)
		if err != nil {
			return nil, err
		}
		risk := all.Risk(z, noise).Total()
		if !(risk > 0) {
			return nil, errors.New("the exact regression has no risk, and no loss relative to it")
		}
		m, reached, err := smallest(n, func(m int) (bool, error) {
			risks, err := mean(m)
			return err == nil && risks[i] <= (1+s.loss)*risk, err
		})
		if err != nil {
			return nil, err
		}
		kept := pairs.Values()
		for j, v := range kept {
			kept[j] = v / (v + mu)
		}
		dMax := float64(n) * floats.Max(pairs.Diagonal(kept))
		row := Row{Method: s.method.Name, Rep: 1, Asked: map[string]float64{"mu": mu}, Values: map[string]float64{
			"n": float64(n), "lambda": mu / float64(n), "d_eff": all.DF, "d_max": dMax,
			"m": float64(m), "ratio": float64(m) / all.DF, "risk": means[m][i], "risk_exact": risk,
			"bach_p": exact.BachColumns(n, mu, dMax, floats.Max(diagonal), exact.BachDelta(s.loss))}}
		if !reached {
			row.Failed = fmt.Sprintf("not even m = %d suffices", m)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// smallest returns the smallest m up to n that suffices, provided that every larger m suffices, too. It is n if none
// does.
func smallest(n int, suffices func(m int) (bool, error)) (m int, reached bool, err error) {
	low, high := 0, 1
	for {
		if reached, err = suffices(high); err != nil || reached || high == n {
			break
		}
		low, high = high, min(2*high, n)
	}
	for err == nil && reached && high-low > 1 {
		middle, enough := (low+high)/2, false
		if enough, err = suffices(middle); enough {
			high = middle
		} else {
			low = middle
		}
	}
	return high, reached, err
}

// risks returns the risks of one draw of K̃ at the ridges, +Inf where K̃+μI can't be solved.
func (s search) risks(ctx context.Context, z []float64, noise float64, m, rep int) ([]float64, error) {
	of := trial.Assignment{Values: s.values}.With(model.BudgetName, float64(m)).With(model.RidgeName, s.mus[0])
	draw := trial.Draw{Seed: s.seed, Rep: 1}
	asked := trial.Question{Draw: draw, Assignment: of, Method: s.method}
	t := trial.New(asked.Resolve(), nil, s.gram, nil)
	t.Key = []any{"sufficient", s.method.Name, rep}
	f, err := t.Fit(ctx)
	if err != nil {
		return nil, err
	}
	pairs, err := f.Approx.Decompose(ctx)
	if err != nil {
		return nil, err
	}
	ridge, risks := learn.NewRidge(pairs, z), make([]float64, len(s.mus))
	for i, mu := range s.mus {
		risks[i] = math.Inf(1)
		if fit, err := ridge.At(mu); err == nil {
			risks[i] = fit.Risk(z, noise).Total()
		}
	}
	return risks, nil
}

// of returns the values of the truth at the rows of a set, and the standard deviation of the targets about it.
func (t truth) of(set *data.Set, pairs *model.Decomposition) (values []float64, noise float64, err error) {
	switch t {
	case knownTruth:
		return set.Truth, set.Noise, nil
	case targetsTruth:
		return set.Y, 0, nil
	}
	ridge, best := learn.NewRidge(pairs, set.Y), (*learn.Fit)(nil)
	try := func(mu float64) {
		if fit, err := ridge.At(mu); err == nil && !math.IsNaN(fit.GCV) && (best == nil || fit.GCV < best.GCV) {
			best = fit
		}
	}
	for e := -11.0; e <= 2; e += 0.25 {
		try(pairs.Largest() * math.Pow(10, e))
	}
	if best == nil {
		return nil, 0, &model.DegenerateError{What: "the largest eigenvalue of the kernel matrix", Value: pairs.Largest()}
	}
	for _, step := range []float64{0.02, 0.001, 0.00005} { // GCV does not change beyond that
		for around, k := best.Mu, -13; k <= 13; k++ {
			try(around * math.Pow(10, step*float64(k)))
		}
	}
	rest := make([]float64, len(set.Y))
	floats.SubTo(rest, set.Y, best.Fitted)
	return best.Fitted, math.Sqrt(floats.Dot(rest, rest) / (float64(len(set.Y)) - best.DF)), nil
}

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
