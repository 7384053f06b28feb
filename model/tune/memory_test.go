package tune

import (
	"testing"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// TestSearchMemoryByHand compares the estimate with a sum by hand, for two workers that each fit to 1200 of
// 1500 rows with two columns: all rows with their targets, the rows of the folds, K̃ with its eigenpairs, the
// features of the 300 other points, and linalg's packed copies.
func TestSearchMemoryByHand(t *testing.T) {
	const n, points, all, d = 1200, 300, 1500, 2
	takes := model.Memory{Stored: 2e6, Pairs: 3e6, Coordinates: 8000}
	s := trial.Setting{Draw: trial.Draw{N: all}, Learner: trial.LearnRidge}
	want := int64(8*all*(d+2) + 2*(8*(3*n*d+points*d)+5e6+8000*points+8*(n+1000)*256))
	if got := searchMemory(sweep.Limit{Dims: d}, s, n, points, 2, takes); got != model.ProcessMemory(want) {
		t.Errorf("%d bytes, want %d", got, model.ProcessMemory(want))
	}
}
