//go:build long

package command_test

import (
	"testing"
)

// TestTunedRunsInPython: what is printed for scikit-learn runs as it stands and
// comes to about the same score.
func TestTunedRunsInPython(t *testing.T) {
	const grid = "--gammas 0.01,0.1 --mus 0.1,1 "
	checkTunedInPython(t, map[string]tunedCase{
		"semicolons": {"--target yield --columns -grade --methods exact " + grid + garden(t, "garten.csv", ";", true, true, 100), `sep=";", decimal=","`},
		"classes":    {"--columns -yield --m 60 --methods nystrom " + grid + garden(t, "garden.csv", ",", true, false, 120), "    LogisticRegression("},
	})
}
