package memory

import (
	"fmt"
	"slices"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// Limit is the memory limit of the runs of an experiment.
type Limit struct {
	Data
	Allowed int64
	Runs    []trial.Setting
	Methods []string // of the runs
}

// Check returns a *model.MemoryError if need is more than the limit allows. workers is the number of
// runs at the same time.
func (l Limit) Check(run trial.Setting, workers int, need int64) error {
	return Error(l.exceeded(run, workers, need))
}

// Largest returns the error of the run that needs most memory, or nil if the limit allows it. It
// suggests to leave out a method if only the runs of that method need too much.
func (l Limit) Largest(workers int, need func(run trial.Setting) int64) *model.MemoryError {
	var most int64
	var at trial.Setting
	for _, run := range l.Runs {
		if n := need(run); n > most {
			most, at = n, run
		}
	}
	err := l.exceeded(at, workers, most)
	if err == nil {
		return nil
	}
	err.Method = at.Method.Name
	others := slices.ContainsFunc(l.Runs, func(run trial.Setting) bool {
		return run.Method.Name != err.Method && need(run) > l.Allowed
	})
	if !others && len(l.Methods) > 1 {
		err.Remedies = err.Remedies.Or(remedy.By("leave "+err.Method+" out", "methods", l.without(err.Method)))
	}
	return err
}

// Error converts e to an error, which is nil if e is.
func Error(e *model.MemoryError) error {
	if e == nil {
		return nil
	}
	return e
}

// without lists all methods but one. The result is "" if there are more than four.
func (l Limit) without(method string) string {
	rest := slices.DeleteFunc(slices.Clone(l.Methods), func(name string) bool { return name == method })
	if len(rest) > 4 {
		return ""
	}
	return strings.Join(rest, ",")
}

// exceeded returns an error with remedies if a run needs more than the limit allows, and nil otherwise.
func (l Limit) exceeded(run trial.Setting, workers int, need int64) *model.MemoryError {
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
