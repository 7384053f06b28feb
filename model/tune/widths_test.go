package tune

import (
	"errors"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/data/remedy"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// TestNoWidthsForClasses: widths are learned for targets of numbers that are learned as numbers.
func TestNoWidthsForClasses(t *testing.T) {
	set := waves(60, 1)
	for i, y := range set.Y {
		set.Y[i] = 0
		if y > 5.3 {
			set.Y[i] = 1
		}
	}
	spec := DefaultSpec(60)
	refused := func(what, want string) {
		t.Helper()
		_, err := ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, nil)
		if bad := (*sweep.SpecError)(nil); !errors.As(err, &bad) ||
			!strings.Contains(remedy.Message(err, remedy.Plain()), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	refused("two values", "learner logistic separates the classes of given; leave out widths, or")
	spec.Learner = trial.LearnRidge
	if _, err := ChooseScaling(t.Context(), spec, approx.Methods(), given{set: set}, nil); err != nil {
		t.Error(err)
	}
	spec.Learner, set.Classes = "", []string{"high", "low"}
	refused("classes", "separates the classes of given; leave out widths")
}
