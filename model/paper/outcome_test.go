package paper

import (
	"slices"
	"testing"
)

// TestOutcomesAreOfEntries: the entries that are known to differ exist, stand in the order of
// All, and say what is different and why.
func TestOutcomesAreOfEntries(t *testing.T) {
	var found []string
	for _, e := range All() {
		if slices.Contains(differing, e.Name) {
			found = append(found, e.Name)
			if e.Differs == "" {
				t.Errorf("%s differs and does not say why", e.Name)
			}
		}
	}
	if !slices.Equal(found, differing) {
		t.Errorf("entries that differ, in order: %q, listed %q", found, differing)
	}
}
