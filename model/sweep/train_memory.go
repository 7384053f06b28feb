package sweep

import (
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// CheckTraining returns a *model.MemoryError if Train of the first cell would need more memory than the spec allows.
func (p *Plan) CheckTraining() error {
	c, e := p.Cells[0], p.estimate()
	if !c.Condition.IsZero() {
		c = withBudget(c, 1) // Train tries no m that needs too much
	}
	return e.affordTraining(c)(e.Method(c, c.Draw.N))
}

// affordTraining returns a function that checks the memory need that a method learns while Train runs.
func (e estimate) affordTraining(c trial.Setting) func(model.Memory) error {
	return func(m model.Memory) error { return e.Check(c, 1, e.training(c, m)) }
}

// training returns the memory of Train: the rows, and the maximum of one fit with its regression and of the
// report on the rows. The report uses one tile at a time, but two more may not have been garbage-collected.
func (e estimate) training(c trial.Setting, m model.Memory) int64 {
	if m.Nearby > 0 {
		m = memory.Streamed(c, m, 0) // the report has no features
	}
	n, point := int64(c.Draw.N), m.Point
	if c.Method.Name == trial.Exact || c.Solver == trial.SolverPCG { // these predict from all rows
		point = memory.Float64 * n
	}
	report := 3 * min(n, int64(linalg.TileRows(int(point/memory.Float64)))) * point
	most := e.Fit(c, n, 0, memory.Streamed(c, m, 0)) + memory.Packed(n, m)
	const each = 2*3*memory.Float64 + 2*3*24 // two matrices, as numbers and as text
	width := m.Coordinates / memory.Float64
	if e.plan.Spread && c.Method.Name != trial.Exact {
		most += each * width * width
	}
	if c.Method.Name == trial.Exact { // K is factorised in place
		most = memory.Float64*n*n + report
	}
	return model.ProcessMemory(e.Draws(c.Draw, 1) + max(most, report, kernel.WidthMemory(c.Draw.N)))
}
