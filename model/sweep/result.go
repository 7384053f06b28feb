package sweep

import (
	"math"
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
	Params       model.Values // the parameters that this method or kernel uses, by name
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
func (r *Result) parameter(p model.Param) float64 { return r.Params.Of(p, p.Default) }

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
