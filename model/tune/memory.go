package tune

import (
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// CheckMemory returns a *model.MemoryError if the search with the given number of workers would need more memory
// than its spec allows. Prepare has checked each configuration for one worker.
func (s *Search) CheckMemory(workers int) error {
	for _, c := range s.Configurations {
		if err := s.checkConfiguration(c, workers); err != nil {
			return err
		}
	}
	return nil
}

// checkConfiguration checks a configuration, in the folds and in the fit to all rows, as far as it can be fitted to them.
func (s *Search) checkConfiguration(c Configuration, workers int) error {
	limit, at := s.checked.MemoryLimit(), s.setting(c, 0, s.Mus[0])
	if s.isPartial(c) {
		at.Draw.N = s.Spec.ExactLimit
	}
	n := at.Draw.N
	points := n / s.Spec.Folds
	return limit.Check(at, workers, max(
		searchMemory(limit.Data, at, n-points, points, workers, limit.Method(at, n-points)),
		searchMemory(limit.Data, at, n, int(limit.TestRows(at.Draw)), 1, limit.Method(at, n))))
}

// afford returns the function with which a running method checks memory that its estimate did not include,
// for a fit to rows rows that is scored on points other points.
func (s *Search) afford(rows, points, workers int) func(model.Memory) error {
	limit, at := s.checked.MemoryLimit(), s.checked.Cells[0]
	return func(m model.Memory) error {
		return limit.Check(at, workers, searchMemory(limit.Data, at, rows, points, workers, m))
	}
}

// searchMemory returns the bytes that a search needs: all rows once, and for each worker the rows of its
// folds, raw and scaled, and a fit with its regression.
func searchMemory(d memory.Data, at trial.Setting, rows, points, workers int, m model.Memory) int64 {
	n, others, dims := int64(rows), int64(points), int64(d.Dims)
	shared := d.Table() + memory.Float64*(int64(at.Draw.N)+d.TestRows(at.Draw))*(dims+2)
	each := memory.Float64*(3*n*dims+others*dims) + d.Fit(at, n, others, memory.Streamed(at, m, model.DefaultFactorLimit(rows))) + memory.Packed(n, m)
	return model.ProcessMemory(shared + max(int64(workers)*each, kernel.WidthMemory(rows)))
}
