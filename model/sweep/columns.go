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
	all := slices.Concat(settingColumns(),
		withStandardErrors(slices.Concat(errorColumns(), diagnosticColumns(), costColumns())),
		withStandardErrors(slices.Concat(regressionColumns(), evidenceColumns(), classColumns())),
		boundColumns(), endColumns())
	for i := range all {
		all[i].index = i
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
	everywhere := DefaultFigures(1)
	has := func(c Column) bool {
		learned := p.Regresses() && c.Target.Suits(p.learner() != trial.LearnRidge) &&
			(!c.Solver || trial.Iterates(p.Spec.Solver))
		return (learned || !c.Needs().Has(FigureRegression)) && (everywhere.Has(c.Figure) || p.Spec.Figures.fill(c))
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

// each returns the columns after set has set what they have in common.
func each(set func(*Column), columns []Column) []Column {
	for i := range columns {
		set(&columns[i])
	}
	return columns
}

// settingColumns returns the columns of the settings of a run.
func settingColumns() []Column {
	common := parameterColumns(commonParameters())
	for i, width := range []int{5, 5, 8} { // m, accum, clusters
		common[i].Line = Cell{Place: 5, Width: width}
	}
	common[3].Label = "target rank" // unlike rank_used, whose label is rank
	return each(func(c *Column) { c.Input = true }, slices.Concat([]Column{
		{Name: "data", Doc: "base name of the file, or the built-in set",
			content: texts(), setting: func(r *Result) any { return r.Data }},
		{Name: "n", Doc: "training rows", Line: Cell{Place: 3, Width: 6},
			content: valuesOf(model.TrainRows(nil)), setting: func(r *Result) any { return int64(r.N) }},
		{Name: "d", Doc: "features", content: wholes(1, math.MaxInt32), setting: func(r *Result) any { return int64(r.D) }},
		{Name: "kernel", Doc: "kernel", content: texts(), setting: func(r *Result) any { return r.Kernel }},
		{Name: "gamma", Doc: "kernel scale", Line: Cell{Place: 4, Width: 9},
			content: nonNegative(), setting: func(r *Result) any { return r.Gamma }},
		{Name: "sigma", Doc: "kernel width, the same scale as gamma",
			content: nonNegative(), setting: func(r *Result) any { return r.Sigma }},
		{Name: "method", Doc: "method", Line: Cell{Place: 2, Width: -15},
			content: texts(), setting: func(r *Result) any { return r.Method }},
	}, common, []Column{
		{Name: "mu", Doc: "ridge", Line: Cell{Place: 6, Width: 9},
			content: valuesOf(model.Ridge(nil)), setting: func(r *Result) any { return r.Mu }},
		{Name: "score_ridge", Doc: "ridge of the leverage scores",
			content: valuesOf(model.ScoreRidge(nil)), setting: func(r *Result) any { return r.ScoreRidge }},
		{Name: "rep", Doc: "repetition, from 1", Line: Cell{Place: 1, Width: 3},
			content: wholes(1, maxRuns), setting: func(r *Result) any { return int64(r.Rep) }},
		{Name: "seed", Doc: "base seed",
			content: wholes(0, math.MaxInt64), setting: func(r *Result) any { return int64(r.Seed) }},
		{Name: "learner", Doc: "the regression or classifier, and its solver", Figure: FigureRegression,
			content: texts(), setting: func(r *Result) any { return r.Learner }},
	}))
}

// errorColumns returns the columns of the approximation's errors, and of ranks.
func errorColumns() []Column {
	return slices.Concat([]Column{
		{Name: "rank_used", Label: "rank", Doc: "rank of K̃ as it is stored",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Axis: 4,
			Line: Cell{Place: 10, Width: 9}, Table: Cell{Place: 6, Width: 6, Head: "rank"},
			content: anyCount(), of: ofFit(func(f *trial.Fit) float64 { return float64(f.Rank) })},
	}, comparisonColumns(), []Column{
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
			Figure: FigureStableRank, Scale: ScaleLog, Least: 1, Line: Cell{Place: 10, Width: 11},
			content: nonNegative(), Estimated: true,
			of: func(v *visit) (exact.Estimate, error) { return v.on.Reference.StableRank(v.ctx) }},
		{Name: "stable_rank_approx", Label: "stable rank", Doc: "stable rank of K̃",
			Figure: FigureApproxRank, Least: 1, Scale: ScaleLog, Group: GroupSpectrum, Value: 4, content: nonNegative(),
			of: compared("stable_rank_approx")},
		{Name: "d_eff", Label: "effective dimension", Doc: "effective dimension at score_ridge",
			Figure: FigureDEff, Scale: ScaleLog, Axis: 5,
			content: nonNegative(), Estimated: true, of: (*visit).dimension},
	})
}

// comparisonColumns returns the columns of K̃ beside K. A fit computes those that are asked for while it has K̃.
func comparisonColumns() []Column {
	return each(func(c *Column) {
		c.Better, c.Scale, c.Format, c.Group, c.Estimated = Lower, ScaleLog, FormatError, GroupError, true
		c.of = compared(c.Name)
	}, []Column{
		{Name: "error", Doc: "‖K−K̃‖_F/‖K‖_F", Figure: FigureError, Floor: "error_best", Value: 1,
			Line: Cell{Place: 7, Width: 9}, Table: Cell{Place: 1, Width: 16, Head: "error ±se"},
			content: nonNegative(), compare: (*exact.Comparison).Error},
		{Name: "error_spectral", Label: "spectral error", Doc: "‖K−K̃‖₂/‖K‖₂", Figure: FigureSpectral, Value: 2,
			content: nonNegative(), compare: (*exact.Comparison).Spectral},
		{Name: "error_trace", Label: "trace error", Doc: "tr(K−K̃)/tr K", Value: 3,
			content: anyNumber(), compare: (*exact.Comparison).Trace},
	})
}

// costColumns returns the columns of what the approximation costs.
func costColumns() []Column {
	return []Column{
		{Name: "entries", Doc: "kernel entries the method needs",
			Better: Cost, Scale: ScaleLog, Format: FormatCount, Group: GroupCost, Value: 7, Axis: 3,
			Line: Cell{Place: 10, Width: 9}, Table: Cell{Place: 3, Width: 8, Head: "entries"},
			content: anyCount(), of: ofFit(func(f *trial.Fit) float64 { return float64(f.Entries) })},
		{Name: "bytes", Label: "memory", Doc: "8 × the numbers stored", Unit: "B",
			Better: Cost, Scale: ScaleLog, Format: FormatBytes, Group: GroupCost, Value: 6, Axis: 2,
			Table:   Cell{Place: 7, Width: 8, Head: "mem"},
			content: anyCount(), of: ofFit(func(f *trial.Fit) float64 { return float64(f.Bytes) })},
		{Name: "seconds", Label: "time", Unit: "s",
			Doc: "wall time of the fit and of computing K̃'s features once; " +
				"if they are not stored, extrapolated from some rows",
			Better: Cost, Varies: true, Scale: ScaleLog, Format: FormatDuration, Group: GroupCost, Value: 5, Axis: 1,
			Line: Cell{Place: 9, Width: 9}, Table: Cell{Place: 2, Width: 8, Head: "time"},
			content: nonNegative(), of: ofFit(func(f *trial.Fit) float64 { return f.Seconds })},
		{Name: "cached", Doc: "true if some kernel entries were computed before, which shortens the time", Varies: true,
			content: booleans(), of: ofFit(func(f *trial.Fit) float64 { return boolean(f.Cached) })},
		{Name: "exact", Doc: "false if figures are estimates",
			content: booleans(), of: func(v *visit) (exact.Estimate, error) {
				return exact.Exactly(boolean(v.on.Reference.Exact())), nil
			}},
	}
}

// ofFit is a number that a fit has.
func ofFit(value func(*trial.Fit) float64) figure { return valueOf((*visit).fitted, value) }

// compared is a figure of K̃ that the fit has, as of its comparison with K.
func compared(column string) figure {
	return func(v *visit) (exact.Estimate, error) {
		fit, err := v.fitted()
		if err != nil {
			return none(), err
		}
		return fit.Compared[column], nil
	}
}

// boolean returns 1 for true and 0 for false.
func boolean(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// endColumns returns the last columns of every table.
func endColumns() []Column {
	return []Column{
		{Name: "failure", Doc: "why the run failed", Line: Cell{Place: 10, Width: -1},
			content: texts(), setting: func(r *Result) any { return r.Failure }},
		{Name: "warnings", Doc: "warnings about the run", content: texts(), setting: func(r *Result) any {
			return strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; ")
		}},
	}
}
