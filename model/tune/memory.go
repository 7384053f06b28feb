package tune

import (
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// CheckMemory returns a *model.MemoryError if the search with the given number of workers would need more
// memory than its spec allows. Prepare has checked this for one worker.
func (p *Plan) CheckMemory(workers int) error {
	workers = min(workers, len(p.jobs()))
	limit := p.checked.MemoryLimit()
	return memory.Error(limit.Largest(workers, func(s trial.Setting) int64 { return p.need(limit, s, workers) }))
}

// CheckSearch returns a *model.MemoryError if the search with the given number of workers would need more memory
// than its spec allows. PrepareSearch has checked each configuration for one worker.
func (s *Search) CheckSearch(workers int) error {
	limit := s.checked.MemoryLimit()
	for _, c := range s.Configurations {
		setting := s.settingOf(c)
		if err := limit.Check(setting, workers, s.need(limit, setting, workers)); err != nil {
			return err
		}
	}
	return nil
}

// settingOf returns a configuration on all rows that it can be fitted to.
func (s *Search) settingOf(c Configuration) trial.Setting {
	setting := s.With(c.Values).setting(c.method, 0, s.Mus[0])
	if s.partial(c) {
		setting.Draw.N = s.Spec.ExactLimit
	}
	return setting
}

// need returns the bytes that the search for a setting takes on that many workers, in the folds or in the fit to
// all rows.
func (p *Plan) need(limit memory.Limit, s trial.Setting, workers int) int64 {
	n := s.Draw.N
	points := n / p.Spec.Folds
	rows := n - points
	return max(
		searchMemory(limit.Data, s, rows, points, workers, limit.Method(s, rows)),
		searchMemory(limit.Data, s, n, int(limit.TestRows(s.Draw)), 1, limit.Method(s, n)))
}

// afford returns the function with which a running method checks memory that its estimate did not include,
// for a fit to rows rows that is scored on points other points.
func (p *Plan) afford(rows, points, workers int) func(model.Memory) error {
	limit, s := p.checked.MemoryLimit(), p.checked.Cells[0]
	return func(m model.Memory) error {
		return limit.Check(s, workers, searchMemory(limit.Data, s, rows, points, workers, m))
	}
}

// searchMemory returns the bytes that a search needs: all rows once, and for each worker the rows of its
// folds, raw and scaled, and a fit with its regression.
func searchMemory(d memory.Data, s trial.Setting, rows, points, workers int, m model.Memory) int64 {
	n, others, dims := int64(rows), int64(points), int64(d.Dims)
	shared := d.Table() + memory.Float64*(int64(s.Draw.N)+d.TestRows(s.Draw))*(dims+2)
	each := memory.Float64*(3*n*dims+others*dims) + d.Fit(s, n, others, memory.Streamed(s, m, model.DefaultFactorLimit(rows))) + memory.Packed(n, m)
	return model.ProcessMemory(shared + max(int64(workers)*each, kernel.WidthMemory(rows)))
}
