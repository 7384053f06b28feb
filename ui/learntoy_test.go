package ui

import (
	"math/rand/v2"
	"testing"

	"gramscope/data"
	"gramscope/model/job"
	"gramscope/model/kernel"
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
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	press(m, "6")
	return m
}

// feedLearned gives it made-up results: all of the sweep, and so many columns of
// the first map.
func feedLearned(t testing.TB, m *explorer, columns int) {
	t.Helper()
	feedSweep(t, m, m.Setting().Spec.Reps, screentest.RegressionRow)
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
	return regression.Grounds{Gammas: screentest.MapGammas(), Mus: tune.DefaultMus(), Methods: []string{"plain", tune.Exact}, Loss: "rmse", Gain: "r2", Folds: 5, N: 40, Of: 40}
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
