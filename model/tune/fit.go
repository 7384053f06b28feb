package tune

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/trial"
)

// figures are how one regression or classification does on rows it has not seen.
type figures struct {
	loss, gain float64 // NaN without rows, or where the target has one value in them
	failure    error
}

// cost is what a fit takes.
type cost struct {
	seconds  float64 // kernel entries, fit and decomposition; of exact regression all μ that are asked for
	bytes    int64   // 8 × the numbers that K̃, or K, is stored by
	rank     int
	warnings []string
}

// setting is a method at a γ of the plan and a ridge.
func (p *Plan) setting(method model.Method, gamma int, mu float64) trial.Setting {
	values := maps.Clone(p.Spec.Values)
	values["mu"] = mu
	return trial.Question{
		Draw:   trial.Draw{Seed: p.Spec.Seed, Rep: 1, N: p.Spec.N, Test: p.Spec.Test, Standardize: p.Spec.Standardize},
		Family: p.family, Gamma: p.Gammas[gamma], Values: values, Method: method, Learner: p.Learner, Landmarks: p.landmarks,
	}.Resolve()
}

// Budget is m as one of the plan's methods is searched with it, and of one without m what
// the others have.
func (p *Plan) Budget(method string) float64 {
	if i := slices.Index(p.Methods, method); i >= 0 {
		if m, has := p.setting(p.methods[i], 0, p.Mus[0]).Params["m"]; has {
			return m
		}
	}
	if m, set := p.Spec.Values["m"]; set {
		return m
	}
	return model.Budget(nil).Default
}

// part are the rows that a method is tried on.
type part struct {
	rows    *trial.Rows
	name    any // what the method draws by: a repetition, or the name of a fold
	workers int // parts at a time
}

// learnAll gives the figures of a method at a γ at all the ridges.
func (p *Plan) learnAll(ctx context.Context, method model.Method, gamma int, on part, mus []float64) ([]figures, cost, error) {
	var all []figures
	var sum cost
	for from := 0; from < len(mus); {
		first := p.setting(method, gamma, mus[from])
		to := from + 1 // ridges with the same K̃ share a fit
		for to < len(mus) && p.setting(method, gamma, mus[to]).FitKey() == first.FitKey() {
			to++
		}
		some, c, err := p.fitAll(ctx, first, on, mus[from:to])
		if err != nil {
			return nil, c, err
		}
		all = append(all, some...)
		sum.seconds += c.seconds * float64(to-from) / float64(len(mus))
		sum.bytes, sum.rank, sum.warnings = max(sum.bytes, c.bytes), max(sum.rank, c.rank), addNew(sum.warnings, c.warnings)
		from = to
	}
	return all, sum, nil
}

// fitAll approximates once and learns at all the ridges.
func (p *Plan) fitAll(ctx context.Context, s trial.Setting, on part, mus []float64) ([]figures, cost, error) {
	t := trial.New(s, on.rows, on.rows.Gram(s.Kernel), p.afford(on))
	t.Key[0], t.OnlyNew = on.name, true
	start := time.Now()
	f, err := t.Fit(ctx)
	if err != nil {
		return nil, cost{}, err
	}
	if err := t.Decompose(ctx, f, len(mus) > 1); err != nil {
		return nil, cost{}, err
	}
	c := cost{seconds: time.Since(start).Seconds(), bytes: f.Bytes, rank: f.Rank, warnings: f.Warnings}
	learned, err := t.Learn(ctx, f, mus)
	if err != nil {
		return nil, c, err
	}
	if s.Method.Name == trial.Exact {
		c.seconds = f.Seconds
	}
	all := make([]figures, len(mus))
	for i, l := range learned {
		c.warnings = addNew(slices.Clone(c.warnings), l.Warnings)
		all[i] = p.judge(t, l)
	}
	return all, c, nil
}

// afford decides whether a method may take what it finds that it needs.
func (p *Plan) afford(on part) func(model.Memory) error {
	points := 0
	if on.rows.Test != nil {
		points = len(on.rows.Test.Y)
	}
	return p.checked.AffordSearch(len(on.rows.Train.Y), points, on.workers)
}

// judge takes the plan's loss and gain from the scores.
func (p *Plan) judge(t *trial.Trial, l trial.Learned) figures {
	nan := math.NaN()
	switch {
	case l.Err != nil:
		return figures{nan, nan, l.Err}
	case floats.HasNaN(l.Predicted) || math.IsInf(floats.Norm(l.Predicted, math.Inf(1)), 0):
		return figures{nan, nan, errors.New("the regression is not finite: raise mu")}
	}
	score := t.Score(l)
	switch p.Learner {
	case trial.LearnLogistic:
		return figures{loss: score.LogLoss, gain: score.Accuracy}
	case trial.LearnSVM:
		return figures{loss: 1 - score.Accuracy, gain: score.Accuracy}
	}
	return figures{loss: score.RMSE, gain: score.R2}
}

// addNew appends the texts that are not there yet.
func addNew(list, more []string) []string {
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}
