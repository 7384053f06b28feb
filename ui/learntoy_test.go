package ui

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/screen/regression"
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
	feedSweep(t, m, m.Setting().Spec.Reps, madeUpFit)
	m.receive(job.Sweep, job.Finished{})
	on := madeUpGrounds()
	m.receive(regression.Jobs, regression.Searching{On: on})
	for _, gamma := range []int{1, 5, 3, 0, 2, 4, 6}[:columns] {
		m.receive(regression.Jobs, madeUpColumn(on, "plain", gamma, on.Folds))
	}
	m.layOut()
}

// madeUpFit is a made-up row with a regression, best at μ = 0.1.
func madeUpFit(r sweep.Result, method int) sweep.Result {
	r = madeUp(r, method)
	off := math.Abs(math.Log10(r.Mu) + 1)
	rmse := 0.5 + 0.1*float64(method) + 0.05*off*off + 0.01*float64(r.Rep) + 3/r.Params["m"]
	nan := math.NaN()
	r.Seconds *= r.Params["m"] / 20
	r.Regression = &sweep.Regression{RMSETrain: rmse / 2, RMSETest: rmse, R2Test: 1 - rmse, DF: nan, GCV: nan, LOO: nan,
		Bias: 0.01 * r.Mu, Variance: 0.001 / r.Mu, Risk: 0.01*r.Mu + 0.001/r.Mu, KRRError: nan, RMSETestExact: 0.4 + 0.04*off*off,
		RiskExact: 0.005*r.Mu + 0.001/r.Mu, RiskRatio: 1 + 0.2*float64(method+1)*r.Mu, AccuracyTest: 0.9 - 0.02*off, LogLossTest: 0.3 + off/10, Iterations: nan, Residual: nan}
	if strings.Contains(r.Learner, "pcg") {
		tolerance := r.Params["tolerance"]
		r.Regression.Iterations = math.Ceil(float64(method+1)/r.Mu) * math.Round(-math.Log10(tolerance)) / 9 // at 1e-9, the usual one
		r.Regression.Residual = tolerance / 2
	}
	if r.Failure != "" {
		r.Regression = nil
	}
	return r
}

func madeUpGrounds() regression.Grounds {
	gammas := make([]float64, 7)
	for i := range gammas {
		gammas[i] = 0.25 * math.Pow(4, float64(i))
	}
	return regression.Grounds{Gammas: gammas, Mus: tune.DefaultMus(), Methods: []string{"plain", tune.Exact}, Loss: "rmse", Gain: "r2", Folds: 5, N: 40, Of: 40}
}

// madeUpColumn is a column of a map whose best cell is at γ = 4·16 and μ = 0.01.
func madeUpColumn(on regression.Grounds, method string, gamma, folds int) tune.Event {
	e := tune.Event{Method: method, Gamma: gamma, Folds: folds}
	for row := range on.Mus {
		v := 0.5 * (1 + 0.1*math.Pow(float64(gamma-4), 2) + 0.05*math.Pow(float64(row-2), 2))
		if method == tune.Exact {
			v -= 0.1
		}
		e.Scores = append(e.Scores, tune.Score{Folds: folds, Loss: tune.Estimate{Mean: v, SE: v / 20}})
	}
	return e
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

// short40 is a source of 40 rows.
type short40 struct{ data.Source }

func (short40) Rows() int { return 40 }
