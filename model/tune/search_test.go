package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// given is a source of rows in a given order, the training rows first.
type given struct {
	set   *data.Set
	tests int
}

func (g given) Name() string { return "given" }

func (g given) Rows() int { return len(g.set.Y) - g.tests }

func (g given) Dims() int { return g.set.X.RawMatrix().Cols }

func (g given) HasTarget() bool { return true }

func (g given) Classes() []string { return g.set.Classes }

func (g given) Raw() bool { return false }

func (g given) Landmarks() *data.Landmarks { return nil }

func (g given) Draw(n int, _ float64, _ *rand.Rand) (train, test *data.Set, err error) {
	rows := make([]int, len(g.set.Y))
	for i := range rows {
		rows[i] = i
	}
	if g.tests > 0 {
		test = trial.Pick(g.set, rows[g.Rows():])
	}
	return trial.Pick(g.set, rows[:n]), test, nil
}

// waves returns n rows of a smooth function of columns with very different scales.
func waves(n int, seed uint64) *data.Set {
	rng := rand.New(rand.NewPCG(seed, 2))
	s := &data.Set{X: mat.NewDense(n, 2, nil), Y: make([]float64, n), Columns: []string{"a", "b"}, Target: "y"}
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		s.X.SetRow(i, []float64{a, 1000 * b})
		s.Y[i] = 5 + math.Sin(2*a) + b*b/3 + 0.2*rng.NormFloat64()
	}
	return s
}

// prepared returns a grid, whose methods are nystrom and exact regression if the spec names none.
func prepared(t *testing.T, s Spec, methods []model.Method, source data.Source) *Search {
	t.Helper()
	if s.Grid = true; s.Methods == nil {
		s.Methods = []string{"nystrom", Exact}
	}
	return searchFor(t, s, methods, source)
}

func searchFor(t *testing.T, s Spec, methods []model.Method, source data.Source) *Search {
	t.Helper()
	search, err := Prepare(s, methods, source)
	if err != nil {
		t.Fatal(err)
	}
	return search
}

func searched(s *Search, workers int) (events []Event) {
	for e := range s.Run(context.Background(), workers) {
		events = append(events, e)
	}
	s.Wait()
	return events
}

// names are the methods of a search.
func (s *Search) names() (list []string) {
	for _, c := range s.Configurations {
		if !slices.Contains(list, c.Method) {
			list = append(list, c.Method)
		}
	}
	return list
}

// scoresOf returns the last scores of a method at a γ.
func scoresOf(t *testing.T, s *Search, events []Event, method string, gamma int) []Score {
	t.Helper()
	for i := len(events) - 1; i >= 0; i-- {
		if at := events[i].Scores[0]; s.Configurations[at.Configuration].Method == method && at.Gamma == gamma {
			return events[i].Scores
		}
	}
	t.Fatalf("no event of %s at γ %d", method, gamma)
	return nil
}

// leastOf returns the best score of a method, or of all for "".
func leastOf(s *Search, events []Event, method string) (Score, bool) {
	var list []Score
	for _, e := range events {
		for _, score := range s.Complete(e) {
			if method == "" || s.Configurations[score.Configuration].Method == method {
				list = append(list, score)
			}
		}
	}
	return Least(list)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestScoresAreScikitLearns compares means and standard errors over given folds with
// testdata/model/golden_tune.py: for exact regression by its Krylov space and by
// Cholesky, and for an approximation with all rows as landmarks.
func TestScoresAreScikitLearns(t *testing.T) {
	type cell struct {
		Gamma, Mu  int
		Loss, Gain float64
		LossSE     float64 `json:"loss_se"`
		GainSE     float64 `json:"gain_se"`
	}
	var golden struct {
		X               [][]float64
		Y               []float64
		Classes         []float64
		Folds           [][]int
		Gammas, Mus     []float64
		Ridge, Logistic []cell
	}
	readGolden(t, "golden_tune.json", &golden)
	if len(golden.Ridge) != 12 || len(golden.Logistic) != 12 {
		t.Fatalf("%d and %d cells", len(golden.Ridge), len(golden.Logistic))
	}
	set := &data.Set{X: mat.NewDense(len(golden.X), 3, nil), Y: golden.Y, Columns: []string{"a", "b", "c"}, Target: "y"}
	for i, row := range golden.X {
		set.X.SetRow(i, row)
	}
	n := len(golden.Y)
	spec := DefaultSpec(n)
	spec.Gammas, spec.Mus, spec.Standardize = golden.Gammas, golden.Mus, true
	spec.Folds = len(golden.Folds)
	spec.Values["m"] = float64(n)
	spec.Methods = []string{"nystrom", Exact}
	compare := func(t *testing.T, p *Search, want []cell, tolerance float64) {
		t.Helper()
		p.folds = golden.Folds
		events := searched(p, 2)
		for _, method := range p.names() {
			for _, w := range want {
				got, at := scoresOf(t, p, events, method, w.Gamma)[w.Mu],
					fmt.Sprintf("%s γ=%g μ=%g ", method, p.Gammas[w.Gamma], p.Mus[w.Mu])
				if got.Failure != nil || len(got.Losses) != len(golden.Folds) {
					t.Fatalf("%s: %+v", at, got)
				}
				near(t, at+"loss", got.Loss.Mean, -w.Loss, tolerance)
				near(t, at+"its error", got.Loss.SE, w.LossSE, tolerance)
				near(t, at+"gain", got.Gain.Mean, w.Gain, tolerance)
				near(t, at+"its error", got.Gain.SE, w.GainSE, tolerance)
			}
		}
	}
	t.Run("ridge", func(t *testing.T) {
		compare(t, prepared(t, spec, approx.Methods(), given{set: set}), golden.Ridge, 2e-6)
	})
	t.Run("single ridges", func(t *testing.T) { // by Cholesky
		for j := range golden.Mus {
			one := spec
			one.Mus = golden.Mus[j : j+1]
			var want []cell
			for _, w := range golden.Ridge {
				if w.Mu == j {
					w.Mu = 0
					want = append(want, w)
				}
			}
			compare(t, prepared(t, one, approx.Methods(), given{set: set}), want, 1e-8)
		}
	})
	t.Run("logistic", func(t *testing.T) {
		classes := *set
		classes.Y, classes.Classes = golden.Classes, []string{"low", "middle", "high"}
		s := spec
		s.Methods = []string{"nystrom"}
		p := prepared(t, s, approx.Methods(), given{set: &classes})
		if p.Learner != trial.LearnLogistic || p.LossName() != "logloss" || p.GainName() != "accuracy" {
			t.Fatalf("%s: %s and %s", p.Learner, p.LossName(), p.GainName())
		}
		compare(t, p, golden.Logistic, 1e-5)
	})
}

// A search over several ridges finds the same scores as searches for each of them, whether the
// method's K̃ depends on the ridge or not.
func TestPathIsSingleRidges(t *testing.T) {
	spec := DefaultSpec(70)
	spec.Gammas, spec.Standardize, spec.Folds = []float64{0.3}, true, 3
	spec.Values["m"] = 12
	spec.Methods = []string{"nystrom", "fourier", "bka", "meka", "rls", "regularized-nystrom", Exact}
	source := given{set: waves(70, 1)}
	mus := []float64{0.01, 1, 30}
	spec.Mus = mus
	of := prepared(t, spec, approx.Methods(), source)
	path := searched(of, 2)
	for j, mu := range mus {
		spec.Mus = []float64{mu}
		one := searched(prepared(t, spec, approx.Methods(), source), 2)
		for _, method := range spec.Methods {
			got, want := scoresOf(t, of, path, method, 0)[j], scoresOf(t, of, one, method, 0)[0]
			if fmt.Sprint(got.Failure) != fmt.Sprint(want.Failure) || math.IsNaN(want.Loss.Mean) && want.Failure == nil {
				t.Fatalf("%s at μ = %g: %+v, alone %+v", method, mu, got, want)
			}
			if got.Failure == nil {
				near(t, fmt.Sprintf("%s at μ = %g", method, mu), got.Loss.Mean, want.Loss.Mean, 1e-6)
			}
		}
	}
	// The ridge of the scores makes rls differ along the path.
	p := prepared(t, spec, approx.Methods(), given{set: waves(40, 1)})
	differs := func(method string) bool {
		at := func(mu float64) string {
			return p.setting(Configuration{Method: method, method: methodOf(t, method)}, 0, mu).FitKey()
		}
		return at(1) != at(2)
	}
	if !differs("rls") || differs("nystrom") {
		t.Error("the plan is wrong about whether rls or nystrom depends on the ridge")
	}
	if p.Spec.Values["score-ridge"] = 1; differs("rls") {
		t.Error("rls depends on μ though its ridge is given")
	}
}

func split(t *testing.T, p *Search, fold int) *trial.Rows {
	t.Helper()
	rows, err := p.split(0, fold)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func methodOf(t *testing.T, name string) model.Method {
	t.Helper()
	all := approx.Methods()
	return all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == name })]
}

func TestSameEventsForAnyWorkers(t *testing.T) {
	spec := DefaultSpec(60)
	spec.Methods, spec.Folds, spec.Standardize = []string{"fourier", Exact, "nystrom"}, 4, true
	spec.Values["m"] = 10
	source := given{set: waves(60, 3)}
	p := prepared(t, spec, approx.Methods(), source)
	one := searched(p, 1)
	four := searched(prepared(t, spec, approx.Methods(), source), 4)
	if diff := cmp.Diff(one, four, cmpopts.IgnoreFields(Score{}, "Seconds"), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("(-1 worker +4 workers)\n%s", diff)
	}
	spec.Methods = []string{Exact}
	q := prepared(t, spec, approx.Methods(), source)
	alone := searched(q, 1)
	if diff := cmp.Diff(scoresOf(t, p, one, Exact, 2), scoresOf(t, q, alone, Exact, 2),
		cmpopts.IgnoreFields(Score{}, "Seconds", "Configuration")); diff != "" {
		t.Errorf("other methods change the scores: (-with +alone)\n%s", diff)
	}
	spec.Seed = 2
	if other := searched(prepared(t, spec, approx.Methods(), source),
		1); cmp.Equal(scoresOf(t, q, alone, Exact, 2)[0].Loss, scoresOf(t, q, other, Exact, 2)[0].Loss) {
		t.Error("another seed draws the same folds")
	}
}

// The rows of a fold must not affect the training rows' scale or the target's
// mean.
func TestHeldOutRowsDoNotLeak(t *testing.T) {
	spec := DefaultSpec(40)
	spec.Standardize, spec.Folds, spec.Methods = true, 4, []string{Exact}
	set := waves(40, 4)
	p := prepared(t, spec, approx.Methods(), given{set: set})
	const fold = 1
	before := split(t, p, fold)
	if rows, _ := before.Train.X.Dims(); rows != 30 || len(before.Test.Y) != 10 {
		t.Fatalf("%d training rows, %d held out", rows, len(before.Test.Y))
	}
	changed := trial.Pick(set, nil)
	changed.Y = slices.Clone(set.Y)
	for _, i := range p.folds[fold] {
		changed.X.SetRow(i, []float64{1e6, -1e9})
		changed.Y[i] = 1e7
	}
	q := prepared(t, spec, approx.Methods(), given{set: changed})
	if diff := cmp.Diff(p.folds, q.folds); diff != "" {
		t.Fatalf("the folds depend on the rows:\n%s", diff)
	}
	after := split(t, q, fold)
	if !mat.Equal(before.Train.X, after.Train.X) || !slices.Equal(before.Train.Y, after.Train.Y) {
		t.Error("the training rows depend on those held out")
	}
	if v := after.Test.X.At(0, 0); !(v > 1e5) {
		t.Errorf("a row of the fold at 10⁶ standard deviations is scaled to %v", v)
	}
	for j := range 2 { // by the training rows alone: mean 0, deviation 1
		mean, squares := 0.0, 0.0
		for i := range 30 {
			mean += before.Train.X.At(i, j) / 30
			squares += before.Train.X.At(i, j) * before.Train.X.At(i, j) / 30
		}
		near(t, "mean", mean, 0, 1e-12)
		near(t, "variance", squares, 1, 1e-12)
	}
	// With a very narrow kernel every prediction is the mean of the training rows' target.
	spec.Gammas, spec.Mus = []float64{1e6}, []float64{1, 2}
	p = prepared(t, spec, approx.Methods(), given{set: set})
	mean, squares, rows := 0.0, 0.0, split(t, p, 0)
	for _, y := range rows.Train.Y {
		mean += y / 30
	}
	for _, y := range rows.Test.Y {
		squares += (y - mean) * (y - mean) / 10
	}
	near(t, "loss of the mean", searched(p, 1)[0].Scores[0].Loss.Mean, math.Sqrt(squares), 1e-9)
}

func TestCancel(t *testing.T) {
	defer goleak.VerifyNone(t)
	spec := DefaultSpec(60)
	spec.Methods = []string{"slow"}
	started := make(chan struct{}, 100)
	slow := toy("slow", func(ctx context.Context) error {
		started <- struct{}{}
		if len(started) > 3 {
			<-ctx.Done()
		}
		return ctx.Err()
	})
	p := prepared(t, spec, []model.Method{slow}, given{set: waves(60, 6)})
	ctx, cancel := context.WithCancel(context.Background())
	events := p.Run(ctx, 1) // one worker, because with two the order of the fits is not determined
	var got []Event
	for e := range events {
		if got = append(got, e); len(got) == 1 {
			cancel()
		}
	}
	cancel()
	if len(got) == 0 || len(got) > 4 {
		t.Fatalf("%d events", len(got))
	}
	if e := got[0]; e.Scores[0].Failure != nil || e.Total != 35 {
		t.Errorf("%+v", e)
	}
	// Workers do not block if nobody reads.
	ctx, cancel = context.WithCancel(context.Background())
	spec.Methods = []string{"nystrom"}
	prepared(t, spec, approx.Methods(), given{set: waves(60, 6)}).Run(ctx, 2)
	cancel()
	time.Sleep(10 * time.Millisecond)
}

// TestCancelDoesNotWait: the channel is closed while a fit is still running, and Wait waits for the fit.
func TestCancelDoesNotWait(t *testing.T) {
	defer goleak.VerifyNone(t)
	spec := DefaultSpec(60)
	spec.Methods = []string{"stuck"}
	deep, release := make(chan struct{}), make(chan struct{})
	fits := 0
	stuck := toy("stuck", func(context.Context) error {
		if fits++; fits == 3 {
			close(deep)
			<-release
		}
		return nil
	})
	p := prepared(t, spec, []model.Method{stuck}, given{set: waves(60, 6)})
	ctx, cancel := context.WithCancel(context.Background())
	events := p.Run(ctx, 1)
	<-deep
	cancel()
	ended, idle := make(chan int, 1), make(chan struct{})
	go func() {
		count := 0
		for range events {
			count++
		}
		ended <- count
	}()
	go func() { p.Wait(); close(idle) }()
	select {
	case count := <-ended:
		if count != 2 {
			t.Errorf("%d events for the 2 finished folds", count)
		}
	case <-time.After(10 * time.Second):
		t.Error("a cancelled search waits for its fits")
	}
	select {
	case <-idle:
		t.Error("Wait does not wait")
	default:
	}
	close(release)
	<-idle
}

// fitting is a fitter that calls a function and then fits as nystrom. The K̃ of the one called bounded has no
// extension to new points, and that of the one called indefinite is indefinite.
type fitting struct {
	model.Fitter
	before func(context.Context) error
	name   string
}

func (f fitting) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if err := f.before(ctx); err != nil {
		return nil, err
	}
	a, err := f.Fitter.Fit(ctx, g, rng)
	switch {
	case err != nil:
	case f.name == "indefinite":
		return indefinite{a}, nil
	}
	return a, err
}

// indefinite has an eigenvalue below 0.
type indefinite struct{ model.Approximation }

func (i indefinite) Decompose(ctx context.Context) (*model.Decomposition, error) {
	d, err := i.Approximation.Decompose(ctx)
	if err == nil {
		d.Groups[0].Values[d.Rank()-1] = -0.5
	}
	return d, err
}

func toy(name string, before func(context.Context) error) model.Method {
	all := approx.Methods()
	nystrom := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == "nystrom" })]
	return model.Method{Name: name, Doc: "A toy", Ref: "none", Cost: "n·m", New: func() model.Fitter {
		return fitting{nystrom.New(), before, name}
	}}
}

func TestFailuresStayInTheirColumns(t *testing.T) {
	calls := 0
	methods := append(approx.Methods(),
		toy("panicky", func(context.Context) error { panic("out of luck") }),
		toy("broken", func(context.Context) error {
			if calls++; calls == 2 { // one fold of the first column
				return errors.New("no luck")
			}
			return nil
		}),
		toy("indefinite", func(context.Context) error { return nil }))
	spec := DefaultSpec(50)
	spec.Methods, spec.Gammas, spec.Standardize = []string{"nystrom", "panicky", "broken", "indefinite"},
		[]float64{0.5, 1}, true
	spec.Mus = []float64{1e-10, 1}
	p := prepared(t, spec, methods, given{set: waves(50, 7)})
	events := searched(p, 1)
	for name, want := range map[string]string{"panicky": "panic: out of luck", "broken": "no luck"} {
		for _, s := range scoresOf(t, p, events, name, 0) {
			if !strings.Contains(fmt.Sprint(s.Failure), want) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if _, ok := leastOf(p, events, name); ok != (name == "broken") {
			t.Errorf("%s has a best cell: %v", name, ok)
		}
	}
	if s := scoresOf(t, p, events, "broken", 1)[0]; s.Failure != nil || len(s.Losses) != 5 {
		t.Errorf("the other column: %+v", s)
	}
	// With an indefinite K̃, K̃+μI is singular only for small ridges.
	indefinite := scoresOf(t, p, events, "indefinite", 1)
	if !strings.Contains(fmt.Sprint(indefinite[0].Failure), "raise mu") || !math.IsNaN(indefinite[0].Loss.Mean) ||
		indefinite[1].Failure != nil || len(indefinite[1].Losses) != 5 {
		t.Errorf("indefinite: %+v", indefinite)
	}
	spec.Methods = []string{"panicky"}
	alone := prepared(t, spec, methods, given{set: waves(50, 7)})
	const why = "panicky has no score: panic: out of luck"
	if err := alone.NoScore(searched(alone, 1)); !strings.Contains(err.Error(), why) {
		t.Errorf("where all fail: %v", err)
	}
	best, ok := leastOf(p, events, "")
	if !ok || best.Failure != nil || len(best.Losses) != 5 {
		t.Errorf("the best is %+v", best)
	}
}

// Refit computes the same fit as a sweep with the same settings, and scores the same
// test rows.
func TestRefitIsWhatASweepFinds(t *testing.T) {
	sources := map[string]data.Source{}
	for _, g := range synthetic.Generators() {
		sources[g.Name()] = g
	}
	for _, c := range []struct{ set, learner string }{{"friedman", "ridge"}, {"moons", "logistic"}, {"moons", "svm"}} {
		spec := DefaultSpec(120)
		spec.Learner, spec.Test, spec.Standardize = c.learner, 0.25, true
		spec.Methods, spec.Gammas, spec.Mus = []string{"nystrom", "accumulation", "bka", "rls"}, []float64{0.4},
			[]float64{0.05}
		spec.Values["m"], spec.Values["accum"] = 15, 3
		p := prepared(t, spec, approx.Methods(), sources[c.set])
		if p.Tests != 40 {
			t.Fatalf("%d test rows", p.Tests)
		}
		like := sweep.DefaultSpec(120)
		like.Learner, like.Test, like.Standardize, like.Methods = c.learner, 0.25, true, p.names()
		like.Assignment = like.WithAll(model.Values{"m": 15, "accum": 3, "gamma": 0.4, "mu": 0.05})
		plan, err := sweep.Prepare(like, approx.Methods(), sweep.NewStore(sources[c.set]))
		if err != nil {
			t.Fatal(err)
		}
		exact := math.NaN()
		for r := range plan.Run(context.Background(), 1) {
			if r.Failure != "" {
				t.Fatalf("%s: no regression: %s", r.Method, r.Failure)
			}
			f, err := p.Refit(context.Background(), Cell{Configuration: slices.Index(p.names(), r.Method)})
			if err != nil {
				t.Fatal(err)
			}
			want := [2]float64{r.Get("rmse_test"), r.Get("r2_test")}
			switch c.learner {
			case "logistic":
				want = [2]float64{r.Get("logloss_test"), r.Get("accuracy_test")}
			case "svm":
				want = [2]float64{1 - r.Get("accuracy_test"), r.Get("accuracy_test")}
			}
			exact = r.Get("rmse_test_exact")
			near(t, c.set+" "+r.Method+" loss", f.Loss, want[0], 1e-12)
			near(t, c.set+" "+r.Method+" gain", f.Gain, want[1], 1e-12)
			if float64(f.Bytes) != r.Get("bytes") || float64(f.Rank) != r.Get("rank_used") {
				t.Errorf("%+v, the sweep has %v bytes and rank %v", f, r.Get("bytes"), r.Get("rank_used"))
			}
		}
		if c.learner == "ridge" {
			spec.Methods = []string{Exact}
			f, err := prepared(t, spec, approx.Methods(), sources[c.set]).Refit(context.Background(), Cell{})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "exact", f.Loss, exact, 1e-10)
		}
	}
}

func TestRefitWithoutTestRows(t *testing.T) {
	spec := DefaultSpec(30)
	p := prepared(t, spec, approx.Methods(), given{set: waves(30, 8)})
	for i, method := range p.names() {
		f, err := p.Refit(context.Background(), Cell{Configuration: i, Gamma: 3, Mu: 3})
		if err != nil || !math.IsNaN(f.Loss) || !math.IsNaN(f.Gain) || f.Rank == 0 {
			t.Errorf("%s: %+v, %v", method, f, err)
		}
	}
}

// TestTimesOfSeveralRidges: the time of a fit is the same whether it was scored at one μ or at several, for a method
// that is fitted anew at each and for one that is not. That of exact regression is for all of them.
func TestTimesOfSeveralRidges(t *testing.T) {
	spec := DefaultSpec(60)
	spec.Methods, spec.Folds = []string{"rls", "nystrom", Exact}, 2
	spec.Values["m"] = 10
	p := prepared(t, spec, approx.Methods(), given{set: waves(60, 3)})
	r := &run{Search: p}
	for i, c := range p.Configurations {
		seconds := func(mus ...int) float64 {
			none := make([]float64, len(mus))
			fold := outcome{losses: none, gains: none, failures: make([]error, len(mus)), seconds: 2}
			return r.scores(ask{candidate: candidate{Configuration: i}, mus: mus}, []outcome{fold, fold})[0].Seconds
		}
		one, all := seconds(0), seconds(0, 1, 2)
		if same := math.Abs(all/one-1) < 1e-12; same == c.isExact() || !(one > 0) || !(all > 0.3*one) {
			t.Errorf("%s: %v s at one μ, %v at three", c, one, all)
		}
	}
}
