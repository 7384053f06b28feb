package tune

import (
	"errors"
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

// Candidate is a configuration at a γ. One fit gives its losses at all μ.
type Candidate struct {
	Configuration int // index into Search.Configurations
	Gamma         int // index into the plan's Gammas
}

// Search is a search by successive halving that was checked against the methods and the data.
type Search struct {
	*Plan
	Configurations []Configuration // the cheapest first
	Rungs          []Rung          // the smallest first

	limit time.Duration
	fine  int   // number of γ of the plan for one of the coarse list with which the search begins
	order []int // of the training rows: the parts of smaller rungs come first
	clock clock

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
	s := &Search{Plan: plan, limit: spec.Time, clock: wallClock(), fine: 1}
	if spec.Gammas == nil && len(plan.Gammas) > 1 && spec.By != ByEvidence { // the evidence is computed at every γ
		s.fine, plan.Gammas = fineSteps, gammasBetween(plan.Gammas, fineSteps)
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

// configure lists the configurations that the memory limit allows, the cheapest first.
func (s *Search) configure(over []sweep.Axis) error {
	for _, axis := range over {
		if !slices.ContainsFunc(s.methods, func(m model.Method) bool { return m.Uses(axis.Name) }) {
			instead := remedy.Do("search another parameter").Or(remedy.Do("choose other methods"))
			if s.family.HasParam(axis.Name) {
				instead = remedy.By("set it", string(axis.Name), "")
			}
			return &sweep.SpecError{Problem: fmt.Sprintf("over %s: no chosen method uses it", axis.Name), Remedies: instead}
		}
	}
	limit := s.checked.MemoryLimit()
	var short error
	for _, m := range s.methods {
		var omitted []string
		first := error(nil)
		for _, values := range points(s.axesOf(m, over)) {
			c := Configuration{Method: m.Name, Values: values, method: m, reference: m.Name == Exact}
			setting := s.settingOf(c)
			if err := limit.Check(setting, 1, s.need(limit, setting, 1)); err != nil {
				if first == nil {
					first = err
				}
				omitted = append(omitted, c.describe())
				continue
			}
			all := s.With(values).setting(m, 0, s.Mus[0])
			c.Operations, c.Stored = s.checked.Cost(all, 1), limit.Method(all, all.Draw.N).Stored
			if c.reference {
				c.Stored = 8 * int64(all.Draw.N) * int64(all.Draw.N)
			}
			s.Configurations = append(s.Configurations, c)
		}
		if omitted != nil {
			s.Notes = append(s.Notes, omission(m.Name, omitted, first))
			if short == nil {
				short = first
			}
		}
	}
	if len(s.Configurations) == 0 {
		return short
	}
	slices.SortStableFunc(s.Configurations, func(a, b Configuration) int {
		switch {
		case a.Operations < b.Operations:
			return -1
		case a.Operations > b.Operations:
			return 1
		}
		return 0
	})
	return nil
}

// omission returns the note on configurations of a method that need too much memory.
func omission(method string, which []string, err error) remedy.Note {
	list := strings.Join(which, ", ")
	if len(which) > 4 {
		list = fmt.Sprintf("%s and %d more", strings.Join(which[:3], ", "), len(which)-3)
	}
	short := (*model.MemoryError)(nil)
	if !errors.As(err, &short) {
		return remedy.Note{Text: "left out: " + list}
	}
	short.Method = method
	problem, remedies := short.Parts()
	return remedy.Note{Text: "left out: " + list + ": " + problem, Remedies: remedies.Those(remedy.Raise)}
}

// axesOf returns the axes of a method: of those that are given the ones that it uses, and m, or clusters of a
// method without m, if the user has not set it.
func (s *Search) axesOf(m model.Method, over []sweep.Axis) (axes []sweep.Axis) {
	free := func(name model.Name) bool {
		_, set := s.Spec.Values[name]
		return m.Uses(name) && !set && !slices.ContainsFunc(over, func(a sweep.Axis) bool { return a.Name == name })
	}
	rows := s.Spec.N - s.Spec.N/s.Spec.Folds
	if s.Spec.By == ByEvidence {
		rows = s.Spec.N
	}
	switch {
	case m.Needs.Landmarks: // m is their number
	case free(model.BudgetName):
		axes = append(axes, sweep.Axis{Name: model.BudgetName, Values: DefaultBudgets(rows)})
	case free(model.ClustersName) && !m.Uses(model.BudgetName):
		usual := model.Clusters(nil).Default
		list := []float64{usual}
		for clusters := 4 * usual; clusters <= 16*usual && clusters <= float64(rows)/10; clusters *= 4 {
			list = append(list, clusters)
		}
		axes = append(axes, sweep.Axis{Name: model.ClustersName, Values: list})
	}
	for _, axis := range over {
		if m.Uses(axis.Name) {
			axes = append(axes, axis)
		}
	}
	return axes
}

// points returns the points of a grid, the first axis outermost. Without axes that is a single one.
func points(axes []sweep.Axis) []model.Values {
	list := []model.Values{{}}
	for _, axis := range axes {
		var next []model.Values
		for _, point := range list {
			for _, v := range axis.Values {
				more := model.Values{axis.Name: v}
				for name, w := range point {
					more[name] = w
				}
				next = append(next, more)
			}
		}
		list = next
	}
	return list
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
