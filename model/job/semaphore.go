package job

import "context"

// Semaphore limits how many goroutines do something at the same time. Its capacity is the limit.
type Semaphore chan struct{}

// Acquire waits until the limit allows one more. It returns false, and acquires nothing, if ctx is cancelled.
func (s Semaphore) Acquire(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Release lets the next one proceed.
func (s Semaphore) Release() { <-s }
