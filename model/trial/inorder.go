package trial

import (
	"context"
	"sync"
)

// InOrder computes count values on that many workers and sends them in the order of their
// numbers, each as soon as it and those before it are done. Workers start them in the
// given order; nil is the order of their numbers. The channel has a buffer for all values, so
// that no worker blocks if nobody reads, and is closed at the end. Once ctx is cancelled no
// further value is started, those that are done are sent, and the channel is closed without
// waiting for values in progress, which are dropped: working counts the workers.
//
// compute gets the number of the value and of the worker; ok is false if ctx was cancelled
// before it was done.
func InOrder[T any](ctx context.Context, count int, order []int, workers int, working *sync.WaitGroup, compute func(i, worker int) (v T, ok bool)) <-chan T {
	out, queue, done := make(chan T, count), make(chan int, count), make([]chan *T, count)
	for i := range count {
		done[i] = make(chan *T, 1)
		if order != nil {
			i = order[i]
		}
		queue <- i
	}
	close(queue)
	for worker := range max(1, min(workers, count)) {
		working.Add(1)
		go func() {
			defer working.Done()
			for i := range queue {
				if ctx.Err() == nil {
					if v, ok := compute(i, worker); ok {
						done[i] <- &v
					}
				}
				close(done[i])
			}
		}()
	}
	go func() {
		defer close(out)
		for _, one := range done {
			if v := next(ctx, one); v != nil {
				out <- *v
			}
		}
	}()
	return out
}

// next waits for the value of c and returns nil if none is sent. After ctx is cancelled it
// does not wait.
func next[T any](ctx context.Context, c <-chan *T) *T {
	select {
	case v := <-c:
		return v
	case <-ctx.Done():
	}
	select {
	case v := <-c:
		return v
	default:
		return nil
	}
}
