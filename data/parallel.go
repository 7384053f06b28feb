package data

import (
	"cmp"
	"runtime"
)

// parallel splits [0, n) into contiguous ranges, one for each processor, and calls f on
// them concurrently. f must write only the results of its range, which must not depend on where the
// range begins or ends. A panic of f is raised again in the caller.
func parallel(n int, f func(lo, hi int)) {
	ranges := min(runtime.GOMAXPROCS(0), n)
	if ranges < 2 {
		f(0, n)
		return
	}
	ended := make(chan any) // receives the values that f panicked with, or nil
	for r := range ranges {
		go func() {
			defer func() { ended <- recover() }()
			f(r*n/ranges, (r+1)*n/ranges)
		}()
	}
	var broken any
	for range ranges {
		broken = cmp.Or(<-ended, broken)
	}
	if broken != nil {
		panic(broken)
	}
}
