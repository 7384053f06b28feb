package exact

import (
	"context"
	"sync"
)

// turn is a mutex whose waiters give up when their context ends. The zero value is ready to use.
type turn struct {
	once  sync.Once
	taken chan struct{} // full while the mutex is locked
}

func (t *turn) take(ctx context.Context) error {
	t.once.Do(func() { t.taken = make(chan struct{}, 1) })
	select {
	case t.taken <- struct{}{}: // whether ctx has ended or not
		return nil
	default:
	}
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) give() { <-t.taken }

// lazy is a value that the first caller computes while others wait for it. If the computation fails or
// is cancelled, the next caller computes the value.
type lazy[T any] struct {
	turn
	known bool
	value T
}

func (l *lazy[T]) get(ctx context.Context, compute func() (T, error)) (none T, err error) {
	if err := l.take(ctx); err != nil {
		return none, err
	}
	defer l.give()
	if !l.known {
		value, err := compute()
		if err != nil {
			return none, err
		}
		l.value, l.known = value, true
	}
	return l.value, nil
}

// family is a lazy value for each key. The zero value is ready to use.
type family[K comparable, T any] struct {
	mu      sync.Mutex
	members map[K]*lazy[T]
}

// at returns the value for a key. It stores at most 64 values: if there is one more, all stored ones are dropped.
func (f *family[K, T]) at(key K) *lazy[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.members[key]
	if l == nil {
		if f.members == nil || len(f.members) == 64 {
			f.members = map[K]*lazy[T]{}
		}
		l = new(lazy[T])
		f.members[key] = l
	}
	return l
}
