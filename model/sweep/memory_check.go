package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep/memory"
	"gramscope/model/trial"
)

// CheckMemory returns a *model.MemoryError if the plan would need more memory on that many workers
// than its spec allows. Prepare has checked the plan for one worker. If the spec is Partial, runs that
// need too much on their own are ignored, unless all do.
func (p *Plan) CheckMemory(workers int) error {
	e := p.estimate()
	if p.Spec.Partial && !slices.ContainsFunc(p.Cells, func(c trial.Setting) bool { return e.check(c) == nil }) {
		return e.check(p.Cells[0])
	}
	short := e.largest(workers)
	if short != nil {
		short.Remedies = short.Remedies.Or(e.fewerFigures(workers))
	}
	return memory.Error(short)
}

// LeaveOut removes the cells that need more memory than the spec allows even on their own, unless every cell does
// or keep is true for the cell. It returns a note for each method that has some, and which cells are left.
func (p *Plan) LeaveOut(keep func(cell int) bool) (notes []remedy.Note, left []int) {
	e := p.estimate()
	var cells []trial.Setting
	short, first := map[string]int{}, map[string]error{}
	for i, c := range p.Cells {
		err := e.check(c)
		if err == nil || keep(i) {
			cells, left = append(cells, c), append(left, i)
			continue
		}
		if short[c.Method.Name]++; first[c.Method.Name] == nil {
			first[c.Method.Name] = err
		}
	}
	if len(cells) == 0 {
		return nil, nil
	}
	p.Cells = cells
	for _, m := range p.methods {
		err := (*model.MemoryError)(nil)
		if !errors.As(first[m.Name], &err) {
			continue
		}
		runs := "1 run of "
		if n := short[m.Name]; n > 1 {
			runs = fmt.Sprintf("%d runs of ", n)
		}
		problem, remedies := err.Parts()
		notes = append(notes, remedy.Note{Text: "left out: " + runs + m.Name + ", the first: " + problem, Remedies: remedies.Those(remedy.Raise)})
	}
	return notes, left
}

// largest returns the error of the run that needs most memory, or nil if the spec allows it. It
// ignores the runs that a Partial spec lets fail.
func (e estimate) largest(workers int) *model.MemoryError {
	return e.Largest(workers, func(c trial.Setting) int64 {
		if e.plan.Spec.Partial && e.check(c) != nil {
			return 0
		}
		return e.run(c, workers)
	})
}

// fewerFigures returns the remedy of computing the error only, or the fits only, if the plan would
// then fit into memory.
func (e estimate) fewerFigures(workers int) remedy.List {
	for _, figures := range []Figures{{FigureError}, {}} {
		if wanted := e.plan.Spec.Figures; !wanted.Covers(figures) || figures.Covers(wanted) {
			continue
		}
		fewer := *e.plan
		fewer.Spec.Figures = figures
		if fewer.estimate().largest(workers) == nil {
			return remedy.By("compute fewer figures", "figures", cmp.Or(strings.Join(figures.Names(), ","), "fit"))
		}
	}
	return nil
}

// check returns an error if a run needs too much memory even on its own.
func (e estimate) check(c trial.Setting) error { return e.Check(c, 1, e.run(c, 1)) }

// afford returns a function that checks the memory need that a method learns while it runs. It assumes
// that the methods on all workers need the same.
func (e estimate) afford(c trial.Setting, workers int) func(model.Memory) error {
	return func(m model.Memory) error { return e.Check(c, workers, e.runWith(c, workers, m)) }
}
