package linalg

import (
	"runtime"
	"slices"
	"testing"
)

func TestParallelCoversRange(t *testing.T) {
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		for n := range 12 {
			seen := make([]int, n)
			Parallel(n, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					seen[i]++
				}
			})
			if slices.ContainsFunc(seen, func(c int) bool { return c != 1 }) {
				t.Errorf("%d parts of %d: visits %v", procs, n, seen)
			}
		}
		runtime.GOMAXPROCS(before)
	}
}
