//go:build long

package command

import "testing"

// TestManyLinesOpenTheState is TestLinesOpenTheState for many states, of which all but a few have a line of flags.
func TestManyLinesOpenTheState(t *testing.T) {
	const states = 220
	if byFlags := checkLines(t, states); byFlags < 200 {
		t.Errorf("%d of %d states have a line of flags, want 200", byFlags, states)
	}
}
