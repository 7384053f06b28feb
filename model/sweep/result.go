package sweep

import (
	"math"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
)

// Result is one row: what one cell asked for and what came out. A figure that
// does not apply or is not known is NaN here, and empty in a file.
type Result struct {
	Data         string
	N, D         int
	Kernel       string
	Gamma, Sigma float64 // NaN for kernels without a scale
	Method       string
	Params       map[string]float64 // the parameters that this method or kernel uses, by name
	Mu           float64
	ScoreRidge   float64
	Rep          int // from 1
	Seed         uint64
	Learner      string // with a solver other than the direct one, "" without a regression

	exact.Metrics
	RankUsed int // −1 where the run failed

	// Figures of K, with standard errors that are NaN where they are exact.
	Floor, FloorSE           float64
	StableRank, StableRankSE float64 // of K; Metrics.StableRank is K̃'s
	DEff, DEffSE             float64

	Diagnostics *exact.Diagnostics // nil where there are none
	Regression  *Regression        // nil where there is none
	Bounds      *Bounds            // nil where they are not asked for
	Entries     int64
	Bytes       int64
	Seconds     float64
	Cached      bool
	Failure     string // in plain words, "" for none
	Cause       error  // of the failure; nil of rows that were read from a file
	Warnings    []remedy.Note

	file *fileRow // of a row that was read from a file: what the columns show
}

// warn adds what to know about the run.
func (r *Result) warn(texts ...string) { r.Warnings = append(r.Warnings, remedy.Notes(texts...)...) }

// parameter is the value of a parameter, its default where method and kernel have none.
func (r *Result) parameter(p model.Param) float64 {
	if v, ok := r.Params[p.Name]; ok {
		return v
	}
	return p.Default
}

// noMetrics has no figure.
func noMetrics() exact.Metrics {
	nan := math.NaN()
	return exact.Metrics{Error: nan, ErrorSE: nan, Spectral: nan, SpectralSE: nan, Trace: nan, TraceSE: nan, StableRank: nan}
}

// forgetReference drops the figures of K.
func (r *Result) forgetReference() {
	nan := math.NaN()
	r.Floor, r.StableRank, r.DEff = nan, nan, nan
	r.FloorSE, r.StableRankSE, r.DEffSE = nan, nan, nan
}

// failed is a row without figures.
func (r Result) failed(cause error) Result {
	r.forgetReference()
	r.Metrics, r.RankUsed, r.Seconds = noMetrics(), -1, math.NaN()
	r.Diagnostics, r.Regression, r.Bounds = nil, nil, nil
	r.Failure, r.Cause = strings.ReplaceAll(cause.Error(), "\n", " "), cause
	return r
}

// Column is one column of the results: its name in CSV and JSON, what it
// means, and how to read it from a row.
type Column struct {
	Name  string
	Doc   string
	Asked bool // part of the question rather than of the answer

	content content // of its cells in a file
	// of gives a string, bool, int64 or float64; nil or NaN where none applies.
	of func(*Result) any
}

// value is what the column has in a row, of a run or of a file.
func (c Column) value(r *Result) any {
	if r.file != nil {
		return r.file.value(c.Name)
	}
	return c.of(r)
}

// Number is the column's value in a row, with 1 for true and 0 for false, and
// whether it is a number at all and applies.
func (c Column) Number(r *Result) (float64, bool) {
	if r.file != nil {
		v := r.file.number(c.Name)
		return v, !math.IsNaN(v)
	}
	switch v := c.of(r).(type) {
	case float64:
		return v, !math.IsNaN(v)
	case int64:
		return float64(v), true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// Text is the column's value in a row as a file has it, "" where it does not apply.
func (c Column) Text(r *Result) string { return text(c.value(r)) }

// commonParameters have a column in every table.
func commonParameters() []model.Param {
	return []model.Param{model.Budget(nil), model.Accumulations(nil), model.Clusters(nil), model.TargetRank(nil)}
}

// parameterColumns are those of parameters: numbers, or the names of choices; empty where
// a method has no such parameter.
func parameterColumns(params []model.Param) (columns []Column) {
	for _, p := range params {
		columns = append(columns, Column{underscored(p.Name), p.Doc, true, valuesOf(p), func(r *Result) any {
			v, ok := r.Params[p.Name]
			switch {
			case !ok:
				return nil
			case p.Choices != nil:
				return p.Format(v)
			}
			return v
		}})
	}
	return columns
}

// partColumn is a figure in a part of the answer, empty in rows without that part.
func partColumn[P, V any](name, doc string, holds content, part func(*Result) *P, figure func(*P) V) Column {
	return Column{name, doc, false, holds, func(r *Result) any {
		if p := part(r); p != nil {
			return figure(p)
		}
		return nil
	}}
}

// StandardErrorOf is the name of the column with the standard error of a column's figure.
func StandardErrorOf(name string) string { return name + "_se" }

func isStandardError(name string) bool { return strings.HasSuffix(name, StandardErrorOf("")) }

func standardError(name string, of func(*Result) float64) Column {
	return Column{StandardErrorOf(name), "standard error of " + name + " where that is an estimate: ± 1.96 of it is a 95 % interval, or a bound", false, nonNegative(),
		func(r *Result) any { return of(r) }}
}

// kinds are the figures that have columns only where they are wanted.
type kinds struct {
	Diagnostics bool
	Ridge       bool // a ridge regression
	Classes     bool // a classification
	Iterates    bool // a solver that iterates
	Bounds      bool
}

// AllColumns are those of all figures, and of the parameters that every table has.
func AllColumns() []Column { return columns(nil, kinds{true, true, true, true, true}) }

// columns lists the columns of a table, with extra parameters, of the chosen methods or the
// kernel, and the kinds of figures that are wanted.
func columns(extra []model.Param, wanted kinds) []Column {
	when := func(wanted bool, columns ...Column) []Column {
		if !wanted {
			return nil
		}
		return columns
	}
	count := wholes(0, math.Inf(1))
	ran := func(v func(*Result) any) func(*Result) any {
		return func(r *Result) any {
			if r.Failure != "" {
				return nil
			}
			return v(r)
		}
	}
	return slices.Concat([]Column{
		{"data", "base name of the file, or the built-in set", true, texts(), func(r *Result) any { return r.Data }},
		{"n", "training rows", true, valuesOf(model.TrainRows(nil)), func(r *Result) any { return int64(r.N) }},
		{"d", "features", true, wholes(1, math.MaxInt32), func(r *Result) any { return int64(r.D) }},
		{"kernel", "kernel", true, texts(), func(r *Result) any { return r.Kernel }},
		{"gamma", "kernel scale", true, nonNegative(), func(r *Result) any { return r.Gamma }},
		{"sigma", "the same as a width", true, nonNegative(), func(r *Result) any { return r.Sigma }},
		{"method", "method", true, texts(), func(r *Result) any { return r.Method }},
	}, parameterColumns(commonParameters()), []Column{
		{"mu", "ridge", true, valuesOf(model.Ridge(nil)), func(r *Result) any { return r.Mu }},
		{"score_ridge", "ridge of the leverage scores", true, valuesOf(model.ScoreRidge(nil)), func(r *Result) any { return r.ScoreRidge }},
		{"rep", "repetition, from 1", true, wholes(1, maxRuns), func(r *Result) any { return int64(r.Rep) }},
		{"seed", "base seed", true, wholes(0, math.MaxInt64), func(r *Result) any { return int64(r.Seed) }},
	}, parameterColumns(extra), when(wanted.Ridge || wanted.Classes,
		Column{"learner", "what learns the target", true, texts(), func(r *Result) any { return r.Learner }},
	), []Column{
		{"rank_used", "rank of what is stored", false, count, ran(func(r *Result) any { return int64(r.RankUsed) })},
		{"error", "‖K−K̃‖_F/‖K‖_F", false, nonNegative(), func(r *Result) any { return r.Error }},
		{"error_spectral", "‖K−K̃‖₂/‖K‖₂", false, nonNegative(), func(r *Result) any { return r.Spectral }},
		{"error_trace", "tr(K−K̃)/tr K", false, anyNumber(), func(r *Result) any { return r.Trace }},
		{"error_best", "the smallest error that an approximation of the same rank can have", false, numbers(0, 1), func(r *Result) any { return r.Floor }},
		{"stable_rank", "‖K‖_F²/‖K‖₂²", false, nonNegative(), func(r *Result) any { return r.StableRank }},
		{"stable_rank_approx", "stable rank of K̃", false, nonNegative(), func(r *Result) any { return r.Metrics.StableRank }},
		{"d_eff", "effective dimension at score_ridge", false, nonNegative(), func(r *Result) any { return r.DEff }},
	}, when(wanted.Diagnostics, diagnosticColumns()...), []Column{
		{"entries", "kernel entries the method needs", false, count, ran(func(r *Result) any { return r.Entries })},
		{"bytes", "8 × the numbers stored", false, count, ran(func(r *Result) any { return r.Bytes })},
		{"seconds", "wall time of the fit, K̃'s features made once; of those that are not kept, told by some rows", false, nonNegative(), func(r *Result) any { return r.Seconds }},
		{"cached", "shared kernel entries spared some of the time", false, truths(), ran(func(r *Result) any { return r.Cached })},
		{"exact", "false where figures are estimates", false, truths(), ran(func(r *Result) any { return r.Exact })},
		standardError("error", func(r *Result) float64 { return r.ErrorSE }),
		standardError("error_spectral", func(r *Result) float64 { return r.SpectralSE }),
		standardError("error_trace", func(r *Result) float64 { return r.TraceSE }),
		standardError("error_best", func(r *Result) float64 { return r.FloorSE }),
		standardError("stable_rank", func(r *Result) float64 { return r.StableRankSE }),
		standardError("d_eff", func(r *Result) float64 { return r.DEffSE }),
	}, when(wanted.Ridge, ridgeColumns()...), when(wanted.Classes, classColumns()...), when(wanted.Iterates, solverColumns()...),
		when(wanted.Bounds, boundColumns()...), []Column{
			{"failure", "why this run has no figures", false, texts(), func(r *Result) any { return r.Failure }},
			{"warnings", "what to know about this run", false, texts(), func(r *Result) any { return strings.Join(remedy.Texts(r.Warnings, remedy.Plain()), "; ") }},
		})
}

func namesOf(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}
