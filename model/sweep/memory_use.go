package sweep

import (
	"errors"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// CheckTraining is CheckMemory for Train of the plan's first cell.
func (p *Plan) CheckTraining() error {
	c := p.Cells[0]
	return p.affordTraining(c)(p.methodMemory(c, c.Draw.N))
}

// affordTraining decides as afford does, for Train.
func (p *Plan) affordTraining(c trial.Setting) func(model.Memory) error {
	return func(m model.Memory) error { return p.allowed(c, 1, p.trainingMemory(c, m)) }
}

// trainingMemory is what Train takes: the rows and one fit with its regression, or what the report
// on the rows does, of which two tiles are garbage when the collector comes to the first.
func (p *Plan) trainingMemory(c trial.Setting, m model.Memory) int64 {
	n := int64(c.Draw.N)
	point := m.Point
	if c.Method.Name == trial.Exact || p.Spec.Solver == trial.SolverPCG { // which predict by all rows
		point = number * n
	}
	report := 3 * min(n, int64(linalg.TileRows(int(point/number)))) * point
	most := p.fitMemory(c, n, 0, p.streamed(m, 0)) + packed(n, m)
	if c.Method.Name == trial.Exact { // K is factorised in its own memory
		most = number*n*n + report
	}
	return model.ProcessMemory(p.rowsMemory(n, 1) + max(most, report, kernel.WidthMemory(int(n))))
}

// CheckSearch is CheckMemory for a search that fits every cell to all but one of
// the folds, and in the end to all rows.
func (p *Plan) CheckSearch(workers, folds int) error {
	return refuse(p.largest(workers, func(c trial.Setting, workers int) int64 {
		n := c.Draw.N
		return max(
			p.searchMemory(c, n-n/folds, n/folds, workers, p.methodMemory(c, n-n/folds)),
			p.searchMemory(c, n, int(p.tests(int64(n))), 1, p.methodMemory(c, n)))
	}))
}

// AffordSearch decides whether a method may take what it finds that it needs, in a search
// like the plan: for a fit to n rows, scored on other points, one of so many at a time.
func (p *Plan) AffordSearch(n, points, workers int) func(model.Memory) error {
	c := p.Cells[0]
	return func(m model.Memory) error { return p.allowed(c, workers, p.searchMemory(c, n, points, workers, m)) }
}

// searchMemory adds up the rows once for all; for each worker those of its folds, as drawn
// and as the kernel sees them, and a fit with its regression.
func (p *Plan) searchMemory(c trial.Setting, rows, others, workers int, m model.Memory) int64 {
	n, points, d := int64(rows), int64(others), int64(p.store.Source().Dims())
	all := int64(c.Draw.N)
	shared := p.sourceMemory() + number*(all+p.tests(all))*(d+2)
	each := number*(3*n*d+points*d) + p.fitMemory(c, n, points, p.streamed(m, model.FactorRoom(rows))) + packed(n, m)
	return model.ProcessMemory(shared + max(int64(workers)*each, kernel.WidthMemory(rows)))
}

// CheckSufficient is CheckMemory for an experiment that takes all eigenpairs of K
// and fits every method with up to n columns.
func (p *Plan) CheckSufficient(workers int) error {
	for _, c := range p.Cells {
		most := c.With("m", min(float64(c.Draw.N), model.Budget(nil).Max))
		err := p.AffordSufficient(workers)(p.methodMemory(most, c.Draw.N))
		if short := (*model.MemoryError)(nil); errors.As(err, &short) {
			short.Method = c.Method.Name
			return err
		}
	}
	return nil
}

// AffordSufficient decides as AffordSearch does, for such an experiment.
func (p *Plan) AffordSufficient(workers int) func(model.Memory) error {
	c := p.Cells[0]
	n := int64(c.Draw.N)
	square := number * n * n
	shared := p.rowsMemory(n, 1) + square // eigenvectors
	if square <= model.CacheLimit {
		shared += square
	}
	if square <= model.CacheLimit/2 {
		shared += square
	}
	return func(m model.Memory) error {
		each := int64(workers) * (max(m.Fit, m.Decompose) + packed(n, m))
		return p.allowed(c, workers, model.ProcessMemory(shared+max(each, 2*square)))
	}
}
