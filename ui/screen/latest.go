package screen

import (
	"gramscope/model/job"
)

// Latest holds what the latest background job has found, and what the job before it found,
// which is shown dimmed until there is something new.
type Latest[T any] struct {
	Key      string // what the work depends on; "" for none, and for one that was stopped
	Now, Old T
	Done     bool
	Failed   error
}

// Begin starts over for another job. Until it has found something, old is shown.
func (l *Latest[T]) Begin(key string, old T) { *l = Latest[T]{Key: key, Old: old} }

// End handles how the job has ended. An error replaces the old result.
func (l *Latest[T]) End(msg any) []Do {
	if _, ok := msg.(job.Finished); ok {
		l.Done = true
	}
	err := job.Error(msg)
	if err == nil {
		return nil
	}
	var none T
	l.Failed, l.Old = err, none
	return []Do{Complain{err}}
}

// Leave stops the job when the user leaves its screen. A job that had not ended starts again when the user comes back.
func (l *Latest[T]) Leave(kind job.Kind) []Do {
	if !l.Done {
		l.Key = ""
	}
	return []Do{Stop(kind)}
}
