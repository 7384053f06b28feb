package sweep

import (
	"math"
	"slices"
	"strings"
	"sync"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// table has the columns of all figures, and of the parameters that every table has.
var table = sync.OnceValue(func() []Column {
	all := slices.Concat(settingColumns(), withStandardErrors(resultColumns()),
		withStandardErrors(slices.Concat(regressionColumns(), evidenceColumns(), classColumns())), boundColumns(), endColumns())
	at := map[string]int{}
	for i := range all {
		all[i].index, at[all[i].Name] = i, i
	}
	for i := range all {
		all[i].se = at[StandardErrorOf(all[i].Name)]
	}
	return all
})

// indices has the indices of all columns by name.
var indices = sync.OnceValue(func() map[string]int {
	at := map[string]int{}
	for i, c := range table() {
		at[c.Name] = i
	}
	return at
})

// ColumnNamed returns the column of that name among all.
func ColumnNamed(name string) (Column, bool) {
	if i, known := indices()[name]; known {
		return table()[i], true
	}
	return Column{}, false
}

// AllColumns returns the columns of all figures, and of the parameters that every table has.
func AllColumns() []Column { return slices.Clone(table()) }

// Columns returns the columns of the plan's results: those of its figures, and after the seed those of its parameters
// that not every table has.
func (p *Plan) Columns() []Column {
	ridge := p.learner() == trial.LearnRidge
	has := func(c Column) bool {
		switch c.Figure {
		case FigureDiagnostics, FigureBounds:
			return p.wants(c.Figure)
		case FigureTraces, FigureEvidence, FigureCalibration:
			return p.Regresses() && ridge && p.wants(c.Figure)
		case FigureEvidenceExact:
			return p.Regresses() && ridge && (p.wants(c.Figure) || p.wants(FigureTraces))
		case FigureRegression, FigureExact:
			return p.Regresses() && (c.Solver && trial.Iterates(p.Spec.Solver) || !c.Solver && c.Target.Suits(!ridge))
		}
		return true
	}
	var list []Column
	for _, c := range table() {
		if has(c) {
			list = append(list, c)
		}
		if c.Name == "seed" {
			list = append(list, parameterColumns(p.extra)...)
		}
	}
	return list
}

// commonParameters returns the parameters that have a column in every table.
func commonParameters() []model.Param {
	return []model.Param{model.Budget(nil), model.Accumulations(nil), model.Clusters(nil), model.TargetRank(nil)}
}

// settingColumns returns the columns of the settings of a run.
func settingColumns() []Column {
	common := parameterColumns(commonParameters())
	for i, width := range []int{5, 5, 8} { // m, accum, clusters
		common[i].Line = Cell{Place: 5, Width: width}
	}
	common[3].Label = "target rank" // unlike rank_used, whose label is rank
	return slices.Concat([]Column{
		{Name: "data", Doc: "base name of the file, or the built-in set", Input: true, content: texts(), setting: func(r *Result) any { return r.Data }},
		{Name: "n", Doc: "training rows", Input: true,
			Line:    Cell{Place: 3, Width: 6},
			content: valuesOf(model.TrainRows(nil)), setting: func(r *Result) any { return int64(r.N) }},
		{Name: "d", Doc: "features", Input: true, content: wholes(1, math.MaxInt32), setting: func(r *Result) any { return int64(r.D) }},
		{Name: "kernel", Doc: "kernel", Input: true, content: texts(), setting: func(r *Result) any { return r.Kernel }},
		{Name: "gamma", Doc: "kernel scale", Input: true,
			Line:    Cell{Place: 4, Width: 9},
			content: nonNegative(), setting: func(r *Result) any { return r.Gamma }},
		{Name: "sigma", Doc: "kernel width, the same scale as gamma", Input: true, content: nonNegative(), setting: func(r *Result) any { return r.Sigma }},
		{Name: "method", Doc: "method", Input: true,
			Line:    Cell{Place: 2, Width: -15},
			content: texts(), setting: func(r *Result) any { return r.Method }},
	}, common, []Column{
		{Name: "mu", Doc: "ridge", Input: true,
			Line:    Cell{Place: 6, Width: 9},
			content: valuesOf(model.Ridge(nil)), setting: func(r *Result) any { return r.Mu }},
		{Name: "score_ridge", Doc: "ridge of the leverage scores", Input: true, content: valuesOf(model.ScoreRidge(nil)), setting: func(r *Result) any { return r.ScoreRidge }},
		{Name: "rep", Doc: "repetition, from 1", Input: true,
			Line:    Cell{Place: 1, Width: 3},
			content: wholes(1, maxRuns), setting: func(r *Result) any { return int64(r.Rep) }},
		{Name: "seed", Doc: "base seed", Input: true, content: wholes(0, math.MaxInt64), setting: func(r *Result) any { return int64(r.Seed) }},
		{Name: "learner", Doc: "the regression or classifier, and its solver", Input: true, Figure: FigureRegression, content: texts(), setting: func(r *Result) any { return r.Learner }},
	})
}

// resultColumns returns the columns of the approximation and its cost.
func resultColumns() []Column {
	count := wholes(0, math.Inf(1))
	return []Column{
		{Name: "rank_used", Label: "rank", Doc: "rank of K̃ as it is stored",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Axis: 4,
			Line: Cell{Place: 10, Width: 9}, Table: Cell{Place: 6, Width: 6, Head: "rank"},
			content: count, of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return float64(f.Rank) })},
		{Name: "error", Doc: "‖K−K̃‖_F/‖K‖_F",
			Figure: FigureError, Floor: "error_best", Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 1,
			Line: Cell{Place: 7, Width: 9}, Table: Cell{Place: 1, Width: 16, Head: "error ±se"},
			content: nonNegative(), Estimated: true, of: measured(func(m exact.Metrics) (v, se float64) { return m.Error, m.ErrorSE })},
		{Name: "error_spectral", Label: "spectral error", Doc: "‖K−K̃‖₂/‖K‖₂",
			Figure: FigureSpectral, Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 2,
			content: nonNegative(), Estimated: true, of: measured(func(m exact.Metrics) (v, se float64) { return m.Spectral, m.SpectralSE })},
		{Name: "error_trace", Label: "trace error", Doc: "tr(K−K̃)/tr K",
			Better: Lower, Scale: ScaleLog, Format: FormatError, Group: GroupError, Value: 3,
			content: anyNumber(), Estimated: true, of: measured(func(m exact.Metrics) (v, se float64) { return m.Trace, m.TraceSE })},
		{Name: "error_best", Doc: "the smallest error that an approximation of the same rank can have",
			Figure: FigureFloor, Scale: ScaleLog, Format: FormatError,
			Line: Cell{Place: 7, Width: 10}, Table: Cell{Place: 5, Width: 8, Head: "floor"},
			content: numbers(0, 1), Estimated: true, of: func(v *visit) (exact.Estimate, error) {
				floor, found, err := v.on.Reference.Floor(v.ctx, v.rank)
				if !found {
					floor = none()
				}
				return floor, err
			}},
		{Name: "stable_rank", Doc: "‖K‖_F²/‖K‖₂²",
			Figure: FigureStableRank, Scale: ScaleLog, Least: 1,
			Line:    Cell{Place: 10, Width: 11},
			content: nonNegative(), Estimated: true, of: func(v *visit) (exact.Estimate, error) { return v.on.Reference.StableRank(v.ctx) }},
		{Name: "stable_rank_approx", Label: "stable rank", Doc: "stable rank of K̃",
			Figure: FigureApproxRank, Least: 1, Scale: ScaleLog, Group: GroupSpectrum, Value: 4,
			content: nonNegative(), of: measured(func(m exact.Metrics) (v, se float64) { return m.StableRank, math.NaN() })},
		{Name: "d_eff", Label: "effective dimension", Doc: "effective dimension at score_ridge",
			Figure: FigureDEff, Scale: ScaleLog, Axis: 5,
			content: nonNegative(), Estimated: true, of: (*visit).dimension},
		{Name: "epsilon_s", Label: "accuracy ε(S)", Doc: "ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂, Ψ² = K(K+γₛI)⁻¹ (SQUEAK)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return d.EpsilonS })},
		{Name: "gamma_ok", Label: "share within γₛ/(1−ε)", Doc: "0 ≤ K−K̃ ≤ γₛ/(1−ε)·I, ε of the method, else 0.5 (SQUEAK)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: truths(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return truth(d.GammaOK) })},
		{Name: "coherence", Doc: "(n/r)·maxᵢ‖Uᵣ(i,:)‖², r = rank_used (Candès, Recht)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return d.Coherence })},
		{Name: "incoherence", Doc: "M = n·maxᵢ Σⱼ Uᵢⱼ²λⱼ/(λⱼ+γₛ) over λⱼ > γₛ (Chen, Yang)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return d.Incoherence })},
		{Name: "k_satisfiable", Label: "share K-satisfiable", Doc: "K-satisfiability of S at δ = γₛ/n, c = 3 (Yang and others)",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: truths(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 {
				if !d.Sketched {
					return math.NaN()
				}
				return truth(d.KSatisfiable)
			})},
		{Name: "d_max", Label: "Bach's d_max", Doc: "n·maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ: marginal degrees of freedom (Bach)",
			Figure: FigureDiagnostics, Scale: ScaleLog, Group: GroupDiagnostics, Value: 20,
			content: nonNegative(), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return d.DMax })},
		{Name: "subspace_dist", Label: "subspace distance", Doc: "sine of the principal angle to the span of K's leading rank_used eigenvectors",
			Figure: FigureDiagnostics, Group: GroupDiagnostics, Value: 20,
			content: numbers(0, 1), of: valueOf((*visit).diagnose, func(d exact.Diagnostics) float64 { return d.SubspaceDist })},
		{Name: "entries", Doc: "kernel entries the method needs",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Group: GroupCost, Value: 7, Axis: 3,
			Line: Cell{Place: 10, Width: 9}, Table: Cell{Place: 3, Width: 8, Head: "entries"},
			content: count, of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return float64(f.Entries) })},
		{Name: "bytes", Label: "memory", Doc: "8 × the numbers stored", Unit: "B",
			Better: Cost, Scale: ScaleLog, Format: FormatBytes, Group: GroupCost, Value: 6, Axis: 2,
			Table:   Cell{Place: 7, Width: 8, Head: "mem"},
			content: count, of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return float64(f.Bytes) })},
		{Name: "seconds", Label: "time", Doc: "wall time of the fit and of computing K̃'s features once; if they are not stored, extrapolated from some rows", Unit: "s",
			Better: Cost, Varies: true, Scale: ScaleLog, Format: FormatDuration, Group: GroupCost, Value: 5, Axis: 1,
			Line: Cell{Place: 9, Width: 9}, Table: Cell{Place: 2, Width: 8, Head: "time"},
			content: nonNegative(), of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return f.Seconds })},
		{Name: "cached", Doc: "true if some kernel entries were computed before, which shortens the time", Varies: true, content: truths(), of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return truth(f.Cached) })},
		{Name: "exact", Doc: "false if figures are estimates", content: truths(), of: valueOf((*visit).fitted, func(f *trial.Fit) float64 { return truth(f.Metrics.Exact) })},
	}
}

// measured is a figure of the comparison of K̃ with K.
func measured(value func(exact.Metrics) (v, se float64)) figure {
	return func(v *visit) (exact.Estimate, error) {
		fit, err := v.fitted()
		if err != nil {
			return none(), err
		}
		x, se := value(fit.Metrics)
		return exact.Estimate{Value: x, SE: se}, nil
	}
}

// truth returns 1 for true and 0 for false.
func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// boundColumns returns the columns of the theory's predictions, NaN where they do not apply. Package exact documents
// the assumptions of each.
func boundColumns() []Column {
	return []Column{
		{Name: "bach_d", Doc: "theory: n·maxᵢ[K(K+μI)⁻¹]ᵢᵢ (Bach 2013)",
			Figure:  FigureBounds,
			content: nonNegative(), of: valueOf((*visit).mostDegrees, func(d float64) float64 { return d })},
		{Name: "bach_p", Doc: "theory: uniform columns that suffice for a risk ratio of 1.4 (Bach 2013, δ = 0.1)",
			Figure:  FigureBounds,
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				d, err := v.mostDegrees()
				if math.IsNaN(d) {
					return none(), err
				}
				return exactly(exact.BachColumns(v.Gram.N(), v.Mu, d, v.largestDiagonal(), 0.1)), err
			}},
		{Name: "squeak_size", Doc: "theory: copies in SQUEAK's dictionary, 3·q̄·d_eff",
			Figure:  FigureBounds,
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				if d, err := v.mostDegrees(); err != nil || math.IsNaN(d) {
					return none(), err
				}
				d, err := v.dimension()
				return exactly(exact.SqueakColumns(v.row.parameter(model.QBar(nil)), d.Value)), err
			}},
		{Name: "squeak_risk", Doc: "theory: risk ratio of a γₛ-approximation, (1 + (γₛ/μ)/(1−ε))²",
			Figure:  FigureBounds,
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				return exactly(exact.SqueakRiskFactor(v.ScoreRidge, v.Mu, v.row.parameter(model.Epsilon(nil)))), nil
			}},
		{Name: "rff_error", Doc: "theory: bound on the error of every entry of K̃ with independent Fourier features, with probability 0.95",
			Figure:  FigureBounds,
			content: nonNegative(), of: (*visit).fourierBound},
		{Name: "root_rate", Doc: "theory: 1/√m",
			Figure:  FigureBounds,
			content: nonNegative(), of: func(v *visit) (exact.Estimate, error) {
				if m, ok := v.row.Params[model.BudgetName]; ok {
					return exactly(1 / math.Sqrt(m)), nil
				}
				return none(), nil
			}},
	}
}

// endColumns returns the last columns of every table.
func endColumns() []Column {
	return []Column{
		{Name: "failure", Doc: "why the run failed",
			Line:    Cell{Place: 10, Width: -1},
			content: texts(), setting: func(r *Result) any { return r.Failure }},
		{Name: "warnings", Doc: "warnings about the run", content: texts(), setting: func(r *Result) any { return strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; ") }},
	}
}
