package tune

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model/kernel"
)

// made is a configuration with made-up costs and losses, one for each fold.
type made struct {
	name       string
	operations float64
	stored     int64
	losses     []float64
}

// madeUp returns a search of made-up configurations, at one γ and one μ, and the board of its only rung.
func madeUp(list ...made) (*Search, board) {
	family, _ := kernel.Lookup("gaussian")
	s := &Search{Plan: &Plan{Mus: []float64{1}, Gammas: []float64{1}, family: family}, Rungs: []Rung{{Rows: 100}}}
	b := board{}
	for i, m := range list {
		s.Configurations = append(s.Configurations, Configuration{Method: m.name, Operations: m.operations, Stored: m.stored, reference: m.name == Exact})
		e := Scored{Candidate: Candidate{i, 0}, Folds: len(m.losses), Mus: []int{0}}
		for _, loss := range m.losses {
			e.Losses, e.Gains = append(e.Losses, []float64{loss}), append(e.Gains, []float64{1 - loss})
		}
		b[e.Candidate] = e
		s.Plan.folds = make([][]int, len(m.losses))
	}
	s.Spec.ExactLimit, s.Spec.N = 100, 100
	return s, b
}

func (s *Search) names(list []Candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, s.Configurations[c.Configuration].Method)
	}
	return strings.Join(names, " ")
}

// TestDifferencesArePaired: folds differ far more than configurations do. By their own standard errors all three
// would be equal; the paired differences tell them apart.
func TestDifferencesArePaired(t *testing.T) {
	s, b := madeUp(
		made{"cheap", 1, 1, []float64{1.3, 2.3, 3.3, 4.3}},
		made{"middle", 2, 2, []float64{1.02, 1.99, 3.01, 3.99}},
		made{"dear", 3, 3, []float64{1, 2, 3, 4}},
	)
	list := s.ranked(b)
	if got := fmt.Sprintf("%.3f %.3f", list[2].Above.Mean, list[2].Loss.SE); got != "0.300 0.645" {
		t.Errorf("the difference and the standard error of the loss are %s", got)
	}
	middle := list[1]
	if d := middle.Above; math.Abs(d.Mean-0.0025) > 1e-12 || math.Abs(d.SE-math.Sqrt((0.0175*0.0175+0.0075*0.0075+2*0.0125*0.0125)/3/4)) > 1e-12 {
		t.Errorf("the paired difference is %v", d)
	}
	if !middle.Near || list[2].Near || !list[0].Near {
		t.Errorf("near the least: %v, %v, %v", list[0].Near, middle.Near, list[2].Near)
	}
	if d := difference([]float64{1, 2, 3}, []float64{0, 0}); d.Mean != 1.5 || d.SE != 0.5 {
		t.Errorf("over the folds that both have: %v", d)
	}
	if d := difference([]float64{3}, []float64{1}); d.Mean != 2 || !math.IsNaN(d.SE) {
		t.Errorf("a single fold: %v", d)
	}
}

// TestChoiceIsTheCheapestNear the least loss: within one standard error of the paired difference, taken as at least 0.1 %
// of the least and at most 0.2 %.
func TestChoiceIsTheCheapestNear(t *testing.T) {
	for name, c := range map[string]struct {
		list         []made
		best, choice string
	}{
		"paired":     {[]made{{"a", 1, 1, []float64{1.3, 2.3, 3.3}}, {"b", 2, 2, []float64{1.02, 1.98, 3.01}}, {"c", 3, 3, []float64{1, 2, 3}}}, "c", "b"},
		"clear":      {[]made{{"a", 1, 1, []float64{1.3, 2.3, 3.3}}, {"b", 2, 2, []float64{1.05, 2.04, 3.06}}, {"c", 3, 3, []float64{1, 2, 3}}}, "c", "c"},
		"negligible": {[]made{{"a", 1, 1, []float64{1.001, 2.001, 3.001}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "a"},
		"most":       {[]made{{"a", 1, 1, []float64{1.03, 1.97, 3.015}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"}, // 0.25 % ± 0.9 %
		"too much":   {[]made{{"a", 1, 1, []float64{1.003, 2.003, 3.003}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"},
		"noisy":      {[]made{{"a", 1, 1, []float64{1.4, 2.3, 2.4}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"}, // 1.7 % ± 11 %
		"cheaper":    {[]made{{"a", 1, 1, []float64{1, 2, 3}}, {"b", 2, 2, []float64{1, 2.1, 2.91}}}, "a", "a"},
		"less room":  {[]made{{"a", 1, 2, []float64{1, 2, 3}}, {"b", 1, 1, []float64{1, 2.1, 2.91}}}, "a", "b"},
		"equal cost": {[]made{{"a", 1, 1, []float64{1, 2.1, 2.91}}, {"b", 1, 1, []float64{1, 2, 3}}}, "b", "b"},
	} {
		s, b := madeUp(c.list...)
		var events []Scored
		for _, e := range b {
			events = append(events, e)
		}
		slices.SortFunc(events, func(a, b Scored) int { return b.Configuration - a.Configuration })
		list := s.ranked(b)
		best, choice := choose(list, true)
		of := func(i int) string { return s.Configurations[list[i].Configuration].Method }
		if of(best) != c.best || of(choice) != c.choice {
			t.Errorf("%s: %s is best and %s chosen, want %s and %s", name, of(best), of(choice), c.best, c.choice)
		}
	}
}

// TestFronts: a configuration is on a front if none is cheaper and no worse, or better and no dearer.
func TestFronts(t *testing.T) {
	s, b := madeUp(
		made{"small", 1, 4, []float64{9, 9}},
		made{"wide", 2, 9, []float64{5, 5}},
		made{"slow", 5, 2, []float64{6, 6}},
		made{"worse", 6, 9, []float64{5, 6}},
		made{"good", 8, 8, []float64{3, 3}},
		made{"same", 8, 8, []float64{3, 3}},
	)
	var byTime, byMemory []string
	for _, r := range s.ranked(b) {
		name := s.Configurations[r.Configuration].Method
		if r.ByTime {
			byTime = append(byTime, name)
		}
		if r.ByMemory {
			byMemory = append(byMemory, name)
		}
	}
	if fmt.Sprint(byTime) != "[good wide small]" || fmt.Sprint(byMemory) != "[good slow]" {
		t.Errorf("on the fronts are %v and %v", byTime, byMemory)
	}
}

// TestPromoted: a third goes on, at least four: the best, those near it from the cheapest on, those that nothing
// cheaper clearly beats, and exact regression as the last, unless it is the best and allowed on all rows.
func TestPromoted(t *testing.T) {
	list := []made{
		{"tiny", 1, 1, []float64{9, 9.1, 8.9}},
		{"cheap", 2, 2, []float64{5, 5.2, 4.9}},
		{"beaten", 3, 3, []float64{7, 7.1, 7}},
		{"near2", 5, 5, []float64{3, 3.2, 3}},
		{"near1", 4, 4, []float64{3, 3.1, 3.1}},
		{"best", 6, 6, []float64{3.1, 3, 3}},
		{Exact, 9, 9, []float64{2, 2, 2}},
	}
	s, b := madeUp(list...)
	s.Spec.N = 101 // exact regression is not allowed on all rows
	if got := s.names(s.promoted(b)); got != "best near1 near2 cheap exact" {
		t.Errorf("promoted are %s", got)
	}
	s.Spec.N = 100
	if got := s.names(s.promoted(b)); got != "exact best near2 near1" {
		t.Errorf("promoted are %s", got)
	}
	for _, fold := range b[Candidate{6, 0}].Losses {
		fold[0] = 20
	}
	if got := s.names(s.promoted(b)); got != "best near1 near2 cheap exact" {
		t.Errorf("promoted are %s", got)
	}
	for i := range 20 {
		list = append(list, made{fmt.Sprint("more", i), 20 + float64(i), 20, []float64{8, 8, 8}})
	}
	s, b = madeUp(list...)
	s.Spec.N = 101
	if got := strings.Fields(s.names(s.promoted(b))); len(got) != 9+1 || strings.Join(got[:5], " ") != "best near1 near2 cheap tiny" {
		t.Errorf("promoted of %d are %v", len(list), got)
	}
}

// TestStandingIsOfARungWithTheBest: a rung counts once it has scored two configurations, one of them near the best of the
// rung before, or the only one that there is.
func TestStandingIsOfARungWithTheBest(t *testing.T) {
	s, b := madeUp(made{"a", 1, 1, []float64{5, 5}}, made{"b", 2, 2, []float64{4, 4}}, made{"c", 3, 3, []float64{3, 3}}, made{"d", 4, 4, []float64{3.001, 3.001}})
	s.Rungs = []Rung{{Rows: 25}, {Rows: 100}}
	first := func(configurations ...int) (events []Scored) {
		for _, i := range configurations {
			events = append(events, b[Candidate{i, 0}])
		}
		return events
	}
	last := func(configurations ...int) (events []Scored) {
		for _, e := range first(configurations...) {
			e.Rung = 1
			events = append(events, e)
		}
		return events
	}
	for name, c := range map[string]struct {
		events []Scored
		rung   int
	}{
		"all":          {slices.Concat(first(0, 1, 2), last(0, 1, 2)), 1},
		"first":        {first(0, 1, 2), 0},
		"without best": {slices.Concat(first(0, 1, 2), last(0, 1)), 0},
		"best alone":   {slices.Concat(first(0, 1, 2), last(2)), 0},
		"best of two":  {slices.Concat(first(0, 1, 2), last(0, 2)), 1},
		"near best":    {slices.Concat(first(0, 1, 2, 3), last(0, 3)), 1},
		"only one":     {slices.Concat(first(1), last(1)), 1},
		"nothing":      {nil, -1},
	} {
		rung, ok := s.compared(s.boards(c.events))
		if ok != (c.rung >= 0) || ok && rung != c.rung {
			t.Errorf("%s: rung %d, %v", name, rung, ok)
		}
	}
}

// TestChoiceOnAPartOfTheRows: what is chosen on a part of the rows has the least loss, however near a cheaper one is.
func TestChoiceOnAPartOfTheRows(t *testing.T) {
	s, b := madeUp(made{"a", 1, 1, []float64{1.001, 2.001, 3.001}}, made{"b", 2, 2, []float64{1, 2, 3}})
	list := s.ranked(b)
	if best, choice := choose(list, false); best != choice {
		t.Errorf("%s is best and %s chosen", s.Configurations[list[best].Configuration].Method, s.Configurations[list[choice].Configuration].Method)
	}
}
