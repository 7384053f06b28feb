package tune

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/trial"
)

// steadyTime returns a search of noisy rows by nystrom at some m and γ, every fit of which takes a second of a fake clock.
func steadyTime(t *testing.T, n int, limit time.Duration) *Search {
	f := &fake{now: time.Unix(0, 0), alarms: map[*time.Time]context.CancelFunc{}}
	second := toy("nystrom", func(ctx context.Context) error { f.pass(time.Second); return ctx.Err() })
	nystrom := methodOf(t, "nystrom").Memory
	second.Memory = func(f model.Fitter, n, d int) model.Memory { return nystrom(f.(fitting).Fitter, n, d) }
	spec := specOn(n, "nystrom")
	spec.Gammas, spec.Mus, spec.Time = []float64{0.3, 0.4, 0.5}, []float64{0.1}, limit
	set := waves(n, 5)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range set.Y {
		set.Y[i] += 3 * rng.NormFloat64()
	}
	s := searchFor(t, spec, []model.Method{second}, given{set: set})
	s.clock = f.clock()
	return s
}

// TestRestOfTheTimeIsUsed: folds of 60 rows leave open which setting is best. What time is left goes to 4 and 16 other
// partitions, on which a third of the configurations is scored, until it ends or all are scored. The standing is of these.
func TestRestOfTheTimeIsUsed(t *testing.T) {
	for seconds, want := range map[int]struct {
		used      time.Duration
		last, all int // rung that has complete events last, and fewest configurations on it
	}{
		100:  {90 * time.Second, 1, 2},
		3000: {500 * time.Second, 2, 2},
	} {
		s := steadyTime(t, 60, time.Duration(seconds)*time.Second)
		if got := fmt.Sprint(s.Rungs); got != "[{48 12 0 5} {48 12 5 20} {48 12 25 80}]" {
			t.Fatalf("rungs %s", got)
		}
		events := scored(s, 1)
		last := 0
		for _, e := range events {
			if s.Complete(e) {
				last = max(last, e.Rung)
			}
		}
		standing, _ := s.Standing(events)
		count := len(slices.DeleteFunc(slices.Clone(standing.Ranked), func(r Ranked) bool { return r.Rung < last }))
		if used := events[len(events)-1].Elapsed; used < want.used || last != want.last || standing.Rung != last || count < want.all || s.Missed() != nil {
			t.Errorf("of %d s it takes %v, and ends on rung %d with %d configurations, standing on %d; missed %v", seconds, used, last, count, standing.Rung, s.Missed())
		}
	}
	if s := steadyTime(t, 60, 0); len(s.Rungs) != 1 {
		t.Errorf("without a limit, after which nothing is left, there are rungs %v", s.Rungs)
	}
}

// TestPartitions: the folds of each partition divide the rows, and no two partitions are the same.
func TestPartitions(t *testing.T) {
	s := steadyTime(t, 60, time.Minute)
	seen := map[string]bool{}
	for i := range 3 {
		var all []int
		for _, fold := range s.partition(i) {
			all = append(all, fold...)
		}
		text := fmt.Sprint(s.partition(i))
		if slices.Sort(all); len(all) != 60 || len(slices.Compact(all)) != 60 || seen[text] {
			t.Errorf("partition %d: %s", i, text)
		}
		seen[text] = true
	}
	rows, err := s.splitOn(1, 7) // the third fold of the second partition
	if err != nil {
		t.Fatal(err)
	}
	want := trial.Pick(s.train, s.partition(1)[2])
	for i := range want.Y {
		if rows.Test.Y[i] != want.Y[i] {
			t.Fatalf("fold 7 has %v, want %v", rows.Test.Y, want.Y)
		}
	}
}

// TestUndecided: another setting within two standard errors, each more than 0.2 % of the loss, leaves the choice open.
func TestUndecided(t *testing.T) {
	for name, c := range map[string]struct {
		other []float64
		want  bool
	}{
		"noisy":      {[]float64{1.1, 0.92, 1.1, 0.92}, true},
		"worse":      {[]float64{1.05, 1.07, 1.05, 1.07}, false},
		"as good as": {[]float64{1.001, 0.9995, 1.001, 0.9995}, false},
	} {
		s, b := madeUp(made{"a", 1, 1, []float64{1, 1, 1, 1}}, made{"b", 2, 2, c.other})
		if got := (&run{Search: s}).undecided(b); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestOtherScalesAtTheirOwnRidges: a γ that was scored at the μ of another one goes on to the μ beyond while its loss falls
// steeply enough.
func TestOtherScalesAtTheirOwnRidges(t *testing.T) {
	spec := specOn(100, Exact)
	spec.Over, spec.Gammas, spec.Mus = nil, []float64{0.1, 0.3, 1}, []float64{1e-4, 1e-3, 0.01, 0.1, 1}
	s := searchFor(t, spec, approx.Methods(), given{set: waves(100, 5)})
	for name, c := range map[string]struct {
		loss []float64 // at μ 1, 2, 3 of γ 0, beside 3, 2, 3 at γ 1
		want string
	}{
		"falls":            {[]float64{2.2, 2.6, 3}, "[0] of γ 0"},
		"falls too little": {[]float64{2.4, 2.6, 3}, ""},
		"rises":            {[]float64{3, 2.6, 2.2}, "[4] of γ 0"},
		"inside":           {[]float64{2.6, 2.2, 3}, ""},
	} {
		r := newRun(context.Background(), s, 1, make(chan Scored, 100))
		for gamma, losses := range [][]float64{c.loss, {3, 2, 3}} {
			e := Scored{Candidate: Candidate{0, gamma}, Folds: 5, Mus: []int{1, 2, 3}}
			for range 5 {
				e.Losses, e.Gains = append(e.Losses, losses), append(e.Gains, losses)
			}
			r.board[e.Candidate] = e
		}
		text := ""
		for _, a := range r.besideOtherScales(nil) {
			text += fmt.Sprint(a.mus, " of γ ", a.Gamma)
		}
		if text != c.want {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}
