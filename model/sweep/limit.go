package sweep

import (
	"fmt"
	"math"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
	"gramscope/model/trial"
)

// Limit is the memory limit of the runs of an experiment on a data source. All sizes are in bytes. An estimate is the
// sum of the sizes of everything that is in use at the same time: the drawn rows, a fit with the regression on it, and
// what a plan caches. A method estimates K̃ itself, see [model.Memory].
type Limit struct {
	Rows    int // of the source; 0 for a generator, which has no limit
	Dims    int // features
	Allowed int64
}

// TestRows returns how many test rows are drawn beside the training rows.
func (l Limit) TestRows(draw trial.Draw) int64 {
	rows := min(math.Round(float64(draw.N)*draw.Test/(1-draw.Test)), math.MaxInt32)
	if l.Rows > 0 {
		rows = min(rows, float64(l.Rows-draw.N))
	}
	return max(0, int64(rows))
}

// Table returns the size of a file's rows with their targets.
func (l Limit) Table() int64 { return 8 * int64(l.Rows) * int64(l.Dims+1) }

// Draws returns the size of the file and of count draws from it: training and test rows, and the training rows centred
// and transposed for the kernel, with their norms, targets and truth.
func (l Limit) Draws(draw trial.Draw, count int) int64 {
	n, dims := int64(draw.N), int64(l.Dims)
	count = min(count, max(1, int(model.CacheLimit/2/trial.DrawMemory(draw.N, l.Dims))))
	return l.Table() + 8*int64(count)*(3*n*dims+3*n+l.TestRows(draw)*(dims+2))
}

// Method returns the method's estimate of a fit to n rows. It is 0 for exact regression, which has no K̃.
func (l Limit) Method(s trial.Setting, n int) model.Memory {
	if s.Method.Memory == nil {
		return model.Memory{}
	}
	return s.Method.Memory(s.Fitter(), n, l.Dims)
}

// Fit returns the peak memory of a fit to n rows, the regression on it, and the predictions at some
// points. The peak may occur in the fit, the decomposition of K̃, the features of the points or the
// regression. Exact regression factorises a copy of K.
func (l Limit) Fit(s trial.Setting, n, points int64, m model.Memory) int64 {
	if s.Method.Name == trial.Exact {
		return 8 * (n*n + max(n*n, points*(n+int64(l.Dims))))
	}
	learning := points*m.Coordinates + classification(s, n, points, m)
	switch {
	case s.Solver == trial.SolverFalkon && s.Method.Landmarks: // the columns for the iterations, and for the fitted values
		learning += 2*m.Stored + points*m.Point
	case s.Solver == trial.SolverPCG:
		tile := min(points, int64(linalg.TileRows(int(n)))) * 8 * n // of the kernel between the points and the rows
		learning += learn.PCGMemory(int(n)) + tile
	}
	return max(m.Fit, m.Decompose, m.Stored+m.Pairs+max(m.Extend+points*m.Point, learning))
}

// classification returns the memory of a classifier on K̃ without the eigenpairs: the features of all
// rows and points, and what logistic regression needs beside them.
func classification(s trial.Setting, n, points int64, m model.Memory) int64 {
	switch s.Learner {
	case "", trial.LearnRidge:
		return 0
	case trial.LearnLogistic:
		return (n+points)*m.Coordinates + learn.LogisticMemory(int(n), int(m.Coordinates/8))
	}
	return (n + points) * m.Coordinates
}

// Packed returns the size of linalg's packed copies of K̃'s n×q factor, which it makes to multiply
// it by q×q matrices. A Smoother of many rows has no such factor.
func Packed(n int64, m model.Memory) int64 {
	if m.Nearby > 0 {
		return 0
	}
	q := int(m.Coordinates / 8)
	return linalg.ProductMemory(int(n), q, q)
}

// Streamed returns the method's memory when the target is learned on K̃. If K̃'s factor is larger than
// kept bytes, a direct ridge regression on a feature map computes its rows one tile at a time: there are no eigenpairs
// and no factor, and predictions take a tile. On a Smoother of many rows it computes products.
func Streamed(s trial.Setting, m model.Memory, kept int64) model.Memory {
	if m.Streamed == 0 || m.Pairs <= kept && m.Nearby == 0 || s.Learner != trial.LearnRidge || trial.Iterates(s.Solver) {
		return m
	}
	return model.Memory{Fit: m.Streamed, Stored: min(m.Stored, m.Streamed), Decompose: m.Streamed, Streamed: m.Streamed,
		Point: m.Nearby, Nearby: m.Nearby}
}

// Need returns the memory that is needed while each of the workers has a run like this, whose method takes m.
type Need func(run trial.Setting, workers int, m model.Memory) int64

// CheckLater returns a function that is Check with the memory that the method learns while it runs, in place of its
// estimate. It assumes that the methods on all workers need the same.
func (l Limit) CheckLater(run trial.Setting, workers int, need Need) func(model.Memory) error {
	return func(m model.Memory) error {
		return l.Check(run, workers, func(run trial.Setting, workers int, _ model.Memory) int64 {
			return need(run, workers, m)
		})
	}
}

// Check returns a *model.MemoryError if the need is more than the limit allows. The remedies are n, and each setting
// that at the end of its range brings the need below the limit.
func (l Limit) Check(run trial.Setting, workers int, need Need) error {
	if !run.Condition.IsZero() {
		run = withBudget(run, 1) // the search tries no m that needs too much
	}
	estimate := func(c trial.Setting, workers int) int64 { return need(c, workers, l.Method(c, c.Draw.N)) }
	most := estimate(run, workers)
	if most <= l.Allowed {
		return nil
	}
	n, untested := run.Draw.N, run
	untested.Draw.Test = 0
	err := &model.MemoryError{Need: most, Allowed: l.Allowed, N: n}
	lower, raise := []string{model.TrainRowsName}, []string{"max-memory"}
	clusters := min(float64(n), model.Clusters(nil).Max) // more are smaller blocks
	fits := func(c trial.Setting, workers int) bool { return estimate(c, workers) <= l.Allowed }
	if fits(run.With(model.BudgetName, 1), workers) {
		lower = append(lower, string(model.BudgetName))
	}
	if fits(run.With(model.ClustersName, clusters), workers) {
		raise = []string{string(model.ClustersName), "max-memory"}
	}
	if tests := l.TestRows(run.Draw); tests > int64(n) {
		err.Reason = fmt.Sprintf("beside %d test rows", tests)
		if fits(untested, workers) {
			lower = append(lower, "test")
		}
	}
	if workers > 1 && fits(run, 1) {
		lower = append(lower, "workers")
	}
	err.Remedies = remedy.Change(remedy.Lower, lower...).Or(remedy.Change(remedy.Raise, raise...))
	return err
}
