package sweep

import (
	"math"
	"runtime"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// number is the bytes of a float64.
const number = 8

// memory estimates what the plan's runs need where they are like this one.
func (p *Plan) memory(c trial.Setting, workers int) int64 {
	return p.memoryWith(c, workers, p.methodMemory(c, c.Draw.N))
}

// methodMemory is the method's own estimate for a cell's parameters on n rows.
func (p *Plan) methodMemory(c trial.Setting, n int) model.Memory {
	if c.Method.Memory == nil { // exact regression, which is no approximation
		return model.Memory{}
	}
	return c.Method.Memory(c.Fitter(), n, p.store.Source().Dims())
}

// memoryWith adds up what runs share (rows, kernel matrices, earlier fits) and what each worker has
// in use in the phase that takes most: the fit and its regression, or the comparison with K. What is
// computed once a kernel matrix, as eigenvalues are, goes on as often at a time as there are matrices.
func (p *Plan) memoryWith(c trial.Setting, workers int, m model.Memory) int64 {
	n := int64(c.Draw.N)
	counts := p.counts()
	at := int64(workers)
	shared := p.rowsMemory(n, counts.draws) + p.matricesMemory(c, counts) + at*packed(n, m)
	m = p.streamed(m, model.FactorRoom(c.Draw.N))
	own := max(m.Fit, m.Kept+exact.ComparisonMemory(c.Draw.N, p.Exact(c), p.wants(FigureSpectral)))
	kept := int64(0)
	if p.Regresses() {
		kept = m.Pairs + p.tests(n)*m.Coordinates
		shared += min(trial.KeptFits, kept*int64(counts.fits-1))
		own = max(own, p.fitMemory(c, n, p.tests(n), m))
	}
	if p.keepsApproximation(c) {
		kept += m.Kept
	}
	once := kept + p.onceAMatrix(c, m)
	most := at*own + min(at, int64(counts.matrices))*max(0, once-own)
	return model.ProcessMemory(shared + max(most, kernel.WidthMemory(int(n))))
}

// packed is what linalg keeps of its packed copies of K̃'s factor, q columns of n
// rows: they are made for its products with q×q matrices.
func packed(n int64, m model.Memory) int64 {
	q := int(m.Coordinates / number)
	return linalg.ProductMemory(int(n), q, q)
}

// streamed is a method's memory where a regression on its map goes through the rows:
// where its factor, which is as large as its eigenpairs, takes more than is kept.
func (p *Plan) streamed(m model.Memory, kept int64) model.Memory {
	if m.Streamed == 0 || m.Pairs <= kept || !p.Regresses() || p.learner() != trial.LearnRidge || trial.Iterates(p.Spec.Solver) {
		return m
	}
	return m.Streaming()
}

// counts are how many different draws, kernel matrices and fits a plan has.
type counts struct{ draws, matrices, fits int }

func (p *Plan) counts() counts {
	k := counts{p.Spec.Reps, p.Spec.Reps, p.Spec.Reps * len(p.methods)}
	for _, axis := range p.Spec.Over {
		values := len(axis.Values)
		switch {
		case axis.Name == "n":
			k.draws, k.matrices, k.fits = k.draws*values, k.matrices*values, k.fits*values
		case axis.Name == "sigma" || p.family.HasParam(axis.Name):
			k.matrices, k.fits = k.matrices*values, k.fits*values
		case axis.Name != "mu" && axis.Name != "score-ridge":
			k.fits *= values
		}
	}
	return k
}

// tests are how many test rows there are beside n training rows.
func (p *Plan) tests(n int64) int64 {
	t := min(math.Round(float64(n)*p.Spec.Test/(1-p.Spec.Test)), math.MaxInt32)
	if rows := p.store.Source().Rows(); rows > 0 {
		t = min(t, float64(int64(rows)-n))
	}
	return max(0, int64(t))
}

// sourceMemory is that of a file's table.
func (p *Plan) sourceMemory() int64 {
	return number * int64(p.store.Source().Rows()) * int64(p.store.Source().Dims()+1)
}

// rowsMemory is that of so many draws: rows, test rows, and the rows centred and
// transposed, as the kernel wants them, with their norms, targets and truth.
func (p *Plan) rowsMemory(n int64, draws int) int64 {
	d := int64(p.store.Source().Dims())
	draws = min(draws, max(1, int(model.CacheLimit/2/trial.DrawMemory(int(n), int(d)))))
	return p.sourceMemory() + number*int64(draws)*(3*n*d+3*n+p.tests(n)*(d+2))
}

// matricesMemory is that of distances and kernel matrices as they are kept, or of what estimates
// keep of a matrix: at least those at work, and earlier ones while there is room.
func (p *Plan) matricesMemory(c trial.Setting, k counts) int64 {
	n := int64(c.Draw.N)
	square := number * n * n
	switch {
	case !p.Exact(c) && p.estimatesMore():
		each := exact.SampledKept(c.Draw.N)
		return each * max(1, min(int64(k.matrices), model.CacheLimit/each))
	case !p.Exact(c) || square > model.CacheLimit:
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

// fitMemory is what a fit to n rows takes with the regression on it, from the first column read to
// the values at so many points: the fit, the decomposition, the features of the points, and the
// regression, whichever takes most. Exact regression factorises a copy of K.
func (p *Plan) fitMemory(c trial.Setting, n, points int64, m model.Memory) int64 {
	if c.Method.Name == trial.Exact {
		return number * (n*n + max(n*n, points*(n+int64(p.store.Source().Dims()))))
	}
	learning := points*m.Coordinates + p.classifying(n, points, m)
	switch {
	case trial.OnLandmarks(p.Spec.Solver) && c.Method.Landmarks: // the columns once to iterate with and once for values
		learning += 2*m.Kept + points*m.Point + p.embedding(m)
	case p.Spec.Solver == trial.SolverPCG: // and K beside the points, in tiles
		learning += learn.PCGMemory(int(n), 1) + min(points, int64(linalg.TileRows(int(n))))*number*n
	}
	return max(m.Fit, m.Decompose, m.Kept+m.Pairs+max(m.Extend+points*m.Point, learning))
}

// embedding is what krill's preconditioner takes: Φ·K_nM, 2m×m, its transpose, A and its triangles.
func (p *Plan) embedding(m model.Memory) int64 {
	if p.Spec.Solver != trial.SolverKrill {
		return 0
	}
	q := m.Coordinates / number
	return 7 * q * q * number
}

// classifying is what classification on K̃ takes beside its eigenpairs: the features
// of the rows, of logistic regression a tile of them with weights, the Hessian, that of the
// step before and its factor, and the features of new points.
func (p *Plan) classifying(n, points int64, m model.Memory) int64 {
	switch p.learner() {
	case trial.LearnRidge:
		return 0
	case trial.LearnLogistic:
		q := m.Coordinates / number
		n += min(n, int64(linalg.TileRows(int(q)))) + 3*q
	}
	return (n + points) * m.Coordinates
}

// onceAMatrix is what is computed once of a kernel matrix and takes most: its
// eigenvalues or a Cholesky factor, the exact regression, eigenvectors, or, of one
// too large, some eigenvectors and products with sampled rows.
func (p *Plan) onceAMatrix(c trial.Setting, m model.Memory) int64 {
	n := int64(c.Draw.N)
	square := number * n * n
	most, wide := int64(0), p.wants(FigureFloor) || p.wants(FigureDEff)
	switch {
	case wide && p.Exact(c):
		most = 2 * square
	case !p.Exact(c) && p.estimatesMore(): // beside what is kept
		most = exact.SampledMemory(int(n), p.wants(FigureSpectral)) - exact.SampledKept(int(n))
	}
	if p.Regresses() && p.exactly(c) {
		d := int64(p.store.Source().Dims())
		most = max(most, square+number*(p.tests(n)*n+2*n*d+64*n*int64(runtime.GOMAXPROCS(0))))
	}
	if p.wants(FigureBounds) && p.Exact(c) {
		most = max(most, square)
	}
	if p.diagnosed(c) {
		most = max(most, 3*square+m.Pairs)
	}
	return most
}

// estimatesMore tells whether figures are wanted whose estimates take a partial factorisation of K.
func (p *Plan) estimatesMore() bool {
	return p.wants(FigureFloor) || p.wants(FigureDEff) || p.wants(FigureStableRank) || p.wants(FigureSpectral)
}

// MemoryLeft is what the limit leaves beside a run of the cell, in bytes.
func (p *Plan) MemoryLeft(c trial.Setting) int64 { return max(0, p.Spec.MaxMemory-p.memory(c, 1)) }
