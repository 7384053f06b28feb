package regression

import (
	"math"
	"slices"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/tune"
	"gramscope/ui/screen"
)

// fedMap is a screen with a complete map of 7×7 cells, the best at one of them.
func fedMap(t *testing.T, column, row int) (*Screen, func(keys ...string), func() (float64, float64)) {
	t.Helper()
	s, b := newScreen(t)
	s.Work()
	family, w := b.Setting.Family(), b.Setting.Sigma()
	on := Grounds{Gammas: tune.DefaultGammas(family, w), Mus: tune.DefaultMus(), Methods: []string{"nystrom"},
		Loss: "rmse", Folds: 1, N: 3000, Of: 3000}
	s.Update(Searching{On: on})
	feedCells(s, len(on.Gammas), len(on.Mus), func(g, u int) float64 {
		if g == column && u == row {
			return 0.5
		}
		return 1
	})
	return s, func(keys ...string) { b.Press(0, keys...) }, func() (float64, float64) {
		return b.Setting.Gamma(), b.Setting.Value(model.Ridge(nil))
	}
}

// feedCells feeds the cells of a search.
func feedCells(s *Screen, columns, rows int, loss func(g, u int) float64) {
	for g := range columns {
		var e tune.Event
		for u := range rows {
			e.Scores = append(e.Scores,
				tune.Score{Cell: tune.Cell{Gamma: g, Mu: u}, Losses: []float64{loss(g, u)}, Loss: tune.Estimate{Mean: loss(g, u)}})
		}
		s.Update(e)
	}
}

// TestAMapGrowsByItself: where the best cell is at an edge, values beyond it are searched, and those alone; the map
// keeps its cells, and the cursor its cell. It grows on until the best is inside, or it has 13 values.
func TestAMapGrowsByItself(t *testing.T) {
	for _, at := range []struct{ column, row, left, right, below, above int }{{3, 3, 0, 0, 0, 0}, {3, 6, 0, 0, 0, 2},
		{0, 2, 2, 0, 0, 0}, {6, 3, 0, 2, 0, 0}, {2, 0, 0, 0, 2, 0}} {
		s, _, _ := fedMap(t, at.column, at.row)
		s.heat.place(at.column, at.row)
		before := *s.heat.Now[0].Grounds
		key := s.heat.Key
		list := s.Update(job.Finished{})
		on := *s.heat.Now[0].Grounds
		grown := at.left+at.right+at.below+at.above > 0
		if _, launched := slices.Concat(list, []screen.Do{nil})[0].(screen.Launch); launched != grown ||
			grown != (s.heat.Key != key) {
			t.Errorf("best at %d, %d: work begins: %v, with another key: %v", at.column, at.row, launched, s.heat.Key != key)
		}
		if len(on.Gammas) != 7+at.left+at.right || len(on.Mus) != 7+at.below+at.above ||
			!slices.Equal(on.Gammas[at.left:][:7], before.Gammas) || !slices.Equal(on.Mus[at.below:][:7], before.Mus) ||
			!slices.IsSorted(on.Gammas) || !slices.IsSorted(on.Mus) {
			t.Errorf("best at %d, %d: the map is over %v and %v", at.column, at.row, on.Gammas, on.Mus)
		}
		if column, row, ok := s.heat.cursor(); !ok || column != at.column+at.left || row != at.row+at.below {
			t.Errorf("the cursor is at %d, %d", column, row)
		}
		if s.Work() != nil {
			t.Error("the same setting begins the map anew")
		}
		if at.right > 0 || at.above > 0 {
			s.Update(Searching{On: Grounds{Gammas: on.Gammas[7-7*min(at.above, 1):], Mus: on.Mus[7-7*min(at.right, 1):],
				Methods: []string{"nystrom"}, Folds: 1}})
			feedCells(s, 2+5*min(at.above, 1), 2+5*min(at.right, 1),
				func(g, u int) float64 { return 2 + float64(g) + float64(u)/10 })
			if column, row := 7*min(at.right, 1), 7*min(at.above, 1); s.heat.Now[0].value(column, row) != 2 ||
				s.heat.Now[0].value(at.column, at.row) != 0.5 {
				t.Errorf("the first new cell is %v", s.heat.Now[0].value(column, row))
			}
		}
		if at.left == 0 {
			continue
		}
		if !math.IsNaN(s.heat.Now[0].value(1, 4)) {
			t.Error("a new cell has a score")
		}
		for len(s.heat.Now[0].Gammas) < 13 {
			was := len(s.heat.Now[0].Gammas)
			s.Update(Searching{On: Grounds{Gammas: s.heat.Now[0].Gammas[:2], Mus: before.Mus}})
			feedCells(s, 2, 7, func(g, u int) float64 { return 0.4 - float64(was)/100 + float64(g) + float64(u) })
			if s.Update(job.Finished{}); len(s.heat.Now[0].Gammas) == was {
				t.Fatalf("the map ends at %d values", was)
			}
		}
		s.Update(Searching{On: Grounds{Gammas: s.heat.Now[0].Gammas[:2], Mus: before.Mus}})
		feedCells(s, 2, 7, func(g, u int) float64 { return float64(g)/100 + math.Abs(float64(u-3))/100 })
		if s.Update(job.Finished{}); len(s.heat.Now[0].Gammas) != 13 || s.heat.Now[0].value(0, 4) != 0.01 ||
			s.heat.Now[0].value(at.column+6, at.row) != 0.5 {
			t.Errorf("in the end %d values; the cells are %v and %v", len(s.heat.Now[0].Gammas), s.heat.Now[0].value(0, 4),
				s.heat.Now[0].value(at.column+6, at.row))
		}
	}
}

// TestAMapEndsOnAPlateau: where the best is no better than the cell beside it, there is nothing to look for beyond it.
func TestAMapEndsOnAPlateau(t *testing.T) {
	s, _, _ := fedMap(t, 3, 0)
	feedCells(s, 7, 7, func(g, u int) float64 { return 1 + 1e-4*float64(u) })
	if s.Update(job.Finished{}); s.heat.grows || len(s.heat.Now[0].Mus) != 7 {
		t.Errorf("the map grows to %v", s.heat.Now[0].Mus)
	}
}

// TestTheEndOfAKnobIsNoEdge: beyond it there is nothing to look for.
func TestTheEndOfAKnobIsNoEdge(t *testing.T) {
	mus := []float64{1, model.Ridge(nil).Max}
	if _, more := beyond(mus, 1, model.Ridge(nil)); more != nil {
		t.Errorf("above the largest μ: %v", more)
	}
	if all, more := beyond(mus, 0, model.Ridge(nil)); len(more) == 0 || !slices.Equal(all, append(more, mus...)) {
		t.Errorf("below μ = 1: %v, in all %v", more, all)
	}
	if _, more := beyond([]float64{1, 2, 3}, 1, model.Gamma(nil)); more != nil {
		t.Errorf("beside a cell inside: %v", more)
	}
}
