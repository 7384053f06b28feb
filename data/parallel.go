package data

import (
	"cmp"
	"runtime"
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
	ended := make(chan any) // with what it panicked with
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
