package sweep

import (
	"cmp"
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Plan is the list of runs of a sweep. Prepare makes it from a spec, which it checks against the methods and the data.
type Plan struct {
	Spec  Spec            // as given, with n at most the number of rows
	Gamma float64         // of cells on which γ is not swept; NaN for kernels without γ
	Sigma float64         // the same as a width
	Notes []remedy.Note   // for the user, before the plan runs
	Cells []trial.Setting // one for each row of results

	Spread bool // whether Train returns what the variances of predictions need

	store     *Store
	working   *sync.WaitGroup // goroutines that compute cells
	family    kernel.Family
	distances kernel.Distances // known if the width follows from them
	coupled   *Couplings
	methods   []model.Method
	params    []model.Param // of all methods, chosen or not
	extra     []model.Param // parameters that have a column in this plan's results but not in all results
}

// Prepare checks the spec and lists its cells. If the kernel's width follows from the data it draws
// the rows of the first repetition. The error is a *SpecError if the spec is wrong, and the source's
// error if the data are. If the plan needs too much memory, Prepare returns it with a
// *model.MemoryError.
func Prepare(spec Spec, methods []model.Method, store *Store) (*Plan, error) {
	p := &Plan{Spec: spec.Clone(), store: store, working: new(sync.WaitGroup), params: Parameters(methods)}
	if err := p.Spec.Check(methods); err != nil {
		return nil, err
	}
	clampRows(p)
	for _, step := range []func(*Plan) error{
		func(p *Plan) error { return p.chooseMethods(methods) }, chooseKernel, checkGrid, checkCouplings,
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
	for _, point := range Points(p.Spec.Over, p.Spec.Assignment) {
		point, err := p.coupled.Apply(p.question(point, p.methods[0]), p.store.Source().Dims())
		if err != nil {
			return err
		}
		for _, m := range p.methods {
			first = append(first, p.question(point, m).Resolve())
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
		Draw:   trial.Draw{Seed: s.Seed, Rep: 1, N: s.N, Test: s.Test, Scale: s.Scale},
		Family: p.family, Distances: p.distances, Assignment: point, Method: m, Solver: s.Solver,
		Landmarks: p.store.Source().Landmarks().Count(),
	}
	if p.store.Source().HasTarget() {
		q.Learner = p.learner()
	}
	return q
}

// nameExtra lists the parameters of the kernel and the methods that do not have a column in all results.
func nameExtra(p *Plan) {
	fixed := append(commonParameters(), model.TrainRows(nil), model.Gamma(nil), model.Sigma(nil), model.Ridge(nil), model.ScoreRidge(nil))
	for _, q := range Parameters(p.methods) {
		if _, is := Parameter(fixed, q.Name); !is && p.users().Use(q.Name) {
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
		if why := cmp.Or(m.Unmet(k, n, source.Landmarks().Count()), m.UnmetIn(source.Dims())); why != "" {
			notes = append(notes, why)
		} else {
			names = append(names, m.Name)
		}
	}
	return names, notes
}

// Methods returns the chosen methods in their order.
func (p *Plan) Methods() []model.Method { return p.methods }
