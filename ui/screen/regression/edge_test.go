package regression

import (
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/tune"
)

// fedMap is a screen with a complete map of 7×7 cells, the best at one of them.
func fedMap(t *testing.T, column, row int) (*Screen, func(keys ...string), func() (float64, float64)) {
	t.Helper()
	s, b := newScreen(t)
	s.Work()
	family, w := b.Setting().Family(), b.Setting().Sigma(b.Widths())
	on := Grounds{Gammas: tune.DefaultGammas(family, w), Mus: tune.DefaultMus(), Methods: []string{"nystrom"}, Loss: "rmse", Folds: 1, N: 3000, Of: 3000}
	s.Update(Searching{On: on})
	for g := range on.Gammas {
		var e tune.Event
		for u := range on.Mus {
			loss := 1.0
			if g == column && u == row {
				loss = 0.5
			}
			e.Scores = append(e.Scores, tune.Score{Cell: tune.Cell{Gamma: g, Mu: u}, Losses: []float64{loss}, Loss: tune.Estimate{Mean: loss}})
		}
		s.Update(e)
	}
	return s, func(keys ...string) { b.Press(0, keys...) }, func() (float64, float64) {
		return b.Setting().Gamma(b.Widths()), b.Setting().Value(model.Ridge(nil), b.Widths())
	}
}

// TestABestCellAtTheEdge: the map says so, and enter moves it, so that what lies beyond is seen.
func TestABestCellAtTheEdge(t *testing.T) {
	for _, at := range []struct {
		column, row int
		want        string
	}{{3, 3, ""}, {3, 6, "edge of μ"}, {0, 2, "edge of γ"}, {6, 0, "edge of γ and μ"}} {
		s, press, knobs := fedMap(t, at.column, at.row)
		line := s.heatText(100, 20, nil)
		if at.want == "" && strings.Contains(line, "edge") || !strings.Contains(line, at.want) {
			t.Errorf("best at %d, %d: want %q\n%s", at.column, at.row, at.want, line)
		}
		on := s.heat.Now.on
		press("enter")
		gamma, mu := knobs()
		if mu != on.Mus[at.row] || gamma != on.Gammas[at.column] {
			t.Errorf("enter at %d, %d sets γ=%v μ=%v", at.column, at.row, gamma, mu)
		}
		mus, gammas := s.heatMus(), s.heatGammas()
		if moved := !slices.Equal(mus, on.Mus); moved != (at.row == 0 || at.row == 6) || !moved && mus[3] != 0.1 || moved && (mus[0] >= mu || mus[6] <= mu) {
			t.Errorf("after enter at %d, %d the ridges are %v", at.column, at.row, mus)
		}
		if moved := gammas != nil; moved != (at.column == 0 || at.column == 6) || moved && (gammas[0] >= gamma || gammas[6] <= gamma) {
			t.Errorf("after enter at %d, %d the scales are %v", at.column, at.row, gammas)
		}
	}
}

// TestTheEndOfAKnobIsNoEdge: beyond it there is nothing to look for.
func TestTheEndOfAKnobIsNoEdge(t *testing.T) {
	on := Grounds{Gammas: []float64{1, 2, 3}, Mus: []float64{1, model.Ridge(nil).Max}}
	if gamma, mu := on.edges(1, 1); gamma || mu {
		t.Errorf("at the largest μ: edges %v %v", gamma, mu)
	}
	if _, mu := on.edges(1, 0); !mu {
		t.Error("μ = 1 is the edge of these ridges")
	}
}
