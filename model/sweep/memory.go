package sweep

import (
	"errors"
	"runtime"
	"slices"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// MemoryLimit returns the memory limit of the plan's runs.
func (p *Plan) MemoryLimit() Limit {
	return Limit{p.store.Source().Rows(), p.store.Source().Dims(), p.Spec.MaxMemory}
}

// MemoryLeft returns the number of bytes that the limit leaves while a [Plan.Resolved] cell runs.
func (p *Plan) MemoryLeft(c trial.Setting) int64 {
	return max(0, p.Spec.MaxMemory-p.memory(c, 1, p.MemoryLimit().Method(c, c.Draw.N)))
}

// memory is the [Need] of cells. They share rows, kernel matrices and earlier fits. A worker uses most memory either in
// the fit and its regression or in the comparison with K. Results that are computed once for a kernel matrix, such as
// eigenvalues, may be computed for several matrices at the same time, one on each worker.
func (p *Plan) memory(c trial.Setting, workers int, m model.Memory) int64 {
	l, n, at, counts := p.MemoryLimit(), int64(c.Draw.N), int64(workers), p.counts()
	shared := l.Draws(c.Draw, counts.draws) + p.matrices(c, counts) + at*Packed(n, m)
	if p.Regresses() {
		m = Streamed(c, m, model.DefaultFactorLimit(c.Draw.N))
	}
	each := max(m.Fit, m.Stored+exact.ComparisonMemory(c.Draw.N, p.ExactFigures(c), p.wants(FigureSpectral)))
	kept := int64(0)
	if p.Regresses() {
		tests := l.TestRows(c.Draw)
		kept = m.Pairs + tests*m.Coordinates
		shared += min(trial.MaxFitBytes, kept*int64(counts.fits-1))
		each = max(each, l.Fit(c, n, tests, m))
	}
	if p.keepsApproximation(c) {
		kept += m.Stored
	}
	if p.byProducts(c) { // those of the last matrix stay, and others while they are in use
		_, products := trial.ProductsMemory(c.Draw.N)
		shared += min(at, int64(counts.matrices)) * products
	}
	once := kept + p.oncePerMatrix(c, m)
	most := at*each + min(at, int64(counts.matrices))*max(0, once-each)
	return model.ProcessMemory(shared + max(most, kernel.WidthMemory(c.Draw.N)))
}

// counts has the numbers of different draws, kernel matrices and fits of a plan.
type counts struct{ draws, matrices, fits int }

func (p *Plan) counts() counts {
	s := &p.Spec
	k := counts{s.Reps, s.Reps, s.Reps * len(s.Methods)}
	for _, axis := range s.Over {
		values := len(axis.Values)
		switch {
		case axis.Name == model.TrainRowsName:
			k.draws, k.matrices, k.fits = k.draws*values, k.matrices*values, k.fits*values
		case model.IsWidth(axis.Name) || p.family.HasParam(axis.Name):
			k.matrices, k.fits = k.matrices*values, k.fits*values
		case axis.Name != model.RidgeName && axis.Name != model.ScoreRidgeName:
			k.fits *= values
		}
	}
	return k
}

// matrices returns the size of the distances and kernel matrices in the cache. Where figures are estimates it is the
// size of the parts of K that they need. The cache stores at least the matrix in use, and earlier ones up to its limit.
func (p *Plan) matrices(c trial.Setting, k counts) int64 {
	n := int64(c.Draw.N)
	square := 8 * n * n
	switch {
	case !p.ExactFigures(c) && p.factorsPartially():
		each := exact.SampledKept(c.Draw.N)
		return each * max(1, min(int64(k.matrices), model.CacheLimit/each))
	case !p.ExactFigures(c) || square > model.CacheLimit:
		return 0
	}
	distances, each := int64(0), square
	if square <= model.CacheLimit/2 {
		distances = square * min(int64(k.draws), model.CacheLimit/2/square)
	}
	if p.diagnosed(c) {
		each += square // eigenvectors
	}
	return distances + each*max(1, min(int64(k.matrices), (model.CacheLimit-distances)/each))
}

// oncePerMatrix returns the peak memory of the computations that run once for a kernel matrix: of
// eigenvalues or a Cholesky factor, of the exact regression, or of eigenvectors. Estimates need some
// eigenvectors and products with sampled rows.
func (p *Plan) oncePerMatrix(c trial.Setting, m model.Memory) int64 {
	l, n, most := p.MemoryLimit(), int64(c.Draw.N), int64(0)
	square := 8 * n * n
	switch {
	case p.ExactFigures(c) && (p.wants(FigureFloor) || p.wants(FigureDEff)):
		most = 2 * square
	case !p.ExactFigures(c) && p.factorsPartially():
		most = exact.SampledMemory(int(n), p.wants(FigureSpectral)) - exact.SampledKept(int(n))
	}
	if p.byProducts(c) {
		need, kept := trial.ProductsMemory(c.Draw.N)
		most = max(most, need-kept)
	}
	if p.Regresses() && p.exactRegression(c) {
		most = max(most, square+8*(l.TestRows(c.Draw)*n+2*n*int64(l.Dims)+64*n*int64(runtime.GOMAXPROCS(0))))
	}
	if p.wants(FigureBounds) && p.ExactFigures(c) {
		most = max(most, square)
	}
	if p.diagnosed(c) {
		most = max(most, 3*square+m.Pairs)
	}
	return most
}

// factorsPartially reports whether some figure is estimated from a partial factorisation of K.
func (p *Plan) factorsPartially() bool {
	return p.wants(FigureFloor) || p.wants(FigureDEff) || p.wants(FigureStableRank) || p.wants(FigureSpectral)
}

// CheckMemory returns a *model.MemoryError if the plan would need more memory on that many workers than its spec
// allows. Prepare has checked the plan for one worker. A run that needs too much on its own fails in its row, unless
// all do.
func (p *Plan) CheckMemory(workers int) error {
	some := slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return p.check(c) == nil })
	var most int64
	var worst error
	for _, c := range p.Cells {
		if some && p.check(c) != nil {
			continue
		}
		err := p.MemoryLimit().Check(c, workers, p.memory)
		if large := (*model.MemoryError)(nil); errors.As(err, &large) && large.Need > most {
			large.Method = c.Method.Name
			most, worst = large.Need, err
		}
	}
	return worst
}

// check returns an error if a run needs too much memory even on its own.
func (p *Plan) check(c trial.Setting) error { return p.MemoryLimit().Check(c, 1, p.memory) }

// CheckTraining returns a *model.MemoryError if Train of the first cell would need more memory than the spec allows.
func (p *Plan) CheckTraining() error {
	return p.MemoryLimit().Check(p.Cells[0], 1, p.training)
}

// training is the [Need] of Train, which only one worker runs: the rows, and the maximum of one fit with its regression
// and of the report on the rows. The report uses one tile at a time, but two more may not have been garbage-collected.
func (p *Plan) training(c trial.Setting, _ int, m model.Memory) int64 {
	if m.Nearby > 0 {
		m = Streamed(c, m, 0) // the report has no features
	}
	l, n, point := p.MemoryLimit(), int64(c.Draw.N), m.Point
	if c.Method.Name == trial.Exact || c.Solver == trial.SolverPCG { // these predict from all rows
		point = 8 * n
	}
	report := 3 * min(n, int64(linalg.TileRows(int(point/8)))) * point
	most := l.Fit(c, n, 0, Streamed(c, m, 0)) + Packed(n, m)
	const each = 2*3*8 + 2*3*24 // two matrices, as numbers and as text
	width := m.Coordinates / 8
	if p.Spread {
		most += each * width * width
	}
	if c.Method.Name == trial.Exact { // K is factorised in place
		most = 8*n*n + report
	}
	return model.ProcessMemory(l.Draws(c.Draw, 1) + max(most, report, kernel.WidthMemory(c.Draw.N)))
}
