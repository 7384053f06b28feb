package paper

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// svdFormulas: exact but for rounding, and the 1e-9 of the optimum at which block
// Lanczos stops.
func svdFormulas() Entry {
	return Entry{
		Name: "low-rank-svd", Paper: mahajan, Item: "(11) and (12)",
		Title:   "the errors of the truncated SVD, computed from the omitted singular values",
		Reports: "‖M−M̂ᵣ‖_F = √(σ²ᵣ₊₁ + … + σ²ₖ) and ‖M−M̂ᵣ‖₂ = σᵣ₊₁.",
		Runs: []Run{Run{Data: "friedman", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Methods = 300, 0, []string{"best"}
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{5, 20, 60}}}
			s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureSpectral}
		}}.measure("both errors from all eigenvalues of K", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
			rows := swept(ctx, plan)
			for i, cell := range plan.Cells[:len(rows)] {
				drawn, err := plan.Rows(cell)
				if err != nil {
					return nil, err
				}
				g := drawn.Gram(cell.Kernel)
				values, _, err := g.Leading(ctx, g.N(), rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					return nil, err
				}
				rank := int(cell.Params[model.BudgetName])
				rows[i].Values["frobenius"] = floats.Norm(values[rank:], 2) / floats.Norm(values, 2)
				rows[i].Values["spectral"] = values[rank] / values[0]
			}
			return rows, ctx.Err()
		})},
		Columns: []string{"m", "error", "frobenius", "error_spectral", "spectral"},
		Chart:   &Chart{X: "m", Y: "error", Also: []string{"frobenius", "error_spectral", "spectral"}, LogX: true, LogY: true, XTitle: "rank"},
		check: func(f *Findings) {
			most := 0.0
			for _, m := range f.values(0, "m") {
				for measured, formula := range map[string]string{"error": "frobenius", "error_spectral": "spectral"} {
					most = max(most, math.Abs(f.mean(0, "", measured, at{"m": m})/f.mean(0, "", formula, at{"m": m})-1))
				}
			}
			f.evidence.AtMost("the largest relative difference between an error and its formula", most, 1e-5)
		},
	}
}

// twoFactors: at seeds 1 to 9 U·Uᵀ is 1.07 to 1.17 times as far off as U·Vᵀ after one
// step, and as far to three digits after twelve.
func twoFactors() Entry {
	const steps, rank = 12, 10
	return Entry{
		Name: "low-rank-two-factors", Paper: mahajan, Item: "section 5.2",
		Title:   "LELA's factorisation U·Vᵀ compared with U·Uᵀ",
		Reports: "LELA gives a factorisation U·Vᵀ, but a kernel matrix requires the form U·Uᵀ. The average of U and V gives one, with a small error.",
		Differs: "als has the form U·Uᵀ only, since U·Vᵀ is not symmetric and thus not a kernel matrix. Here all entries are sampled, and the V that belongs to U is K·U·(UᵀU)⁻¹.",
		Runs: []Run{realSets()[3].atMeanDistance(func(s *sweep.Spec) {
			s.N, s.Reps, s.Methods, s.Figures = 300, 3, []string{"als"}, sweep.Figures{}
			s.Values = model.Values{model.BudgetName: rank, model.SamplesName: 1000}
		}).measure("the errors of U·Uᵀ and U·Vᵀ after 1 to 12 iterations from the same start", iterates(steps, rank, func(ctx context.Context, cell trial.Setting, top leading, all []iterate) (rows []Row, err error) {
			k, err := top.gram.Symmetric(ctx)
			if err != nil {
				return nil, err
			}
			for _, t := range all {
				rows = append(rows, measured("als", cell.Draw.Rep, map[string]float64{"iterations": float64(t.steps)},
					map[string]float64{"error": missed(k, t.q, t.values), "error_two": missed(k, t.q, nil), "error_best": missed(k, top.vectors, top.values)}))
			}
			return rows, nil
		}))},
		Columns: []string{"iterations", "error", "error_two", "error_best"},
		Chart:   &Chart{X: "iterations", Y: "error", Also: []string{"error_two", "error_best"}, LogY: true},
		check: func(f *Findings) {
			for _, t := range []float64{1, steps} {
				where := at{"iterations": t}
				one := claim.Of(fmt.Sprintf("%v: the error of U·Uᵀ", where), f.mean(0, "", "error", where))
				two := claim.Of("the error of U·Vᵀ", f.mean(0, "", "error_two", where))
				best := claim.Of("the smallest possible error", f.mean(0, "", "error_best", where))
				f.evidence.AtLeastTimes(one, 1-1e-9, two)
				f.evidence.AtLeastTimes(two, 1-1e-9, best)
				if t == steps {
					f.evidence.AtMostTimes(one, 1.02, two)
				}
			}
		},
	}
}

// missed is the relative error of Q·diag(values)·Qᵀ, or of K·Q·Qᵀ where there are no
// values.
func missed(k *mat.SymDense, q *mat.Dense, values []float64) float64 {
	var left, rest mat.Dense
	if values == nil {
		left.Mul(k, q)
	} else {
		left.Mul(q, mat.NewDiagDense(len(values), values))
	}
	rest.Mul(&left, q.T())
	rest.Sub(k, &rest)
	return mat.Norm(&rest, 2) / mat.Norm(k, 2)
}

// incoherence: at seeds 2 to 6 Nyström's μ is at most 0.49 to 0.58 times its bound for
// wide kernels and 1.5 to 1.8 times that for the narrow one; the steps of ALS change μ by
// 5 % at most.
func incoherence() Entry {
	const steps, rank, failure = 6, 5, 0.05
	return Entry{
		Name: "low-rank-incoherence", Paper: mahajan, Item: "theorems 6 and 8, (38)",
		Title:   "the coherence of Nyström's column space, and of those of ALS started from it",
		Reports: "Let ‖uᵢ‖ ≤ μ·√(r/n) for the rows of the orthonormal factor. Nyström's μ(K̂) is then at most √(σ₁/σᵣ)·μ(K), and the steps of ALS do not raise it. Where σᵣ−σᵣ₊₁ ≥ 12·ln(2/δ)/√r it is at most √(1.5·σ₁/σᵣ)·μ(K).",
		Differs: "The bound holds for wide kernels, with which K has nearly rank r. For narrow ones it fails: μ(K) is that of the first r eigenvectors, and Nyström's space has components along all others. " +
			"The gap σᵣ−σᵣ₊₁, which the table gives in units of 12·ln(2/δ)/√r at δ = 0.05, is much smaller than required at this n. Theorem 8 gives no number, so ALS is compared with its own first step.",
		Runs: []Run{Run{Data: "blobs", Change: func(s *sweep.Spec) {
			s.N, s.Reps, s.Test, s.Methods, s.Figures = 300, 5, 0, []string{"nystrom", "als"}, sweep.Figures{}
			s.Values = model.Values{model.BudgetName: 2 * rank, model.TargetRankName: rank, model.PairsName: model.PairsUniform}
			s.Over = []sweep.Axis{{Name: model.GammaName, Values: []float64{0.01, 0.03, 0.1, 10}}}
		}}.measure("μ of K, of nystrom, and of als after 1 to 6 iterations from the same start", iterates(steps, rank+1, func(_ context.Context, cell trial.Setting, k leading, all []iterate) (rows []Row, err error) {
			exact := coherent(k.vectors.Slice(0, k.gram.N(), 0, rank).(*mat.Dense))
			for _, t := range all {
				asked := map[string]float64{"gamma": cell.Kernel.Gamma(), "iterations": float64(t.steps)}
				rows = append(rows, measured(cell.Method.Name, cell.Draw.Rep, asked, map[string]float64{
					"mu_exact": exact, "mu_approx": coherent(t.q), "mu_bound": math.Sqrt(k.values[0]/k.values[rank-1]) * exact,
					"gap": (k.values[rank-1] - k.values[rank]) * math.Sqrt(rank) / (12 * math.Log(2/failure)),
				}))
			}
			return rows, nil
		}))},
		Columns: []string{"gamma", "iterations", "gap", "mu_exact", "mu_approx", "mu_bound"},
		Chart:   &Chart{X: "gamma", Y: "mu_approx", Also: []string{"mu_exact", "mu_bound"}, LogX: true, LogY: true, XTitle: "γ", YTitle: "μ"},
		check: func(f *Findings) {
			most, kept := 0.0, 0.0
			for _, gamma := range []float64{0.01, 0.03, 0.1} {
				bound := f.mean(0, "nystrom", "mu_bound", at{"gamma": gamma})
				most = max(most, f.mean(0, "nystrom", "mu_approx", at{"gamma": gamma})/bound)
				start := f.mean(0, "als", "mu_approx", at{"gamma": gamma, "iterations": 1})
				kept = max(kept, f.mean(0, "als", "mu_approx", at{"gamma": gamma, "iterations": steps})/start)
			}
			f.evidence.AtMost("γ ≤ 0.1: the largest ratio of Nyström's μ to its bound", most, 0.8)
			f.evidence.AtMost("the largest ratio of the μ of ALS to that of its first step", kept, 1.15)
			narrow, bound := f.mean(0, "nystrom", "mu_approx", at{"gamma": 10}), f.mean(0, "nystrom", "mu_bound", at{"gamma": 10})
			f.differs(narrow > bound, "γ = 10: Nyström's μ is %.3g, above its bound %.3g", narrow, bound)
		},
	}
}

// coherent is μ of orthonormal columns: √(n/r)·maxᵢ‖uᵢ‖.
func coherent(q *mat.Dense) float64 {
	n, r := q.Dims()
	largest := 0.0
	for i := range n {
		largest = max(largest, mat.Norm(q.RowView(i), 2))
	}
	return math.Sqrt(float64(n)/float64(r)) * largest
}
