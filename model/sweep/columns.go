package sweep

import (
	"math"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
)

// kinds selects the groups of columns that not every table has.
type kinds struct {
	Diagnostics bool
	Ridge       bool // a ridge regression
	Classes     bool // a classification
	Iterates    bool // an iterative solver
	Bounds      bool

	Traces, Evidence, EvidenceExact, Calibration bool // with a ridge regression
}

// want reports whether a table with these groups has a column.
func (k kinds) want(c Column) bool {
	switch c.Figure {
	case FigureDiagnostics:
		return k.Diagnostics
	case FigureBounds:
		return k.Bounds
	case FigureTraces:
		return k.Ridge && k.Traces
	case FigureEvidence:
		return k.Ridge && k.Evidence
	case FigureEvidenceExact:
		return k.Ridge && (k.EvidenceExact || k.Traces)
	case FigureCalibration:
		return k.Ridge && k.Calibration
	case FigureRegression, FigureExact:
		if c.solver {
			return k.Iterates
		}
		return k.Ridge && c.Target != ClassTarget || k.Classes && c.Target != NumberTarget
	}
	return true
}

// AllColumns returns the columns of all figures, and of the parameters that every table has.
func AllColumns() []Column {
	return columns(nil, kinds{true, true, true, true, true, true, true, true, true})
}

// columns lists the columns of a table. extra are parameters of the methods or the kernel that
// not every table has; wanted are the optional groups of columns.
func columns(extra []model.Param, wanted kinds) []Column {
	results, regression := resultColumns(), slices.Concat(regressionColumns(), evidenceColumns(), classColumns())
	return slices.DeleteFunc(slices.Concat(settingColumns(extra), results, standardErrors(results), regression, standardErrors(regression), boundColumns(), endColumns()),
		func(c Column) bool { return !wanted.want(c) })
}

// commonParameters returns the parameters that have a column in every table.
func commonParameters() []model.Param {
	return []model.Param{model.Budget(nil), model.Accumulations(nil), model.Clusters(nil), model.TargetRank(nil)}
}

// settingColumns returns the columns of the settings of a run.
func settingColumns(extra []model.Param) []Column {
	common := parameterColumns(commonParameters())
	for i, width := range []int{5, 5, 8} { // m, accum, clusters
		common[i].Line = Cell{Place: 5, Width: width}
	}
	common[3].Label = "target rank" // unlike rank_used, whose label is rank
	return slices.Concat([]Column{
		{Name: "data", Doc: "base name of the file, or the built-in set", Input: true, content: texts(), of: func(r *Result) any { return r.Data }},
		{Name: "n", Doc: "training rows", Input: true,
			Line:    Cell{Place: 3, Width: 6},
			content: valuesOf(model.TrainRows(nil)), of: func(r *Result) any { return int64(r.N) }},
		{Name: "d", Doc: "features", Input: true, content: wholes(1, math.MaxInt32), of: func(r *Result) any { return int64(r.D) }},
		{Name: "kernel", Doc: "kernel", Input: true, content: texts(), of: func(r *Result) any { return r.Kernel }},
		{Name: "gamma", Doc: "kernel scale", Input: true,
			Line:    Cell{Place: 4, Width: 9},
			content: nonNegative(), of: func(r *Result) any { return r.Gamma }},
		{Name: "sigma", Doc: "kernel width, the same scale as gamma", Input: true, content: nonNegative(), of: func(r *Result) any { return r.Sigma }},
		{Name: "method", Doc: "method", Input: true,
			Line:    Cell{Place: 2, Width: -15},
			content: texts(), of: func(r *Result) any { return r.Method }},
	}, common, []Column{
		{Name: "mu", Doc: "ridge", Input: true,
			Line:    Cell{Place: 6, Width: 9},
			content: valuesOf(model.Ridge(nil)), of: func(r *Result) any { return r.Mu }},
		{Name: "score_ridge", Doc: "ridge of the leverage scores", Input: true, content: valuesOf(model.ScoreRidge(nil)), of: func(r *Result) any { return r.ScoreRidge }},
		{Name: "rep", Doc: "repetition, from 1", Input: true,
			Line:    Cell{Place: 1, Width: 3},
			content: wholes(1, maxRuns), of: func(r *Result) any { return int64(r.Rep) }},
		{Name: "seed", Doc: "base seed", Input: true, content: wholes(0, math.MaxInt64), of: func(r *Result) any { return int64(r.Seed) }},
	}, parameterColumns(extra), []Column{
		{Name: "learner", Doc: "the regression or classifier, and its solver", Input: true, Figure: FigureRegression, content: texts(), of: func(r *Result) any { return r.Learner }},
	})
}

// resultColumns returns the columns of the approximation and its cost.
func resultColumns() []Column {
	count := wholes(0, math.Inf(1))
	diagnosed := func(value func(*exact.Diagnostics) any) func(*Result) any {
		return part(func(r *Result) *exact.Diagnostics { return r.Diagnostics }, value)
	}
	return []Column{
		{Name: "rank_used", Label: "rank", Doc: "rank of K̃ as it is stored",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Axis: 4,
			Line: Cell{Place: 7, Width: 9}, Table: Cell{Place: 3, Width: 6, Head: "rank"},
			content: count, of: succeeded(func(r *Result) any { return int64(r.RankUsed) })},
		{Name: "error", Doc: "‖K−K̃‖_F/‖K‖_F",
			Figure: FigureError, Floor: "error_best", Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 1,
			Line: Cell{Place: 7, Width: 9}, Table: Cell{Place: 1, Width: 16, Head: "error ±se"},
			content: nonNegative(), of: func(r *Result) any { return r.Error }, se: func(r *Result) float64 { return r.ErrorSE }},
		{Name: "error_spectral", Label: "spectral error", Doc: "‖K−K̃‖₂/‖K‖₂",
			Figure: FigureSpectral, Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 2,
			content: nonNegative(), of: func(r *Result) any { return r.Spectral }, se: func(r *Result) float64 { return r.SpectralSE }},
		{Name: "error_trace", Label: "trace error", Doc: "tr(K−K̃)/tr K",
			Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 3,
			content: anyNumber(), of: func(r *Result) any { return r.Trace }, se: func(r *Result) float64 { return r.TraceSE }},
		{Name: "error_best", Doc: "the smallest error that an approximation of the same rank can have",
			Figure: FigureFloor, Scale: ScaleLog, Format: FormatError,
			Line: Cell{Place: 7, Width: 10}, Table: Cell{Place: 2, Width: 8, Head: "floor"},
			content: numbers(0, 1), of: func(r *Result) any { return r.Floor }, se: func(r *Result) float64 { return r.FloorSE }},
		{Name: "stable_rank", Doc: "‖K‖_F²/‖K‖₂²",
			Figure: FigureStableRank, Scale: ScaleLog, Least: 1,
			Line:    Cell{Place: 7, Width: 11},
			content: nonNegative(), of: func(r *Result) any { return r.StableRank }, se: func(r *Result) float64 { return r.StableRankSE }},
		{Name: "stable_rank_approx", Label: "stable rank", Doc: "stable rank of K̃",
			Figure: FigureApproxRank, Least: 1, Scale: ScaleLog, Group: GroupSpectrum, Value: 4,
			content: nonNegative(), of: func(r *Result) any { return r.Metrics.StableRank }},
		{Name: "d_eff", Label: "effective dimension", Doc: "effective dimension at score_ridge",
			Figure: FigureDEff, Scale: ScaleLog, Axis: 5,
			content: nonNegative(), of: func(r *Result) any { return r.DEff }, se: func(r *Result) float64 { return r.DEffSE }},
		{Name: "epsilon_s", Label: "accuracy ε(S)", Doc: "ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂, Ψ² = K(K+γₛI)⁻¹ (SQUEAK)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: diagnosed(func(d *exact.Diagnostics) any { return d.EpsilonS })},
		{Name: "gamma_ok", Label: "share within γₛ/(1−ε)", Doc: "0 ≤ K−K̃ ≤ γₛ/(1−ε)·I, ε of the method, else 0.5 (SQUEAK)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: truths(), of: diagnosed(func(d *exact.Diagnostics) any { return d.GammaOK })},
		{Name: "coherence", Doc: "(n/r)·maxᵢ‖Uᵣ(i,:)‖², r = rank_used (Candès, Recht)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: diagnosed(func(d *exact.Diagnostics) any { return d.Coherence })},
		{Name: "incoherence", Doc: "M = n·maxᵢ Σⱼ Uᵢⱼ²λⱼ/(λⱼ+γₛ) over λⱼ > γₛ (Chen, Yang)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: diagnosed(func(d *exact.Diagnostics) any { return d.Incoherence })},
		{Name: "k_satisfiable", Label: "share K-satisfiable", Doc: "K-satisfiability of S at δ = γₛ/n, c = 3 (Yang and others)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: truths(), of: diagnosed(func(d *exact.Diagnostics) any {
				if !d.Sketched {
					return nil
				}
				return d.KSatisfiable
			})},
		{Name: "d_max", Label: "Bach's d_max", Doc: "n·maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ: marginal degrees of freedom (Bach)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: diagnosed(func(d *exact.Diagnostics) any { return d.DMax })},
		{Name: "subspace_dist", Label: "subspace distance", Doc: "sine of the principal angle to the span of K's leading rank_used eigenvectors",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: numbers(0, 1), of: diagnosed(func(d *exact.Diagnostics) any { return d.SubspaceDist })},
		{Name: "entries", Doc: "kernel entries the method needs",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Group: GroupCost, Value: 7, Axis: 3,
			Line: Cell{Place: 9, Width: 9}, Table: Cell{Place: 4, Width: 8, Head: "entries"},
			content: count, of: succeeded(func(r *Result) any { return r.Entries })},
		{Name: "bytes", Label: "memory", Doc: "8 × the numbers stored", Unit: "B",
			Better: Cost, Scale: ScaleLog, Format: FormatBytes, Group: GroupCost, Value: 6, Axis: 2,
			Table:   Cell{Place: 6, Width: 8, Head: "mem"},
			content: count, of: succeeded(func(r *Result) any { return r.Bytes })},
		{Name: "seconds", Label: "time", Doc: "wall time of the fit and of computing K̃'s features once; if they are not stored, extrapolated from some rows", Unit: "s",
			Better: Cost, Varies: true, Scale: ScaleLog, Format: FormatDuration, Group: GroupCost, Value: 5, Axis: 1,
			Line: Cell{Place: 9, Width: 9}, Table: Cell{Place: 5, Width: 8, Head: "time"},
			content: nonNegative(), of: func(r *Result) any { return r.Seconds }},
		{Name: "cached", Doc: "true if some kernel entries were computed before, which shortens the time", Varies: true, content: truths(), of: succeeded(func(r *Result) any { return r.Cached })},
		{Name: "exact", Doc: "false if figures are estimates", content: truths(), of: succeeded(func(r *Result) any { return r.Exact })},
	}
}

// regressed is the cell of a figure of the regression.
func regressed(value func(*Regression) float64) func(*Result) any {
	return part(func(r *Result) *Regression { return r.Regression }, value)
}

// uncertain is the standard error of a figure of the regression.
func uncertain(value func(*Regression) float64) func(*Result) float64 {
	return func(r *Result) float64 {
		if r.Regression == nil {
			return math.NaN()
		}
		return value(r.Regression)
	}
}

// regressionColumns returns the columns of the regression; see [Regression].
func regressionColumns() []Column {
	return []Column{
		{Name: "rmse_train", Doc: "root mean squared error at the training rows",
			Figure: FigureRegression, Target: NumberTarget, Better: Lower, Scale: ScaleLog,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.RMSETrain })},
		{Name: "rmse_test", Label: "test error", Doc: "root mean squared error at the test rows",
			Figure: FigureRegression, Target: NumberTarget, Exact: "rmse_test_exact", Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 8,
			Line: Cell{Place: 8, Width: 9}, Table: Cell{Place: 7, Width: 8, Head: "rmse"},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.RMSETest })},
		{Name: "r2_test", Label: "test R²", Doc: "R² at the test rows",
			Figure: FigureRegression, Target: NumberTarget, Better: Higher, Group: GroupRegression, Value: 9,
			content: numbers(math.Inf(-1), 1), of: regressed(func(r *Regression) float64 { return r.R2Test })},
		{Name: "rmse_test_exact", Doc: "rmse_test of exact regression with K",
			Figure: FigureExact, Target: NumberTarget, Scale: ScaleLog,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.RMSETestExact })},
		{Name: "krr_error", Label: "fit error", Doc: "mean squared distance to the exact fit",
			Figure: FigureExact, Target: NumberTarget, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 14,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.KRRError })},
		{Name: "bias", Doc: "‖(I−H)(z−z̄)‖²/n, H = K̃(K̃+μI)⁻¹, z the truth or the exact fit, z̄ its mean",
			Figure: FigureRegression, Target: NumberTarget, Scale: ScaleLog, Group: GroupRegression, Value: 12,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.Bias })},
		{Name: "variance", Doc: "σ²‖H‖_F²/n, σ² the noise",
			Figure: FigureRegression, Target: NumberTarget, Scale: ScaleLog, Group: GroupRegression, Value: 13,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.Variance })},
		{Name: "risk", Label: "risk", Doc: "bias + variance: the squared error at the training rows expected over the noise, the offset z̄ known",
			Figure: FigureRegression, Target: NumberTarget, Exact: "risk_exact", Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 10,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.Risk })},
		{Name: "risk_exact", Doc: "risk of exact regression with K",
			Figure: FigureExact, Target: NumberTarget, Scale: ScaleLog,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.RiskExact }), se: uncertain(func(r *Regression) float64 { return r.RiskExactSE })},
		{Name: "risk_ratio", Label: "risk ratio", Doc: "risk over that of exact regression",
			Figure: FigureExact, Target: NumberTarget, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 11,
			Line: Cell{Place: 8, Width: 10}, Table: Cell{Place: 8, Width: 12, Head: "risk ratio"},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.RiskRatio })},
		{Name: "df", Label: "degrees of freedom", Doc: "degrees of freedom, tr H",
			Figure: FigureRegression, Target: NumberTarget, Exact: "df_exact", Group: GroupRegression, Value: 15,
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.DF })},
		{Name: "gcv", Doc: "generalised cross-validation score",
			Figure: FigureRegression, Target: NumberTarget, Exact: "gcv_exact", Better: Lower, Scale: ScaleLog,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.GCV })},
		{Name: "loo", Label: "leave-one-out error", Doc: "mean squared leave-one-out error",
			Figure: FigureRegression, Target: NumberTarget, Better: Lower, Scale: ScaleLog, Group: GroupRegression, Value: 16,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.LOO })},
	}
}

// evidenceColumns returns the columns of a Gaussian process's evidence and of its error bars.
func evidenceColumns() []Column {
	return []Column{
		{Name: "evidence", Label: "log evidence", Doc: "lower bound of the log evidence of K at the best amplitude (Titsias 2009)",
			Figure: FigureEvidence, Target: NumberTarget, Exact: "evidence_exact", Better: Higher, Group: GroupEvidence, Value: 17,
			Line:    Cell{Place: 8, Width: 9},
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.Evidence })},
		{Name: "evidence_upper", Label: "upper bound of log evidence", Doc: "upper bound of the same (Titsias 2014), with ‖K−K̃‖₂ where error_spectral is computed and exact, else with tr(K−K̃)",
			Figure: FigureEvidence, Target: NumberTarget, Exact: "evidence_exact", Better: Lower, Group: GroupEvidence, Value: 17,
			Line:    Cell{Place: 8, Width: 14},
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.EvidenceUpper })},
		{Name: "evidence_gap", Label: "evidence gap", Doc: "evidence_upper − evidence, of all rows together: at least the divergence of the approximate from the exact Gaussian process", Unit: "nats",
			Figure: FigureEvidence, Target: NumberTarget, Better: Lower, Scale: ScaleLog, Group: GroupEvidence, Value: 17,
			Line:    Cell{Place: 8, Width: 12},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return max(0, r.EvidenceUpper-r.Evidence) })},
		{Name: "evidence_exact", Doc: "log evidence of exact Gaussian process regression with K",
			Figure: FigureEvidenceExact, Target: NumberTarget,
			Line:    Cell{Place: 8, Width: 14},
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.EvidenceExact }), se: uncertain(func(r *Regression) float64 { return r.EvidenceExactSE })},
		{Name: "df_exact", Label: "degrees of freedom of K", Doc: "degrees of freedom of exact regression with K, tr K(K+μI)⁻¹",
			Figure: FigureTraces, Target: NumberTarget, Group: GroupRegression, Value: 16,
			Line:    Cell{Place: 8, Width: 9},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.DFExact }), se: uncertain(func(r *Regression) float64 { return r.DFExactSE })},
		{Name: "gcv_exact", Label: "cross-validation score of K", Doc: "generalised cross-validation score of exact regression with K",
			Figure: FigureTraces, Target: NumberTarget, Scale: ScaleLog, Group: GroupRegression, Value: 16,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.GCVExact }), se: uncertain(func(r *Regression) float64 { return r.GCVExactSE })},
		{Name: "log_det_exact", Label: "log determinant of K", Doc: "log|K+μI|",
			Figure: FigureTraces, Target: NumberTarget, Group: GroupRegression, Value: 16,
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.LogDetExact }), se: uncertain(func(r *Regression) float64 { return r.LogDetExactSE })},
		{Name: "coverage_test", Label: "coverage of 95 % intervals", Doc: "share of the test targets in their 95 % intervals: 0.95 if the error bars are right",
			Figure: FigureCalibration, Target: NumberTarget, Format: FormatPercent, Group: GroupEvidence, Value: 17,
			Line:    Cell{Place: 8, Width: 13},
			content: numbers(0, 1), of: regressed(func(r *Regression) float64 { return r.CoverageTest })},
		{Name: "nlpd_test", Label: "negative log density", Doc: "mean −log of the predicted density at the test targets",
			Figure: FigureCalibration, Target: NumberTarget, Better: Lower, Group: GroupEvidence, Value: 17,
			Line:    Cell{Place: 8, Width: 9},
			content: anyNumber(), of: regressed(func(r *Regression) float64 { return r.NLPDTest })},
	}
}

// classColumns returns the columns of a classification, and of the solver.
func classColumns() []Column {
	return []Column{
		{Name: "accuracy_test", Label: "accuracy", Doc: "share of test rows whose class is right",
			Figure: FigureRegression, Target: ClassTarget, Better: Higher, Format: FormatPercent, Group: GroupClassification, Value: 18,
			Line: Cell{Place: 8, Width: 13}, Table: Cell{Place: 7, Width: 10, Head: "accuracy"},
			content: numbers(0, 1), of: regressed(func(r *Regression) float64 { return r.AccuracyTest })},
		{Name: "logloss_test", Label: "log loss", Doc: "mean −log of the right class's probability at the test rows",
			Figure: FigureRegression, Target: ClassTarget, Better: Lower, Scale: ScaleLog, Group: GroupClassification, Value: 19,
			Table:   Cell{Place: 8, Width: 8, Head: "logloss"},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.LogLossTest })},
		{Name: "solver_iterations", Label: "solver iterations", Doc: "iterations of the solver",
			Figure: FigureRegression, solver: true, Better: Cost, Scale: ScaleLog, Group: GroupRegression, Value: 20,
			Line:    Cell{Place: 8, Width: 17},
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.Iterations })},
		{Name: "solver_residual", Doc: "the solver's final residual, relative to the initial one",
			Figure: FigureRegression, solver: true, Scale: ScaleLog,
			content: nonNegative(), of: regressed(func(r *Regression) float64 { return r.Residual })},
	}
}

// boundColumns returns the columns of the theory's predictions; see [Bounds].
func boundColumns() []Column {
	bounded := func(value func(*Bounds) float64) func(*Result) any {
		return part(func(r *Result) *Bounds { return r.Bounds }, value)
	}
	return []Column{
		{Name: "bach_d", Doc: "theory: n·maxᵢ[K(K+μI)⁻¹]ᵢᵢ (Bach 2013)",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.BachD })},
		{Name: "bach_p", Doc: "theory: uniform columns that suffice for a risk ratio of 1.4 (Bach 2013, δ = 0.1)",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.BachColumns })},
		{Name: "squeak_size", Doc: "theory: copies in SQUEAK's dictionary, 3·q̄·d_eff",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.SqueakSize })},
		{Name: "squeak_risk", Doc: "theory: risk ratio of a γₛ-approximation, (1 + (γₛ/μ)/(1−ε))²",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.SqueakRisk })},
		{Name: "rff_error", Doc: "theory: bound on the error of every entry of K̃ with independent Fourier features, with probability 0.95",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.FourierError })},
		{Name: "root_rate", Doc: "theory: 1/√m",
			Figure:  FigureBounds,
			content: nonNegative(), of: bounded(func(b *Bounds) float64 { return b.RootRate })},
	}
}

// endColumns returns the last columns of every table.
func endColumns() []Column {
	return []Column{
		{Name: "failure", Doc: "why the run failed",
			Line:    Cell{Place: 10, Width: -1},
			content: texts(), of: func(r *Result) any { return r.Failure }},
		{Name: "warnings", Doc: "warnings about the run", content: texts(), of: func(r *Result) any { return strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; ") }},
	}
}
