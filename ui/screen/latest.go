package screen

import "gramscope/ui/lab"

// Latest is what work in a lane finds, of which only the latest counts, and what the
// work before has found, which is shown dimmed meanwhile.
type Latest[T any] struct {
	Key      string // what the work depends on; "" for none, and for one that was stopped
	Now, Old T
	Done     bool
	Failed   error
}

// Begin makes room for what other work finds. Of what was found before, old is shown
// until there is something.
func (l *Latest[T]) Begin(key string, old T) { *l = Latest[T]{Key: key, Old: old} }

// End takes in how the work has ended. Where that is an error, what is stale gives way
// to it.
func (l *Latest[T]) End(msg any) []Do {
	if _, ok := msg.(lab.Finished); ok {
		l.Done = true
	}
	err := lab.FailureOf(msg)
	if err == nil {
		return nil
	}
	var none T
	l.Failed, l.Old = err, none
	return []Do{Complain{err}}
}

// Leave stops the work when its screen is left. It begins anew if it had not ended.
func (l *Latest[T]) Leave(lane lab.Lane) []Do {
	if !l.Done {
		l.Key = ""
	}
	return []Do{Stop(lane)}
}
