package model

import (
	"fmt"
	"runtime"
	"sync"
)

// Parallel splits [0, n) into contiguous ranges, one a core, and calls f on
// each at the same time. f must write only what belongs to its range, so that
// the result does not depend on how many there are. A panic in f is raised
// again in the caller, after all have ended.
func Parallel(n int, f func(lo, hi int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	if parts <= 1 {
		f(0, n)
		return
	}
	var wg sync.WaitGroup
	panics := make(chan any, parts)
	for p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					panics <- r
				}
			}()
			f(p*n/parts, (p+1)*n/parts)
		}()
	}
	wg.Wait()
	select {
	case r := <-panics:
		panic(fmt.Sprintf("model: in a parallel part: %v", r))
	default:
	}
}
