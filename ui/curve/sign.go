package curve

import (
	"slices"

	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// Sign returns the number of a method's marker and colour, see [chart.Glyphs.Sign]. The marker is always the same. The
// colour is the marker's own, unless a ticked method before it in the table has that: up to [chart.Hues] ticked methods
// have different colours.
func Sign(s *lab.State, method int) int {
	taken := map[int]bool{}
	for i, m := range s.Methods()[:method+1] {
		if !slices.Contains(s.Setting().Spec.Methods, m.Name) {
			continue
		}
		for k := range chart.Hues {
			sign := s.Marker(i) + k*chart.Signs/chart.Hues
			_, hue := chart.Braille.Sign(sign)
			if taken[hue] && len(taken) < chart.Hues {
				continue
			}
			if taken[hue] = true; i == method {
				return sign
			}
			break
		}
	}
	return s.Marker(method)
}
