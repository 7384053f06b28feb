//go:build long && go1.25

package tune

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gramscope/approx"
	"gramscope/model/trial"
)

// TestHeldRowsHaveNoSay: other targets of the rows held out change neither the widths that are compared nor the single
// one.
func TestHeldRowsHaveNoSay(t *testing.T) {
	set := features(1100, 3, 1, 0.1, func(x []float64) float64 { return math.Sin(2*x[0]) + x[1] })
	learn := func() string {
		spec, calls := scalingSpec(1100), 0
		spec.Time = time.Hour
		report := func(evaluations int) {
			if evaluations == 1 {
				calls++
			}
			if calls == 2 { // no time to go on with all rows
				time.Sleep(spec.Time)
			}
		}
		var s *Scaling
		synctest.Test(t, func(t *testing.T) {
			var err error
			if s, err = ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, report); err != nil {
				t.Fatal(err)
			}
		})
		return string(s.Widths)
	}
	before := learn()
	for _, row := range drawFolds(1100, scalingParts, nil, trial.Stream(1, "scaling"))[0] {
		set.Y[row] = -50
	}
	if after := learn(); after != before {
		t.Errorf("widths %s, with other targets of the rows held out %s", before, after)
	}
	set.Y[drawFolds(1100, scalingParts, nil, trial.Stream(1, "scaling"))[1][0]] = 50
	if learn() == before {
		t.Error("the targets of other rows change nothing")
	}
}

// TestWidthsOfTwoFeaturesOfEight: the target depends on two of eight features, so that a distance over all of them is
// mostly noise. The search has the widths, and with them a lower loss on test rows than without.
func TestWidthsOfTwoFeaturesOfEight(t *testing.T) {
	const n, tests = 400, 400
	set := features(n+tests, 8, 1, 0.1, func(x []float64) float64 { return math.Sin(2*x[0]) + x[1]*x[1]/2 })
	source := given{set: set, tests: tests}
	spec := scalingSpec(n)
	spec.Test = 0.5
	s, err := ChooseScaling(t.Context(), spec, approx.Methods(), source, nil)
	if err != nil {
		t.Fatal(err)
	}
	widths := s.Widths.Numbers()
	if !s.Better || slices.Min(widths[2:]) < 3*slices.Max(widths[:2]) {
		t.Errorf("learned widths %v have %v, one width %v", widths, s.Learned, s.One)
	}
	if s.Held != n/2 || math.Abs(s.Above.Mean-(s.Learned.Mean-s.One.Mean)) > 1e-12 || s.LossName != "rmse" {
		t.Errorf("%+v", s)
	}
	applied := s.Apply(spec)
	if applied.Widths != s.Widths || !slices.Equal(applied.Mus, musFrom(s.Mu)) || applied.Time != 0 {
		t.Errorf("the spec with the scaling has widths %v, μ %v and time %v", applied.Widths, applied.Mus, applied.Time)
	}
	again, err := ChooseScaling(t.Context(), spec, approx.Methods(), source, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Took = s.Took; *again != *s {
		t.Errorf("without a limit of time %+v, and again %+v", s, again)
	}
}
