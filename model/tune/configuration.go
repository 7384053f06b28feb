package tune

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Configuration is a method with values of those of its parameters that are searched.
type Configuration struct {
	Method string
	Values model.Values // by name; empty if none of them is searched

	// Operations and Stored are what a fit to all training rows costs: operations of a product of matrices, see
	// [sweep.Plan.Cost], and bytes of K̃. Configurations are compared by these, as measured times would change the
	// choice from run to run.
	Operations float64
	Stored     int64

	method model.Method
	dear   bool // whether each μ takes a fit of its own
}

// String returns the method and the values that are searched.
func (c Configuration) String() string {
	text := c.Method
	for _, q := range c.method.New().Params() {
		if v, searched := c.Values[q.Name]; searched {
			text += fmt.Sprintf(" %s=%s", q.Name, q.Format(v))
		}
	}
	return text
}

// isExact reports whether a configuration is exact regression, which runs on every rung with at most ExactLimit rows.
func (c Configuration) isExact() bool { return c.Method == Exact }

// Describe returns a configuration as text.
func (s *Search) Describe(configuration int) string { return s.Configurations[configuration].String() }

// checkOver returns a *sweep.SpecError for axes that no search has.
func checkOver(spec Spec, methods []model.Method) error {
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
func (s *Search) configure(methods []model.Method) error {
	for _, axis := range s.Spec.Over {
		if !slices.ContainsFunc(methods, func(m model.Method) bool { return m.Uses(axis.Name) }) {
			instead := remedy.Do("search another parameter").Or(remedy.Do("choose other methods"))
			if s.family.HasParam(axis.Name) {
				instead = remedy.By("set it", string(axis.Name), "")
			}
			return &sweep.SpecError{Problem: fmt.Sprintf("over %s: no chosen method uses it", axis.Name), Remedies: instead}
		}
	}
	limit := s.checked.MemoryLimit()
	var short error
	for _, m := range methods {
		var omitted []string
		var first error
		for _, values := range points(s.axesOf(m)) {
			c := Configuration{Method: m.Name, Values: values, method: m}
			if err := s.checkConfiguration(c, 1); err != nil {
				first, omitted = cmp.Or(first, err), append(omitted, c.String())
				continue
			}
			all := s.setting(c, 0, s.Mus[0])
			c.dear = len(s.Mus) > 1 && (s.Learner != trial.LearnRidge || s.setting(c, 0, s.Mus[1]).FitKey() != all.FitKey())
			c.Operations, c.Stored = s.checked.Cost(all, 1), limit.Method(all, all.Draw.N).Stored
			if c.isExact() {
				c.Stored = 8 * int64(all.Draw.N) * int64(all.Draw.N)
			}
			s.Configurations = append(s.Configurations, c)
		}
		if omitted != nil {
			s.Notes, short = append(s.Notes, omission(m.Name, omitted, first)), cmp.Or(short, first)
		}
	}
	if len(s.Configurations) == 0 {
		return short
	}
	if !s.Spec.Grid {
		slices.SortStableFunc(s.Configurations, func(a, b Configuration) int { return cmp.Compare(a.Operations, b.Operations) })
	}
	return nil
}

// omission returns the note on configurations of a method that need too much memory.
func omission(method string, which []string, err error) remedy.Note {
	list := few(which, 4)
	short := (*model.MemoryError)(nil)
	if !errors.As(err, &short) {
		return remedy.Note{Text: "left out: " + list}
	}
	short.Method = method
	problem, remedies := short.Parts()
	return remedy.Note{Text: "left out: " + list + ": " + problem, Remedies: remedies.Those(remedy.Raise)}
}

// few joins names, the last of more than most as their number.
func few(names []string, most int) string {
	if more := len(names) - most + 1; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), more)
	}
	return strings.Join(names, ", ")
}

// axesOf returns the axes of a method: of those that are given the ones that it uses, and m, or clusters of a
// method without m, if the user has not set it. A grid has none.
func (s *Search) axesOf(m model.Method) (axes []sweep.Axis) {
	if s.Spec.Grid {
		return nil
	}
	free := func(name model.Name) bool {
		_, set := s.Spec.Values[name]
		return m.Uses(name) && !set && !slices.ContainsFunc(s.Spec.Over, func(a sweep.Axis) bool { return a.Name == name })
	}
	rows := s.Spec.N - s.Spec.N/s.Spec.Folds
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
	for _, axis := range s.Spec.Over {
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
				more := maps.Clone(point)
				more[axis.Name] = v
				next = append(next, more)
			}
		}
		list = next
	}
	return list
}
