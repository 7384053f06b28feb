package linalg

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
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

// TestParallelReturnsWhenAllIsDone checks that no task runs after parallel has returned, and that all have run
// unless the context ended or one panicked: helpers may arrive late.
func TestParallelReturnsWhenAllIsDone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(6))
	for trial := range 3000 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 1 + trial%9
		stop := trial % 20 // the task that ends it all, if there is one
		var ran atomic.Int64
		var returned atomic.Bool
		what := func() (what any) {
			defer func() {
				if p := recover(); p != nil {
					what = p
				}
			}()
			return parallel(ctx, n, func(task int) {
				if returned.Load() {
					t.Error("a task runs after parallel has returned")
				}
				if task == stop && trial%2 == 0 {
					cancel()
				} else if task == stop {
					panic("stop")
				}
				if trial%10 < 2 { // or it has ended before anyone could wait for it
					time.Sleep(10 * time.Microsecond)
				}
				ran.Add(1)
			})
		}()
		returned.Store(true)
		if what == "stop" { // time for a late helper
			time.Sleep(20 * time.Microsecond)
		}
		switch {
		case stop >= n && (what != nil || ran.Load() != int64(n)):
			t.Fatalf("%v after %d of %d tasks", what, ran.Load(), n)
		case stop < n && trial%2 == 0 && what != context.Canceled:
			t.Fatalf("%v, want the context's error", what)
		case stop < n && trial%2 == 1 && what != "stop":
			t.Fatalf("%v, want the task's panic", what)
		}
		cancel()
	}
}

// TestParallelTakesNoTaskAfterTheEnd: once the context has ended, none begins but those that
// the threads had taken.
func TestParallelTakesNoTaskAfterTheEnd(t *testing.T) {
	const threads = 3
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var ran atomic.Int64
	err := parallel(ctx, 100, func(task int) {
		ran.Add(1)
		if task == 0 {
			cancel()
		}
		<-ctx.Done()
	})
	if err != context.Canceled || ran.Load() > threads {
		t.Errorf("%v after %d tasks", err, ran.Load())
	}
}

// TestHelpersLeave checks that no goroutine is left when there is nothing to do.
func TestHelpersLeave(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	before := runtime.NumGoroutine()
	for range 100 {
		Parallel(8, func(lo, hi int) {})
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}
