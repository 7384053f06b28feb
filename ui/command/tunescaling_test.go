package command

import (
	"strings"
	"testing"

	"gramscope/model/tune"
)

// TestWhyClassesKeepOneWidth: a lower loss with learned widths is not enough for classes, and the answer says so.
func TestWhyClassesKeepOneWidth(t *testing.T) {
	s := &tune.Scaling{LossName: "logloss", Held: 70, Learned: tune.Estimate{Mean: 0.1}, One: tune.Estimate{Mean: 0.2}}
	for mean, want := range map[float64]bool{-0.1: true, 0.1: false} {
		s.Above = tune.Estimate{Mean: mean, SE: 0.1}
		if got := scaled(s); strings.Contains(got, "two standard errors") != want || strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "\n") {
			t.Errorf("a difference of %v: %q", mean, got)
		}
	}
}
