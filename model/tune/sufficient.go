package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Sufficient is the experiment of Bach (2013): it finds, for each ridge, the smallest budget m at which ridge
// regression on a method's K̃ is as good as on K, up to a relative loss. The risk is the expected squared
// error on the rows about a truth z, over noise of a known deviation. It is averaged over the method's
// draws:
//
//	mean of risk(K̃) over Reps draws ≤ (1 + Loss)·risk(K)
//
// Bias and variance have closed forms, and no noise is drawn; the offset is the mean of z. The draws are the
// same for every m, and nested for most methods. The mean therefore falls with m, or nearly so. m is doubled
// until it suffices, and then bisected: the m found is sufficient and m−1 is not. If the mean does not fall
// monotonically, a smaller m may be sufficient, too.
//
// The result shows how much of K a regression needs at ridges near the best one and above. At smaller
// ridges exact regression follows the noise. A few columns then do better than all of them, as a small
// rank regularises too, and m falls to 1. With TruthTargets, where there is no noise, m grows to the rank of
// K instead. The error of Fourier features falls as 1/√m, so they may miss the limit at every m up to n.
type Sufficient struct {
	Gram    *model.Gram
	Truth   *Truth
	Mus     []float64      // ridges, > 0
	Methods []model.Method // each with a parameter m
	Values  model.Values   // values of their other parameters, by name; others have their defaults

	Loss float64 // > 0
	Reps int     // draws, ≥ 1
	Seed uint64
}

// SufficientRow is the answer for one method and ridge. Figures that are not known are NaN.
type SufficientRow struct {
	Method     string
	Mu, Lambda float64 // λ = μ/n

	DEff float64 // degrees of freedom tr H of the exact regression
	DMax float64 // n·maxᵢ Hᵢᵢ

	// M is the smallest sufficient m, and Ratio is M/DEff. If not even m = n suffices,
	// Reached is false and M is n.
	M       int
	Reached bool
	Ratio   float64

	RiskExact float64
	Risk      float64 // mean over the draws, at M

	BachColumns float64 // number of columns that theory requires at this loss for any truth and noise, see exact.BachColumns
	Failure     error   // why there is no answer; nil if there is one
}

// Run computes the rows with the given number of workers and sends them method by method, and ridge by
// ridge, see [trial.InOrder]. They have the same bits for any number of workers.
//
// The work is Reps fits at each of about 2·log₂ M values of m. Ridges that need the same m share the fits,
// unless the ridge is among the method's own parameters. Run panics if a number is out of range or a method
// has no m. An error or panic of a method is the row's failure.
func (s *Sufficient) Run(ctx context.Context, workers int) <-chan SufficientRow {
	s.check()
	count := len(s.Methods) * len(s.Mus)
	workers = max(1, min(workers, count))
	draws := make([]*draws, len(s.Methods))
	for i, m := range s.Methods {
		draws[i] = newDraws(s, m)
	}
	return trial.InOrder(ctx, count, nil, workers, new(sync.WaitGroup), func(i, worker int) (SufficientRow, bool) {
		return rowSearch{draws: draws[i/len(s.Mus)], ridge: i % len(s.Mus), first: worker * s.Reps / workers}.row(ctx)
	})
}

func (s *Sufficient) check() {
	n := s.Gram.N()
	bad := slices.ContainsFunc(s.Mus, func(mu float64) bool { return !(mu > 0) || math.IsInf(mu, 1) })
	if bad || !(s.Loss > 0) || s.Reps < 1 || len(s.Truth.Values) != n {
		panic(fmt.Sprintf("tune: Sufficient with ridges %v, loss %v, %d draws, and the truth at %d of %d rows", s.Mus, s.Loss, s.Reps, len(s.Truth.Values), n))
	}
	for _, m := range s.Methods {
		if !m.Uses(model.BudgetName) {
			panic("tune: Sufficient for " + m.Name + ", which has no m")
		}
	}
}

// rowSearch is the search for one row.
type rowSearch struct {
	draws *draws
	ridge int // index of the ridge
	first int // the draw with which to begin; workers at the same m begin with different draws, and share them

	limit float64 // largest risk that suffices
}

// row returns the answer. ok is false if ctx was cancelled before it was found.
func (q rowSearch) row(ctx context.Context) (row SufficientRow, ok bool) {
	s := q.draws.s
	nan, mu := math.NaN(), s.Mus[q.ridge]
	row = SufficientRow{Method: q.draws.method.Name, Mu: mu, Lambda: mu / float64(s.Gram.N()),
		DEff: nan, DMax: nan, Ratio: nan, RiskExact: nan, Risk: nan, BachColumns: nan}
	defer func() {
		if panicked := recover(); panicked != nil {
			row.Failure, ok = remedy.Panic(panicked), true
		}
	}()
	if err := q.answer(ctx, &row); err != nil {
		if ctx.Err() != nil {
			return row, false
		}
		row.Failure = err
	}
	return row, true
}

func (q rowSearch) answer(ctx context.Context, row *SufficientRow) error {
	s := q.draws.s
	regression, err := s.Truth.exact.At(row.Mu)
	if err != nil {
		return err
	}
	row.DEff, row.DMax = regression.DF, s.Truth.maximalDegrees(row.Mu)
	row.RiskExact = regression.Risk(s.Truth.Values, s.Truth.Noise).Total()
	if !(row.RiskExact > 0) {
		return errors.New("the exact regression has no risk at this mu, and no loss relative to it; raise mu")
	}
	if delta := exact.BachDelta(s.Loss); delta < 1 {
		diagonal := make([]float64, s.Gram.N())
		s.Gram.View().Diag(diagonal)
		row.BachColumns = exact.BachColumns(s.Gram.N(), row.Mu, row.DMax, floats.Max(diagonal), delta)
	}
	q.limit = (1 + s.Loss) * row.RiskExact
	row.M, row.Risk, err = q.smallest(ctx)
	if err != nil {
		row.M, row.Risk = 0, math.NaN()
		return err
	}
	row.Reached, row.Ratio = row.Risk <= q.limit, float64(row.M)/row.DEff
	return nil
}

// smallest doubles m until it suffices, up to n, and then bisects.
func (q rowSearch) smallest(ctx context.Context) (m int, risk float64, err error) {
	low, high, most := 0, 1, q.draws.most
	risk, err = q.mean(ctx, high)
	for err == nil && risk > q.limit && high < most {
		low, high = high, min(2*high, most)
		risk, err = q.mean(ctx, high)
	}
	if err != nil || risk > q.limit {
		return high, risk, err
	}
	for high-low > 1 {
		mid := (low + high) / 2
		r, err := q.mean(ctx, mid)
		if err != nil {
			return 0, 0, err
		}
		if r <= q.limit {
			high, risk = mid, r
		} else {
			low = mid
		}
	}
	return high, risk, nil
}

// mean returns the mean risk over the draws at m, or +Inf as soon as it is certain to be above the limit.
// A worker first computes the draws in an order that begins with q.first, because workers at the same m
// share the draws. It then adds up the risks in the order of the draws.
func (q rowSearch) mean(ctx context.Context, m int) (float64, error) {
	if q.first > 0 {
		_, _ = q.meanFrom(ctx, m, q.first)
	}
	return q.meanFrom(ctx, m, 0)
}

func (q rowSearch) meanFrom(ctx context.Context, m, first int) (float64, error) {
	reps := q.draws.s.Reps
	sum := 0.0
	for k := range reps {
		risk, err := q.draws.risk(ctx, m, (first+k)%reps, q.ridge)
		if err != nil {
			return 0, err
		}
		sum += risk // no risk is negative, so the sum can't fall again
		if sum > float64(reps)*q.limit && m < q.draws.most {
			return math.Inf(1), nil
		}
	}
	return sum / float64(reps), nil
}

// draws are one method's approximations of K for the experiment. Each is fitted once, and only its risks are
// stored, one for each ridge.
type draws struct {
	s      *Sufficient
	method model.Method
	ridged bool // whether K̃ depends on the ridge
	most   int  // the largest m

	known trial.Memo[drawKey, []float64] // risks for each ridge, +Inf if K̃+μI can't be solved
}

type drawKey struct{ m, rep, ridge int } // ridge is −1 if K̃ is the same for all ridges

func newDraws(s *Sufficient, method model.Method) *draws {
	m, _ := sweep.Parameter(method.New().Params(), model.BudgetName)
	d := &draws{s: s, method: method, most: min(s.Gram.N(), int(m.Max))}
	d.ridged = d.setting(1, 1).MethodKey() != d.setting(1, 2).MethodKey()
	return d
}

// risk returns the risk of one draw at m and at one of the ridges.
func (d *draws) risk(ctx context.Context, m, rep, ridge int) (float64, error) {
	key, mus, at := drawKey{m, rep, -1}, d.s.Mus, ridge
	if d.ridged {
		key.ridge, mus, at = ridge, d.s.Mus[ridge:ridge+1], 0
	}
	risks, err := d.known.Get(key, 0, 0, func() ([]float64, error) { return d.fit(ctx, m, rep, mus) })
	if err != nil {
		return 0, err
	}
	return risks[at], nil
}

// fit draws K̃, with the same generator for every m and ridge, and computes its risk at the ridges.
func (d *draws) fit(ctx context.Context, m, rep int, mus []float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	truth := d.s.Truth
	rows := &trial.Rows{Train: &data.Set{Y: truth.Values}}
	t := trial.New(d.setting(m, mus[0]), rows, d.s.Gram, nil)
	t.Key = []any{"sufficient", d.method.Name, rep}
	f, err := t.Fit(ctx)
	if err != nil {
		return nil, err
	}
	learned, err := t.Learn(ctx, f, mus)
	if err != nil {
		return nil, err
	}
	risks := make([]float64, len(mus))
	for i, l := range learned {
		risks[i] = math.Inf(1)
		if l.Err != nil { // K̃ is indefinite and the ridge too small
			continue
		}
		risk, err := l.Risk(ctx, truth.Values, truth.Noise)
		if err != nil {
			return nil, err
		}
		if !math.IsNaN(risk.Total()) {
			risks[i] = risk.Total()
		}
	}
	return risks, ctx.Err()
}

// setting returns the method with m at a ridge.
func (d *draws) setting(m int, mu float64) trial.Setting {
	of := trial.Assignment{Values: d.s.Values}.With(model.BudgetName, float64(m)).With(model.RidgeName, mu)
	return trial.Question{Draw: trial.Draw{Seed: d.s.Seed, Rep: 1}, Assignment: of, Method: d.method, Learner: trial.LearnRidge}.Resolve()
}
