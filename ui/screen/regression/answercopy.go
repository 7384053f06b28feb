package regression

import (
	"slices"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/ui/screen"
)

// Commands returns the command of the search that is shown, unless the knobs have another setting by now.
func (s *Screen) Commands() []screen.Command {
	v := &s.answer
	if v.key == "" || s.answer.stale() {
		return nil
	}
	spec := s.answer.spec(v.asked)
	return []screen.Command{{Name: "search", Note: "the command of the search on this screen, over methods, m, γ and μ", Arguments: func(dialect data.Dialect) []string {
		landmarked := slices.ContainsFunc(s.bench.Methods(), func(m model.Method) bool {
			return m.Needs.Landmarks && (spec.Methods == nil || slices.Contains(spec.Methods, m.Name))
		})
		return flagtext.Search(spec, s.bench.Methods(), flagtext.Rows{Source: s.bench.Setting().Store.Source(), Dialect: dialect, Landmarked: landmarked})
	}}}
}
