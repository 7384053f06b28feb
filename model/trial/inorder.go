package trial

import (
	"context"
	"sync"
)

// InOrder computes count values on that many workers and sends them in the order of their indices, each as soon as it
// and all before it are computed. order is the order in which workers start the values; nil is the order of the
// indices. The channel has a buffer for all values, so no worker blocks if nobody reads. InOrder closes it at the end.
//
// Once ctx is cancelled no further value is started. InOrder then sends the values that are finished, drops those in
// progress, and closes the channel without waiting for them. The caller can wait for the workers with working.
//
// compute gets the index of the value and of the worker. ok is false if ctx was cancelled
// before the value was finished.
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

// next waits for the value of c and returns nil if none is sent. After ctx is cancelled it does not wait.
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
