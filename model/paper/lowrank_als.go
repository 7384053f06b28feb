package paper

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// pairsRuns are als on weighted pairs and on uniform ones, on casp.
func pairsRuns(family string) []Run {
	var runs []Run
	for choice, name := range []string{model.PairsWeighted: "weighted", model.PairsUniform: "uniform"} {
		runs = append(runs, realSets()[3].atMeanDistance(func(s *sweep.Spec) {
			s.Kernel, s.Methods, s.N, s.Reps = family, []string{"als"}, 400, 10
			if family == "polynomial" {
				s.Width = kernel.WidthByRule(kernel.Median)
			}
			s.Values = model.Values{model.BudgetName: 10, model.PairsName: float64(choice)}
			s.Over = []sweep.Axis{{Name: model.SamplesName, Values: []float64{1, 3}}}
			s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureFloor, sweep.FigureDiagnostics}
		}))
		runs[choice].Label = family + ", " + name
	}
	return runs
}

// uniformPairs: at seeds 1 to 6 uniform errors are 0.85 to 1.02 times the weighted ones
// for the Gaussian kernel and 2.0 to 4.2 times for the polynomial one, whose coherence is
// 2.7 to 4.5 times as high.
func uniformPairs() Entry {
	return Entry{
		Name: "low-rank-uniform", Paper: mahajan, Item: "theorem 2 and section 5.2.2",
		Title:   "ALS on uniformly sampled entries, compared with LELA's weighted sampling",
		Reports: "LELA samples entries with probabilities that depend on their size and on row norms. If K is incoherent, uniform sampling does as well: with a small coherence, fewer samples determine the low-rank part.",
		Differs: "The report proves that uniform samples recover a K of rank r. It shows no comparison.",
		Runs:    slices.Concat(pairsRuns("gaussian"), pairsRuns("polynomial")),
		Columns: []string{"samples", "error", "error_best", "entries", "coherence"},
		Chart:   &Chart{X: "samples", Y: "error", And: []int{1, 2, 3}, LogX: true, LogY: true, XTitle: "samples in n·r·ln n", YTitle: "error"},
		check: func(f *Findings) {
			for _, samples := range []float64{1, 3} {
				where := at{"samples": samples}
				ratio := func(run int) float64 {
					return f.mean(run+1, "", "error", where) / f.mean(run, "", "error", where)
				}
				f.evidence.Between(fmt.Sprintf("%v: the error of uniform / weighted sampling with the gaussian kernel", where), ratio(0), 0.7, 1.4)
				f.evidence.AtLeast(fmt.Sprintf("%v: that with the polynomial kernel", where), ratio(2), 1.5)
			}
			f.evidence.AtLeastTimes(claim.Of("the coherence of the polynomial kernel", f.mean(2, "", "coherence", nil)), 1.5,
				claim.Of("that of the gaussian kernel", f.mean(0, "", "coherence", nil)))
			read := f.mean(1, "", "entries", at{"samples": 1}) / f.mean(0, "", "entries", at{"samples": 1})
			f.evidence.AtMost("the number of entries read, uniform / weighted,", read, 0.3)
		},
	}
}

// iterate is the K̃ of als after some steps, as an orthonormal basis of its columns and
// its eigenvalues.
type iterate struct {
	steps  int
	q      *mat.Dense
	values []float64
}

// leading are K and its largest eigenvalues, with orthonormal eigenvectors in the columns.
type leading struct {
	gram    *model.Gram
	values  []float64
	vectors *mat.Dense
}

// iterates returns a function that computes rows of each cell of a plan from count leading eigenpairs
// of K and from the K̃ of the first steps of als, or the K̃ of another method.
func iterates(steps, count int, rowsOf func(ctx context.Context, cell trial.Setting, k leading, all []iterate) ([]Row, error)) func(context.Context, *sweep.Plan) ([]Row, error) {
	return func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
		var rows []Row
		for _, cell := range plan.Cells {
			drawn, err := plan.Rows(cell)
			if err != nil {
				return nil, err
			}
			k := leading{gram: drawn.Gram(cell.Kernel)}
			if k.values, k.vectors, err = k.gram.Leading(ctx, count, rand.New(rand.NewPCG(1, 2))); err != nil {
				return nil, err
			}
			all, err := firstSteps(ctx, cell, k.gram, steps)
			if err != nil {
				return nil, err
			}
			more, err := rowsOf(ctx, cell, k, all)
			if err != nil {
				return nil, err
			}
			rows = append(rows, more...)
		}
		return rows, nil
	}
}

// firstSteps returns the K̃ after 1 to steps iterations, or the only one of a method without iterations.
func firstSteps(ctx context.Context, cell trial.Setting, g *model.Gram, steps int) (all []iterate, err error) {
	method := cell
	_, iterative := cell.Params[model.IterationsName]
	if !iterative {
		steps = 1
	}
	for t := 1; t <= steps; t++ {
		if iterative {
			method = cell.With(model.IterationsName, float64(t))
		}
		a, err := method.Fitter().Fit(ctx, g, cell.Generator()) // the start and the sample are the same for every t
		if err != nil {
			return nil, err
		}
		d, err := a.Decompose(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, iterate{t, d.Groups[0].Q, d.Groups[0].Values})
	}
	return all, nil
}

// away is how far a space is from another: ‖(I−QQᵀ)U‖₂ for orthonormal columns, the
// sine of the largest principal angle.
func away(q, u *mat.Dense) float64 {
	var inner, rest mat.Dense
	inner.Mul(q.T(), u)
	rest.Mul(q, &inner)
	rest.Sub(u, &rest)
	var svd mat.SVD
	if !svd.Factorize(&rest, mat.SVDNone) {
		return math.NaN()
	}
	return svd.Values(nil)[0]
}

// distances is a run of als at rank 4 on n points of a circle. Its rows are the distances between the
// spaces of U and of K's leading eigenvectors after 1 to steps iterations.
func distances(n, reps, steps int, over sweep.Axis, values model.Values) Run {
	const rank = 4
	run := Run{Data: "spline", Change: func(s *sweep.Spec) {
		s.Kernel, s.Width, s.Test, s.N, s.Reps, s.Methods, s.Figures = "poisson", kernel.Width{}, 0, n, reps, []string{"als"}, sweep.Figures{}
		s.Values = maps.Clone(values)
		s.Values[model.BudgetName] = rank
		s.Over = []sweep.Axis{over}
	}}
	what := fmt.Sprintf("the distance between the spaces of U and of K's leading eigenvectors, after 1 to %d iterations from the same start", steps)
	return run.measure(what, iterates(steps, rank+1, func(_ context.Context, cell trial.Setting, k leading, all []iterate) (rows []Row, err error) {
		u := k.vectors.Slice(0, k.gram.N(), 0, rank).(*mat.Dense)
		for _, t := range all {
			asked := map[string]float64{"iterations": float64(t.steps), "rate": cell.Kernel.Values[kernel.RateName], "samples": cell.Params[model.SamplesName], "pairs": cell.Params[model.PairsName]}
			rows = append(rows, measured(cell.Method.Name, cell.Draw.Rep, asked, map[string]float64{"ratio": k.values[rank] / k.values[rank-1], "distance": away(t.q, u)}))
		}
		return rows, nil
	}))
}

// contraction: at seeds 2 to 6 the factors are 0.99 to 1.04 times what they tend to, the
// most where the start is far off, and 0.62 at most where λᵣ ≥ 4·λᵣ₊₁.
func contraction() Entry {
	const steps = 8
	return Entry{
		Name: "low-rank-contraction", Paper: mahajan, Item: "section 5.2.2, after theorem 7",
		Title:   "how fast the column space of ALS approaches the leading eigenvectors",
		Reports: "Every step multiplies dist(U, U*) by at most 5/8: V is four times as close as U, and the next U is the average of both.",
		Differs: "Without sampling noise the factor tends to (1+λᵣ₊₁/λᵣ)/2, which is never below 1/2. A factor of 5/8 requires λᵣ ≥ 4·λᵣ₊₁, which the sample size of theorem 7 assumes. " +
			"Here all entries are sampled, so that nothing else slows the convergence. The kernel poisson has λᵣ₊₁/λᵣ = e^−rate at r = 4.",
		Runs:    []Run{distances(150, 10, steps, sweep.Axis{Name: kernel.RateName, Values: []float64{0.1, 0.3, 0.7, 1, 1.3863, 2}}, model.Values{model.SamplesName: 1000})},
		Columns: []string{"rate", "ratio", "iterations", "distance"},
		Chart:   &Chart{X: "iterations", Y: "distance", By: "rate", LogY: true},
		check: func(f *Findings) {
			var relative []float64
			for _, rate := range f.values(0, "rate") {
				q, factor := f.mean(0, "", "ratio", at{"rate": rate}), f.factor(at{"rate": rate}, 3, steps)
				if where := fmt.Sprintf("λᵣ₊₁/λᵣ = %.3g", q); q > 0.2501 {
					f.differs(factor > 5.0/8, "%s: the factor of a step is %.3g", where, factor)
				} else {
					f.evidence.AtMost(where+": the factor of a step", factor, 0.64)
				}
				relative = append(relative, factor/((1+q)/2))
			}
			f.allBetween("the factor divided by (1+λᵣ₊₁/λᵣ)/2", relative, 0.94, 1.08)
		},
	}
}

// factor is by how much a step takes the distance down, in the mean over some steps.
func (f *Findings) factor(where at, first, last float64) float64 {
	distance := func(t float64) float64 {
		here := maps.Clone(where)
		here["iterations"] = t
		return f.mean(0, "", "distance", here)
	}
	return math.Pow(distance(last)/distance(first), 1/(last-first))
}

// sampledContraction: at seeds 1 to 9 the factors are 0.93 to 0.95 with one sample, 0.91
// to 0.92 with two, 0.88 to 0.90 with four, and 0.57 with all entries.
func sampledContraction() Entry {
	return Entry{
		Name: "low-rank-few-samples", Paper: mahajan, Item: "theorem 7",
		Title:   "the same with uniform samples",
		Reports: "If every entry is sampled with probability p ≥ C·(σ₁/σᵣ)²·μ²·r^2.5·log n·log(r‖K‖/ε)/(n·δ²), V is four times as close to U* as U was, at every step.",
		Differs: "With the constants of the theorem p > 1 for every n that fits into memory. With the few samples taken here the convergence is slower: in place of the report's λ‖V‖², als has a penalty that pulls every row of V " +
			"towards U, so that columns with few sampled entries do not fit noise.",
		Runs:    []Run{distances(200, 5, 15, sweep.Axis{Name: model.SamplesName, Values: []float64{1, 2, 4, 1000}}, model.Values{kernel.RateName: 2, model.PairsName: model.PairsUniform})},
		Columns: []string{"samples", "iterations", "distance"},
		Chart:   &Chart{X: "iterations", Y: "distance", By: "samples", LogY: true},
		check: func(f *Findings) {
			for _, samples := range []float64{1, 2, 4} {
				factor := f.factor(at{"samples": samples}, 1, 6)
				f.differs(factor > 5.0/8 && factor < 1, "%v·n·r·ln n samples: the factor of a step is %.3g", samples, factor)
			}
			f.evidence.AtMost("all entries: the factor of a step", f.factor(at{"samples": 1000}, 1, 6), 5.0/8)
		},
	}
}
