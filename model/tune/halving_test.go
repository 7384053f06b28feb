package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// specOn is a search of n rows over m with one μ.
func specOn(n int, methods ...string) Spec {
	s := DefaultSpec(n)
	s.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{5, 10, 20, 40}}}
	s.Methods, s.Folds, s.Standardize, s.Mus = methods, 5, true, []float64{0.01, 0.1, 1}
	return s
}

// TestExactAtTheBestGamma: exact regression is scored at the γ of the least loss too.
func TestExactAtTheBestGamma(t *testing.T) {
	spec := specOn(100, "nystrom", Exact)
	s := searchFor(t, spec, approx.Methods(), given{set: waves(100, 5)})
	events := searched(s, 2)
	standing, _ := s.Standing(events)
	best := standing.Ranked[standing.Best]
	for _, e := range events {
		if at := e.Scores[0]; s.Configurations[at.Configuration].isExact() && at.Gamma == best.Gamma {
			return
		}
	}
	t.Errorf("exact regression is not scored at γ %d", best.Gamma)
}

// TestRungs: the parts of a fold are nested and keep held-out rows out; each class has its share of every part.
func TestRungs(t *testing.T) {
	set := waves(9000, 1)
	set.Classes = []string{"rare", "common"}
	for i := range set.Y {
		set.Y[i] = 1
		if i < 450 {
			set.Y[i] = 0
		}
	}
	spec := specOn(9000, "nystrom")
	spec.Standardize = false
	s := searchFor(t, spec, approx.Methods(), given{set: set})
	if fmt.Sprint(s.Rungs) != "[{450 450} {1800 1800} {7200 1800}]" {
		t.Fatalf("rungs %v", s.Rungs)
	}
	before := map[float64]bool{}
	for rung := range s.Rungs {
		rows, err := s.split(rung, 2)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows.Train.Y) != s.Rungs[rung].Rows || len(rows.Test.Y) != s.Rungs[rung].Points {
			t.Errorf("rung %d: %d and %d rows", rung, len(rows.Train.Y), len(rows.Test.Y))
		}
		in := map[float64]bool{}
		rare := 0
		for i, y := range rows.Train.Y {
			in[rows.Train.X.At(i, 0)] = true
			if y == 0 {
				rare++
			}
		}
		if share := float64(rare) / float64(len(rows.Train.Y)); math.Abs(share-0.05) > 0.006 {
			t.Errorf("rung %d: a class of 5 %% has %v", rung, share)
		}
		for x := range before {
			if !in[x] {
				t.Fatalf("rung %d misses a row of the rung before", rung)
			}
		}
		for i := range rows.Test.Y {
			if in[rows.Test.X.At(i, 0)] {
				t.Fatalf("rung %d is fitted to a held-out row", rung)
			}
		}
		before = in
	}
	spec.Over, spec.Grid = nil, true
	if grid := searchFor(t, spec, approx.Methods(), given{set: set}); fmt.Sprint(grid.Rungs) != "[{7200 1800}]" {
		t.Errorf("rungs of a grid: %v", grid.Rungs)
	}
	small := searchFor(t, specOn(100, "nystrom"), approx.Methods(), given{set: waves(100, 1)})
	if fmt.Sprint(small.Rungs) != "[{80 20}]" {
		t.Errorf("rungs of 100 rows: %v", small.Rungs)
	}
}

// TestStoredCountsAFactorThatIsNotKept: as a fit does, above 10⁵ rows, too.
func TestStoredCountsAFactorThatIsNotKept(t *testing.T) {
	spec := specOn(200, "nystrom", "fourier", "meka", Exact)
	s := searchFor(t, spec, approx.Methods(), given{set: waves(200, 5)})
	for i, c := range s.Configurations {
		f, err := s.Refit(t.Context(), Cell{Configuration: i, Gamma: 12, Mu: 2})
		if err != nil {
			t.Fatal(err)
		}
		if share := float64(c.Stored) / float64(f.Bytes); share < 1 || share > 1.5 { // meka's blocks differ
			t.Errorf("%s stores %d bytes, %d were estimated", c, f.Bytes, c.Stored)
		}
	}
	large := specOn(100_001, "nystrom", "accumulation")
	large.Gammas, large.Standardize = []float64{1}, false
	for _, c := range searchFor(t, large, approx.Methods(), given{set: waves(100_001, 5)}).Configurations {
		if m := int64(c.Values[model.BudgetName]); c.Stored != 8*100_001*m {
			t.Errorf("%s stores %d bytes", c, c.Stored)
		}
	}
}

// TestLargeBudgetsShareFits: on a part of the rows, m above half of it counts like the largest that is not.
func TestLargeBudgetsShareFits(t *testing.T) {
	var mu sync.Mutex
	fits := 0
	counted := toy("counted", func(context.Context) error {
		mu.Lock()
		defer mu.Unlock()
		fits++
		return nil
	})
	spec := specOn(2600, "counted")
	spec.Gammas, spec.Over[0].Values = []float64{1}, []float64{10, 250, 600, 700}
	s := searchFor(t, spec, []model.Method{counted}, given{set: waves(2600, 5)})
	events := searched(s, 2)
	standing, _ := s.Standing(events)
	if last := len(standing.Ranked); fits != 5*2+5*last || last < 2 {
		t.Errorf("%d fits, and %d configurations on all rows", fits, last)
	}
	ranked := s.ranked(s.boards(events)[0])
	same := 0
	for _, r := range ranked {
		if s.Configurations[s.fitted[0][r.Configuration]].Values[model.BudgetName] == 250 && r.Loss == ranked[0].Loss {
			same++
		}
	}
	if len(ranked) != 4 || same != 3 {
		t.Errorf("on 520 rows %d of %d configurations are m = 250", same, len(ranked))
	}
	alone := spec
	alone.Over = []sweep.Axis{{Name: model.BudgetName, Values: []float64{600, 700}}}
	s = searchFor(t, alone, []model.Method{counted}, given{set: waves(2600, 5)})
	smallest := s.Configurations[s.fitted[0][1]]
	if s.fitted[0][0] != s.fitted[0][1] || smallest.Values[model.BudgetName] != 600 ||
		s.onRung(0, smallest).Values[model.BudgetName] != 260 {
		t.Errorf("m of 600 and 700 are fitted as %v", smallest)
	}
}

// paced returns a search by toys, on any rows, that wait before a fit as long as a function says for their m.
func paced(t *testing.T, n int, limit time.Duration, wait func(m float64)) *Search {
	method := toy("timed", nil)
	plain, memory := method.New, methodOf(t, "nystrom").Memory
	method.Memory = func(f model.Fitter, n, d int) model.Memory { return memory(f.(fitting).Fitter, n, d) }
	method.New = func() model.Fitter {
		fitter := plain().(fitting)
		fitter.before = func(ctx context.Context) error {
			m, _ := sweep.Parameter(fitter.Params(), model.BudgetName)
			wait(m.Value())
			return ctx.Err()
		}
		return fitter
	}
	spec := specOn(n, "timed")
	spec.Gammas, spec.Mus, spec.Time = []float64{1}, []float64{0.1}, limit
	return searchFor(t, spec, []model.Method{method}, given{set: waves(n, 5)})
}

// TestFitsThatAreCutOff: a fit that the end of the first rung cuts off goes on for a while beside those of the next.
// The race detector tells whether they share what changes from rung to rung. On a slow machine it takes slower fits for
// that.
func TestFitsThatAreCutOff(t *testing.T) {
	for unit := time.Millisecond; ; unit *= 2 {
		s := paced(t, 2600, 900*unit, func(m float64) { time.Sleep(time.Duration(m) * unit) })
		rungs := map[int]bool{}
		for e := range s.Run(t.Context(), 3) {
			rungs[e.Rung] = true
		}
		s.Wait()
		missed := s.Missed
		if rungs[0] && rungs[1] && len(missed) > 0 && missed[0].Rung == 0 {
			return
		}
		if unit > 10*time.Millisecond {
			t.Fatalf("no fit was cut off on the first rung: scores on %v, missed %v", rungs, missed)
		}
	}
}

// TestCancelledSearch leaves no goroutine behind and misses nothing because of time.
func TestCancelledSearch(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, cancel := context.WithCancel(context.Background())
	method := toy("slow", func(ctx context.Context) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	})
	s := searchFor(t, specOn(60, "slow"), []model.Method{method}, given{set: waves(60, 6)})
	events := 0
	for range s.Run(ctx, 2) {
		events++
	}
	s.Wait()
	if events > 0 || s.Missed != nil {
		t.Errorf("%d events, missed %v", events, s.Missed)
	}
}

// TestSearchLeavesOut methods that can't have the kernel, and configurations that need too much memory, with a note.
func TestSearchLeavesOut(t *testing.T) {
	source := given{set: waves(3000, 5)}
	spec := specOn(3000, "nystrom", "fourier")
	spec.Kernel = "polynomial"
	s := searchFor(t, spec, approx.Methods(), source)
	if text := fmt.Sprint(s.Notes); !slices.Equal(s.names(), []string{"nystrom"}) ||
		!strings.Contains(text, "left out: fourier needs a kernel with a spectral density") {
		t.Errorf("%v: %s", s.names(), text)
	}
	spec.Methods = []string{"fourier"}
	if _, err := Prepare(spec, approx.Methods(), source); err == nil || !strings.Contains(err.Error(), "fourier needs") {
		t.Errorf("%v", err)
	}
	classes := waves(100, 5)
	for i := range classes.Y {
		classes.Y[i] = float64(i % 2)
	}
	s = searchFor(t, specOn(100, "nystrom", Exact), approx.Methods(), given{set: classes})
	if text := fmt.Sprint(s.Notes); !slices.Equal(s.names(), []string{"nystrom"}) ||
		!strings.Contains(text, "left out: exact is a ridge regression, but classes are learned by logistic") {
		t.Errorf("%v: %s", s.names(), text)
	}
	if _, err := Prepare(specOn(100, Exact), approx.Methods(), given{set: classes}); err == nil ||
		!strings.Contains(err.Error(), "exact is a ridge regression") {
		t.Errorf("%v", err)
	}
	spec = specOn(3000, "nystrom", "bka")
	spec.Over = append(spec.Over, sweep.Axis{Name: model.ClustersName, Values: []float64{1, 50}})
	spec.Over[0].Values, spec.MaxMemory = []float64{10, 2000}, 120e6
	s = searchFor(t, spec, approx.Methods(), source)
	var names []string
	for i := range s.Configurations {
		names = append(names, s.Describe(i))
	}
	text := fmt.Sprint(s.Notes)
	if slices.Sort(names); fmt.Sprint(names) != "[bka clusters=50 nystrom m=10]" ||
		!strings.Contains(text, "left out: bka clusters=1: bka at n = 3000 would need") ||
		!strings.Contains(text, "left out: nystrom m=2000: nystrom at n = 3000 would need") ||
		!strings.Contains(text, "raise") {
		t.Errorf("%v: %s", names, text)
	}
	spec.MaxMemory = 1e6
	short := (*model.MemoryError)(nil)
	if _, err := Prepare(spec, approx.Methods(), source); !errors.As(err, &short) {
		t.Errorf("%v", err)
	}
}

// TestRefines: without lists of γ and μ the search begins with the default ones, and ends at finer ones with a lower
// loss, on both sides of which there is none. A list that is given is searched as it is.
func TestRefines(t *testing.T) {
	spec := specOn(300, "nystrom")
	spec.Mus = nil
	set := waves(300, 5)
	for i := range set.Y {
		set.Y[i] = math.Sin(set.X.At(i, 0)) + 0.1*set.Y[i]
	}
	source := given{set: set}
	s := searchFor(t, spec, approx.Methods(), source)
	events := searched(s, 2)
	coarse := DefaultGammas(s.family, s.checked.Sigma)
	var first []float64
	for _, e := range events {
		if gamma := s.Gammas[e.Scores[0].Gamma]; len(first) < len(coarse) && !slices.Contains(first, gamma) {
			first = append(first, gamma)
		}
	}
	for i, want := range []int{3, 2, 4, 1, 5, 0, 6} {
		if !(math.Abs(first[i]-coarse[want]) < 1e-3*coarse[want]) {
			t.Errorf("the first γ are %v of %v", first, coarse)
		}
	}
	standing, _ := s.Standing(events)
	best := standing.Ranked[standing.Best]
	seen, tried := map[Cell]bool{}, map[candidate]bool{}
	for _, e := range events {
		for _, score := range e.Scores {
			seen[score.Cell], tried[candidate{score.Configuration, score.Gamma}] = true, true
		}
	}
	for _, side := range []int{-1, 1} {
		if !tried[candidate{best.Configuration, best.Gamma + side}] ||
			!seen[Cell{best.Configuration, best.Gamma, best.Mu + side}] {
			t.Errorf("beside the best, %v, there is no score", best.Cell)
		}
	}
	spec.Gammas, spec.Mus = coarse, DefaultMus()
	rough := searchFor(t, spec, approx.Methods(), source)
	on, _ := rough.Standing(searched(rough, 2))
	if least := on.Ranked[on.Best].Loss.Mean; !(best.Loss.Mean < least) || !slices.Equal(rough.Gammas, coarse) {
		t.Errorf("the least loss is %v, %v on the default lists", best.Loss.Mean, least)
	}
}

// TestLowerRidges: without a list of μ the search goes below the default list where its end is best.
func TestLowerRidges(t *testing.T) {
	spec := specOn(200, Exact)
	spec.Over, spec.Gammas, spec.Mus = nil, []float64{0.1}, nil
	for name, noise := range map[string]float64{"noisy": 1, "smooth": 0} {
		set := waves(200, 3)
		for i := range set.Y {
			set.Y[i] = math.Sin(set.X.At(i, 0)) + noise*set.Y[i]
		}
		s := searchFor(t, spec, approx.Methods(), given{set: set})
		standing, _ := s.Standing(searched(s, 2))
		if mu := s.Mus[standing.Ranked[standing.Best].Mu]; (mu < DefaultMus()[0]) != (name == "smooth") {
			t.Errorf("%s: μ = %v is best", name, mu)
		}
	}
}

// TestRidgesOfClasses: where each μ takes a fit of its own, the first γ shows which μ are good for the others.
func TestRidgesOfClasses(t *testing.T) {
	set := waves(150, 5)
	for i, y := range set.Y {
		set.Y[i] = 0
		if y > 5 {
			set.Y[i] = 1
		}
	}
	spec := specOn(150, "nystrom")
	spec.Mus = nil
	s := searchFor(t, spec, approx.Methods(), given{set: set})
	first := map[candidate]int{}
	for _, e := range searched(s, 2) {
		if at := e.Scores[0]; first[candidate{at.Configuration, at.Gamma}] == 0 {
			first[candidate{at.Configuration, at.Gamma}] = len(e.Scores)
		}
	}
	pilot := candidate{2, (len(s.Gammas) - 1) / 2}
	for c, mus := range first {
		if c == pilot && mus != len(DefaultMus()) || c != pilot && mus > windowSize {
			t.Errorf("%+v has %d μ at first", c, mus)
		}
	}
	if len(first) < len(s.Configurations) {
		t.Errorf("%d candidates", len(first))
	}
}
