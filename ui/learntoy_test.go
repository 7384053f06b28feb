package ui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/screentest"
)

// learnToy is an explorer on the regression screen, whose work does not start.
func learnToy(t testing.TB, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	m := newToy(t, glyphs, theme, w, h)
	m.Launch = func(job.Kind, job.Work) {}
	editSetting(m, func(s *lab.Setting) { s.Spec.Test = 0.2 })
	m.Init()
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	press(m, "6")
	return m
}

// feedLearned gives it made-up results: all of the sweep, and so many columns of
// the first map.
func feedLearned(t testing.TB, m *explorer, columns int) {
	t.Helper()
	feedSweep(t, m, m.Setting.Spec.Reps, screentest.RegressionRow)
	m.receive(job.Sweep, job.Finished{})
	on := madeUpGrounds()
	m.receive(regression.Jobs, regression.Searching{On: on})
	for _, gamma := range []int{1, 5, 3, 0, 2, 4, 6}[:columns] {
		m.receive(regression.Jobs, screentest.MapColumn("plain", gamma, on.Folds))
	}
	m.layOut()
}

// madeUpGrounds are those of the made-up search.
func madeUpGrounds() regression.Grounds {
	return regression.Grounds{Gammas: []float64{0.25, 1, 4, 16, 64, 256, 1024}, Mus: tune.DefaultMus(),
		Methods: []string{"plain", tune.Exact}, Loss: "rmse", Folds: 5, N: 40, Of: 40}
}

// withoutTarget is a source whose target nobody has chosen.
type withoutTarget struct{ data.Source }

func (withoutTarget) HasTarget() bool { return false }

func (s withoutTarget) Draw(n int, test float64, rng *rand.Rand) (*data.Set, *data.Set, error) {
	train, rest, err := s.Source.Draw(n, test, rng)
	for _, set := range []*data.Set{train, rest} {
		if set != nil {
			set.Y, set.Truth = nil, nil
		}
	}
	return train, rest, err
}

// searchToy is learnToy after a search that has found something made up.
func searchToy(t testing.TB, glyphs string, w, h int) *explorer {
	t.Helper()
	m := learnToy(t, glyphs, "none", w, h)
	feedLearned(t, m, 7)
	press(m, ":")
	press(m, "search 40s")
	press(m, "enter")
	found := regression.Answer{Loss: "rmse", Folds: 5, N: 40, Rows: 32, Part: 32, Done: 9, All: 30,
		Elapsed: 7 * time.Second, Choice: 3,
		Said: []string{"plain m=10: chosen as the cheapest near the least rmse of 7 settings, that of idle m=10: it has " +
			"0.01 ± 0.015 more, for 25 % of the operations",
			"exact regression: rmse 0.48, 0.03 below that of plain m=20, both fitted to 32 rows; on all 40 it takes ≈2.0 ms",
			"no time, on 32 rows, for idle m=20"}}
	for i, loss := range []float64{0.9, 0.7, 0.8, 0.51, 0.65, 0.5, 0.55} {
		method, budget := []string{"plain", "eager", "idle"}[i%3], float64([]int{5, 10, 20}[i/3])
		found.Tried = append(found.Tried,
			regression.Tried{Text: fmt.Sprintf("%s m=%v", method, budget), Configuration: tune.Configuration{
				Method: method, Values: model.Values{model.BudgetName: budget}, Stored: int64(1000 * budget)},
				Gamma: 4, Sigma: 0.3536, Mu: 0.1, Loss: tune.Estimate{Mean: loss, SE: 0.02},
				Test:    1.1 * loss,
				Seconds: 0.001 * math.Pow(2, float64(i)), Rows: 32, Old: i == 6})
	}
	m.receive(regression.Jobs, found)
	m.receive(regression.Jobs, job.Finished{})
	m.layOut()
	return m
}
