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

// madeUp returns a search of made-up configurations, at one γ and one μ, and the events of its rungs.
func madeUp(rungs int, list ...made) (*Search, []Event) {
	family, _ := kernel.Lookup("gaussian")
	s := &Search{Mus: []float64{1}, Gammas: []float64{1}, family: family}
	var events []Event
	for i, m := range list {
		s.Configurations = append(s.Configurations, Configuration{Method: m.name, Operations: m.operations, Stored: m.stored})
		score := Score{Cell: Cell{Configuration: i}, Losses: m.losses, Loss: Mean(m.losses)}
		s.folds = make([][]int, len(m.losses))
		events = append(events, Event{Scores: []Score{score}})
	}
	for rung := range rungs {
		s.Rungs, s.fitted = append(s.Rungs, Rung{Rows: 100}), append(s.fitted, nil)
		for i := range list {
			s.fitted[rung] = append(s.fitted[rung], i)
		}
	}
	s.Spec.ExactLimit, s.Spec.N, s.Learner = 100, 100, "ridge"
	return s, events
}

func (s *Search) promotedNames(events []Event) string {
	r := &run{Search: s, board: s.boards(events)[0]}
	var names []string
	for _, a := range r.promoted() {
		names = append(names, s.Configurations[a.Configuration].Method)
	}
	return strings.Join(names, " ")
}

// TestDifferencesArePaired: folds differ far more than configurations do. By their own standard errors all three
// would be equal; the paired differences tell them apart.
func TestDifferencesArePaired(t *testing.T) {
	s, events := madeUp(1,
		made{"cheap", 1, 1, []float64{1.3, 2.3, 3.3, 4.3}},
		made{"middle", 2, 2, []float64{1.02, 1.99, 3.01, 3.99}},
		made{"dear", 3, 3, []float64{1, 2, 3, 4}},
	)
	list := s.ranked(s.boards(events)[0])
	if got := fmt.Sprintf("%.3f %.3f", list[2].Above.Mean, list[2].Loss.SE); got != "0.300 0.645" {
		t.Errorf("the difference and the standard error of the loss are %s", got)
	}
	middle := list[1]
	if d := middle.Above; math.Abs(d.Mean-0.0025) > 1e-12 ||
		math.Abs(d.SE-math.Sqrt((0.0175*0.0175+0.0075*0.0075+2*0.0125*0.0125)/3/4)) > 1e-12 {
		t.Errorf("the paired difference is %v", d)
	}
	if !middle.Near || list[2].Near || !list[0].Near {
		t.Errorf("near the least: %v, %v, %v", list[0].Near, middle.Near, list[2].Near)
	}
	if d := difference([]float64{3}, []float64{1}); d.Mean != 2 || !math.IsNaN(d.SE) {
		t.Errorf("a single fold: %v", d)
	}
}

// TestChoiceIsTheCheapestNear the least loss: within one standard error of the paired difference, taken as at least 0.1
// % of the least and at most 0.2 %.
func TestChoiceIsTheCheapestNear(t *testing.T) {
	for name, c := range map[string]struct {
		list         []made
		best, choice string
	}{
		"paired": {[]made{{"a", 1, 1, []float64{1.3, 2.3, 3.3}}, {"b", 2, 2, []float64{1.02, 1.98, 3.01}},
			{"c", 3, 3, []float64{1, 2, 3}}}, "c", "b"},
		"clear": {[]made{{"a", 1, 1, []float64{1.3, 2.3, 3.3}}, {"b", 2, 2, []float64{1.05, 2.04, 3.06}},
			{"c", 3, 3, []float64{1, 2, 3}}}, "c", "c"},
		"negligible": {[]made{{"a", 1, 1, []float64{1.001, 2.001, 3.001}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "a"},
		// 0.25 % ± 0.9 %
		"most":     {[]made{{"a", 1, 1, []float64{1.03, 1.97, 3.015}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"},
		"too much": {[]made{{"a", 1, 1, []float64{1.003, 2.003, 3.003}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"},
		// 1.7 % ± 11 %
		"noisy":      {[]made{{"a", 1, 1, []float64{1.4, 2.3, 2.4}}, {"b", 2, 2, []float64{1, 2, 3}}}, "b", "b"},
		"cheaper":    {[]made{{"a", 1, 1, []float64{1, 2, 3}}, {"b", 2, 2, []float64{1, 2.1, 2.91}}}, "a", "a"},
		"less room":  {[]made{{"a", 1, 2, []float64{1, 2, 3}}, {"b", 1, 1, []float64{1, 2.1, 2.91}}}, "a", "b"},
		"equal cost": {[]made{{"a", 1, 1, []float64{1, 2.1, 2.91}}, {"b", 1, 1, []float64{1, 2, 3}}}, "b", "b"},
	} {
		s, events := madeUp(1, c.list...)
		slices.Reverse(events)
		standing, _ := s.Standing(events)
		best, choice := standing.Best, standing.Choice
		of := func(i int) string { return s.Configurations[standing.Ranked[i].Configuration].Method }
		if of(best) != c.best || of(choice) != c.choice {
			t.Errorf("%s: %s is best and %s chosen, want %s and %s", name, of(best), of(choice), c.best, c.choice)
		}
	}
}

// TestPromoted: a third goes on, at least four: the best, those near it from the cheapest on, others in the order of
// their loss, and exact regression as the last, unless it is the best and allowed on all rows.
func TestPromoted(t *testing.T) {
	list := []made{
		{"tiny", 1, 1, []float64{9, 9.1, 8.9}},
		{"cheap", 2, 2, []float64{5, 5.2, 4.9}},
		{"middle", 3, 3, []float64{7, 7.1, 7}},
		{"near1", 4, 4, []float64{3, 3.1, 3.1}},
		{"near2", 5, 5, []float64{3, 3.2, 3}},
		{"best", 6, 6, []float64{3.1, 3, 3}},
		{Exact, 9, 9, []float64{2, 2, 2}},
	}
	s, events := madeUp(2, list...)
	s.Spec.N = 101 // exact regression is not allowed on all rows
	if got := s.promotedNames(events); got != "best near1 near2 cheap exact" {
		t.Errorf("promoted are %s", got)
	}
	s.Spec.N = 100
	if got := s.promotedNames(events); got != "exact best near1 near2" {
		t.Errorf("promoted are %s", got)
	}
	s.Rungs[1].Rows = 101
	if got := s.promotedNames(events); got != "best near1 near2 cheap" {
		t.Errorf("promoted to a rung without exact regression are %s", got)
	}
	for i := range 20 {
		list = append(list, made{fmt.Sprint("more", i), 20 + float64(i), 20, []float64{8, 8, 8}})
	}
	s, events = madeUp(2, list...)
	s.Spec.N = 101
	if got := strings.Fields(s.promotedNames(events)); len(got) != 9+1 ||
		strings.Join(got[:6], " ") != "best near1 near2 cheap middle more0" {
		t.Errorf("promoted of %d are %v", len(list), got)
	}
}

// TestStandingIsOfARungWithTheBest: a rung counts once it has scored the best of the rung before or one near it, alone
// too, if that rung counts.
func TestStandingIsOfARungWithTheBest(t *testing.T) {
	s, events := madeUp(3, made{"a", 1, 1, []float64{5, 5}}, made{"b", 2, 2, []float64{4, 4}},
		made{"c", 3, 3, []float64{3, 3}}, made{"d", 4, 4, []float64{3.001, 3.001}})
	on := func(rung int, configurations ...int) (list []Event) {
		for _, i := range configurations {
			e := events[i]
			e.Rung, e.Scores = rung, slices.Clone(e.Scores)
			e.Scores[0].Rung = rung
			list = append(list, e)
		}
		return list
	}
	for name, c := range map[string]struct {
		events []Event
		rung   int
	}{
		"all":          {slices.Concat(on(0, 0, 1, 2), on(1, 0, 1, 2)), 1},
		"first":        {on(0, 0, 1, 2), 0},
		"without best": {slices.Concat(on(0, 0, 1, 2), on(1, 0, 1)), 0},
		"best alone":   {slices.Concat(on(0, 0, 1, 2), on(1, 2)), 1},
		"near alone":   {slices.Concat(on(0, 0, 1, 2, 3), on(1, 3)), 1},
		"alone twice":  {slices.Concat(on(0, 0, 1, 2), on(1, 2), on(2, 2)), 2},
		"worse twice":  {slices.Concat(on(0, 0, 1, 2), on(1, 0), on(2, 0)), 0},
		"best of two":  {slices.Concat(on(0, 0, 1, 2), on(1, 0, 2)), 1},
		"near best":    {slices.Concat(on(0, 0, 1, 2, 3), on(1, 0, 3)), 1},
		"only one":     {slices.Concat(on(0, 1), on(1, 1)), 1},
		"nothing":      {nil, -1},
	} {
		standing, ok := s.Standing(c.events)
		if ok != (c.rung >= 0) || ok && standing.Rung != c.rung {
			t.Errorf("%s: rung %d, %v", name, standing.Rung, ok)
		}
	}
	for want, events := range map[string][]Event{
		"the only setting that was searched on 100 rows": slices.Concat(on(0, 1), on(1, 1)), // before there may be many μ
		"chosen for the least rmse of 2 settings on 100 rows, as none near it has a score on more": slices.Concat(
			on(0, 2, 3), on(1, 0)),
	} {
		found := Findings{Search: s, Events: events}
		standing, _ := found.Standing()
		if why := found.Reason(standing); why != want {
			t.Errorf("%s, want %s", why, want)
		}
	}
	if standing, _ := s.Standing(slices.Concat(on(0, 0, 1, 2), on(1, 2)), 2); standing.Rung != 0 {
		t.Errorf("without the best, which is alone: rung %d", standing.Rung)
	}
	if standing, ok := s.Standing(on(0, 0, 1, 2), 2); !ok || standing.Ranked[standing.Choice].Configuration != 1 {
		t.Errorf("without the best: %+v", standing)
	}
}

// TestReasonSaysNearlyAll: a share near 100 % is no power of ten.
func TestReasonSaysNearlyAll(t *testing.T) {
	s, events := madeUp(1, made{"a", 9996, 1, []float64{2, 3}}, made{"b", 10000, 2, []float64{1, 2}})
	found := Findings{Search: s, Events: events}
	standing, _ := found.Standing()
	if why := found.Reason(standing); !strings.HasSuffix(why, "has 1 ± 0 more, for 100 % of the operations") {
		t.Error(why)
	}
}

// TestReasonSaysWhatASavingMayCost: where the next one is cheaper and within a standard error, but not near.
func TestReasonSaysWhatASavingMayCost(t *testing.T) {
	const rule = "; a saving may cost at most 0.2 % of the loss"
	for name, c := range map[string]struct {
		cheap []float64
		says  bool
	}{
		"0.25 % ± 0.9 %": {[]float64{1.03, 1.97, 3.015}, true},
		"0.3 % ± 0":      {[]float64{1.006, 2.006, 3.006}, false},
		"0.05 % ± 0.9 %": {[]float64{1.03, 1.97, 3.003}, false}, // it is chosen
	} {
		s, events := madeUp(1, made{"a", 1, 1, c.cheap}, made{"b", 2, 2, []float64{1, 2, 3}})
		found := Findings{Search: s, Events: events}
		standing, _ := found.Standing()
		if why := found.Reason(standing); strings.HasSuffix(why, rule) != c.says {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// TestTimesOfASharedFit: each configuration has the time of its own operations.
func TestTimesOfASharedFit(t *testing.T) {
	s, events := madeUp(1, made{"a", 2, 1, []float64{1, 2}}, made{"b", 6, 2, []float64{1, 2}})
	s.fitted[0] = []int{0, 0}
	events[0].Scores[0].Seconds = 5
	if list := s.ranked(s.boards(events[:1])[0]); list[0].Seconds != 5 || list[1].Seconds != 15 {
		t.Errorf("%v s and %v s", list[0].Seconds, list[1].Seconds)
	}
}

// TestChoiceOnAPartOfTheRows: what is chosen on a part of the rows has the least loss, however near a cheaper one is.
func TestChoiceOnAPartOfTheRows(t *testing.T) {
	s, events := madeUp(2, made{"a", 1, 1, []float64{1.001, 2.001, 3.001}}, made{"b", 2, 2, []float64{1, 2, 3}})
	if standing, _ := s.Standing(events); standing.Best != standing.Choice || standing.Rung != 0 {
		t.Errorf("%+v", standing)
	}
}
