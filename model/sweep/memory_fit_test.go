package sweep

import (
	"testing"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// TestFitByHand compares the estimate for a fit to 1500 rows, its regression and the values at 10 points
// with sums by hand. For m = 100, K̃ takes 1.2 MB, and so do its eigenpairs.
func TestFitByHand(t *testing.T) {
	const n, points, f = 1500, 10, 8 * 1500 * 100
	takes := model.Memory{Fit: 1e6, Stored: f, Decompose: 2e6, Pairs: f, Extend: 1e5, Point: 2400, Coordinates: 800}
	for name, c := range map[string]struct {
		turn func(*trial.Setting, *model.Memory)
		want int64
	}{
		"features of the points": {func(*trial.Setting, *model.Memory) {}, 2*f + 1e5 + points*2400},
		"values at many points":  {func(_ *trial.Setting, m *model.Memory) { m.Extend, m.Point = 0, 0 }, 2*f + points*800},
		"the fit":                {func(_ *trial.Setting, m *model.Memory) { m.Fit = 9e6 }, 9e6},
		"the decomposition":      {func(_ *trial.Setting, m *model.Memory) { m.Decompose = 9e6 }, 9e6},
		"two copies of the columns": {func(s *trial.Setting, _ *model.Memory) {
			s.Solver,
				s.Method.Landmarks = trial.SolverFalkon, true
		},
			2*f + points*(800+2400) + 2*f},
		"not without landmarks": {func(s *trial.Setting, _ *model.Memory) { s.Solver = trial.SolverFalkon },
			2*f + 1e5 + points*2400},
		"rows of K at the points": {func(s *trial.Setting, _ *model.Memory) { s.Solver = trial.SolverPCG },
			2*f + points*800 + learn.PCGMemory(n) + points*8*n},
		"K and a factor": {func(s *trial.Setting, _ *model.Memory) { s.Method.Name = trial.Exact }, 2 * 8 * n * n},
	} {
		s, m := trial.Setting{Learner: trial.LearnRidge}, takes
		c.turn(&s, &m)
		if got := (Limit{Dims: 3}).Fit(s, n, points, m); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// TestClassificationByHand compares the estimate for a classification of 1200 rows and 300 points with
// sums by hand: K̃, its eigenpairs, and the features of rows and points. Logistic regression also uses a
// tile of features and three square matrices of the order of the number of features.
func TestClassificationByHand(t *testing.T) {
	const n, points = 1200, 300
	takes := model.Memory{Stored: 2e6, Pairs: 3e6, Coordinates: 8000}
	for learner, want := range map[string]int64{
		trial.LearnLogistic: 5e6 + 8000*(2*points+n+262+3*1000), // 262 rows of 8 kB in 2 MiB
		trial.LearnSVM:      5e6 + 8000*(2*points+n),
	} {
		if got := (Limit{Dims: 2}).Fit(trial.Setting{Learner: learner}, n, points, takes); got != want {
			t.Errorf("%s: %d bytes, want %d", learner, got, want)
		}
	}
}
