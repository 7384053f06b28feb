package model

import "math"

// Budget is m: landmarks, sampled columns, projection dimension or features.
func Budget(m *int) Param {
	return Param{Name: BudgetName, Symbol: "m", Group: GroupBudget, Min: 1, Max: 20000, Default: 100,
		Scale: Log, Integer: true, Int: m, Doc: "budget: landmarks, columns, projection dimension or features"}
}

// Accumulations is a: how many sub-sampling matrices are added up in a sketch.
func Accumulations(a *int) Param {
	return Param{Name: AccumulationsName, Symbol: "accum", Group: GroupBudget, Min: 1, Max: 256, Default: 4,
		Integer: true, Int: a, Doc: "accumulation count: 1 is Nyström, large tends to a Gaussian sketch"}
}

// Clusters is c: how many groups of points a clustering method makes.
func Clusters(c *int) Param {
	return Param{Name: ClustersName, Symbol: "clusters", Group: GroupBudget, Min: 1, Max: 1000, Default: 5,
		Integer: true, Int: c, Doc: "clusters of points"}
}

// TargetRank is k: the rank a method truncates to; 0 = no truncation.
func TargetRank(k *int) Param {
	return Param{Name: TargetRankName, Symbol: "rank", Group: GroupBudget, Min: 0, Max: 20000, Default: 0,
		Integer: true, Int: k, Doc: "target rank of a truncation; 0 = none"}
}

// Ridge is μ, added to the diagonal of K in ridge regression.
func Ridge(mu *float64) Param {
	return Param{Name: RidgeName, Symbol: "μ", Group: GroupRidge, Min: 1e-12, Max: 1e9, Default: 1e-2,
		Scale: Log, Real: mu, Doc: "ridge of the regression, added to the diagonal of K"}
}

// ScoreRidge is γₛ, the ridge of the leverage scores; by default equal to μ.
func ScoreRidge(g *float64) Param {
	return Param{Name: ScoreRidgeName, Symbol: "γₛ", Group: GroupRidge, Min: 1e-12, Max: 1e9, Default: math.NaN(),
		Scale: Log, Real: g, Doc: "ridge of the leverage scores; default: equal to mu"}
}

// Tolerance is what the residual of an iterative solver must fall to.
func Tolerance(t *float64) Param {
	return Param{Name: ToleranceName, Symbol: "tol", Group: GroupRidge, Min: 1e-14, Max: 0.5, Default: 1e-9,
		Scale: Log, Real: t, Doc: "what the residual of an iterative solver must fall to, relative to its start"}
}

// Epsilon is ε, the accuracy that score-based dictionaries aim at.
func Epsilon(e *float64) Param {
	return Param{Name: EpsilonName, Symbol: "ε", Group: GroupMethod, Min: 0.01, Max: 0.99, Default: 0.5,
		Real: e, Doc: "accuracy of the leverage scores"}
}

// QBar is q̄, the copies a point may have in a dictionary, or the oversampling
// of the scores where points have no copies.
func QBar(q *int) Param {
	// Theory requires thousands.
	return Param{Name: QBarName, Symbol: "q̄", Group: GroupMethod, Min: 5, Max: 100000, Default: 20,
		Scale: Log, Integer: true, Int: q, Doc: "copies of a point in a dictionary; below 10 it may collapse"}
}

// Oversampling is ρ: least squares for k unknowns see (1+ρ)·k sampled rows.
func Oversampling(rho *float64) Param {
	return Param{Name: OversamplingName, Symbol: "ρ", Group: GroupMethod, Min: 1, Max: 20, Default: 2,
		Real: rho, Doc: "oversampling of a least-squares fit: 1+ρ rows for each unknown"}
}

// The choices of SizeRule.
const (
	SizeByBudget = iota // at most m landmarks: methods that choose them by scores raise γₛ until that holds
	SizeByRidge         // γₛ, ε and q̄ are taken as given
)

// SizeRule limits a method whose size follows from its ridge to m landmarks, for comparisons with others, or does not.
func SizeRule(rule *int) Param {
	return Param{Name: SizeRuleName, Symbol: "budget", Group: GroupMethod,
		Max: 1, Choices: []string{"m", "ridge"}, Int: rule,
		Doc: "m: at most m landmarks, for which squeak, disqueak and ink-estimate raise the score ridge; " +
			"ridge: as many as the score ridge requires"}
}

// Gamma is γ, the kernel's scale. Its range is what the widths of Sigma span, and more.
func Gamma(g *float64) Param {
	return Param{Name: GammaName, Symbol: "γ", Group: GroupKernel, Min: 1e-13, Max: 1e13, Default: math.NaN(),
		Scale: Log, Real: g, Doc: "kernel scale: Gaussian exp(−γ‖x−y‖²); default: from the median distance"}
}

// Sigma is σ, the kernel's scale seen as a width.
func Sigma(s *float64) Param {
	return Param{Name: SigmaName, Symbol: "σ", Group: GroupKernel, Min: 1e-6, Max: 1e6, Default: math.NaN(),
		Scale: Log, Real: s, Doc: "kernel width: a number, median or mean (of the pairwise distances)"}
}

// TrainRows is n, the number of training rows: the size of K.
func TrainRows(n *int) Param {
	return Param{Name: TrainRowsName, Symbol: "n", Group: GroupData, Min: 1, Max: 1e8, Default: 1000,
		Scale: Log, Integer: true, Int: n, Doc: "training rows, the size of K"}
}

// Names of parameters that one method has, and that experiments on that method set.
const (
	IterationsName  = "iterations"  // of als
	PSDName         = "psd"         // of meka
	FrequenciesName = "frequencies" // of fourier
	SketchName      = "sketch"      // of tensor-sketch
)

// The choices of Fourier's frequencies.
const (
	FrequenciesIID        = iota // independent
	FrequenciesOrthogonal        // orthogonal directions within every d of them
	FrequenciesQMC               // at the quantiles of a scrambled Halton sequence
	FrequenciesStructured        // rows of a product of Walsh–Hadamard matrices
	FrequenciesSimplex           // directions to the corners of a simplex within every d of them
)

// The choices of TensorSketch's sketch.
const (
	SketchCount      = iota // count sketches, convolved
	SketchRademacher        // products of random signs
	SketchComplex           // products of 1, −1, i, −i at random, as pairs of real numbers
)

// SketchKinds returns the names of the choices of a sketch.
func SketchKinds() []string { return []string{"count", "rademacher", "complex"} }
