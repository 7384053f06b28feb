package sweep

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/trial"
)

// TestDrawsByHand compares the sizes of draws with sums by hand, of 1000 rows of a file with 10 features and a target.
func TestDrawsByHand(t *testing.T) {
	t.Parallel()
	const file = 8 * 1000 * 11
	for name, c := range map[string]struct {
		rows  int // of the file
		draw  trial.Draw
		count int
		tests int64
		want  int64
	}{
		"no test rows":          {1000, trial.Draw{N: 600}, 1, 0, file + 8*(3*600*10+3*600)},
		"a fifth of all":        {1000, trial.Draw{N: 600, Test: 0.2}, 1, 150, file + 8*(3*600*10+3*600+150*12)},
		"what is left":          {1000, trial.Draw{N: 600, Test: 0.5}, 1, 400, file + 8*(3*600*10+3*600+400*12)},
		"any number":            {0, trial.Draw{N: 600, Test: 0.5}, 1, 600, 8 * (3*600*10 + 3*600 + 600*12)},
		"three draws":           {1000, trial.Draw{N: 600}, 3, 0, file + 3*8*(3*600*10+3*600)},
		"those that are kept":   {1000, trial.Draw{N: 600}, 99, 0, file + 23*8*(3*600*10+3*600)}, // of 2.88 MB in 64 MiB
		"one that is too large": {0, trial.Draw{N: 1e6}, 5, 0, 8 * (3*1e6*10 + 3*1e6)},
	} {
		d := Limit{Rows: c.rows, Dims: 10}
		if got := d.TestRows(c.draw); got != c.tests {
			t.Errorf("%s: %d test rows, want %d", name, got, c.tests)
		}
		if got := d.Draws(c.draw, c.count); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// TestWhatToLower: a limit is exceeded by one byte more, and its error names what lowers the need of this run.
func TestWhatToLower(t *testing.T) {
	t.Parallel()
	budget := func(c trial.Setting, _ int) int64 { return 1000 + min(1, int64(c.Params[model.BudgetName]-1)) }
	clusters := func(c trial.Setting, _ int) int64 { return 1001 - int64(c.Params[model.ClustersName])/400 }
	together := func(_ trial.Setting, workers int) int64 { return 999 + int64(workers) }
	tests := func(c trial.Setting, _ int) int64 { return 1000 + int64(math.Ceil(c.Draw.Test)) }
	for want, c := range map[string]struct {
		need func(trial.Setting, int) int64
		test float64
	}{
		"; lower n or m, or raise max-memory":                         {budget, 0.5},
		"; lower n or workers, or raise max-memory":                   {together, 0},
		"; lower n, or raise clusters or max-memory":                  {clusters, 0},
		" beside 600 test rows; lower n, or raise max-memory":         {func(trial.Setting, int) int64 { return 1001 }, 0.6},
		" beside 600 test rows; lower n or test, or raise max-memory": {tests, 0.6},
	} {
		run := trial.Setting{Draw: trial.Draw{N: 400, Test: c.test}}
		run.Params = model.Values{model.BudgetName: 9, model.ClustersName: 5}
		limit := Limit{1000, 3, 1001}
		need := func(run trial.Setting, workers int, _ model.Memory) int64 { return c.need(run, workers) }
		if err := limit.Check(run, 2, need); err != nil {
			t.Errorf("at the limit: %v", err)
		}
		limit.Allowed = 1000
		before, after, _ := strings.Cut(want, ";")
		want := "n = 400" + before + " would need about 1.001 kB of memory, more than the 1 kB allowed;" + after
		err := limit.Check(run, 2, need)
		if short := (*model.MemoryError)(nil); !errors.As(err, &short) || short.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestStreamed: only a direct ridge regression on a map whose factor is not kept, or on a smoother of many rows,
// streams.
func TestStreamed(t *testing.T) {
	t.Parallel()
	ridge := trial.Setting{Learner: trial.LearnRidge}
	features := model.Memory{Fit: 9, Pairs: 100, Streamed: 50, Stored: 70}
	smoother := model.Memory{Pairs: 1, Streamed: 50, Nearby: 2}
	for name, c := range map[string]struct {
		s       trial.Setting
		m       model.Memory
		kept    int64
		streams bool
	}{
		"a factor that is kept": {ridge, features, 100, false},
		"a larger one":          {ridge, features, 99, true},
		"a smoother":            {ridge, smoother, 100, true},
		"logistic regression":   {trial.Setting{Learner: trial.LearnLogistic}, features, 99, false},
		"iterations":            {trial.Setting{Learner: trial.LearnRidge, Solver: trial.SolverPCG}, features, 99, false},
		"the direct solver":     {trial.Setting{Learner: trial.LearnRidge, Solver: trial.SolverDirect}, features, 99, true},
		"no map":                {ridge, model.Memory{Pairs: 100}, 99, false},
	} {
		want := c.m
		if c.streams {
			want = model.Memory{Fit: 50, Stored: min(c.m.Stored, 50), Decompose: 50, Streamed: 50}
			want.Point, want.Nearby = c.m.Nearby, c.m.Nearby
		}
		if got := Streamed(c.s, c.m, c.kept); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
