package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Exact names exact kernel ridge regression, with K itself, among a search's methods.
const Exact = trial.Exact

// Spec is a search. Fill it from DefaultSpec.
type Spec struct {
	Kernel           string
	trial.Assignment // parameters of kernel and methods; the width must be a rule, around which the default γ lie

	Gammas []float64 // nil stands for DefaultGammas
	Mus    []float64 // nil stands for DefaultMus

	// Methods are names of methods, and Exact. nil stands for nystrom if it suits the
	// kernel, and Exact for a regression on at most ExactLimit rows.
	Methods []string
	Learner string // one of trial.Learners; "" = logistic for text and for targets of two values, else ridge

	Folds int     // ≥ 2
	N     int     // training rows, which the folds divide
	Test  float64 // test rows as a fraction of all drawn, in [0, 1)
	trial.Scale
	Seed uint64

	ExactLimit int   // largest n for Exact
	MaxMemory  int64 // bytes; a plan that needs more is refused
}

// DefaultSpec returns the defaults of the command line for n rows.
func DefaultSpec(n int) Spec {
	return Spec{
		Kernel: "gaussian", Assignment: sweep.DefaultSpec(n).Assignment,
		Folds: 5, N: n, Seed: 1, ExactLimit: exact.DefaultExactLimit, MaxMemory: 2e9,
	}
}

// Plan is a search whose spec was checked against the methods and the data. Its
// rows are drawn, and the folds and the grid are fixed.
type Plan struct {
	Spec    Spec          // as given, with n clamped, and defaults that depend on the data filled in
	Gammas  []float64     // ascending; one NaN if the kernel has no γ
	Mus     []float64     // ascending
	Methods []string      // in the order of the search
	Learner string        // ridge, logistic or svm
	Notes   []remedy.Note // for the user, before the search runs
	Tests   int           // number of test rows
	Classes int           // of the target; 0 for numbers

	family      kernel.Family
	methods     []model.Method // in the order of Methods
	train, test *data.Set      // as drawn, not standardised; test may be nil
	folds       [][]int
	landmarks   int         // number of given landmarks
	labels      []int       // classes of train's rows for a classification, else nil
	checked     *sweep.Plan // a sweep over the same γ and μ, see check

	working *sync.WaitGroup // goroutines that fit; shared with the plans of With
	broken  *any            // what the goroutine of Run panicked with, nil if it did not; shared likewise
}

// Prepare checks a search and draws its rows. The error is a *sweep.SpecError if the spec is
// wrong, a *trial.TargetError if the target can't be learned, and a *learn.OneClassError if all
// rows have the same class. Other errors in the data are those of the source.
func Prepare(spec Spec, methods []model.Method, source data.Source) (*Plan, error) {
	p, err := prepare(spec, methods, source)
	if err != nil {
		return nil, err
	}
	return p, p.CheckMemory(1)
}

// prepare is Prepare without the check of memory.
func prepare(spec Spec, methods []model.Method, source data.Source) (*Plan, error) {
	p := &Plan{Spec: spec, landmarks: source.Landmarks().Count(), working: new(sync.WaitGroup), broken: new(any)}
	s := &p.Spec // a copy that shares nothing with spec
	s.Gammas, s.Mus, s.Methods = slices.Clone(s.Gammas), slices.Clone(s.Mus), slices.Clone(s.Methods)
	s.Assignment = s.Assignment.Clone()
	if !source.HasTarget() {
		return nil, &sweep.SpecError{Problem: source.Name() + " has no target to learn", Remedies: remedy.By("name one", "target", "")}
	}
	if s.Folds < 2 {
		return nil, &sweep.SpecError{Problem: fmt.Sprintf("%d folds", s.Folds), Remedies: remedy.Do("give at least 2")}
	}
	if err := p.check(methods, source); err != nil {
		return nil, err
	}
	if s.N < 2 {
		return nil, &sweep.SpecError{Problem: fmt.Sprintf("%d training row can't be divided into folds", s.N), Remedies: remedy.By("take 2 rows or more", model.TrainRowsName, "2").Or(remedy.Do("take data with more rows"))}
	}
	if s.Folds > s.N {
		return nil, &sweep.SpecError{Problem: fmt.Sprintf("%d folds of %d rows", s.Folds, s.N), Remedies: remedy.By(fmt.Sprintf("make %d at most", s.N), "folds", strconv.Itoa(s.N)).Or(trial.MoreRows())}
	}
	var err error
	if p.train, p.test, err = source.Draw(s.N, s.Test, trial.Stream(s.Seed, "draw", 1)); err != nil {
		return nil, err
	}
	if p.test != nil {
		p.Tests = len(p.test.Y)
	}
	if err := p.chooseLearner(); err != nil {
		return nil, err
	}
	if err := p.chooseMethods(slices.Contains(spec.Methods, Exact)); err != nil {
		return nil, err
	}
	if s.Standardize {
		_, warnings := data.NewScaling(p.train)
		p.Notes = append(p.Notes, warnings...)
	}
	p.folds = drawFolds(s.N, s.Folds, p.labels, trial.Stream(s.Seed, "folds", s.Folds))
	return p, nil
}

// Only returns the plan with one of its methods. Rows, folds and grid are shared.
func (p *Plan) Only(method string) *Plan {
	other, at := *p, slices.Index(p.Methods, method)
	other.methods, other.Methods = p.methods[at:at+1], p.Methods[at:at+1]
	return &other
}

// With returns the plan with other values of some of the methods' parameters. Rows, folds and grid are shared.
func (p *Plan) With(values model.Values) *Plan {
	other := *p
	other.Spec.Assignment = p.Spec.WithAll(values)
	return &other
}

// check checks the spec by preparing a sweep over the same γ and μ, which has the same rules. It
// also fixes the grid.
func (p *Plan) check(methods []model.Method, source data.Source) error {
	s := &p.Spec
	p.family, _ = kernel.Lookup(s.Kernel) // the sweep below refuses an unknown one
	like := sweep.DefaultSpec(s.N)
	like.Kernel, like.Assignment, like.Methods, like.Learner = s.Kernel, s.Assignment.Clone(), s.Methods, s.Learner
	like.Test, like.Scale, like.Seed = s.Test, s.Scale, s.Seed
	like.MaxMemory = math.MaxInt64 // a sweep's figures are not computed here, so their memory does not count
	like.Figures, like.ExactLimit = sweep.Figures{sweep.FigureRegression}, 1
	name, _, given := s.Width.Number()
	if _, ridge := s.Values[model.RidgeName]; ridge && !given {
		name, given = model.RidgeName, true
	}
	if given {
		return &sweep.SpecError{Problem: string(name) + " is given, but the search varies it", Remedies: remedy.Do("give a list of γ or μ, with one value to fix it")}
	}
	known := slices.Concat(methods, []model.Method{trial.ExactMethod(s.ExactLimit)})
	switch {
	case like.Methods != nil:
	case p.family.Name == "":
		like.Methods = []string{Exact} // without methods the error would be about these, and not about the kernel
	default:
		like.Methods = defaultMethods(known, *s, source)
	}
	if s.Mus == nil {
		s.Mus = DefaultMus()
	}
	like.Over = []sweep.Axis{{Name: model.RidgeName, Values: s.Mus}}
	if s.Gammas != nil {
		like.Over = append(like.Over, sweep.Axis{Name: model.GammaName, Values: s.Gammas})
		like.Width = like.Width.Unmeasured()
	}
	checked, err := sweep.Prepare(like, known, sweep.NewStore(source))
	if err != nil {
		return err
	}
	if _, err := checked.Distances(); err != nil { // draws the rows, and returns an error if distances overflow
		return err
	}
	checked.Spec.MaxMemory = s.MaxMemory
	p.checked, p.Notes, p.methods = checked, checked.Notes, slices.Clone(checked.Methods())
	s.N, s.Scale, s.Methods = checked.Spec.N, checked.Spec.Scale, checked.Spec.Methods
	p.Mus = sorted(s.Mus)
	switch {
	case s.Gammas != nil:
		p.Gammas = sorted(s.Gammas)
	case s.Widths != "": // σ = 1 is the middle
		p.Gammas = DefaultGammas(p.family, 1)
	case p.family.HasGamma():
		p.Gammas = DefaultGammas(p.family, checked.Sigma)
	default:
		p.Gammas = []float64{math.NaN()}
	}
	return nil
}

// defaultMethods returns nystrom, the methods for given landmarks, and Exact, as far as they
// suit the kernel and n.
func defaultMethods(known []model.Method, s Spec, source data.Source) []string {
	names, _ := sweep.Applicable(known, s.Kernel, sweep.Spec{N: s.N}.MostRows(source.Rows()), source)
	return slices.DeleteFunc(names, func(name string) bool {
		return name != "nystrom" && name != Exact && !slices.ContainsFunc(known, func(m model.Method) bool { return m.Name == name && m.Needs.Landmarks })
	})
}

// chooseMethods sorts the methods into the order of the search: those that read less of K come
// first. Exact does not learn classes. For a classification it is an error if the spec names it, and
// it is left out otherwise.
func (p *Plan) chooseMethods(named bool) error {
	slices.SortStableFunc(p.methods, func(a, b model.Method) int { return cmp.Compare(p.costOf(a), p.costOf(b)) })
	if p.Learner != trial.LearnRidge {
		if named {
			return exactClasses(p.Learner)
		}
		p.methods = slices.DeleteFunc(p.methods, func(m model.Method) bool { return m.Name == Exact })
	}
	for _, m := range p.methods {
		p.Methods = append(p.Methods, m.Name)
	}
	if len(p.methods) == 0 {
		return &sweep.SpecError{Problem: "no method is left to search", Remedies: remedy.By("name one", "methods", "")}
	}
	return nil
}

func exactClasses(learner string) *sweep.SpecError {
	return &sweep.SpecError{Problem: "exact is a ridge regression, but classes are learned by " + learner, Remedies: remedy.Do("leave it out of the methods")}
}

// costOf ranks a method by how much of K it reads with the plan's parameters; exact regression
// is last.
func (p *Plan) costOf(m model.Method) int {
	switch {
	case m.Name == Exact:
		return 2
	case m.Quadratic(p.setting(m, 0, model.Ridge(nil).Default).Fitter()):
		return 1
	}
	return 0
}

// Sigma returns the width σ of a γ of the plan, NaN if the kernel has none.
func (p *Plan) Sigma(gamma int) float64 {
	return p.family.SigmaOf(p.Gammas[gamma])
}
