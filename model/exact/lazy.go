package exact

import (
	"context"
	"sync"
)

// turn lets one caller through at a time; waiting ends with the context.
type turn struct {
	mu   sync.Mutex
	held chan struct{} // closed when the turn is over; nil where nobody has it
}

func (t *turn) take(ctx context.Context) error {
	for {
		t.mu.Lock()
		held := t.held
		if held == nil {
			t.held = make(chan struct{})
			t.mu.Unlock()
			return nil
		}
		t.mu.Unlock()
		select {
		case <-held:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *turn) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.held)
	t.held = nil
}

// lazy is a value that the first caller computes; others wait for it. One whose
// computation fails, or is cancelled, is computed by the next caller.
type lazy[T any] struct {
	turn
	known bool
	value T
}

func (l *lazy[T]) get(ctx context.Context, compute func() (T, error)) (T, error) {
	var none T
	if err := l.take(ctx); err != nil {
		return none, err
	}
	defer l.give()
	if l.known {
		return l.value, nil
	}
	value, err := compute()
	if err != nil {
		return none, err
	}
	l.value, l.known = value, true
	return value, nil
}

// family is a lazy value for each key. The zero value has none.
type family[K comparable, T any] struct {
	mu      sync.Mutex
	members map[K]*lazy[T]
}

// kept is how many members a family has at most; another one then replaces all.
const kept = 256

func (f *family[K, T]) at(key K) *lazy[T] {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.members[key]
	if l == nil {
		if f.members == nil || len(f.members) >= kept {
			f.members = map[K]*lazy[T]{}
		}
		l = new(lazy[T])
		f.members[key] = l
	}
	return l
}

// last is a lazy value for the last key asked for.
type last[K comparable, T any] struct {
	mu     sync.Mutex
	key    K
	member *lazy[T]
}

func (l *last[K, T]) at(key K) *lazy[T] {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.member == nil || l.key != key {
		l.key, l.member = key, new(lazy[T])
	}
	return l.member
}
