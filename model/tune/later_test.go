package tune

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gramscope/approx"
	"gramscope/model"
)

// laterRun returns a run on its second rung, for nystrom and kmeans-nystrom with m of 5, 10, 20 and 40, exact regression
// and 21 γ.
func laterRun(t *testing.T) *run {
	t.Helper()
	spec := specOn(1600, "nystrom", "kmeans-nystrom", Exact)
	spec.Gammas = nil
	for i := range 21 {
		spec.Gammas = append(spec.Gammas, 0.01*float64(i+1))
	}
	s := searchFor(t, spec, approx.Methods(), given{set: waves(1600, 5)})
	s.fine = 4
	r := newRun(context.Background(), s, 1, make(chan Scored, 1000))
	r.rung = 1
	r.level, _ = r.levels()
	return r
}

// find returns the candidate of a described configuration at a γ.
func (s *Search) find(t *testing.T, text string, gamma int) Candidate {
	t.Helper()
	i := slices.IndexFunc(s.Configurations, func(c Configuration) bool { return c.describe() == text })
	if i < 0 {
		t.Fatalf("no configuration %s", text)
	}
	return Candidate{i, gamma}
}

// scoredAs returns an event of a candidate with the same loss in all folds, at one μ.
func scoredAs(c Candidate, loss float64) Scored {
	e := Scored{Candidate: c, Folds: 5, Mus: []int{1}, wall: 1, fitted: 1}
	for range e.Folds {
		e.Losses, e.Gains = append(e.Losses, []float64{loss}), append(e.Gains, []float64{-loss})
	}
	return e
}

func (s *Search) list(candidates []Candidate) string {
	text := ""
	for _, c := range candidates {
		text += fmt.Sprintf("%s at %d; ", s.Describe(c.Configuration), c.Gamma)
	}
	return text
}

// TestLeading: the first that the rung before has chosen and the cheapest of the others.
func TestLeading(t *testing.T) {
	r := laterRun(t)
	kept := []Candidate{r.find(t, "nystrom m=20", 4), r.find(t, "nystrom m=40", 4), r.find(t, "kmeans-nystrom m=10", 5), r.find(t, Exact, 6)}
	lead, others := r.leading(kept, board{})
	if got, want := r.list(lead), r.list([]Candidate{kept[0], kept[2]}); got != want || r.list(others) != r.list([]Candidate{kept[1], kept[3]}) {
		t.Errorf("%s lead, want %s; the others are %s", got, want, r.list(others))
	}
	if lead, others = r.leading(kept[:1], board{}); len(lead) != 1 || len(others) > 0 {
		t.Errorf("alone, %s leads, and the others are %s", r.list(lead), r.list(others))
	}
}

// TestAlike: the others follow to γ by as much as the best has moved, within the list; other methods first at the m of the
// best.
func TestAlike(t *testing.T) {
	r := laterRun(t)
	r.board.add(scoredAs(r.find(t, "nystrom m=20", 6), 2))
	r.board.add(scoredAs(r.find(t, "nystrom m=40", 9), 1))
	alike, others := r.alike([]Candidate{
		r.find(t, "nystrom m=10", 4), r.find(t, "kmeans-nystrom m=20", 5), r.find(t, "kmeans-nystrom m=5", 19), r.find(t, Exact, 7),
	}, 6)
	if got, want := r.list(alike), "kmeans-nystrom m=40 at 8; exact at 10; "; got != want {
		t.Errorf("alike are %s, want %s", got, want)
	}
	if got, want := r.list(others), "nystrom m=10 at 7; kmeans-nystrom m=20 at 8; kmeans-nystrom m=5 at 20; "; got != want {
		t.Errorf("others are %s, want %s", got, want)
	}
}

// TestScalesAround: on a later rung a larger γ comes first, in steps that are doubled from the best one of fewer rows, and what
// begins at another's γ has none below it. On smaller steps all is as on the first rung.
func TestScalesAround(t *testing.T) {
	for name, c := range map[string]struct {
		losses map[int]float64
		best   int
		before int // best γ of the rung before
		level  int
		want   []int
	}{
		"alone":             {map[int]float64{6: 3}, 6, 6, 1, []int{8}},
		"alone, at the end": {map[int]float64{20: 3}, 20, 20, 1, []int{18}},
		"better above":      {map[int]float64{6: 3, 8: 2}, 8, 6, 1, []int{12}},
		"better again":      {map[int]float64{6: 3, 8: 2, 12: 1}, 12, 6, 1, []int{16}},
		"near the end":      {map[int]float64{15: 3, 17: 2}, 17, 15, 1, []int{20}},
		"worse above":       {map[int]float64{6: 3, 8: 4}, 6, 6, 1, []int{4}},
		"from another":      {map[int]float64{9: 3, 11: 2}, 11, 6, 1, []int{13}},
		"another's best":    {map[int]float64{9: 3, 11: 4}, 9, 6, 1, nil},
		"small steps":       {map[int]float64{9: 3, 11: 4}, 9, 6, 2, []int{8, 10}},
	} {
		r := laterRun(t)
		before := board{}
		before.add(scoredAs(r.find(t, Exact, c.before), 1))
		for gamma, loss := range c.losses {
			r.board.add(scoredAs(r.find(t, Exact, gamma), loss))
		}
		r.level = c.level
		best, _ := r.board.bestOf(r.find(t, Exact, 0).Configuration)
		if got := r.scalesAround(best, r.gammaStep(), before); best.Gamma != c.best || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v around %d, want %v around %d", name, got, best.Gamma, c.want, c.best)
		}
	}
}

// TestLargerScalesStayOpen: a γ that was clearly worse on fewer rows is left out only if it is smaller than the best there.
func TestLargerScalesStayOpen(t *testing.T) {
	r := laterRun(t)
	before := board{}
	for gamma, loss := range map[int]float64{4: 9, 8: 1, 12: 9} {
		before.add(scoredAs(r.find(t, Exact, gamma), loss))
	}
	list := []Candidate{r.find(t, Exact, 4), r.find(t, Exact, 8), r.find(t, Exact, 12), r.find(t, Exact, 21)}
	if got := r.list(r.unknown(list, before)); got != "exact at 8; exact at 12; " {
		t.Errorf("open are %s", got)
	}
}

// TestScalesBeforeBudgets: a later rung tries γ, then μ, and then a larger m, and that again at the best γ if it was scored at another.
func TestScalesBeforeBudgets(t *testing.T) {
	r := laterRun(t)
	small, large := r.find(t, "nystrom m=20", 8), r.find(t, "nystrom m=40", 6)
	r.board.add(scoredAs(small, 1))
	r.board.add(scoredAs(large, 2))
	expect := func(what, want string) {
		t.Helper()
		list, asks := r.neighbours(board{})
		if got := r.list(list) + fmt.Sprint(len(asks)); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	expect("γ", "nystrom m=20 at 10; 0")
	r.board.add(scoredAs(Candidate{small.Configuration, 10}, 3))
	expect("μ", "1") // at both sides of the only one
	e := scoredAs(small, 1)
	e.Mus, e.Losses, e.Gains = []int{0, 1, 2}, nil, nil
	for range 5 {
		e.Losses, e.Gains = append(e.Losses, []float64{2, 1, 2}), append(e.Gains, []float64{0, 0, 0})
	}
	delete(r.board, small)
	r.board.add(e)
	expect("m", "nystrom m=40 at 8; 0")
	r.board.add(scoredAs(Candidate{large.Configuration, 8}, 2))
	expect("nothing", "0")
}

// TestSeeker: nystrom with the m of the best approximation seeks γ and μ, unless it is clearly worse than that.
func TestSeeker(t *testing.T) {
	for name, c := range map[string]struct {
		losses []float64 // of nystrom with m = 10
		exact  []float64
		want   string
	}{
		"near":          {[]float64{1.1, 2.0, 3.0}, []float64{9, 9, 9}, "nystrom 10"},
		"clearly worse": {[]float64{1.5, 2.5, 3.6}, []float64{9, 9, 9}, "kmeans-nystrom 10"},
		"near exact":    {[]float64{1.1, 2.0, 3.0}, []float64{1, 2.01, 2.98}, "nystrom 10"},
		"far below":     {[]float64{1.1, 2.0, 3.0}, []float64{0.1, 1.1, 2.1}, "exact 0"},
	} {
		s, b := madeUp(made{"nystrom", 1, 1, []float64{1, 2, 3.05}}, made{"nystrom", 2, 2, c.losses}, made{"kmeans-nystrom", 3, 3, []float64{1, 2, 3}}, made{Exact, 9, 9, c.exact})
		for i, m := range []float64{5, 10, 10} {
			s.Configurations[i].Values = model.Values{model.BudgetName: m}
		}
		ranked := s.ranked(b)
		at := s.Configurations[ranked[s.seeker(ranked)].Configuration]
		if got := fmt.Sprint(at.Method, " ", at.Values[model.BudgetName]); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestForecastOfAnotherScale: at another γ a configuration takes as long as before, whatever others of its method take.
func TestForecastOfAnotherScale(t *testing.T) {
	r := laterRun(t)
	slow := scoredAs(r.find(t, "nystrom m=5", 4), 1)
	slow.wall = 1000
	r.board.add(slow)
	r.board.add(scoredAs(r.find(t, "nystrom m=40", 4), 1))
	if got := r.forecastAt(r.find(t, "nystrom m=40", 8), 1, nil); math.Abs(got-1) > 1e-9 {
		t.Errorf("%v seconds, want 1", got)
	}
	if got := r.forecastAt(r.find(t, "nystrom m=20", 8), 1, nil); got < 1 {
		t.Errorf("%v seconds for what was not scored, want more than the 1 of a larger m", got)
	}
}
