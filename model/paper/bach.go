package paper

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// bach are the entries of Bach's paper.
func bach() []Entry {
	return slices.Concat(bachRates(), []Entry{bachRank(), bachPumadyn("pumadyn32nm", "pumadyn32nm.csv.gz"), bachPumadyn("pumadyn32fm", "pumadyn32fm_1024.csv.gz"),
		bachTheorem(), bachNewton()})
}

// bachRank is the right of the simulation on splines: the columns that suffice at the
// best ridge.
func bachRank() Entry {
	e := Entry{
		Name: "bach-spline-rank", Paper: bach2013, Item: "simulation on splines, right", Title: "the columns that suffice at the best ridge, over n",
		Reports: "The rank that costs 1 % of the risk follows the degrees of freedom d, and both grow slowly: as n^1/5 for β = 1, as n^1/16 for β = 4 and 8.",
		Columns: []string{"n", "mu", "d_eff", "m", "ratio"},
		Chart:   &Chart{X: "n", Y: "m", Also: []string{"d_eff"}, LogX: true, LogY: true},
		check: func(f *Findings) {
			for i, beta := range []float64{1, 4, 8} {
				least, most := math.Inf(1), 0.0
				for j := range splineSizes() {
					ratio := f.mean(i*len(splineSizes())+j, "nystrom", "ratio", nil)
					least, most = min(least, ratio), max(most, ratio)
				}
				f.says(least >= 0.3 && most <= 8, "β = %v: m/d from %.2g to %.2g, for n from 50 to 800", beta, least, most)
			}
		},
	}
	// The best ridges of bach-spline-1, -4 and -8, by testdata/rates.py.
	for _, best := range []struct {
		beta float64
		mus  [5]float64
	}{{1, [5]float64{6.41, 9.25, 13.6, 20.2, 30.1}}, {4, [5]float64{1.46, 2.08, 3.12, 4.83, 7.51}}, {8, [5]float64{1, 1, 1, 1, 1}}} {
		for i, n := range splineSizes() {
			e.Runs = append(e.Runs, Run{Data: "spline", Mus: []float64{best.mus[i]}, Loss: 0.01, Change: func(s *sweep.Spec) {
				s.Kernel, s.Width, s.Methods, s.N, s.Values = "periodic", kernel.Width{}, []string{"nystrom"}, int(n), model.Values{kernel.BetaName: best.beta}
			}})
		}
	}
	return e
}

// bachPumadyn is the figure on a set of the pumadyn family, about two truths at two
// widths of the kernel. At seeds 1 to 5 m/d of the two sets is
//
//	truth    median width    ten times that
//	gcv      0.002 to 34     0.8 to 12.2
//	targets  1.0 to 33       0.8 to 11.4
//
// and at 1000 rows, seed 1, 0.7 to 15.5 at the wide one.
func bachPumadyn(name, file string) Entry {
	run := func(truth tune.TruthFrom, label string, gamma float64) Run {
		return Run{Data: file, Label: label, Truth: truth, Mus: []float64{0.001, 0.01, 0.1, 1, 10, 100, 1000}, Loss: 0.01, Change: func(s *sweep.Spec) {
			s.Methods, s.N, s.Reps = []string{"nystrom"}, 500, 5
			if gamma > 0 {
				s.Width = kernel.Width{}.WithGamma(gamma)
			}
		}}
	}
	const wide = 7.87e-5 // a hundredth of that of the median distance
	return Entry{
		Name: "bach-" + name, Paper: bach2013, Item: "simulation on pumadyn", Title: "the columns that suffice, over the degrees of freedom, on " + name,
		Reports: "Over all λ the rank that costs 1 % of the risk is a small multiple of d.",
		Differs: "The slides give neither the kernel, nor n, nor what is taken for the truth. Here they are the Gaussian kernel on standardised columns, 500 rows, and two truths (`gramscope sufficient --truth`): the exact fit of least " +
			"generalised cross-validation error, λ_GCV, with the variance of its residuals for the noise; or the targets themselves, without noise. At the median width and about the GCV fit the claim does not hold: far beyond λ_GCV " +
			"m/d is 30, and far below m falls, to 1 on pumadyn32nm, as the exact fit follows the noise and a few columns do better; the same happens if held-out rows judge. About the targets, where there is no noise to follow, it holds " +
			"with a multiple of 1 to 34 (16 on pumadyn32nm), and nearly all columns are needed once d is an eighth of n. With a kernel ten times as wide it holds about either truth, over six decades of λ, with 0.8 to 12: that K is little more " +
			"than a linear one of 32 columns and a constant, so that m is some 35 at most ridges while d falls from 38 to 3.",
		Runs: []Run{
			run(tune.TruthGCV, "GCV fit, median width", 0), run(tune.TruthTargets, "targets, median width", 0),
			run(tune.TruthGCV, "GCV fit, wide", wide), run(tune.TruthTargets, "targets, wide", wide),
		},
		Columns: []string{"mu", "lambda", "d_eff", "d_max", "m", "ratio", "risk", "risk_exact"},
		Chart:   &Chart{And: []int{1, 2, 3}, X: "lambda", Y: "ratio", LogX: true, LogY: true, XTitle: "λ", YTitle: "sufficient m / d"},
		check: func(f *Findings) {
			for i, r := range f.Entry.Runs {
				ratio := f.all(i, "nystrom", "ratio", nil)
				if ratio == nil {
					return // and that is noted
				}
				least, most := slices.Min(ratio), slices.Max(ratio)
				switch i {
				case 0:
					f.differs(least < 0.2 && most > 20, "%s: m/d from %.2g to %.3g", r.Label, least, most)
					f.evidence.Between("around λ_GCV", claim.Of("", f.mean(i, "nystrom", "ratio", at{"mu": 1})), 0.1, 10)
				case 1:
					f.says(least > 0.8 && most < 50, "%s: from %.2g to %.3g", r.Label, least, most)
				default:
					f.says(least > 0.5 && most < 20, "%s: from %.2g to %.3g", r.Label, least, most)
				}
			}
		},
	}
}

// bachTheorem is theorem 1: with p columns, p ≥ (32d/δ+2)·ln(nR²/(δλ)), the risk is at
// most 1+4δ times that of exact regression. The mean over 20 draws decides.
func bachTheorem() Entry {
	return Entry{
		Name: "bach-theorem-1", Paper: bach2013, Item: "theorem 1", Title: "the columns that theory asks for, and those that suffice",
		Reports: "With p ≥ (32d/δ + 2)·log(nR²/(δλ)) columns the expected risk is at most 1 + 4δ times the exact one, where d = n·maxᵢ Hᵢᵢ. It is called sufficient, not necessary.",
		Runs: []Run{{Data: "spline", Mus: []float64{1, 3, 10, 30, 100}, Loss: 0.01, Change: func(s *sweep.Spec) {
			s.Kernel, s.Width, s.Methods, s.N, s.Values = "periodic", kernel.Width{}, []string{"nystrom"}, 512, model.Values{kernel.BetaName: 1}
		}}},
		Columns: []string{"mu", "d_eff", "d_max", "m", "bach_p", "risk", "risk_exact"},
		Chart:   &Chart{X: "mu", Y: "m", Also: []string{"d_eff", "bach_p"}, LogX: true, LogY: true, YTitle: "columns"},
		check: func(f *Findings) {
			needed, asked := 0.0, math.Inf(1)
			for _, mu := range f.values(0, "mu") {
				where := at{"mu": mu}
				m, p, d := f.mean(0, "", "m", where), f.mean(0, "", "bach_p", where), f.mean(0, "", "d_max", where)
				if m > p {
					f.says(false, "at %v: m = %v columns are needed, more than p = %.0f", where, m, p)
				}
				needed, asked = max(needed, m/d), min(asked, p/d)
			}
			f.evidence.AtMost("", claim.Of("sufficient m / d", needed), 1, claim.Of("", 10))
			f.evidence.AtLeast("", claim.Of("the theorem's p / d", asked), 1, claim.Of("", 1000))
		},
	}
}

// bachNewton is the algorithm for losses with two derivatives: columns, drawn or by
// pivots, incomplete Cholesky, and Newton's method on the features. At seeds 1 to 5 the
// log-loss with 64 columns is within 0.2 % of that with all.
func bachNewton() Entry {
	return Entry{
		Name: "bach-newton", Paper: bach2013, Item: "optimisation with column sampling", Title: "logistic regression on columns by incomplete Cholesky and Newton's method",
		Reports: "A number of columns of the order of d, drawn at random or by pivots, gives the predictions of all of them in O(p²n).",
		Runs: []Run{{Data: "moons", Change: func(s *sweep.Spec) {
			s.Methods, s.N, s.Reps = []string{"nystrom", "pivoted-cholesky"}, 400, 5
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{2, 4, 8, 16, 32, 64, 400}}}
			s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureDEff, sweep.FigureRegression}
		}}},
		Columns: []string{"m", "d_eff", "error", "accuracy_test", "logloss_test", "entries"},
		Chart:   &Chart{X: "m", Y: "logloss_test", LogX: true, LogY: true},
		check: func(f *Findings) {
			for _, method := range []string{"nystrom", "pivoted-cholesky"} {
				all := f.mean(0, method, "logloss_test", at{"m": 400})
				d := f.mean(0, method, "d_eff", at{"m": 64})
				f.evidence.AtMost(fmt.Sprintf("m = 64, %.2g·d", 64/d), claim.Of("log-loss of "+method, f.mean(0, method, "logloss_test", at{"m": 64})), 1.01, claim.Of("with all columns", all))
				f.evidence.AtLeast("m = 4", claim.Of("", f.mean(0, method, "logloss_test", at{"m": 4})), 2, claim.Of("", all))
			}
		},
	}
}
