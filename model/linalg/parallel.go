package linalg

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel splits [0, n) into contiguous ranges, one a processor for the program, and
// calls f on each at the same time; for n = 0 once, with none. f must write only what
// belongs to its range, and work out each entry of it the same way whatever else the
// range holds: the result then does not depend on how many there are. A panic in f
// becomes one here, after all have ended.
func Parallel(n int, f func(lo, hi int)) {
	ranges := max(1, min(runtime.GOMAXPROCS(0), n))
	_ = parallel(context.Background(), ranges, func(r int) { f(r*n/ranges, (r+1)*n/ranges) })
}

// parallel calls f with 0, …, n−1 on at most as many threads as there are
// processors for the program, each call on one of them. It takes no further task
// once ctx has ended, and returns its error. A panic in f becomes one here.
func parallel(ctx context.Context, n int, f func(task int)) error {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(i)
		}
		return ctx.Err()
	}
	var (
		next     atomic.Int64
		panicked atomic.Pointer[string]
		wg       sync.WaitGroup
	)
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				text := fmt.Sprint(p)
				panicked.CompareAndSwap(nil, &text)
			}
		}()
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(i)
		}
	}
	for range workers - 1 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work()
		}()
	}
	work()
	wg.Wait()
	if text := panicked.Load(); text != nil {
		panic(*text)
	}
	return ctx.Err()
}
