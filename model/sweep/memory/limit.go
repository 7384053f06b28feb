package memory

import (
	"fmt"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// Limit is the memory limit of the runs of an experiment.
type Limit struct {
	Data
	Allowed int64
}

// Check returns a *model.MemoryError with remedies if need is more than the limit allows. workers is the number of runs
// at the same time.
func (l Limit) Check(run trial.Setting, workers int, need int64) error {
	if need <= l.Allowed {
		return nil
	}
	n := run.Draw.N
	err := &model.MemoryError{Need: need, Allowed: l.Allowed, N: n}
	lower, raise := []string{model.TrainRowsName, model.BudgetName}, []string{"max-memory"}
	if run.Method.Uses(model.ClustersName) && !run.Method.Uses(model.BudgetName) { // as in bka: the more clusters, the smaller the blocks
		lower, raise = []string{model.TrainRowsName}, []string{model.ClustersName, "max-memory"}
	}
	if tests := l.TestRows(run.Draw); tests > int64(n) {
		err.Reason = fmt.Sprintf("beside %d test rows", tests)
		lower = append(lower, "test")
	}
	if workers > 1 {
		lower = append(lower, "workers")
	}
	err.Remedies = remedy.Change(remedy.Lower, lower...).Or(remedy.Change(remedy.Raise, raise...))
	return err
}
