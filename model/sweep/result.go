package sweep

import (
	"math"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
)

// Result is one row: the settings of a cell and the results of its run. A
// figure that does not apply or is not known is NaN here, and empty in a file.
type Result struct {
	Data         string
	N, D         int
	Kernel       string
	Gamma, Sigma float64       // NaN for kernels without a scale
	Widths       kernel.Widths // of the features; "" for none, and for rows of a file
	Method       string
	Params       model.Values // the parameters of the method and the kernel, by name
	Mu           float64
	ScoreRidge   float64
	Rep          int // from 1
	Seed         uint64
	Learner      string // and the solver, if it is not the direct one; "" without a regression

	exact.Metrics
	RankUsed int // −1 if the run failed

	// Figures of K. Their standard errors are NaN if they are exact.
	Floor, FloorSE           float64
	StableRank, StableRankSE float64 // of K; Metrics.StableRank is K̃'s
	DEff, DEffSE             float64

	Diagnostics *exact.Diagnostics // nil if they were not computed
	Regression  *Regression        // nil if there is none
	Bounds      *Bounds            // nil if they were not computed
	Entries     int64
	Bytes       int64
	Seconds     float64
	Cached      bool
	Failure     string // the text of the error, "" if the run succeeded
	Cause       error  // of the failure; nil for rows that were read from a file
	Warnings    []remedy.Note

	file *fileRow // for a row that was read from a file: the source of its columns' values
}

// warn adds warnings about the run.
func (r *Result) warn(texts ...string) { r.Warnings = append(r.Warnings, remedy.Notes(texts...)...) }

// parameter returns the value of a parameter, or its default if the method and the kernel do not
// have the parameter.
func (r *Result) parameter(p model.Param) float64 { return r.Params.Of(p, p.Default) }

// noMetrics returns metrics that are all NaN.
func noMetrics() exact.Metrics {
	nan := math.NaN()
	return exact.Metrics{Error: nan, ErrorSE: nan, Spectral: nan, SpectralSE: nan, Trace: nan, TraceSE: nan, StableRank: nan}
}

// forgetReference sets the figures of K to NaN.
func (r *Result) forgetReference() {
	nan := math.NaN()
	r.Floor, r.StableRank, r.DEff = nan, nan, nan
	r.FloorSE, r.StableRankSE, r.DEffSE = nan, nan, nan
}

// failed returns the row of a failed run: the settings of r, and no figures.
func (r Result) failed(cause error) Result {
	r.forgetReference()
	r.Metrics, r.RankUsed, r.Seconds = noMetrics(), -1, math.NaN()
	r.Diagnostics, r.Regression, r.Bounds = nil, nil, nil
	r.Failure, r.Cause = strings.ReplaceAll(cause.Error(), "\n", " "), cause
	return r
}
