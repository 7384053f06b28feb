package paper

import (
	"fmt"
	"math"
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// baraille is the report "Memory Efficient Kernel Approximation" on the article of Si,
// Hsieh and Dhillon (ICML 2014; JMLR 18, 2017).
const baraille = "Baraille and Sebbouh 2018"

// The settings of the report's figures: k = 15 in each of c = 10 clusters.
const (
	mekaClusters = 10
	mekaRank     = 15
)

// meka are the entries of the report on MEKA.
func meka() []Entry {
	return []Entry{mekaRegimes(), mekaGamma("ijcnn1"), mekaGamma("cpusmall"), mekaOverClusters(), mekaEqualMemory(), mekaNumbers(), mekaMemory(), mekaTime(),
		mekaSVM(), mekaFull("ijcnn1"), mekaFull("cpusmall"), blockError()}
}

// ofSet is a run on one of the article's two sets that are there.
func ofSet(name string, change func(*sweep.Spec)) Run {
	r := Run{Data: "ijcnn1_10k.libsvm.gz"}
	if name == "cpusmall" {
		r.Data, r.Choice = "cpusmall.csv.gz", data.Choice{Target: "usr"}
	}
	r.Change = func(s *sweep.Spec) {
		s.Test, s.Figures = 0, sweep.Figures{sweep.FigureError}
		change(s)
	}
	return r
}

// equalMemory couples the rank of nystrom to MEKA's memory, n·k+(c·k)² numbers, as
// n·rank, and its columns to that: twice as many, as MEKA takes in its clusters. c is
// the parameter clusters, or a number.
func equalMemory(c, k string) []sweep.Coupling {
	return []sweep.Coupling{{Name: model.TargetRankName, Formula: fmt.Sprintf("round(%s+(%s*%s)^2/n)", k, c, k)}, {Name: model.BudgetName, Formula: "2*rank"}}
}

// runsAtEqualMemory are methods with mekaClusters clusters of rank k each, and nystrom with the memory of meka.
func runsAtEqualMemory(set string, n, reps, k int, gammas []float64, methods ...string) []Run {
	over := []sweep.Axis{{Name: model.GammaName, Values: gammas}}
	return []Run{
		ofSet(set, func(s *sweep.Spec) {
			s.N, s.Reps, s.Methods, s.Over = n, reps, methods, over
			s.Values = model.Values{model.ClustersName: mekaClusters, model.BudgetName: float64(mekaClusters * k)}
		}),
		ofSet(set, func(s *sweep.Spec) {
			s.N, s.Reps, s.Methods, s.Over = n, reps, []string{"nystrom"}, over
			s.With = equalMemory(fmt.Sprint(mekaClusters), fmt.Sprint(k))
		}),
	}
}

const sameColumns = "Nyström has the rank at which it takes as much memory as MEKA, and twice as many columns as its rank. "

// mekaGamma: at seeds 1 to 6 the ratio is at most 0.97 on ijcnn1 and 0.95 to 1.29 on
// cpusmall from γ = 0.01 on, and 0.25 to 3.8 below.
func mekaGamma(set string) Entry {
	gammas := []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10}
	differs := sameColumns + "The text interchanges the regimes: BKA fails at low γ, and Nyström at high γ. The error of MEKA does not stay low: at high γ K is close to I, " +
		"which no matrix of low rank approximates, while BKA, with many times the memory, is almost exact. Below γ = 0.01 the errors are below one percent, and either of MEKA and Nyström may be better."
	limit := 1.1
	if set == "cpusmall" {
		limit = 1.6
		differs += " The report does not use this set, but the article does. At some medium γ MEKA is no better than Nyström on it."
	}
	return Entry{
		Name: "meka-figure-1-" + set, Paper: baraille, Item: "figure 1",
		Title:   "errors for several γ at equal memory, " + set,
		Reports: "MEKA performs well both where K is block diagonal (high γ) and where K has low rank (low γ). BKA fails in one of these cases and the standard Nyström method in the other. MEKA outperforms Nyström.",
		Differs: differs,
		Runs:    runsAtEqualMemory(set, 2000, 5, mekaRank, gammas, "meka", "bka"),
		Columns: []string{"gamma", "m", "rank", "error", "bytes"},
		Chart:   &Chart{X: "gamma", Y: "error", And: []int{1}, LogX: true, LogY: true, XTitle: "γ"},
		check: func(f *Findings) {
			wide, narrow := at{"gamma": gammas[0]}, at{"gamma": gammas[len(gammas)-1]}
			most, mostWide := 0.0, 0.0
			for _, gamma := range gammas {
				ratio := f.mean(0, "meka", "error", at{"gamma": gamma}) / f.mean(1, "nystrom", "error", at{"gamma": gamma})
				if gamma < 0.01 {
					mostWide = max(mostWide, ratio)
				} else {
					most = max(most, ratio)
				}
			}
			f.evidence.AtMost("γ ≥ 0.01: the largest error of MEKA / Nyström", most, limit)
			f.evidence.AtMost("γ < 0.01: the largest error of MEKA / Nyström", mostWide, 8)
			f.evidence.TimesSmaller(claim.Of(fmt.Sprintf("%v: the error of MEKA", wide), f.mean(0, "meka", "error", wide)), 100, claim.Of("that of BKA", f.mean(0, "bka", "error", wide)))
			bka, meka := f.mean(0, "bka", "error", narrow), f.mean(0, "meka", "error", narrow)
			f.differs(meka > 0.6 && bka < meka/10, "%v: the error of MEKA is %.3g, that of BKA %.2g with %.2g times the memory", narrow, meka, bka, f.mean(0, "bka", "bytes", narrow)/f.mean(0, "meka", "bytes", narrow))
		},
	}
}

// mekaRegimes: at seeds 1 to 5 rank 20 leaves 0.001 and the blocks 0.92 for the small γ,
// 0.98 and up to 2e-4 for the large one.
func mekaRegimes() Entry {
	return Entry{
		Name: "meka-regimes", Paper: baraille, Item: "section 1",
		Title:   "for which γ K has low rank, and for which it is block diagonal",
		Reports: "If γ is large the kernel matrix has a low-rank structure, and if γ is small a block-diagonal one.",
		Differs: "It is the other way round, as the next lines of the report say: K is the identity at γ = ∞ and has rank 1 at γ = 0.",
		Runs: []Run{ofSet("ijcnn1", func(s *sweep.Spec) {
			s.N, s.Reps, s.Methods = 1000, 3, []string{"best", "bka"}
			s.Values = model.Values{model.BudgetName: 20, model.ClustersName: mekaClusters}
			s.Over = []sweep.Axis{{Name: model.GammaName, Values: []float64{0.001, 0.01, 0.1, 1, 10}}}
			s.Figures = sweep.Figures{sweep.FigureError, sweep.FigureStableRank}
		})},
		Columns: []string{"gamma", "error", "stable_rank"},
		Chart:   &Chart{X: "gamma", Y: "error", LogX: true, XTitle: "γ"},
		check: func(f *Findings) {
			small, large := at{"gamma": 0.001}, at{"gamma": 10}
			lowRank := []float64{f.mean(0, "best", "error", small), f.mean(0, "best", "error", large)}
			blocks := []float64{f.mean(0, "bka", "error", small), f.mean(0, "bka", "error", large)}
			f.differs(lowRank[0] < 0.01 && blocks[0] > 0.5, "small γ: the error of rank 20 is %.2g, that of the blocks %.2g", lowRank[0], blocks[0])
			f.differs(lowRank[1] > 0.5 && blocks[1] < 0.1, "large γ: the error of rank 20 is %.2g, that of the blocks %.2g", lowRank[1], blocks[1])
		},
	}
}

// mekaOverClusters: at seeds 1 to 5 the ratio is 0.76 to 1.00 at most where the claim is
// made, and 5.1 to 5.8 with 40 clusters at low γ.
func mekaOverClusters() Entry {
	gammas, clusters := []float64{0.01, 0.1, 1}, []float64{2, 5, 10, 20, 40}
	return Entry{
		Name: "meka-figure-2", Paper: baraille, Item: "figure 2",
		Title:   "errors for several numbers of clusters, with Nyström at the same memory as MEKA",
		Reports: "MEKA is robust to varying the number of clusters c, at low and at high γ. It outperforms Nyström, whose rank is increased for a fair comparison.",
		Differs: sameColumns + "The text does not give the range of c. At low γ with many clusters most of MEKA's memory is the (c·k)² numbers of its matrix L, and Nyström is better. The claim there is about at most 10 clusters.",
		Runs: []Run{
			ofSet("ijcnn1", func(s *sweep.Spec) {
				s.N, s.Reps, s.Methods = 2000, 3, []string{"meka"}
				s.Over = []sweep.Axis{{Name: model.GammaName, Values: gammas}, {Name: model.ClustersName, Values: clusters}}
				s.With = []sweep.Coupling{{Name: model.BudgetName, Formula: fmt.Sprintf("%d*clusters", mekaRank)}}
			}),
			ofSet("ijcnn1", func(s *sweep.Spec) {
				s.N, s.Reps, s.Methods = 2000, 3, []string{"nystrom", "bka"}
				s.Over = []sweep.Axis{{Name: model.GammaName, Values: gammas}, {Name: model.ClustersName, Values: clusters}}
				s.With = equalMemory("clusters", fmt.Sprint(mekaRank))
			}),
		},
		Columns: []string{"gamma", "clusters", "m", "rank", "error", "bytes"},
		Chart:   &Chart{X: "clusters", Y: "error", By: "gamma", And: []int{1}, LogX: true, LogY: true},
		check: func(f *Findings) {
			ratio := func(gamma, c float64) float64 {
				where := at{"gamma": gamma, "clusters": c}
				return f.mean(0, "meka", "error", where) / f.mean(1, "nystrom", "error", where)
			}
			for _, gamma := range gammas {
				most := 0.0
				for _, c := range clusters {
					if gamma > 0.01 || c <= 10 {
						most = max(most, ratio(gamma, c))
					}
				}
				f.evidence.AtMost(fmt.Sprintf("γ = %v: the largest error of MEKA / Nyström", gamma), most, 1.1)
			}
			f.differs(ratio(0.01, 40) > 2, "γ = 0.01, 40 clusters: the error of MEKA / Nyström is %.2g", ratio(0.01, 40))
		},
	}
}

// mekaEqualMemory: at seeds 1 to 5 the worst of 5 to 20 clusters is at most 2.4 times the
// best, 10 clusters at most 0.81 times one, and 40 at low γ 3.6 times one or more.
func mekaEqualMemory() Entry {
	gammas := []float64{0.01, 0.1, 1}
	return Entry{
		Name: "meka-clusters", Paper: baraille, Item: "figure 2, at equal memory",
		Title:   "errors for several numbers of clusters at the same memory",
		Reports: "MEKA is robust to varying the number of clusters c.",
		Differs: "The memory is fixed at 500 kB, so the rank k of a cluster falls as c grows; in the figure k is fixed. c = 1 is Nyström. MEKA is robust only around 10 clusters.",
		Runs: []Run{ofSet("ijcnn1", func(s *sweep.Spec) {
			s.N, s.Reps, s.Methods = 2000, 5, []string{"meka"}
			s.Over = []sweep.Axis{{Name: model.GammaName, Values: gammas}, {Name: model.ClustersName, Values: []float64{1, 2, 5, 10, 20, 40}}}
			s.With = []sweep.Coupling{{Name: "numbers", Formula: "500000/8"}, {Name: model.BudgetName, Formula: "clusters*floor((-n+sqrt(n^2+4*clusters^2*numbers))/(2*clusters^2))"}}
		})},
		Columns: []string{"gamma", "clusters", "m", "error", "bytes"},
		Chart:   &Chart{X: "clusters", Y: "error", By: "gamma", LogX: true, LogY: true},
		check: func(f *Findings) {
			for _, gamma := range gammas {
				e := func(c float64) float64 { return f.mean(0, "", "error", at{"gamma": gamma, "clusters": c}) }
				few := []float64{e(5), e(10), e(20)}
				f.evidence.AtMostTimes(claim.Of(fmt.Sprintf("γ = %v, 5 to 20 clusters: the largest error", gamma), slices.Max(few)), 3, claim.Of("the smallest", slices.Min(few)))
				if gamma > 0.01 {
					f.evidence.AtMostTimes(claim.Of(fmt.Sprintf("γ = %v: the error with 10 clusters", gamma), e(10)), 0.9, claim.Of("that with one", e(1)))
				} else {
					f.differs(e(40) > 2*e(1), "γ = %v: the error with 40 clusters is %.3g, with one %.3g", gamma, e(40), e(1))
				}
			}
		},
	}
}

// within is the error that a method's curve has at some memory or time, by straight
// lines in logarithms; NaN outside.
func within(xs, ys []float64, x float64) float64 {
	i, found := slices.BinarySearch(xs, x)
	switch {
	case found:
		return ys[i]
	case i == 0 || i == len(xs):
		return math.NaN()
	}
	share := math.Log(x/xs[i-1]) / math.Log(xs[i]/xs[i-1])
	return math.Exp((1-share)*math.Log(ys[i-1]) + share*math.Log(ys[i]))
}
