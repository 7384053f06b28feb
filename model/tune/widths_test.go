package tune

import (
	"testing"

	"gramscope/model/trial"
)

// TestTextClassesHaveOneEvidence compares two classes with the numbers 0 and 1, which have no loss of held-out rows.
func TestTextClassesHaveOneEvidence(t *testing.T) {
	set, spec := waves(150, 1), Spec{Kernel: "gaussian", N: 150, Scale: trial.Scale{Standardize: true}}
	for i, y := range set.Y {
		set.Y[i] = 0
		if y > 5.3 {
			set.Y[i] = 1
		}
	}
	numbers, err := LearnWidths(t.Context(), spec, given{set: set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	set.Classes = []string{"high", "low"}
	texts, err := LearnWidths(t.Context(), spec, given{set: set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if texts.Bound != numbers.Bound || numbers.Loss != 0 || !(texts.Loss < texts.LossBefore) {
		t.Errorf("texts: bound %v and loss %v, before %v; numbers: bound %v and loss %v", texts.Bound, texts.Loss, texts.LossBefore, numbers.Bound, numbers.Loss)
	}
}
