package sweep

import (
	"fmt"
	"math/bits"

	"gramscope/model/exact"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// Stage is what a run is at: one of the things that it computes, in their order.
type Stage int

// The stages. A run enters those that it has something to compute for.
const (
	StageKernel     Stage = iota // rows drawn, and K
	StageFit                     // K̃
	StageError                   // K̃ against K, and the traces
	StageSpectral                // ‖K−K̃‖₂
	StageApproxRank              // norms of K̃
	StageStableRank              // norms of K
	StageEigenpairs              // diagnostics
	StageFloor
	StageDEff
	StageRegression
	StageExact // the regression with K itself
	StageBounds
	StageEnd // nothing more
)

// String is the stage in a word or two, at most [StageWidth] characters.
func (s Stage) String() string {
	return [...]string{"kernel", "fit", "error", "spectral", "norms", "stable rank", "eigenpairs", "floor", "d_eff", "regression", "exact", "bounds", ""}[s]
}

// StageWidth is the length of the longest of their names.
const StageWidth = 11

// What it costs, in operations of a product of matrices, where it is something else:
// that an entry of K is evaluated, besides its d products; that a number is read and added
// up; that one of a block is, here and there; that a row is drawn, for each coordinate; and
// an operation of what decomposes K̃, by blocks or as a factor.
const (
	evaluating   = 60
	passing      = 30
	gathering    = 100
	drawing      = 500
	decomposing  = 8
	diagonalised = 16
)

// Work is what a run of the cell computes, by stages: how many operations each takes,
// roughly, and which of them others share. An operation is one of a product of matrices;
// what is slower counts for more. See [model.Method.Work].
func (p *Plan) Work(c trial.Setting) []Part {
	if p.Spec.Partial && p.estimate().check(c) != nil { // it is refused
		return nil
	}
	w := p.workOf(c)
	n, square := w.n, w.n*w.n
	w.once(StageKernel, "", drawing*n*w.d+w.kept)
	fit := p.fitKey(c)
	w.own(StageFit, fit, c.Method.Work(c.Fitter(), c.Draw.N, p.store.Source().Dims()))
	if p.wants(FigureError) {
		w.once(StageError, "", w.first)
		w.own(StageError, fit, w.compared)
	} else { // the traces
		w.own(StageError, fit, n*(1+w.q))
	}
	if p.wants(FigureSpectral) {
		w.own(StageSpectral, fit, 600*w.entries+600*n*w.q)
	}
	if p.wants(FigureApproxRank) {
		w.own(StageApproxRank, fit, w.norms)
	}
	if p.wants(FigureStableRank) {
		w.once(StageStableRank, "", 40*w.entries)
	}
	if p.diagnosed(c) {
		w.own(StageEigenpairs, p.key(c), 20*n*square)
	}
	entire := p.Exact(c) && c.Draw.N <= exact.DefaultExactLimit // all eigenvalues at once, for all that needs some
	if p.wants(FigureFloor) {
		level := bits.Len(uint(w.q)) // else they are found by doubling their number
		if entire {
			level = bits.Len(uint(n))
		}
		w.once(StageFloor, level, 2*w.entries*float64(int(1)<<level))
	}
	if p.wants(FigureDEff) {
		operations := w.entries * min(n, 4096)
		if entire && p.wants(FigureFloor) {
			operations = n
		}
		w.once(StageDEff, c.ScoreRidge, operations)
	}
	if p.Regresses() {
		w.own(StageRegression, p.key(c), w.learned)
		if p.exactly(c) {
			w.once(StageExact, c.Mu, n*square)
		}
	}
	if p.wants(FigureBounds) {
		w.once(StageBounds, fmt.Sprint(c.ScoreRidge, c.Mu), w.entries*n)
	}
	return w.parts
}

// work is that of a run as it is listed.
type work struct {
	of     trial.Setting
	matrix string // what names its kernel matrix
	parts  []Part

	n, d, q  float64 // q is the width of K̃'s factor, or of its blocks
	entries  float64 // of K that figures are made of
	kept     float64 // operations for all of K, where it is kept from the beginning
	first    float64 // what the first comparison with K takes beside K̃
	compared float64 // K̃ with K
	norms    float64 // of K̃
	learned  float64 // on K̃
}

// workOf is what the stages are reckoned from.
func (p *Plan) workOf(c trial.Setting) *work {
	const (
		sampled = 2048 // rows, about, where figures are estimates
		atOnce  = 2048 // rows up to which K is kept before it is compared with
	)
	w := &work{of: c, matrix: fmt.Sprint(c.Draw, c.Kernel, p.Exact(c)), n: float64(c.Draw.N), d: float64(p.store.Source().Dims())}
	evaluated := 2*w.d + evaluating
	m := memory.Of(p.store.Source()).Method(c, c.Draw.N)
	w.q = float64(m.Coordinates) / memory.Float64
	numbers, blocks := float64(m.Kept)/memory.Float64, w.q >= w.n
	switch {
	case c.Method.Memory == nil:
		w.q = w.n
	case blocks:
		w.q = numbers / w.n
	}
	w.entries = w.n * w.n
	each := passing + 0.7*w.q
	switch {
	case !p.Exact(c):
		w.entries = min(w.entries, sampled*sampled)
		w.first, each = w.entries*(evaluated+gathering), gathering+w.q
	case c.Draw.N <= atOnce:
		w.kept, w.first = w.entries*evaluated, w.entries*passing
	default: // and again to be kept
		w.first = 2 * w.entries * evaluated
	}
	w.compared, w.norms, w.learned = w.entries*each, w.n*w.q*(w.q+2*passing), decomposing*w.n*(1+w.q*w.q)
	if blocks {
		w.compared, w.norms, w.learned = (w.entries+numbers)*passing, gathering*numbers, diagonalised*w.n*w.q*w.q
	}
	return w
}

// once adds what is computed once of a kernel matrix, and of something.
func (w *work) once(s Stage, of any, operations float64) {
	w.parts = append(w.parts, Part{Kind: Kind{Stage: s}, Key: fmt.Sprint(s, w.matrix, of), Operations: operations, Alone: true})
}

// own adds what is the method's own.
func (w *work) own(s Stage, key string, operations float64) {
	w.parts = append(w.parts, Part{Kind: Kind{s, w.of.Method.Name}, Key: fmt.Sprint(s, key), Operations: operations})
}
