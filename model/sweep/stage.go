package sweep

import (
	"fmt"
	"math/bits"

	"gramscope/model/exact"
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

// watch is what a run of the given index tells of its stages.
func (p *Plan) watch(run int) func(Stage) {
	if p.Watch == nil {
		return func(Stage) {}
	}
	return func(s Stage) { p.Watch(run, s) }
}

// Work is what a run of the cell computes, by stages: how many operations each takes,
// roughly, and which of them others share. See [model.Method.Work].
func (p *Plan) Work(c trial.Setting) []Part {
	var parts []Part
	if p.Spec.Partial && p.fits(c) != nil { // it is refused
		return nil
	}
	n, d := float64(c.Draw.N), float64(p.store.Source().Dims())
	kernel := fmt.Sprint(c.Draw, c.Kernel, p.Exact(c))
	once := func(s Stage, of any, operations float64) { // a kernel matrix
		parts = append(parts, Part{Kind: Kind{Stage: s}, Key: fmt.Sprint(s, kernel, of), Operations: operations, Alone: true})
	}
	own := func(s Stage, key string, operations float64) {
		parts = append(parts, Part{Kind: Kind{s, c.Method.Name}, Key: fmt.Sprint(s, key), Operations: operations})
	}
	memory := p.methodMemory(c, c.Draw.N)
	q := float64(memory.Coordinates) / number // the width of K̃'s factor, or of its blocks
	if q >= n {
		q = float64(memory.Kept) / number / n
	}
	if c.Method.Memory == nil {
		q = n
	}
	pass, square := n*n*(d+10), n*n // K, and a product of it with a vector
	if !p.Exact(c) {
		const sampled = 2048 // rows, about
		pass, square = sampled*sampled*(d+10), sampled*sampled
	}
	fit := p.fitKey(c)
	once(StageKernel, "", n*d+pass)
	own(StageFit, fit, p.FitWork(c))
	if p.wants(FigureError) {
		own(StageError, fit, square*(1+q))
	}
	if p.wants(FigureSpectral) {
		own(StageSpectral, fit, 600*square+600*n*q)
	}
	if p.wants(FigureApproxRank) {
		own(StageApproxRank, fit, n*(1+q*q))
	}
	if p.wants(FigureStableRank) {
		once(StageStableRank, "", 40*square)
	}
	if p.diagnosed(c) {
		own(StageEigenpairs, p.key(c), 20*n*n*n)
	}
	entire := p.Exact(c) && c.Draw.N <= exact.DefaultExactLimit // all eigenvalues at once, for all that needs some
	if p.wants(FigureFloor) {
		level := bits.Len(uint(q)) // else they are found by doubling their number
		if entire {
			level = bits.Len(uint(n))
		}
		once(StageFloor, level, 4*square*float64(int(1)<<level))
	}
	if p.wants(FigureDEff) {
		operations := square * min(n, 4096)
		if entire && p.wants(FigureFloor) {
			operations = n
		}
		once(StageDEff, c.ScoreRidge, operations)
	}
	if p.Regresses() {
		own(StageRegression, p.key(c), 4*n*(1+q*q))
		if p.exactly(c) {
			once(StageExact, c.Mu, n*n*n)
		}
	}
	if p.wants(FigureBounds) {
		once(StageBounds, fmt.Sprint(c.ScoreRidge, c.Mu), square*n)
	}
	return parts
}

// FitWork is [model.Method.Work] of a cell.
func (p *Plan) FitWork(c trial.Setting) float64 {
	return c.Method.Work(c.Fitter(), c.Draw.N, p.store.Source().Dims())
}
