package data

import (
	"runtime"
	"sync"
)

// parallel splits [0, n) into contiguous ranges, one a processor for the program,
// and calls f on each at the same time. f must write only what belongs to its range,
// the same way whatever else the range holds. A panic of f is raised in the caller.
func parallel(n int, f func(lo, hi int)) {
	ranges := min(runtime.GOMAXPROCS(0), n)
	if ranges < 2 {
		f(0, n)
		return
	}
	var wg sync.WaitGroup
	panicked := make([]any, ranges)
	for r := range ranges {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { panicked[r] = recover() }()
			f(r*n/ranges, (r+1)*n/ranges)
		}()
	}
	wg.Wait()
	for _, p := range panicked {
		if p != nil {
			panic(p)
		}
	}
}
