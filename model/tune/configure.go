package tune

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
)

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
