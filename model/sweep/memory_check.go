package sweep

import (
	"errors"
	"slices"

	"gramscope/model"
	"gramscope/model/trial"
)

// CheckMemory returns a *model.MemoryError if the plan would need more memory on that many workers than its spec
// allows. Prepare has checked the plan for one worker. A run that needs too much on its own fails in its row, unless
// all do.
func (p *Plan) CheckMemory(workers int) error {
	e := p.estimate()
	some := slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return e.check(c) == nil })
	var most int64
	var at trial.Setting
	for _, c := range p.Cells {
		if some && e.check(c) != nil {
			continue
		}
		if need := e.run(c, workers); need > most {
			most, at = need, c
		}
	}
	err := e.Check(at, workers, most)
	if large := (*model.MemoryError)(nil); errors.As(err, &large) {
		large.Method = at.Method.Name
	}
	return err
}

// check returns an error if a run needs too much memory even on its own.
func (e estimate) check(c trial.Setting) error { return e.Check(c, 1, e.run(c, 1)) }

// afford returns a function that checks the memory need that a method learns while it runs. It assumes
// that the methods on all workers need the same.
func (e estimate) afford(c trial.Setting, workers int) func(model.Memory) error {
	return func(m model.Memory) error { return e.Check(c, workers, e.runWith(c, workers, m)) }
}
