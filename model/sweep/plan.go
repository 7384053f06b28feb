// Package sweep runs an experiment: every chosen method at every point of a
// grid of parameters, repeated, on one data source.
//
//	store := sweep.NewStore(source)                          // caches results on the same data
//	plan, err := sweep.Prepare(spec, methods, store)         // checks the spec and lists the cells
//	for result := range plan.Run(ctx, workers) { … }         // one row a cell, in cell order
//
// A spec consists of names and numbers only. The repetition is the outermost loop over its cells: results that are cut
// short cover all methods equally. A cell's numbers depend on the spec's seed and on the cell alone, not on the number
// of workers or on the other methods. The rows of the data are drawn from the seed and the repetition only, and all
// methods see the same rows.
package sweep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Plan is the list of runs of a sweep. Prepare makes it from a spec, which it checks against the methods and the data.
type Plan struct {
	Spec    Spec            // as given, with n at most the number of rows
	Methods []model.Method  // the chosen ones, in their order
	Gamma   float64         // of cells on which γ is not swept; NaN for kernels without γ
	Sigma   float64         // the same as a width
	Notes   []remedy.Note   // for the user, before the plan runs
	Cells   []trial.Setting // one for each row of results

	Spread bool // whether Train returns what the variances of predictions need

	store     *Store
	working   *sync.WaitGroup // goroutines that compute cells
	family    kernel.Family
	distances kernel.Distances // known if the width follows from them
	coupled   *Couplings
	params    []model.Param // of all methods, chosen or not
	extra     []model.Param // parameters that have a column in this plan's results but not in all results
}

// Prepare checks the spec and lists its cells. If the kernel's width follows from the data it draws the rows of the
// first repetition. The error is a *SpecError if the spec is wrong, and the source's error if the data are. If the plan
// needs too much memory, Prepare returns it with a *model.MemoryError.
func Prepare(spec Spec, methods []model.Method, store *Store) (*Plan, error) {
	p := &Plan{Spec: spec.Clone(), store: store, working: new(sync.WaitGroup), params: Parameters(methods)}
	if err := p.Spec.Check(methods); err != nil {
		return nil, err
	}
	clampRows(p)
	for _, step := range []func(*Plan) error{
		func(p *Plan) error { return p.chooseMethods(methods) }, chooseKernel, checkGrid,
		func(p *Plan) (err error) { p.coupled, err = p.Spec.Couplings(p.params); return err },
		chooseFigures, checkLearner, checkCondition, fixWidth, layOut, checkNeeds,
	} {
		if err := step(p); err != nil {
			return nil, err
		}
	}
	noteDiagnostics(p)
	noteClasses(p)
	noteEvidence(p)
	return p, p.CheckMemory(1)
}

// Asking returns a plan of the same cells whose runs compute other figures. Its [Plan.Wait] waits for both plans.
// figures must suit the data as those of a spec that Prepare has checked, and [Plan.CheckMemory] says whether memory
// suffices for them.
func (p *Plan) Asking(figures Figures) *Plan {
	other := *p
	other.Spec.Figures = figures
	return &other
}

// Only returns a plan of those cells that are asked for. Its [Plan.Wait] waits for both plans.
func (p *Plan) Only(asked func(trial.Setting) bool) *Plan {
	other := *p
	other.Cells = slices.DeleteFunc(slices.Clone(p.Cells), func(c trial.Setting) bool { return !asked(c) })
	return &other
}

// note adds a note for the user.
func (p *Plan) note(text string, remedies remedy.List) {
	p.Notes = append(p.Notes, remedy.Note{Text: text, Remedies: remedies})
}

// wants reports whether the spec asks for a figure.
func (p *Plan) wants(f Figure) bool { return p.Spec.Figures.Has(f) }

// Points returns the points of a grid, the first axis outermost: an assignment with values of all axes.
func Points(over []Axis, from trial.Assignment) []trial.Assignment {
	points := []trial.Assignment{from}
	for _, axis := range over {
		var next []trial.Assignment
		for _, point := range points {
			for _, v := range axis.Values {
				next = append(next, point.With(axis.Name, v))
			}
		}
		points = next
	}
	return points
}

// layOut lists the cells. The outermost loop is over repetitions, the next ones over the axes in their
// order, and the innermost over methods.
func layOut(p *Plan) error {
	var first []trial.Setting
	for i, point := range Points(p.Spec.Over, p.Spec.Assignment) {
		point, err := p.coupled.Apply(p.question(point, p.Methods[0]), p.store.Source().Dims())
		if err != nil {
			return err
		}
		for _, m := range p.Methods {
			cell := p.question(point, m).Resolve()
			cell.Point = i
			first = append(first, cell)
		}
	}
	for rep := 1; rep <= p.Spec.Reps; rep++ {
		for _, s := range first {
			s.Draw.Rep = rep
			p.Cells = append(p.Cells, s)
		}
	}
	nameExtra(p)
	return nil
}

// question returns the question for a method at a point of the grid, in the first repetition.
func (p *Plan) question(point trial.Assignment, m model.Method) trial.Question {
	s := &p.Spec
	q := trial.Question{
		Draw: s.Draw(), Family: p.family, Distances: p.distances, Assignment: point, Method: m, Solver: s.Solver,
		Landmarks: p.store.Source().Landmarks().Count(),
	}
	if p.store.Source().HasTarget() {
		q.Learner = p.learner()
	}
	return q
}

// nameExtra lists the parameters of the kernel and the methods that do not have a column in all results.
func nameExtra(p *Plan) {
	fixed := append(commonParameters(),
		model.TrainRows(nil), model.Gamma(nil), model.Sigma(nil), model.Ridge(nil), model.ScoreRidge(nil))
	for _, q := range Parameters(p.Methods) {
		if _, is := Parameter(fixed, q.Name); !is && p.consumers().Uses(q.Name) {
			p.extra = append(p.extra, q)
		}
	}
}

// Applicable returns the names of the methods that suit the kernel, n, and the dimensions and given landmarks
// of the source. For each other method, notes has the reason why it does not.
func Applicable(methods []model.Method, family string, n int, source data.Source) (names, notes []string) {
	f, known := kernel.Lookup(family)
	if !known {
		return nil, nil
	}
	k := f.Member(kernel.Values{model.GammaName: 1}).Function()
	for _, m := range methods {
		if why := m.Unmet(nil, k, n, source.Dims(), source.Landmarks().Count()); why != "" {
			notes = append(notes, why)
		} else {
			names = append(names, m.Name)
		}
	}
	return names, notes
}

// Shard is a part of a sweep's cells. Several machines can each run one part.
type Shard struct{ Part, Of int } // Part from 1 to Of

// ParseShard parses i/N, the i-th of N parts. The error is a *SpecError.
func ParseShard(text string) (Shard, error) {
	part, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || n < 1 || i > n || n > maxRuns {
		problem := fmt.Sprintf("%q is not a part such as 2/8, the second of eight", text)
		return Shard{}, &SpecError{problem, remedy.Do("give i/N with i from 1 to N")}
	}
	return Shard{i, n}, nil
}

// Take removes all cells from the plan except those of one part. Parts are consecutive cells: the rows of all
// parts, one after the other, are the rows of the whole sweep. The sizes of parts differ by at most one cell,
// and some parts are empty if there are fewer cells than parts. A cell's row does not depend on the division.
func (p *Plan) Take(s Shard) {
	n := len(p.Cells)
	p.Cells = p.Cells[n*(s.Part-1)/s.Of : n*s.Part/s.Of]
}

// Consumers are the parts of a run on which a parameter may have an effect.
type Consumers struct {
	Family     kernel.Family
	Methods    []model.Method // the chosen ones
	Solver     string         // one of trial.Solvers; "" = direct
	Ridge      bool           // results depend on μ, even if no method does
	ScoreRidge bool           // results depend on γₛ, even if no method does
}

// Uses reports whether the named parameter has an effect on any of c. n always has.
func (c Consumers) Uses(name model.Name) bool {
	switch name {
	case model.TrainRowsName:
		return true
	case model.ToleranceName:
		return trial.Iterates(c.Solver)
	case model.SigmaName:
		name = model.GammaName
	}
	return name == model.RidgeName && c.Ridge || name == model.ScoreRidgeName && c.ScoreRidge || c.Family.HasParam(name) ||
		slices.ContainsFunc(c.Methods, func(m model.Method) bool { return m.Uses(name) })
}

// Used returns the values of those parameters that have an effect on any of c.
func (c Consumers) Used(values model.Values) model.Values {
	used := model.Values{}
	for name, v := range values {
		if c.Uses(name) {
			used[name] = v
		}
	}
	return used
}

// consumers returns the plan's consumers. All rows have columns for both ridges, and both therefore count.
func (p *Plan) consumers() Consumers {
	return Consumers{Family: p.family, Methods: p.Methods, Solver: p.Spec.Solver, Ridge: true, ScoreRidge: true}
}

// Cost estimates the operations of a fit and of the regressions on it at a number of ridges. The unit is an operation
// of a matrix product; slower operations count as several; see [model.Method.Work]. A ridge regression is solved anew
// at each ridge: by normal equations, or with K for exact regression, whose Cholesky factor takes n³/3 slower ones.
func (p *Plan) Cost(c trial.Setting, ridges int) float64 {
	const (
		evaluating   = 60   // to evaluate an entry of K, besides its d products
		factorising  = 3    // an operation of a Cholesky factor
		decomposing  = 8    // an operation of the decomposition of a factor
		diagonalised = 16   // an operation of the decomposition of blocks
		separating   = 1000 // of the dual coordinates, for an entry of the factor
	)
	n, d, count := float64(c.Draw.N), float64(p.store.Source().Dims()), float64(ridges)
	m := p.MemoryLimit().Method(c, c.Draw.N)
	q := float64(m.Coordinates) / 8 // the width of K̃'s factor, or of its blocks
	blocks := q >= n
	switch {
	case c.Method.Memory == nil:
		q = n
	case blocks:
		q = float64(m.Stored) / 8 / n
	}
	learned := decomposing * n * (1 + q*q)
	switch {
	case c.Method.Name == trial.Exact:
		learned = n * n * (2*d + evaluating + count*n/3*factorising)
	case c.Learner == trial.LearnSVM:
		learned = separating * n * q
	case c.Learner == trial.LearnRidge:
		learned = 2*n*q*q + count*q*q*q
	case blocks:
		learned = diagonalised * n * q * q
	}
	return c.Method.Work(c.Fitter(), c.Draw.N, int(d)) + learned
}
