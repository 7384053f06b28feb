//go:build go1.25

package tune

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gramscope/approx"
	"gramscope/data"
)

// TestTimeEndsASearch: with fits that take m seconds. One rung has 97 % of the time, of two the first has a seventh
// of that. What is cut off is said, and a configuration counts only with all its folds.
func TestTimeEndsASearch(t *testing.T) {
	describe := func(s *Search) (done, missed string) {
		standing, _ := s.Standing(searched(s, 1))
		for _, r := range standing.Ranked {
			done += fmt.Sprint(" ", s.Describe(r.Configuration))
		}
		for _, m := range s.Missed {
			missed += fmt.Sprint(" ", m.Rung, ": ", s.Describe(m.Configuration))
		}
		return done, missed
	}
	for name, c := range map[string]struct {
		n            int
		seconds      int
		done, missed string
	}{
		// All folds of m = 20, the pilot, and then of 5, 10 and 40 take 100 + 25 + 50 + 200 s.
		"no limit":     {100, 0, " timed m=5 timed m=10 timed m=20 timed m=40", ""},
		"enough":       {100, 500, " timed m=5 timed m=10 timed m=20 timed m=40", ""},
		"three":        {100, 440, " timed m=5 timed m=10 timed m=20", " 0: timed m=40"},
		"only one":     {100, 140, " timed m=20", " 0: timed m=10 0: timed m=5 0: timed m=40"},
		"two rungs":    {2600, 3424, " timed m=5 timed m=10 timed m=20 timed m=40", ""},
		"cut at first": {2600, 1427, " timed m=10 timed m=20", " 0: timed m=5 0: timed m=40"},
		// the part is too short for one, which has more
		"cut early": {2600, 599, " timed m=20", " 0: timed m=10 0: timed m=5 0: timed m=40"},
		// nor has the first a part
		"no second": {2600, 560, " timed m=5 timed m=10 timed m=20 timed m=40", " 1: timed m=40 1: timed m=20 1: timed m=10"},
	} {
		synctest.Test(t, func(t *testing.T) {
			done, missed := describe(timed(t, c.n, time.Duration(c.seconds)*time.Second))
			if done != c.done || missed != c.missed {
				t.Errorf("%s: scored%s, want%s; missed%s, want%s", name, done, c.done, missed, c.missed)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := timed(t, 100, 100*time.Second)
		events := searched(s, 1)
		if _, ok := s.Standing(events); ok {
			t.Error("a standing before all folds of one setting")
		}
		short := (*data.Error)(nil)
		if err := s.NoScore(events); !errors.As(err, &short) || !strings.Contains(err.Error(), "timed m=20") ||
			!strings.Contains(err.Error(), "raise time") {
			t.Errorf("%v", err)
		}
	})
}

// timed returns a search by toys whose fits take as many seconds as m.
func timed(t *testing.T, n int, limit time.Duration) *Search {
	return paced(t, n, limit, func(m float64) { time.Sleep(time.Duration(m) * time.Second) })
}

// TestScalingKeepsItsTime: where every value of the evidence takes a second, and nothing else any time.
func TestScalingKeepsItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := features(300, 4, 1, 0.1, func(x []float64) float64 { return x[0] })
		seconds := time.Duration(0)
		slow := func(int) {
			time.Sleep(time.Second)
			seconds += time.Second
		}
		spec := scalingSpec(300)
		spec.Time = 100 * time.Second
		s, err := ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, slow)
		if err != nil {
			t.Fatal(err)
		}
		if s.Took != seconds || s.Took < 15*time.Second || s.Took > 25*time.Second || s.Apply(spec).Time != spec.Time-s.Took {
			t.Errorf("took %v in %v, which leaves %v of %v", s.Took, seconds, s.Apply(spec).Time, spec.Time)
		}
		spec.Time = time.Second // is over at once
		s, err = ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, slow)
		if err != nil || s.Better || s.Held != 0 || s.Widths != "" || s.Apply(spec).Time != 1 {
			t.Errorf("without time %+v, %v", s, err)
		}
	})
}
