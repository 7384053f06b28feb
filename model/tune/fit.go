package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/trial"
)

// outcome is the result of one fold of a column, or of all rows.
type outcome struct {
	job
	figures  []figures // for each μ
	seconds  float64   // for kernel entries, fit and decomposition; for exact regression over all requested μ
	bytes    int64     // 8 × the number of values stored of K̃, or of K
	rank     int
	warnings []string
	failure  error
	wall     float64 // seconds with drawing, scoring and all ridges
}

// figures are the scores of one regression or classification on rows it was not fitted to.
type figures struct {
	loss, gain float64 // NaN without rows, or if the target has a single value on them
	failure    error
}

// setting returns the setting of a method at a γ of the plan and at a ridge.
func (p *Plan) setting(method model.Method, gamma int, mu float64) trial.Setting {
	point := p.Spec.With(model.RidgeName, mu)
	point.Width = point.Width.WithGamma(p.Gammas[gamma])
	return trial.Question{
		Draw:   trial.Draw{Seed: p.Spec.Seed, Rep: 1, N: p.Spec.N, Test: p.Spec.Test, Scale: p.Spec.Scale},
		Family: p.family, Assignment: point, Method: method, Learner: p.Learner, Landmarks: p.landmarks,
	}.Resolve()
}

// Budget returns the m with which a method is searched. For a method without m it returns that of the
// others.
func (p *Plan) Budget(method string) float64 {
	if i := slices.Index(p.Methods, method); i >= 0 {
		if m, has := p.setting(p.methods[i], 0, p.Mus[0]).Params[model.BudgetName]; has {
			return m
		}
	}
	if m, set := p.Spec.Values[model.BudgetName]; set {
		return m
	}
	return model.Budget(nil).Default
}

// part is the rows to which a method is fitted.
type part struct {
	rows    *trial.Rows
	name    any  // determines the method's random draws: a repetition, or the name of a fold
	workers int  // number of parts that are fitted concurrently
	rough   bool // whether the scores at the test rows are all that is needed, and only the digits that a choice takes
}

// learn fits a method at a γ and scores it at every ridge. Ridges with the same K̃ share a fit.
func (p *Plan) learn(ctx context.Context, method model.Method, gamma int, mus []float64, on part) (outcome, error) {
	points := 0
	if on.rows.Test != nil {
		points = len(on.rows.Test.Y)
	}
	afford := p.afford(len(on.rows.Train.Y), points, on.workers)
	var o outcome
	for from, to := 0, 0; from < len(mus); from = to {
		s := p.setting(method, gamma, mus[from])
		for to = from + 1; to < len(mus) && p.setting(method, gamma, mus[to]).FitKey() == s.FitKey(); {
			to++
		}
		t := trial.New(s, on.rows, on.rows.Gram(s.Kernel), afford)
		t.Key[0], t.OnlyNew, t.Searches = on.name, true, on.rough
		start := time.Now()
		f, err := t.Fit(ctx)
		if err != nil {
			return o, err
		}
		if err := t.Decompose(ctx, f, false); err != nil {
			return o, err
		}
		seconds := time.Since(start).Seconds()
		learned, err := learnAll(ctx, t, f, mus[from:to])
		if err != nil {
			return o, err
		}
		if method.Name == trial.Exact {
			seconds = f.Seconds
		}
		o.seconds += seconds * float64(to-from) / float64(len(mus))
		o.bytes, o.rank, o.warnings = max(o.bytes, f.Bytes), max(o.rank, f.Rank), addNew(o.warnings, f.Warnings)
		for _, l := range learned {
			o.warnings = addNew(o.warnings, l.Warnings)
			o.figures = append(o.figures, p.judge(l))
		}
	}
	return o, nil
}

// learnAll learns the target at each of the ridges. A ridge regression on features is solved anew for each of them:
// some Cholesky factors take less time than the eigenpairs that a path of ridges shares.
func learnAll(ctx context.Context, t *trial.Trial, f *trial.Fit, mus []float64) (all []trial.Learned, err error) {
	if t.Method.Name == trial.Exact || t.Learner != trial.LearnRidge {
		return t.Learn(ctx, f, mus)
	}
	for i := range mus {
		one, err := t.Learn(ctx, f, mus[i:i+1])
		if err != nil {
			return nil, err
		}
		all = append(all, one...)
	}
	return all, nil
}

// judge returns the plan's loss and gain.
func (p *Plan) judge(l trial.Learned) figures {
	nan := math.NaN()
	switch {
	case l.Err != nil:
		return figures{nan, nan, l.Err}
	case floats.HasNaN(l.Predicted) || math.IsInf(floats.Norm(l.Predicted, math.Inf(1)), 0):
		return figures{nan, nan, errors.New("the regression is not finite: raise mu")}
	}
	score := l.Score
	switch p.Learner {
	case trial.LearnLogistic:
		return figures{loss: score.LogLoss, gain: score.Accuracy}
	case trial.LearnSVM:
		return figures{loss: 1 - score.Accuracy, gain: score.Accuracy}
	}
	return figures{loss: score.RMSE, gain: score.R2}
}

// addNew appends the texts that are not in the list yet.
func addNew(list, more []string) []string {
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// drawFolds divides n rows into k folds at random, whose sizes differ by at most one. If classes is not nil,
// the rows of each class are spread evenly over the folds: the classes have about the same proportions in
// each fold.
func drawFolds(n, k int, classes []int, rng *rand.Rand) [][]int {
	order := rng.Perm(n)
	if classes != nil {
		slices.SortStableFunc(order, func(a, b int) int { return classes[a] - classes[b] })
	}
	folds := make([][]int, k)
	for i, row := range order {
		folds[i%k] = append(folds[i%k], row)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// split returns the rows of a fold as test rows and all others as training rows. Both are
// standardised by the training rows alone.
func (p *Plan) split(out []int) (*trial.Rows, error) {
	var in []int
	for i := range p.Spec.N {
		if _, held := slices.BinarySearch(out, i); !held {
			in = append(in, i)
		}
	}
	return trial.RowsOf(trial.Pick(p.train, in), trial.Pick(p.train, out), p.Spec.Scale)
}
