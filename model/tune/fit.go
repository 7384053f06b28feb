package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// outcome is a configuration at a γ that is fitted to some rows and scored on others, at several μ.
type outcome struct {
	losses, gains []float64   // by μ; NaN without rows, of a failed regression, or for a target of a single value
	failures      []error     // by μ
	predicted     [][]float64 // by μ, at the rows that score, for targets of numbers
	seconds       float64     // for kernel entries, fit and decomposition; for exact regression over all μ
	bytes         int64       // 8 × the number of values stored of K̃, or of K
	rank          int
	warnings      []string
}

// setting returns the setting of a configuration at a γ of the search and at a ridge.
func (s *Search) setting(c Configuration, gamma int, mu float64) trial.Setting {
	point := s.Spec.WithAll(c.Values).With(model.RidgeName, mu)
	point.Width = point.Width.WithGamma(s.Gammas[gamma])
	return trial.Question{
		Draw:   trial.Draw{Seed: s.Spec.Seed, Rep: 1, N: s.Spec.N, Test: s.Spec.Test, Scale: s.Spec.Scale},
		Family: s.family, Assignment: point, Method: c.method, Learner: s.Learner, Landmarks: s.landmarks,
	}.Resolve()
}

// fitRows are the rows to which a method is fitted.
type fitRows struct {
	rows    *trial.Rows
	name    any  // determines the method's random draws: a repetition, or the name of a fold
	workers int  // number of fits at the same time
	rough   bool // whether the accuracy that a choice takes suffices
}

// learn fits a configuration at a γ and scores it at every ridge. Ridges with the same K̃ share a fit.
func (s *Search) learn(ctx context.Context, c Configuration, gamma int, mus []float64, on fitRows) (outcome, error) {
	points := 0
	if on.rows.Test != nil {
		points = len(on.rows.Test.Y)
	}
	afford := s.afford(len(on.rows.Train.Y), points, on.workers)
	var o outcome
	for from, to := 0, 0; from < len(mus); from = to {
		at := s.setting(c, gamma, mus[from])
		for to = from + 1; to < len(mus) && s.setting(c, gamma, mus[to]).FitKey() == at.FitKey(); {
			to++
		}
		t := trial.New(at, on.rows, on.rows.Gram(at.Kernel), afford)
		t.Key[0], t.OnlyNew, t.Searches = on.name, true, on.rough
		start := time.Now()
		f, err := t.Fit(ctx)
		if err != nil {
			return o, err
		}
		if err := t.Decompose(ctx, f); err != nil {
			return o, err
		}
		if f.Unextended != nil {
			return o, f.Unextended
		}
		seconds := time.Since(start).Seconds()
		learned, err := t.Learn(ctx, f, mus[from:to])
		if err != nil {
			return o, err
		}
		for _, l := range learned {
			loss, gain, err := s.judge(l)
			o.losses, o.gains, o.failures = append(o.losses, loss), append(o.gains, gain), append(o.failures, err)
			o.warnings = append(o.warnings, l.Warnings...)
			o.predicted = append(o.predicted, l.Predicted)
		}
		if c.isExact() {
			seconds = f.Seconds
		}
		o.seconds += seconds * float64(to-from) / float64(len(mus))
		o.bytes, o.rank, o.warnings = max(o.bytes, f.Bytes), max(o.rank, f.Rank), append(o.warnings, f.Warnings...)
	}
	return o, nil
}

// foldFit is one fold of what is asked for, with its outcome and the seconds that it took.
type foldFit struct {
	ask
	fold int
	outcome
	took float64
}

// fit fits what is asked for, fold after fold, and sends events. Some are missing when the rung's time ends.
func (r *run) fit(fits []foldFit) {
	ctx := r.ctx
	if left, limited := r.left(); limited {
		within, cancel := context.WithTimeout(ctx, max(0, left))
		defer cancel()
		ctx = within
	}
	r.total += len(fits)
	var folds []outcome
	rung, sent := r.rung, 0 // a fit that the end of the time cuts off may go on while the next rung begins
	one := func(i int) (foldFit, bool) { return r.fitFold(ctx, rung, fits[i]) }
	for f := range trial.InOrder(ctx, len(fits), nil, r.workers, &r.working, one) {
		if at := fits[sent]; at.candidate != f.candidate || at.fold != f.fold { // a fit before it was cut off
			break
		}
		sent, r.done, folds = sent+1, r.done+1, append(folds[:f.fold:f.fold], f.outcome)
		r.learnRate(f.ask, f.took)
		r.send(r.scores(f.ask, folds))
	}
}

// fitFold fits one fold on a rung. ok is false if ctx was cancelled first.
func (r *run) fitFold(ctx context.Context, rung int, f foldFit) (_ foldFit, ok bool) {
	start := time.Now()
	err := func() (err error) {
		defer sweep.Recovered(&err)
		rows, err := r.split(rung, f.fold)
		if err != nil {
			return err
		}
		mus := make([]float64, len(f.mus))
		for i, mu := range f.mus {
			mus[i] = r.Mus[mu]
		}
		on := fitRows{rows, fmt.Sprint("fold ", f.fold), r.workers, !r.Spec.Grid}
		f.outcome, err = r.learn(ctx, r.onRung(rung, r.Configurations[f.Configuration]), f.Gamma, mus, on)
		return err
	}()
	if err != nil {
		nan := slices.Repeat([]float64{math.NaN()}, len(f.mus))
		f.outcome = outcome{losses: nan, gains: nan, failures: slices.Repeat([]error{err}, len(f.mus))}
	}
	f.took = time.Since(start).Seconds()
	return f, err == nil || ctx.Err() == nil
}

// send sends the event of scores, and enters them on the board if they have all folds.
func (r *run) send(scores []Score) {
	e := Event{Rung: r.rung, Scores: scores, Done: r.done, Total: r.total}
	r.enter(e, r.board)
	if len(r.out) < cap(r.out) { // nobody else sends
		r.out <- e
		return
	}
	select { // the reader is behind, or has gone
	case r.out <- e:
	case <-r.ctx.Done():
	}
}

// split returns rows of a fold as test rows, and rows outside of it as training rows, which alone standardise both.
func (s *Search) split(rung, fold int) (*trial.Rows, error) {
	rows, points := s.Rungs[rung].Rows, s.Rungs[rung].Points
	if s.OnAllRows(rung) { // folds differ by a row
		rows, points = s.Spec.N, s.Spec.N
	}
	var in, out []int
	for _, row := range s.order {
		_, held := slices.BinarySearch(s.folds[fold], row)
		switch {
		case held && len(out) < points:
			out = append(out, row)
		case !held && len(in) < rows:
			in = append(in, row)
		}
	}
	slices.Sort(in)
	slices.Sort(out)
	return trial.RowsOf(trial.Pick(s.train, in), trial.Pick(s.train, out), s.Spec.Scale)
}

// judge returns the loss and the gain of the search.
func (s *Search) judge(l trial.Learned) (loss, gain float64, err error) {
	switch score := l.Score; {
	case l.Err != nil:
		return math.NaN(), math.NaN(), l.Err
	case floats.HasNaN(l.Predicted) || math.IsInf(floats.Norm(l.Predicted, math.Inf(1)), 0):
		return math.NaN(), math.NaN(), errors.New("the regression is not finite: raise mu")
	case s.Learner == trial.LearnLogistic:
		return score.LogLoss, score.Accuracy, nil
	case s.Learner == trial.LearnSVM:
		return 1 - score.Accuracy, score.Accuracy, nil
	default:
		return score.RMSE, score.R2, nil
	}
}

// drawFolds divides n rows into k folds at random, whose sizes differ by at most one. If classes is not nil, each is
// spread evenly over the folds.
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

// Final is a setting that is fitted to all training rows.
type Final struct {
	// Loss and Gain are the scores on the test rows, NaN if there are none.
	Loss, Gain float64

	Rank     int
	Bytes    int64
	Seconds  float64 // for kernel entries, fit and decomposition
	Warnings []string
}

// Refit fits a setting to all training rows, standardised by these, and scores it on the test rows, which the
// search has not used. Random draws are those of a sweep with the same settings.
func (s *Search) Refit(ctx context.Context, at Cell) (*Final, error) {
	rows, err := trial.RowsOf(trial.Pick(s.train, nil), trial.Pick(s.test, nil), s.Spec.Scale)
	if err != nil {
		return nil, err
	}
	c := s.Configurations[at.Configuration]
	o, err := s.learn(ctx, c, at.Gamma, s.Mus[at.Mu:at.Mu+1], fitRows{rows, 1, 1, false})
	if err != nil {
		return nil, err
	}
	if err := o.failures[0]; err != nil {
		return nil, fmt.Errorf("%s on all rows: %w", c.Method, err)
	}
	return &Final{o.losses[0], o.gains[0], o.rank, o.bytes, o.seconds, o.warnings}, nil
}
