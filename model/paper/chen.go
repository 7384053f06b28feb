package paper

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

const chenYang2021 = "Chen, Yang 2021" // Accumulations of Projections, AISTATS (PMLR 130)

// chenYang are the entries of the accumulation paper. Its (d, m), projection dimension
// and accumulations, are our (m, accum).
func chenYang() []Entry {
	return slices.Concat(chenToy(), []Entry{chenSatisfiability()}, chenReal())
}

// lostFormulas is what all its entries have in common.
const lostFormulas = "The copy of the paper used here lacks its formulas, so λ(n), d(n) and the constants of the data are reconstructed from its theory. "

// ratio is the geometric mean, over the values of a column, of what one method's mean of
// another column is to that of a method of the same or another run. It leans on no
// single n.
func (f *Findings) ratio(column, over string, run int, method string, otherRun int, other string) float64 {
	var logs []float64
	for _, v := range f.values(run, over) {
		logs = append(logs, math.Log(f.mean(run, method, column, at{over: v})/f.mean(otherRun, other, column, at{over: v})))
	}
	return math.Exp(stat.Mean(logs, nil))
}

// entriesAtLargestN returns the entries of K that a method of the first run reads at the largest n.
func (f *Findings) entriesAtLargestN(method string) claim.Figure {
	where := at{"n": floats.Max(f.values(0, "n"))}
	return claim.Of(fmt.Sprintf("the entries read by %s at %v", method, where), f.mean(0, method, "entries", where))
}

// chenToy are the two figures on the bimodal data, as 20 and 30 replicates have them. With
// seeds 1 to 5, figure 1 has nystrom/gaussian-sketch from 1.80 to 2.85 and
// accumulation/gaussian-sketch from 0.99 to 1.22; figure 2 at m = 28 accum = 1 from 14 to
// 21 times the Gaussian sketch and accum = 16 from 0.94 to 1.28 times, at m = 112 accum = 16
// from 300 to 2140 times, which is 5e-6 to 2.4e-5 of the risk.
func chenToy() []Entry {
	accums := []float64{1, 2, 4, 8, 16, 32}
	toy := func(n int, change func(*sweep.Spec)) Run {
		return Run{Data: "bimodal", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps = n, 0, 30
			s.With = []sweep.Coupling{{Name: model.RidgeName, Formula: "0.5*n^(3/7)"}}
			s.Figures = sweep.Figures{}.With(sweep.FigureRegression, sweep.FigureExact)
			change(s)
		}}
	}
	plane := func(method string, accums []float64) Run {
		return toy(1000, func(s *sweep.Spec) {
			s.Methods = []string{method}
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{14, 28, 56, 112}}}
			if accums != nil {
				s.Over = append(s.Over, sweep.Axis{Name: model.AccumulationsName, Values: accums})
			}
			s.With = append(s.With, sweep.Coupling{Name: model.SigmaName, Formula: "0.5*n^(-1/7)"})
		})
	}
	return []Entry{{
		Name: "chen-figure-1", Paper: chenYang2021, Item: "figure 1",
		Title:   "errors of Nyström, an accumulation and a Gaussian sketch as n grows",
		Reports: "On unevenly spread points, with the λ(n) and d(n) of the theory, the accumulation is about as accurate as the Gaussian sketch and about as fast as Nyström. Nyström is much less accurate.",
		Differs: lostFormulas + "λ = 0.5·n^(−4/7), d = 1.5·n^(3/7), Matérn with ν = 1/2. The largest n is 2000, where the exact fit is still cheap. With this kernel Nyström's error is two to three times that of the Gaussian sketch; with the kernel of figure 2 the factor is larger.",
		Runs: []Run{toy(1000, func(s *sweep.Spec) {
			s.Kernel, s.Methods = "matern12", []string{"nystrom", "accumulation", "gaussian-sketch"}
			s.Width, s.Values = s.Width.WithSigma(1), model.Values{model.AccumulationsName: 8}
			s.Over = []sweep.Axis{{Name: model.TrainRowsName, Values: []float64{250, 500, 1000, 2000}}}
			s.With = append(s.With, sweep.Coupling{Name: model.BudgetName, Formula: "floor(1.5*n^(3/7))"})
			s.Reps = 20
		})},
		Columns: []string{"n", "m", "accum", "mu", "krr_error", "risk", "risk_exact", "entries", "seconds"},
		Chart:   &Chart{X: "n", Y: "krr_error", LogX: true, LogY: true, YTitle: "squared distance to the exact fit"},
		check: func(f *Findings) {
			f.evidence.AtLeast("the error of nystrom / gaussian-sketch", f.ratio("krr_error", "n", 0, "nystrom", 0, "gaussian-sketch"), 1.4)
			f.evidence.Between("the error of accumulation / gaussian-sketch", f.ratio("krr_error", "n", 0, "accumulation", 0, "gaussian-sketch"), 0.6, 1.5)
			f.evidence.TimesSmaller(f.entriesAtLargestN("accumulation"), 4, f.entriesAtLargestN("gaussian-sketch"))
		},
	}, {
		Name: "chen-figure-2", Paper: chenYang2021, Item: "figure 2",
		Title: "the approximation error for projection dimensions and numbers of accumulations",
		Reports: "At the same projection dimension a Gaussian sketch is orders of magnitude closer to the exact fit than Nyström (accum = 1). A medium number of accumulations comes to a similar error. " +
			"Theorem 3.6 requires d of the order of the statistical dimension, and m·d of the order of the incoherence.",
		Differs: lostFormulas + "λ = 0.5·n^(−4/7) and a Gaussian kernel of width 0.5·n^(−1/7), n = 1000, where d(n) would be 28. " +
			"At four times that dimension all errors are far below the risk of the exact fit. There the error of the Gaussian sketch is still much smaller than that of every medium number of accumulations.",
		Runs:    []Run{plane("accumulation", accums), plane("gaussian-sketch", nil)},
		Columns: []string{"m", "accum", "krr_error", "risk", "risk_exact", "entries"},
		Chart:   &Chart{X: "m", Y: "krr_error", By: "accum", LogX: true, LogY: true, XTitle: "projection dimension", YTitle: "squared distance to the exact fit"},
		check: func(f *Findings) {
			sketch := func(accum, m float64) claim.Figure {
				return claim.Of(fmt.Sprintf("m = %v: the error of accum = %v", m, accum), f.mean(0, "", "krr_error", at{"m": m, "accum": accum}))
			}
			gaussian := func(m float64) claim.Figure {
				return claim.Of("that of gaussian-sketch", f.mean(1, "", "krr_error", at{"m": m}))
			}
			f.evidence.AtLeastTimes(sketch(1, 28), 7, gaussian(28))
			f.evidence.AtMostTimes(sketch(16, 28), 2, gaussian(28))
			far, exact := sketch(16, 112).Value/gaussian(112).Value, f.mean(0, "", "risk_exact", at{"m": 112})
			f.differs(far > 10 && sketch(16, 112).Value < 1e-3*exact, "m = 112: the error of accum = 16 is %s times that of the Gaussian sketch, but only %s times the risk of the exact fit",
				claim.Number(far), claim.Number(sketch(16, 112).Value/exact))
		},
	}}
}

// chenSatisfiability is the condition of theorem 3.4. In the mean over ten draws, with
// seeds 1 to 5: at m = 240 it holds for 0.8 to 1 of the sketches with 16 accumulations, for
// 0.35 to 0.5 with 1 or 2, and for none at m = 60; ε(S) of accum = 1 is 1.6 to 1.8 times that
// of 16, and that 0.90 to 1.09 of the Gaussian sketch's; by scores accum = 1 has 0.87 to
// 1.05 of it.
func chenSatisfiability() Entry {
	run := func(method string, draw float64, accums ...float64) Run {
		return Run{Data: "bimodal", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps, s.Methods = 500, 0, 10, []string{method}
			s.Values = model.Values{model.RidgeName: 3, model.DrawName: draw}
			s.With = []sweep.Coupling{{Name: model.SigmaName, Formula: "0.5*n^(-1/7)"}}
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{60, 120, 240}}}
			if accums != nil {
				s.Over = append(s.Over, sweep.Axis{Name: model.AccumulationsName, Values: accums})
			}
			s.Figures = sweep.Figures{}.With(sweep.FigureDEff, sweep.FigureDiagnostics)
		}}
	}
	return Entry{
		Name: "chen-satisfiability", Paper: chenYang2021, Item: "definition 3.3, theorem 3.6",
		Title: "how many columns and accumulations make a sketch K-satisfiable",
		Reports: "A sketch is K-satisfiable at δ if ‖U₁ᵀSSᵀU₁ − I‖ ≤ 1/2 and ‖SᵀU₂Σ₂^½‖ ≤ c·√δ. Up to logarithms this requires d of the order of the statistical dimension for any m, " +
			"and m·d of the order of the incoherence M. So accumulating compensates for a large M. Drawing by leverage scores does so too, since it makes M as small as possible.",
		Differs: lostFormulas + "c = 3, and M is that of the theorem's proof. k_satisfiable is the fraction of draws that are K-satisfiable. The eigenvectors are exact, and incoherence is that of uniform draws. The constants are large: twenty columns are needed for each dimension. The third table draws by scores.",
		Runs:    []Run{run("accumulation", model.DrawUniform, 1, 2, 4, 8, 16), run("gaussian-sketch", model.DrawUniform), run("accumulation", model.DrawScores, 1, 4)},
		Columns: []string{"m", "accum", "k_satisfiable", "epsilon_s", "d_eff", "incoherence"},
		Chart:   &Chart{X: "accum", Y: "epsilon_s", By: "m", LogX: true, LogY: true, XTitle: "accumulations", YTitle: "ε(S)"},
		check: func(f *Findings) {
			share := func(m, accum float64) float64 {
				return f.mean(0, "", "k_satisfiable", at{"m": m, "accum": accum})
			}
			f.evidence.AtLeast("m = 240: the fraction of K-satisfiable sketches with accum = 16", share(240, 16), 0.65)
			f.evidence.AtMost("m = 240: the fraction with accum = 1 and 2", (share(240, 1)+share(240, 2))/2, 0.65)
			f.evidence.AtMost("m = 60: the fraction with accum = 16", share(60, 16), 0.2)
			epsilon := func(accum float64) claim.Figure {
				return claim.Of(fmt.Sprintf("ε(S) of accum = %v", accum), f.mean(0, "", "epsilon_s", at{"m": 240, "accum": accum}))
			}
			f.evidence.AtLeastTimes(epsilon(1), 1.25, epsilon(16))
			f.evidence.AtMostTimes(epsilon(16), 1.25, claim.Of("ε(S) of gaussian-sketch", f.mean(1, "", "epsilon_s", at{"m": 240})))
			f.evidence.AtMostTimes(claim.Of("ε(S) of accum = 1 drawn by scores,", f.mean(2, "", "epsilon_s", at{"m": 240, "accum": 1})), 1.35, epsilon(16))
		},
	}
}

// chenReal are the figures on real sets. With ten replicates, for seeds 1 to 4 on both:
// the error of the accumulation is 0.91 to 1.22 of the Gaussian sketch's and 0.66 to 0.97
// of bless's, and its error on test rows 0.996 to 1.003 of the Gaussian sketch's. Falkon
// and the direct solver agree to 1e-11.
func chenReal() []Entry {
	methods := []string{"gaussian-sketch", "sparse-projection", "bless", "accumulation"}
	onSet := func(file string, choice data.Choice, solver string, exact ...sweep.Figure) Run {
		return Run{Data: file, Choice: choice, Change: func(s *sweep.Spec) {
			s.Kernel, s.Methods, s.Test, s.Reps, s.Solver = "matern32", methods, 0.2, 10, solver
			s.Values = model.Values{model.AccumulationsName: 4}
			s.Over = []sweep.Axis{{Name: model.TrainRowsName, Values: []float64{500, 1000, 2000}}}
			s.With = []sweep.Coupling{{Name: model.RidgeName, Formula: "0.9*n^(d/(3+2*d))"}, {Name: model.BudgetName, Formula: "floor(1.5*n^(d/(3+2*d)))"}}
			s.Figures = sweep.Figures{}.With(sweep.FigureRegression).With(exact...)
		}}
	}
	casp, gas := data.Choice{Target: "RMSD"}, data.Choice{Target: "NOX", Columns: []string{"-CO"}}
	entry := func(name, item, what, file string, choice data.Choice) Entry {
		return Entry{
			Name: name, Paper: chenYang2021, Item: item,
			Title:   "errors and costs of four sketches on " + what,
			Reports: "With the same projection dimension the accumulation is about as accurate as the Gaussian sketch and costs about as much as Nyström, which is the best trade-off of all. Very sparse projections lie between. Errors are means over 30 replicates.",
			Differs: lostFormulas + "λ = 0.9·n^(−(3+p)/(3+2p)), d = 1.5·n^(p/(3+2p)) for p features, Matérn with ν = 3/2, 4 accumulations. The paper's first data set, RadiusQueriesAggregation (figure 3), is not available. " +
				"The width is the median distance, bless may take as many columns as the others have, the largest n is 2000, and there are 10 replicates. Cost is the number of entries of K; the table has the seconds too. Very sparse projections are as accurate as the Gaussian sketch and read half of K.",
			Runs:    []Run{onSet(file, choice, "", sweep.FigureExact)},
			Columns: []string{"n", "m", "krr_error", "rmse_test", "rmse_test_exact", "entries", "seconds"},
			Chart:   &Chart{X: "n", Y: "krr_error", LogX: true, LogY: true, YTitle: "squared distance to the exact fit"},
			check: func(f *Findings) {
				f.evidence.AtMost("the error of accumulation / gaussian-sketch", f.ratio("krr_error", "n", 0, "accumulation", 0, "gaussian-sketch"), 1.4)
				f.evidence.AtMost("the error of accumulation / bless", f.ratio("krr_error", "n", 0, "accumulation", 0, "bless"), 1.1)
				f.evidence.AtMost("the test error of accumulation / gaussian-sketch", f.ratio("rmse_test", "n", 0, "accumulation", 0, "gaussian-sketch"), 1.02)
				accumulation := f.entriesAtLargestN("accumulation")
				f.evidence.TimesSmaller(accumulation, 5, f.entriesAtLargestN("sparse-projection"))
				f.evidence.TimesSmaller(accumulation, 10, f.entriesAtLargestN("gaussian-sketch"))
			},
		}
	}
	falkon := entry("chen-figure-5", "figure 5", "casp, solved by Falkon", "casp.csv.gz", casp)
	falkon.Reports = "Falkon's conjugate gradients give coefficients of the same accuracy and are not much faster at such n. The accumulation still has the best trade-off."
	falkon.Runs = []Run{onSet("casp.csv.gz", casp, "falkon"), onSet("casp.csv.gz", casp, "")}
	falkon.Columns = []string{"n", "m", "rmse_train", "rmse_test", "entries", "seconds"}
	falkon.Chart = &Chart{X: "n", Y: "rmse_test", LogX: true}
	falkon.check = func(f *Findings) {
		apart := 0.0
		for _, method := range methods {
			for _, column := range []string{"rmse_train", "rmse_test"} {
				apart = max(apart, math.Abs(f.ratio(column, "n", 0, method, 1, method)-1))
			}
		}
		f.evidence.AtMost("the largest relative difference of errors with and without Falkon", apart, 1e-3)
		f.evidence.AtMost("the test error of accumulation / gaussian-sketch", f.ratio("rmse_test", "n", 0, "accumulation", 0, "gaussian-sketch"), 1.02)
	}
	return []Entry{
		entry("chen-figure-4-casp", "figure 4, CASP", "casp", "casp.csv.gz", casp),
		entry("chen-figure-4-gas", "figure 4, GAS", "gas_turbine", "gas_turbine.csv.gz", gas),
		falkon,
	}
}
