package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// CheckMemory refuses, by a *model.MemoryError, a plan that on that many workers
// would need more memory than its spec allows. Prepare has checked it for one. Of a
// Partial spec, runs that fail on one already do not count, unless all do.
func (p *Plan) CheckMemory(workers int) error {
	if p.Spec.Partial && !slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return p.fits(c) == nil }) {
		return p.fits(p.Cells[0])
	}
	short := p.largest(workers, p.counted)
	if short != nil {
		short.Remedies = short.Remedies.Or(p.fewerFigures(workers))
	}
	return refuse(short)
}

// counted is what a run needs that has a say in whether the plan is refused.
func (p *Plan) counted(c trial.Setting, workers int) int64 {
	if p.Spec.Partial && p.fits(c) != nil {
		return 0
	}
	return p.memory(c, workers)
}

// fewerFigures is the remedy of computing the error alone, or nothing beside the fits,
// where the plan would fit then.
func (p *Plan) fewerFigures(workers int) remedy.List {
	for _, figures := range []Figures{{FigureError}, {}} {
		if !p.Spec.Figures.Covers(figures) || figures.Covers(p.Spec.Figures) {
			continue
		}
		fewer := *p
		fewer.Spec.Figures = figures
		if fewer.largest(workers, fewer.counted) == nil {
			return remedy.By("compute fewer figures", "figures", cmp.Or(strings.Join(figures.Names(), ","), "fit"))
		}
	}
	return nil
}

// largest refuses the run that needs most, on that many workers, if that is above the limit.
// Where only runs of one method of several are, to leave it out is among the remedies.
func (p *Plan) largest(workers int, need func(c trial.Setting, workers int) int64) *model.MemoryError {
	var most int64
	var at trial.Setting
	for _, c := range p.Cells {
		if n := need(c, workers); n > most {
			most, at = n, c
		}
	}
	others := slices.ContainsFunc(p.Cells, func(c trial.Setting) bool {
		return c.Method.Name != at.Method.Name && need(c, workers) > p.Spec.MaxMemory
	})
	short := p.refusal(at, workers, most)
	if short == nil {
		return nil
	}
	if short.Method = at.Method.Name; !others && len(p.methods) > 1 {
		short.Remedies = short.Remedies.Or(remedy.By("leave "+at.Method.Name+" out", "methods", p.without(at.Method.Name)))
	}
	return short
}

// without are the plan's methods but one, as a list; "" where that is long.
func (p *Plan) without(method string) string {
	rest := slices.DeleteFunc(slices.Clone(p.Spec.Methods), func(name string) bool { return name == method })
	if len(rest) > 4 {
		return ""
	}
	return strings.Join(rest, ",")
}

// fits refuses a run that needs too much memory by itself.
func (p *Plan) fits(c trial.Setting) error { return p.allowed(c, 1, p.memory(c, 1)) }

// allowed refuses what is above the spec's limit.
func (p *Plan) allowed(c trial.Setting, workers int, need int64) error {
	return refuse(p.refusal(c, workers, need))
}

// refuse is a refusal as an error, which is nil where there is none.
func refuse(short *model.MemoryError) error {
	if short == nil {
		return nil
	}
	return short
}

// refusal names what has a share in what is above the spec's limit; nil where nothing is.
func (p *Plan) refusal(c trial.Setting, workers int, need int64) *model.MemoryError {
	if need <= p.Spec.MaxMemory {
		return nil
	}
	n := c.Draw.N
	short := &model.MemoryError{Need: need, Allowed: p.Spec.MaxMemory, N: n}
	lower, raise := []string{"n", "m"}, []string{"max-memory"}
	if c.Method.Uses("clusters") && !c.Method.Uses("m") { // bka's blocks
		lower, raise = []string{"n"}, []string{"clusters", "max-memory"}
	}
	if tests := p.tests(int64(n)); tests > int64(n) {
		short.Reason = fmt.Sprintf("beside %d test rows", tests)
		lower = append(lower, "test")
	}
	if workers > 1 {
		lower = append(lower, "workers")
	}
	short.Remedies = remedy.Change(remedy.Lower, lower...).Or(remedy.Change(remedy.Raise, raise...))
	return short
}

// afford is what decides for a cell, run on that many workers, whether its method
// may take what it finds that it needs: as if all workers found the same.
func (p *Plan) afford(c trial.Setting, workers int) func(model.Memory) error {
	return func(m model.Memory) error { return p.allowed(c, workers, p.memoryWith(c, workers, m)) }
}
