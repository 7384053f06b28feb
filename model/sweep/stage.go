package sweep

import (
	"fmt"
	"math/bits"

	"gramscope/model/exact"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// Stage is a step of a run. The constants are in the order of the steps.
type Stage int

// The stages. A run enters only the stages that it needs.
const (
	StageKernel     Stage = iota // draws the rows and computes K
	StageFit                     // computes K̃
	StageError                   // compares the entries and the traces of K̃ and K
	StageSpectral                // ‖K−K̃‖₂
	StageApproxRank              // norms of K̃
	StageStableRank              // norms of K
	StageEigenpairs              // diagnostics
	StageFloor
	StageDEff
	StageRegression
	StageExact // the regression with K itself
	StageBounds
	StageEnd // the run has ended
)

// String returns the stage's name, at most [StageWidth] characters.
func (s Stage) String() string {
	return [...]string{"kernel", "fit", "error", "spectral", "norms", "stable rank", "eigenpairs", "floor", "d_eff", "regression", "exact", "bounds", ""}[s]
}

// StageWidth is the length of the longest name of a stage.
const StageWidth = 11

// The costs of other work, in operations of a matrix product.
const (
	evaluating   = 60  // to evaluate an entry of K, besides its d products
	passing      = 30  // to read a number and add it to a sum
	gathering    = 100 // the same for scattered numbers of a block
	drawing      = 500 // to draw a coordinate of a row
	decomposing  = 8   // an operation of the decomposition of a factor
	diagonalised = 16  // an operation of the decomposition of blocks
)

// Work estimates the operations of each stage of a cell's run. The unit is an operation of a matrix
// product; slower operations count as several. The keys of the parts show what other runs share. The
// result is nil for a run that needs too much memory. See [model.Method.Work].
func (p *Plan) Work(c trial.Setting) []Part {
	if p.estimate().check(c) != nil {
		return nil
	}
	w := p.workOf(c)
	n, square := w.n, w.n*w.n
	w.once(StageKernel, "", drawing*n*w.d+w.kept)
	fit := p.fitKey(c)
	w.perMethod(StageFit, fit, c.Method.Work(c.Fitter(), c.Draw.N, p.store.Source().Dims()))
	if p.wants(FigureError) {
		w.once(StageError, "", w.first)
		w.perMethod(StageError, fit, w.compared)
	} else { // the traces
		w.perMethod(StageError, fit, n*(1+w.q))
	}
	if p.wants(FigureSpectral) {
		w.perMethod(StageSpectral, fit, 600*w.entries+600*n*w.q)
	}
	if p.wants(FigureApproxRank) {
		w.perMethod(StageApproxRank, fit, w.norms)
	}
	if p.wants(FigureStableRank) {
		w.once(StageStableRank, "", 40*w.entries)
	}
	if p.diagnosed(c) {
		w.perMethod(StageEigenpairs, p.key(c), 20*n*square)
	}
	entire := p.ExactFigures(c) && c.Draw.N <= exact.DefaultExactLimit // whether all eigenvalues are computed at once
	if p.wants(FigureFloor) {
		level := bits.Len(uint(w.q)) // the number of computed eigenvalues doubles until it suffices
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
		for _, f := range []Figure{FigureEvidence, FigureCalibration} {
			if p.wants(f) {
				w.learned *= 1.1
			}
		}
		w.perMethod(StageRegression, p.key(c), w.learned)
		if p.exactRegression(c) {
			operations := n * square
			for _, f := range []Figure{FigureTraces, FigureEvidenceExact} {
				if p.wants(f) {
					operations += n
				}
			}
			w.once(StageExact, c.Mu, operations)
		} else if p.byProducts(c) {
			w.once(StageExact, "products", exact.ProductsWork(w.n, 2*w.d+evaluating))
		}
	}
	if p.wants(FigureBounds) {
		w.once(StageBounds, fmt.Sprint(c.ScoreRidge, c.Mu), w.entries*n)
	}
	return w.parts
}

// Cost estimates the operations of a fit and of the regressions on it at so many ridges, in the unit of
// [Plan.Work]. A ridge regression is solved anew at each ridge: by
// normal equations, or with K for exact regression, whose Cholesky factor takes n³/3.
func (p *Plan) Cost(c trial.Setting, ridges int) float64 {
	w, at := p.workOf(c), float64(ridges)
	switch {
	case c.Method.Name == trial.Exact:
		w.learned = w.n * w.n * (2*w.d + evaluating + at*w.n/3)
	case c.Learner == trial.LearnRidge:
		w.learned = 2*w.n*w.q*w.q + at*w.q*w.q*w.q
	}
	return c.Method.Work(c.Fitter(), c.Draw.N, p.store.Source().Dims()) + w.learned
}

// work collects the parts of a run, and the quantities from which they are computed.
type work struct {
	of     trial.Setting
	matrix string // identifies the kernel matrix
	parts  []Part

	n, d, q float64 // q is the width of K̃'s factor, or of its blocks
	entries float64 // of K that figures are computed from

	// Operations.
	kept     float64 // to evaluate K, if it is stored before it is compared with
	first    float64 // of the first comparison with K, without K̃
	compared float64 // of the comparison of K̃ with K
	norms    float64 // of K̃'s norms
	learned  float64 // of the regression on K̃
}

// workOf computes the quantities of a cell. It adds no parts.
func (p *Plan) workOf(c trial.Setting) *work {
	const (
		sampled = 2048 // approximate number of rows from which figures are estimated
		atOnce  = 2048 // the largest n at which K is stored before it is compared with
	)
	w := &work{of: c, matrix: fmt.Sprint(c.Draw, c.Kernel, p.ExactFigures(c)), n: float64(c.Draw.N), d: float64(p.store.Source().Dims())}
	evaluated := 2*w.d + evaluating
	m := memory.Of(p.store.Source()).Method(c, c.Draw.N)
	w.q = float64(m.Coordinates) / memory.Float64
	numbers, blocks := float64(m.Stored)/memory.Float64, w.q >= w.n
	switch {
	case c.Method.Memory == nil:
		w.q = w.n
	case blocks:
		w.q = numbers / w.n
	}
	w.entries = w.n * w.n
	each := passing + 0.7*w.q
	switch {
	case !p.ExactFigures(c):
		w.entries = min(w.entries, sampled*sampled)
		w.first, each = w.entries*(evaluated+gathering), gathering+w.q
	case c.Draw.N <= atOnce:
		w.kept, w.first = w.entries*evaluated, w.entries*passing
	default: // evaluated for the comparison, and again to be stored
		w.first = 2 * w.entries * evaluated
	}
	w.compared, w.norms, w.learned = w.entries*each, w.n*w.q*(w.q+2*passing), decomposing*w.n*(1+w.q*w.q)
	if blocks {
		w.compared, w.norms, w.learned = (w.entries+numbers)*passing, gathering*numbers, diagonalised*w.n*w.q*w.q
	}
	return w
}

// once adds a part that is computed once for each pair of a kernel matrix and a value of of.
func (w *work) once(s Stage, of any, operations float64) {
	w.parts = append(w.parts, Part{Kind: Kind{Stage: s}, Key: fmt.Sprint(s, w.matrix, of), Operations: operations, Alone: true})
}

// perMethod adds a part whose speed depends on the method.
func (w *work) perMethod(s Stage, key string, operations float64) {
	w.parts = append(w.parts, Part{Kind: Kind{s, w.of.Method.Name}, Key: fmt.Sprint(s, key), Operations: operations})
}
