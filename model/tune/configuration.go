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

	// What a fit to all training rows costs, by estimates, as measured times would change the choice from run to run.
	Operations float64 // of a product of matrices, see [sweep.Plan.Cost]
	Stored     int64   // bytes of K̃, the factor's kept or not, as of a fit

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

// checkOver returns a *sweep.SpecError for axes that no search of these methods has.
func (s *Search) checkOver(methods []model.Method) error {
	own := map[model.Name]string{ // the flags of what every search varies
		model.GammaName: "gammas", model.SigmaName: "gammas", model.RidgeName: "mus", model.TrainRowsName: "n",
	}
	for _, axis := range s.Spec.Over {
		if flag := own[axis.Name]; flag != "" || s.family.HasParam(axis.Name) {
			return wrong(remedy.By("give it", cmp.Or(flag, string(axis.Name)), ""),
				"over %s: a search varies the parameters of methods alone so", axis.Name)
		}
		if !slices.ContainsFunc(methods, func(m model.Method) bool { return m.Uses(axis.Name) }) {
			return wrong(remedy.Do("search another parameter").Or(remedy.Do("choose other methods")),
				"over %s: no chosen method uses it", axis.Name)
		}
	}
	return nil
}

// configure lists the configurations that the memory limit allows, the cheapest first.
func (s *Search) configure(methods []model.Method) error {
	if err := s.checkOver(methods); err != nil {
		return err
	}
	limit := s.checked.MemoryLimit()
	var short error
	for _, m := range methods {
		var omitted []string
		var first error
		for _, point := range sweep.Points(s.axesOf(m), trial.Assignment{}) {
			c := Configuration{Method: m.Name, Values: point.Values, method: m}
			if err := s.checkConfiguration(c, 1); err != nil {
				first, omitted = cmp.Or(first, err), append(omitted, c.String())
				continue
			}
			all := s.setting(c, 0, s.Mus[0])
			c.dear = len(s.Mus) > 1 && (s.Learner != trial.LearnRidge || s.setting(c, 0, s.Mus[1]).FitKey() != all.FitKey())
			n, takes := int64(all.Draw.N), limit.Method(all, all.Draw.N)
			switch c.Operations, c.Stored = s.checked.Cost(all, 1), takes.Stored; {
			case c.isExact():
				c.Stored = 8 * n * n
			case takes.Streamed > 0 && takes.Nearby == 0:
				c.Stored = n * takes.Coordinates
			}
			s.Configurations = append(s.Configurations, c)
		}
		if need := (*model.MemoryError)(nil); errors.As(first, &need) {
			need.Method = m.Name
			problem, remedies := need.Parts()
			note := remedy.Note{Text: "left out: " + few(omitted, 4) + ": " + problem, Remedies: remedies.Those(remedy.Raise)}
			s.Notes, short = append(s.Notes, note), cmp.Or(short, first)
		}
	}
	if len(s.Configurations) == 0 {
		return short
	}
	if !s.Spec.Grid {
		slices.SortStableFunc(s.Configurations, func(a, b Configuration) int {
			return cmp.Compare(a.Operations, b.Operations)
		})
	}
	return nil
}

// few joins names; of more than most, the last ones are counted.
func few(names []string, most int) string {
	if more := len(names) - most + 1; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), more)
	}
	return strings.Join(names, ", ")
}

// axesOf returns the axes of a method: those given that it uses, and m, or clusters of a method without m, if the user
// has not set it. A grid has none.
func (s *Search) axesOf(m model.Method) (axes []sweep.Axis) {
	if s.Spec.Grid {
		return nil
	}
	free := func(name model.Name) bool {
		_, set := s.Spec.Values[name]
		return m.Uses(name) && !set && !slices.ContainsFunc(s.Spec.Over, func(a sweep.Axis) bool { return a.Name == name })
	}
	rows := s.Spec.N - (s.Spec.N+s.Spec.Folds-1)/s.Spec.Folds // of the largest fold
	switch {
	case m.Needs.Landmarks: // m is their number
	case free(model.BudgetName):
		axes = append(axes, sweep.Axis{Name: model.BudgetName, Values: defaultBudgets(rows)})
	case free(model.ClustersName) && !m.Uses(model.BudgetName):
		usual := model.Clusters(nil).Default
		most := max(usual, float64(rows)/10)
		list := slices.DeleteFunc([]float64{usual, 4 * usual, 16 * usual}, func(c float64) bool { return c > most })
		axes = append(axes, sweep.Axis{Name: model.ClustersName, Values: list})
	}
	for _, axis := range s.Spec.Over {
		if m.Uses(axis.Name) {
			axes = append(axes, axis)
		}
	}
	return axes
}

// standIns returns for each configuration the one that is fitted for it on a rung. On a part of the rows m is at most
// half their number, as more landmarks would tell nothing about those on all rows: the largest such m searched stands
// in for those above it.
func (s *Search) standIns(rung int) []int {
	largest, list := map[string]int{}, make([]int, len(s.Configurations))
	for i, c := range s.Configurations { // a larger m comes later
		m := c.Values[model.BudgetName]
		c.Values = maps.Clone(c.Values)
		delete(c.Values, model.BudgetName)
		key := c.String()
		if _, known := largest[key]; !known || s.OnAllRows(rung) || m <= float64(s.Rungs[rung].Rows/2) {
			largest[key] = i
		}
		list[i] = largest[key]
	}
	return list
}

// onRung returns a configuration with the m that it has on a rung.
func (s *Search) onRung(rung int, c Configuration) Configuration {
	if m, searched := c.Values[model.BudgetName]; searched && !s.OnAllRows(rung) {
		c.Values = maps.Clone(c.Values)
		c.Values[model.BudgetName] = min(m, float64(s.Rungs[rung].Rows/2))
	}
	return c
}

// runsOn reports whether a configuration runs on a rung. Exact regression runs up to ExactLimit rows.
func (s *Search) runsOn(rung int, c Configuration) bool {
	return !c.isExact() || s.Rungs[rung].Rows <= s.Spec.ExactLimit
}
