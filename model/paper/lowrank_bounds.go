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
)

// normalLimits are what ‖K‖²_F/n² and λ₁/n tend to for n → ∞ points of N(0, I_p) and the
// Gaussian kernel of width sigma > 0, from the Gaussian integrals: with a = ¼, b = 1/(2σ²)
// and A = a+b+√(a²+2ab) they are (1+4/σ²)^(−p/2) and (2a/A)^(p/2).
func normalLimits(p int, sigma float64) (squares, largest float64) {
	half, b := float64(p)/2, 1/(2*sigma*sigma)
	return math.Pow(1+4/(sigma*sigma), -half), math.Pow(0.5/(0.25+b+math.Sqrt(0.0625+b/2)), half)
}

// normalStableRank is the limit of the stable rank for n → ∞ points of N(0, I_p), and its
// first-order approximation at n points, whose diagonal of ones adds n to the squares
// and 1 to λ₁.
func normalStableRank(n, p int, sigma float64) (atN, limit float64) {
	squares, largest := normalLimits(p, sigma)
	size := float64(n)
	return (size + size*(size-1)*squares) / math.Pow(1+(size-1)*largest, 2), squares / (largest * largest)
}

// stableRankNormal: at seeds 1 to 6 what exceeds 1 is 0.88 to 1.14 times what is
// expected, where that is below 10.
func stableRankNormal() Entry {
	dims := []int{1, 3, 10, 30}
	return Entry{
		Name: "low-rank-normal-points", Paper: mahajan, Item: "figure 1, in closed form",
		Title:   "the stable rank of normal points in 1, 3, 10 and 30 dimensions as σ grows",
		Reports: "The stable rank falls quickly to 1 as σ grows.",
		Differs: "The report has no formula. For normal points the Gaussian integrals give S = (1+4/σ²)^(−p/2), the limit of ‖K‖²_F/n² as n grows, and L = (2a/A)^(p/2), the limit of λ₁/n, with a = ¼, b = 1/(2σ²), A = a+b+√(a²+2ab). " +
			"The column limit is S/L², the stable rank of infinitely many points. The column expected is the first-order approximation at n points, which includes the diagonal of ones: (n + n(n−1)S)/(1 + (n−1)L)². " +
			"Where it is in the hundreds its error is up to a fifth, since most of λ₁ comes from the diagonal there. The measured stable rank is compared with it where it is below 10.",
		Runs: []Run{Run{Data: "blobs", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps, s.Methods, s.Figures = 600, 0, 3, []string{"nystrom"}, sweep.Figures{}
			s.Values = model.Values{model.BudgetName: 1}
			s.Over = []sweep.Axis{{Name: model.SigmaName, Values: []float64{0.5, 1, 2, 4, 8, 16}}}
		}}.measure("the stable rank of n points drawn from N(0, I) in p dimensions in place of the data, at the same σ", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
			var rows []Row
			for _, cell := range plan.Cells {
				for _, p := range dims {
					n, sigma := cell.Draw.N, cell.Kernel.Sigma()
					rng := rand.New(rand.NewPCG(cell.Draw.Seed, uint64(1000*p+cell.Draw.Rep)))
					x := mat.NewDense(n, p, nil)
					x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
					function := cell.Kernel.Function()
					g := model.NewGram(model.NewPoints(x, function.Geometry()), function)
					k, err := g.Symmetric(ctx)
					if err != nil {
						return nil, err
					}
					values, _, err := g.Leading(ctx, 1, rng)
					if err != nil {
						return nil, err
					}
					norm := mat.Norm(k, 2) / values[0]
					expected, limit := normalStableRank(n, p, sigma)
					rows = append(rows, measured("normal points", cell.Draw.Rep, map[string]float64{"p": float64(p), "sigma": sigma},
						map[string]float64{"stable_rank": norm * norm, "expected": expected, "limit": limit}))
				}
			}
			return rows, nil
		})},
		Columns: []string{"p", "sigma", "stable_rank", "expected", "limit"},
		Chart:   &Chart{X: "sigma", Y: "stable_rank", By: "p", LogX: true, LogY: true, XTitle: "σ", YTitle: "stable rank"},
		check: func(f *Findings) {
			var ratios []float64
			for _, p := range f.values(0, "p") {
				sigmas, ranks := f.points(0, "normal points", "sigma", "stable_rank", at{"p": p})
				_, want := f.points(0, "normal points", "sigma", "expected", at{"p": p})
				for i := range ranks {
					if i > 0 && ranks[i] >= ranks[i-1] {
						f.says(false, "p = %v: the stable rank rises to %.4g at σ = %v", p, ranks[i], sigmas[i])
					}
					if want[i] < 10 {
						ratios = append(ratios, (ranks[i]-1)/(want[i]-1))
					}
				}
			}
			f.allBetween("(stable rank − 1) / (expected − 1)", ratios, 0.75, 1.35)
		},
	}
}

// lowRankComplexity: counts, which chance moves by a thousandth at most.
func lowRankComplexity() Entry {
	const rank = 5
	run := func(label string, pairs float64, methods ...string) Run {
		return Run{Data: "friedman", Label: label, Change: func(s *sweep.Spec) {
			s.Test, s.Methods, s.Figures = 0, methods, sweep.Figures{}
			s.Values = model.Values{model.BudgetName: rank, model.PairsName: pairs}
			s.Over = []sweep.Axis{{Name: model.TrainRowsName, Values: []float64{250, 500, 1000, 2000}}}
		}}
	}
	return Entry{
		Name: "low-rank-complexity", Paper: mahajan, Item: "table of section 6",
		Title:   "how much SVD, Nyström and ALS store and read as n grows",
		Reports: "All store O(n·r) numbers. Nyström takes O(n·r²) time, SVD O(r·n²), ALS O(n·r³ + |Ω|·r²) with |Ω| = O(n·r·log n) samples.",
		Differs: "Time is counted in kernel entries instead of seconds. LELA's probabilities need all n² entries of K, which the report's table leaves out. With uniform samples als reads as many entries as the table says.",
		Runs:    []Run{run("", model.PairsWeighted, "best", "nystrom"), run("weighted", model.PairsWeighted, "als"), run("uniform", model.PairsUniform, "als")},
		Columns: []string{"n", "entries", "bytes", "seconds"},
		Chart:   &Chart{X: "n", Y: "entries", And: []int{1, 2}, LogX: true, LogY: true, YTitle: "kernel entries"},
		check: func(f *Findings) {
			grows := func(run int, method, column string) float64 { return slope(f.points(run, method, "n", column, nil)) }
			f.evidence.Between("the exponent of n in the entries read by Nyström", grows(0, "nystrom", "entries"), 0.99, 1.01)
			f.evidence.Between("the exponent of n in the entries read by SVD", grows(0, "best", "entries"), 1.99, 2.01)
			f.evidence.Between("the exponent of n in the entries read by ALS with uniform samples", grows(2, "als", "entries"), 1, 1.3)
			weighted := grows(1, "als", "entries")
			f.differs(math.Abs(weighted-2) < 0.01, "the number of entries read by ALS with weighted samples grows as n^%.3g", weighted)
			for run, methods := range [][]string{{"best", "nystrom"}, {"als"}, {"als"}} {
				for _, method := range methods {
					f.evidence.Between("the exponent of n in the bytes of "+method, grows(run, method, "bytes"), 0.99, 1.01)
				}
			}
		},
	}
}

// columnNormBound: at seeds 1 to 6 ε is 10 to 15 times what it has to be, or more.
func columnNormBound() Entry {
	const rank = 10
	return Entry{
		Name: "low-rank-nystrom-bound", Paper: mahajan, Item: "(26)",
		Title:   "Drineas and Mahoney's bound on Nyström's error",
		Reports: "‖K−K̂ᵣ‖ ≤ ‖K−Kᵣ‖ + ε·ΣKᵢᵢ² in the spectral and the Frobenius norm, if m is at least of the order 4·c/ε².",
		Differs: "Here c = 1, so ε = 2/√m. The right side is divided by n and the left one by ‖K‖, which makes the bound stricter, since ‖K‖ ≤ n = ΣKᵢᵢ². For the Frobenius norm the theorem has m of the order r/ε⁴.",
		Runs: []Run{{Data: "friedman", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps, s.Methods = 500, 0, 10, []string{"best", "column-norm"}
			s.Values = model.Values{model.TargetRankName: rank}
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{20, 40, 80, 160, 320}}}
			s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureSpectral}
		}}},
		Columns: []string{"m", "error", "error_spectral"},
		Chart:   &Chart{X: "m", Y: "error_spectral", LogX: true, LogY: true, YTitle: "spectral error"},
		check: func(f *Findings) {
			least := math.Inf(1)
			for _, m := range f.values(0, "m") {
				for _, column := range []string{"error", "error_spectral"} {
					best := f.mean(0, "best", column, at{"m": m})
					for _, e := range f.all(0, "column-norm", column, at{"m": m}) {
						if epsilon := 2 / math.Sqrt(m); e > best+epsilon {
							f.says(false, "%s: %.3g at m = %v is above %.3g + %.3g", column, e, m, best, epsilon)
						} else if e > best {
							least = min(least, epsilon/(e-best))
						}
					}
				}
			}
			f.evidence.AtLeast("the smallest ratio of ε to the difference from the best error", least, 3)
		},
	}
}

// fourierUniform: at seeds 1 to 6 the bound is 11 to 13 times the largest error, and the
// exponent −0.51 to −0.48.
func fourierUniform() Entry {
	return Entry{
		Name: "low-rank-fourier-uniform", Paper: mahajan, Item: "(15)",
		Title:   "the largest error of an entry of K̃ with random features, and its bound",
		Reports: "Pr[sup |z(x)ᵀz(y) − k(x,y)| ≥ ε] ≤ 2⁸·(σ_p·diam/ε)²·exp(−D·ε²/(4(d+2))): ε falls as D^−½, and the D required is very large.",
		Differs: "D is the number of frequencies. Each gives a cosine and a sine, so there are m = 2D features. The supremum is over the pairs of 400 points.",
		Runs: []Run{Run{Data: "friedman", Change: func(s *sweep.Spec) {
			s.N, s.Test, s.Reps, s.Methods = 400, 0, 5, []string{"fourier"}
			s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{100, 400, 1600, 6400}}}
			s.Figures = sweep.Figures{sweep.FigureBounds}
		}}.measure("the largest entry of |K̃−K|", func(ctx context.Context, plan *sweep.Plan) ([]Row, error) {
			rows := swept(ctx, plan)
			for i, cell := range plan.Cells[:len(rows)] {
				k, rest, err := matrices(ctx, plan, cell)
				if err != nil {
					return nil, err
				}
				rest.Sub(rest, k)
				rows[i].Values["error_largest"] = floats.Norm(rest.RawMatrix().Data, math.Inf(1))
			}
			return rows, ctx.Err()
		})},
		Columns: []string{"m", "error_largest", "rff_error"},
		Chart:   &Chart{X: "m", Y: "error_largest", Also: []string{"rff_error"}, LogX: true, LogY: true, XTitle: "features", YTitle: "largest error of an entry"},
		check: func(f *Findings) {
			for _, m := range f.values(0, "m") {
				bound := f.mean(0, "", "rff_error", at{"m": m})
				for _, e := range f.all(0, "", "error_largest", at{"m": m}) {
					if e > bound {
						f.says(false, "the largest error %.3g at m = %v exceeds the bound %.3g", e, m, bound)
					}
				}
			}
			where := at{"m": 6400}
			f.evidence.AtLeastTimes(claim.Of("the bound at m = 6400", f.mean(0, "", "rff_error", where)), 4, claim.Of("the largest error", f.mean(0, "", "error_largest", where)))
			f.evidence.Between("the exponent of m in the largest error", slope(f.points(0, "fourier", "m", "error_largest", nil)), -0.6, -0.4)
		},
	}
}

// fourierSpectral checks the spectral error of random features. At seeds 1 to 6, with the D that
// the bound requires for an error of 0.2, it is at most 0.023; it falls as D^−0.59 to D^−0.48, and
// its exponent over n is within 0.03 of 0.
func fourierSpectral() Entry {
	const share = 0.2
	spec := func(change func(*sweep.Spec)) func(*sweep.Spec) {
		return func(s *sweep.Spec) {
			s.Test, s.Reps, s.Methods, s.Figures = 0, 5, []string{"fourier"}, sweep.Figures{sweep.FigureSpectral}
			change(s)
		}
	}
	return Entry{
		Name: "low-rank-fourier-norm", Paper: mahajan, Item: "(16)",
		Title:   "how many random features a small error in the spectral norm requires",
		Reports: "‖K−K̂_D‖ ≤ ε with probability 1−δ if D ≥ (4n²+2nε)/ε²·log(2n/δ). These are O(n²) features, so the method saves nothing.",
		Differs: "This assumes a fixed ε while ‖K‖₂ grows as n. For ε = n/5 the bound is a few thousand features at every n, and far fewer suffice.",
		Runs: []Run{
			{Data: "friedman", Label: "D of the bound", Change: spec(func(s *sweep.Spec) {
				s.Over = []sweep.Axis{{Name: model.TrainRowsName, Values: []float64{250, 500, 1000}}}
				s.With = []sweep.Coupling{{Name: "eps", Formula: fmt.Sprintf("%v*n", share)}, {Name: model.BudgetName, Formula: "2*ceil((4*n^2+2*n*eps)/eps^2*log(2*n/0.05)/2)"}}
			})},
			{Data: "friedman", Label: "any D", Change: spec(func(s *sweep.Spec) {
				s.Reps = 10
				s.Over = []sweep.Axis{{Name: model.TrainRowsName, Values: []float64{250, 500, 1000}}, {Name: model.BudgetName, Values: []float64{50, 200, 800}}}
			})},
		},
		Columns: []string{"n", "m", "error_spectral"},
		Chart:   &Chart{Run: 1, X: "m", Y: "error_spectral", By: "n", LogX: true, LogY: true, XTitle: "features", YTitle: "spectral error"},
		check: func(f *Findings) {
			most, exponent := 0.0, 0.0
			for _, n := range f.values(0, "n") {
				most = max(most, f.mean(0, "", "error_spectral", at{"n": n}))
				exponent += slope(f.points(1, "fourier", "m", "error_spectral", at{"n": n})) / 3
			}
			f.evidence.TimesSmaller(claim.Of("with the D of the bound the largest ‖K−K̂‖₂/‖K‖₂", most), 2, claim.Of("ε/n", share))
			f.evidence.Between("the exponent of D in the error", exponent, -0.65, -0.35)
			overN := slope(f.points(1, "fourier", "n", "error_spectral", at{"m": 200}))
			f.differs(math.Abs(overN) < 0.25, "with 200 features the error changes as n^%.2g, so the same number suffices for every n", overN)
		},
	}
}
