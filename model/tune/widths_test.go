package tune

import (
	"testing"
)

// TestTextClassesHaveOneEvidence learns the same from two classes as from the numbers 0 and 1.
func TestTextClassesHaveOneEvidence(t *testing.T) {
	set := waves(80, 1)
	for i, y := range set.Y {
		set.Y[i] = 0
		if y > 5.3 {
			set.Y[i] = 1
		}
	}
	numbers, err := LearnWidths(t.Context(), Spec{Kernel: "gaussian", N: 80}, given{set: set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	set.Classes = []string{"high", "low"}
	texts, err := LearnWidths(t.Context(), Spec{Kernel: "gaussian", N: 80}, given{set: set}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if texts.Bound != numbers.Bound || texts.Widths != numbers.Widths {
		t.Errorf("texts: bound %v at %v, numbers: %v at %v", texts.Bound, texts.Widths, numbers.Bound, numbers.Widths)
	}
}
