package tune

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gramscope/approx"
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
	r.level = 1
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
