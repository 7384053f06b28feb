package tune

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// SearchSpec is a search over methods, their own parameters, γ and μ. Fill Spec from DefaultSpec.
type SearchSpec struct {
	Spec // Methods nil stands for DefaultMethods

	// Over are the parameters of methods that are searched. A method is searched over those that it uses. Without
	// an axis or a value for m, m is searched over DefaultBudgets.
	Over []sweep.Axis

	// Time is how long Run may take; 0 is no limit. When it ends, fits are abandoned.
	Time time.Duration
}

// Configuration is a method with values of those of its parameters that are searched.
type Configuration struct {
	Method string
	Values model.Values // by name; empty if none of them is searched

	// Operations and Stored are what a fit to all training rows costs: operations of a product of matrices, see
	// [sweep.Plan.Cost], and bytes of K̃. Configurations are compared by these, as measured times would change the
	// choice from run to run.
	Operations float64
	Stored     int64

	method    model.Method
	reference bool // exact regression: it runs on every rung with at most ExactLimit rows
}

// Candidate is a configuration at a γ. One fit gives its losses at several μ.
type Candidate struct {
	Configuration int // index into Search.Configurations
	Gamma         int // index into the plan's Gammas
}

// Search is a search by successive halving that was checked against the methods and the data.
type Search struct {
	*Plan
	Configurations []Configuration // the cheapest first
	Rungs          []Rung          // the smallest first

	limit    time.Duration
	fine     int   // number of γ of the plan for one of the coarse list with which the search begins
	fineMu   int   // likewise of μ
	coarseMu int   // index of the first μ of the coarse list
	order    []int // of the training rows: the parts of smaller rungs come first
	clock    clock

	missed []Missed
}

// usualMethods are searched if a spec names none: they cover uniform and adaptive landmarks, sketches and features.
var usualMethods = []string{"nystrom", "rpcholesky", "kmeans-nystrom", "accumulation", "fourier"}

// DefaultBudgets returns the m of a search of n rows that names none: 50 to 800, as far as n is at least 2·m,
// or else the default of m.
func DefaultBudgets(n int) []float64 {
	var list []float64
	for m := 50; m <= 800 && 2*m <= n; m *= 2 {
		list = append(list, float64(m))
	}
	if list == nil {
		return []float64{model.Budget(nil).Default}
	}
	return list
}

// PrepareSearch checks a search and draws its rows. Methods that do not suit the kernel or n, and configurations
// that need more memory than allowed, are left out with a note, unless none is left. The errors are those of
// [Prepare]. They are a *sweep.SpecError for an axis that no method uses, and a *model.MemoryError if every
// configuration needs too much.
func PrepareSearch(spec SearchSpec, methods []model.Method, source data.Source) (*Search, error) {
	if err := checkOver(spec, methods); err != nil {
		return nil, err
	}
	known := slices.Concat(methods, []model.Method{trial.ExactMethod(math.MaxInt)})
	names, notes := searchMethods(spec, known, source)
	grid := spec.Spec
	grid.Methods = names
	partly := slices.Contains(names, Exact) && len(names) > 1
	if partly { // Prepare allows it on all rows only
		grid.Methods = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == Exact })
	}
	plan, err := prepare(grid, methods, source)
	if err != nil {
		return nil, err
	}
	plan.Notes = slices.Concat(remedy.Notes(notes...), plan.Notes)
	if partly && plan.Learner == trial.LearnRidge {
		exact := trial.ExactMethod(spec.ExactLimit)
		plan.methods, plan.Methods = append(plan.methods, exact), append(plan.Methods, Exact)
	} else if partly && slices.Contains(spec.Methods, Exact) {
		problem, _ := exactClasses(plan.Learner).Parts()
		plan.Notes = append(plan.Notes, remedy.Note{Text: "left out: " + problem})
	}
	s := &Search{Plan: plan, limit: spec.Time, clock: wallClock(), fine: 1, fineMu: 1}
	if spec.Gammas == nil && len(plan.Gammas) > 1 {
		s.fine, plan.Gammas = fineSteps, between(plan.Gammas, fineSteps)
	}
	if spec.Mus == nil {
		s.fineMu = fineSteps
		if plan.Learner == trial.LearnRidge {
			s.coarseMu = lowerDecades * fineSteps
			for range lowerDecades {
				plan.Mus = slices.Insert(plan.Mus, 0, plan.Mus[0]/10)
			}
		}
		plan.Mus = Short(between(plan.Mus, fineSteps))
	}
	if err := s.configure(spec.Over); err != nil {
		return nil, err
	}
	s.Rungs, s.order = plan.rungs(), plan.partOrder()
	return s, nil
}

// searchMethods returns the names of the methods to search, and the reasons why others are left out.
func searchMethods(spec SearchSpec, known []model.Method, source data.Source) (names, notes []string) {
	rows := sweep.Spec{N: spec.N}.MostRows(source.Rows())
	suited, unsuited := sweep.Applicable(known, spec.Kernel, rows, source)
	if spec.Methods == nil {
		return slices.DeleteFunc(suited, func(name string) bool {
			takes := slices.ContainsFunc(known, func(m model.Method) bool { return m.Name == name && m.Needs.Landmarks })
			return name != Exact && !takes && !slices.Contains(usualMethods, name)
		}), nil
	}
	for _, name := range spec.Methods {
		i := slices.IndexFunc(known, func(m model.Method) bool { return m.Name == name })
		if i < 0 || slices.Contains(suited, name) {
			names = append(names, name) // Prepare reports an unknown name
			continue
		}
		for _, why := range unsuited {
			if strings.HasPrefix(why, name+" ") {
				notes = append(notes, "left out: "+why)
			}
		}
	}
	if len(names) == 0 {
		return spec.Methods, nil // Prepare says why not
	}
	return names, notes
}

// checkOver returns a *sweep.SpecError for axes that no search has.
func checkOver(spec SearchSpec, methods []model.Method) error {
	own := map[model.Name]string{model.GammaName: "gammas", model.SigmaName: "gammas", model.RidgeName: "mus"}
	for _, axis := range spec.Over {
		problem := fmt.Sprintf("over %s: ", axis.Name)
		switch flag, has := own[axis.Name]; {
		case has:
			return &sweep.SpecError{Problem: problem + "a search has its own list of γ and of μ", Remedies: remedy.By("give one", flag, "")}
		case axis.Name == model.TrainRowsName:
			return &sweep.SpecError{Problem: problem + "a search chooses the parts of the rows by itself", Remedies: remedy.By("set the number of all rows", model.TrainRowsName, "")}
		case len(axis.Values) == 0:
			return &sweep.SpecError{Problem: problem + "no values", Remedies: remedy.Do("give a list such as 10,50,200")}
		}
	}
	like := sweep.DefaultSpec(max(1, spec.N))
	like.Methods, like.Over = nil, spec.Over
	return like.Check(methods)
}

// Describe returns a configuration as text: the method and the values that are searched.
func (s *Search) Describe(configuration int) string {
	return s.Configurations[configuration].describe()
}

func (c Configuration) describe() string {
	text := c.Method
	for _, q := range c.method.New().Params() {
		if v, searched := c.Values[q.Name]; searched {
			text += fmt.Sprintf(" %s=%s", q.Name, q.Format(v))
		}
	}
	return text
}

// Cell returns the plan with a configuration's values, and the cell of a candidate at a μ on it, for [Plan.Refit].
func (s *Search) Cell(c Candidate, mu int) (*Plan, Cell) {
	at := s.Configurations[c.Configuration]
	return s.With(at.Values), Cell{Method: at.Method, Gamma: c.Gamma, Mu: mu}
}
