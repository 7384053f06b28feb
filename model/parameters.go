package model

import "math"

// Budget is m: landmarks, sampled columns, projection dimension or features.
func Budget(m *int) Param {
	return Param{Name: BudgetName, Symbol: "m", Group: GroupBudget, Doc: "budget: landmarks, columns, projection dimension or features",
		Min: 1, Max: 20000, Default: 100, Scale: Log, Integer: true, Int: m}
}

// Accumulations is a: how many sub-sampling matrices are added up in a sketch.
func Accumulations(a *int) Param {
	return Param{Name: AccumulationsName, Symbol: "accum", Group: GroupBudget, Doc: "accumulation count: 1 is Nyström, large tends to a Gaussian sketch",
		Min: 1, Max: 256, Default: 4, Scale: Linear, Integer: true, Int: a}
}

// Clusters is c: how many groups of points a clustering method makes.
func Clusters(c *int) Param {
	return Param{Name: ClustersName, Symbol: "clusters", Group: GroupBudget, Doc: "clusters of points",
		Min: 1, Max: 1000, Default: 5, Scale: Linear, Integer: true, Int: c}
}

// TargetRank is k: the rank a method truncates to; 0 = no truncation.
func TargetRank(k *int) Param {
	return Param{Name: TargetRankName, Symbol: "rank", Group: GroupBudget, Doc: "target rank of a truncation; 0 = none",
		Min: 0, Max: 20000, Default: 0, Scale: Linear, Integer: true, Int: k}
}

// Ridge is μ, added to the diagonal of K in ridge regression.
func Ridge(mu *float64) Param {
	return Param{Name: RidgeName, Symbol: "μ", Group: GroupRidge, Doc: "ridge of the regression, added to the diagonal of K",
		Min: 1e-12, Max: 1e9, Default: 1e-2, Scale: Log, Real: mu}
}

// ScoreRidge is γₛ, the ridge of the leverage scores; by default equal to μ.
func ScoreRidge(g *float64) Param {
	return Param{Name: ScoreRidgeName, Symbol: "γₛ", Group: GroupRidge, Doc: "ridge of the leverage scores; default: equal to mu",
		Min: 1e-12, Max: 1e9, Default: math.NaN(), Scale: Log, Real: g}
}

// Tolerance is what the residual of an iterative solver must fall to.
func Tolerance(t *float64) Param {
	return Param{Name: ToleranceName, Symbol: "tol", Group: GroupRidge, Doc: "what the residual of an iterative solver must fall to, relative to its start",
		Min: 1e-14, Max: 0.5, Default: 1e-9, Scale: Log, Real: t}
}

// Epsilon is ε, the accuracy that score-based dictionaries aim at.
func Epsilon(e *float64) Param {
	return Param{Name: EpsilonName, Symbol: "ε", Group: GroupMethod, Doc: "accuracy of the leverage scores",
		Min: 0.01, Max: 0.99, Default: 0.5, Scale: Linear, Real: e}
}

// QBar is q̄, the copies a point may have in a dictionary, or the oversampling
// of the scores where points have no copies.
func QBar(q *int) Param {
	return Param{Name: QBarName, Symbol: "q̄", Group: GroupMethod, Doc: "copies of a point in a dictionary; below 10 it may collapse",
		Min: 5, Max: 100000, Default: 20, Scale: Log, Integer: true, Int: q} // theory requires thousands
}

// Oversampling is ρ: least squares for k unknowns see (1+ρ)·k sampled rows.
func Oversampling(rho *float64) Param {
	return Param{Name: OversamplingName, Symbol: "ρ", Group: GroupMethod, Doc: "oversampling of a least-squares fit: 1+ρ rows for each unknown",
		Min: 1, Max: 20, Default: 2, Scale: Linear, Real: rho}
}

// The choices of SizeRule.
const (
	SizeByBudget = iota // at most m landmarks: methods that choose them by scores raise γₛ until that holds
	SizeByRidge         // γₛ, ε and q̄ are taken as given
)

// SizeRule limits a method whose size follows from its ridge to m landmarks, so that it can be
// compared with others, or leaves its size free.
func SizeRule(rule *int) Param {
	return Param{Name: SizeRuleName, Symbol: "budget", Group: GroupMethod, Doc: "m: at most m landmarks, for which squeak and its kin raise the score ridge; ridge: as the score ridge gives",
		Max: 1, Choices: []string{"m", "ridge"}, Int: rule}
}

// Gamma is γ, the kernel's scale.
func Gamma(g *float64) Param {
	return Param{Name: GammaName, Symbol: "γ", Group: GroupKernel, Doc: "kernel scale: Gaussian exp(−γ‖x−y‖²); default: from the median distance",
		Min: 1e-13, Max: 1e13, Default: math.NaN(), Scale: Log, Real: g} // what the widths of Sigma span, and more
}

// Sigma is σ, the kernel's scale seen as a width.
func Sigma(s *float64) Param {
	return Param{Name: SigmaName, Symbol: "σ", Group: GroupKernel, Doc: "kernel width: a number, median or mean (of the pairwise distances)",
		Min: 1e-6, Max: 1e6, Default: math.NaN(), Scale: Log, Real: s}
}

// TrainRows is n, the number of training rows: the size of K.
func TrainRows(n *int) Param {
	return Param{Name: TrainRowsName, Symbol: "n", Group: GroupData, Doc: "training rows, the size of K",
		Min: 1, Max: 1e8, Default: 1000, Scale: Log, Integer: true, Int: n}
}
