package linalg

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Parallel splits [0, n) into contiguous ranges, one for each processor that the program may use, and
// calls f on them concurrently; for n = 0 it calls f(0, 0). f must write only the results of its range,
// and compute each of them in the same way whatever the range is: then the results do not depend on the
// number of ranges. A panic in f becomes a panic of Parallel, after all calls have ended.
func Parallel(n int, f func(lo, hi int)) {
	ranges := max(1, min(runtime.GOMAXPROCS(0), n))
	_ = parallel(context.Background(), ranges, func(r int) { f(r*n/ranges, (r+1)*n/ranges) })
}

// InParts is [Parallel] with a context, on ranges of the given size, which do not depend on the number of processors.
func InParts(ctx context.Context, n, size int, do func(lo, hi int)) error {
	if n <= size {
		do(0, n)
		return ctx.Err()
	}
	return parallel(ctx, blocks(n, size), func(p int) { do(p*size, min(n, (p+1)*size)) })
}

// parallel calls f with 0, …, n−1 on at most as many goroutines as the program may use processors. When ctx has ended
// it starts no further task, and returns its error. A panic in f becomes a panic of parallel.
func parallel(ctx context.Context, n int, f func(task int)) error {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		return serial(ctx, n, f)
	}
	j := &job{ctx: ctx, n: int64(n), f: f}
	j.left.Store(j.n)
	j.ended.Add(n)
	for range workers - 1 {
		j.hand()
	}
	j.report(j.tasks())
	if !soon(func() bool { return j.left.Load() == 0 }) {
		j.ended.Wait()
	}
	j.f = nil // a helper that arrives later may hold the job for long, but not the matrices that f refers to
	if p := j.panicked.Load(); p != nil {
		panic(*p)
	}
	return ctx.Err()
}

// serial does the same as parallel on the calling goroutine alone.
func serial(ctx context.Context, n int, f func(task int)) error {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(i)
	}
	return ctx.Err()
}

// job is a call of parallel. It ends when all tasks have ended. A helper that arrives later finds no task,
// and parallel does not wait for it.
type job struct {
	ctx      context.Context
	n        int64
	f        func(task int)
	next     atomic.Int64
	left     atomic.Int64   // tasks that have not ended, for polling
	ended    sync.WaitGroup // the same, for waiting
	panicked atomic.Pointer[any]
}

// tasks runs tasks until there are no more, and returns how many it ran.
func (j *job) tasks() (done int64) {
	for task := j.next.Add(1); task <= j.n; task = j.next.Add(1) {
		j.do(int(task) - 1)
		done++
	}
	return done
}

// do runs one task, unless the job is cancelled or has panicked.
func (j *job) do(task int) {
	defer func() {
		if p := recover(); p != nil {
			j.panicked.CompareAndSwap(nil, &p)
		}
	}()
	if j.panicked.Load() == nil && j.ctx.Err() == nil {
		j.f(task)
	}
}

func (j *job) report(done int64) {
	if done > 0 {
		j.left.Add(-done)
		j.ended.Add(int(-done))
	}
}

// patience is how long a goroutine polls for something that is about to happen. Waking it up would take
// about as long as a product of a matrix and a vector.
const patience = 20 * time.Microsecond

// soon polls until happens returns true, for at most patience, and reports whether it did. The polls are counted, too:
// in a bubble of testing/synctest the clock stands still while a goroutine polls.
func soon(happens func() bool) bool {
	start := time.Now()
	for range 1024 {
		for range 64 {
			if happens() {
				return true
			}
		}
		if time.Since(start) > patience {
			break
		}
	}
	return false
}

// helper is a goroutine that has finished its part of a job, and polls for the next job for a short time.
type helper struct{ next atomic.Pointer[job] }

var (
	helpers = make(chan *helper, 64) // helpers that poll, or have polled
	gone    = new(job)               // the next job of a helper that has stopped polling
	vain    atomic.Int64             // number of times that helpers have polled since one last got a job
)

// stay offers to take the next job, and reports whether the helper should poll for it. If polling has been
// in vain for some time, as other programs use the processors, it offers only every 32nd time.
func (h *helper) stay() bool {
	if jobs := vain.Add(1); jobs >= 8 && jobs%32 != 0 {
		return false
	}
	select {
	case helpers <- h:
		return true
	default:
		return false
	}
}

// hand gives the job to a polling helper, or to a new one if there is none.
func (j *job) hand() {
	for {
		select {
		case h := <-helpers:
			if h.next.CompareAndSwap(nil, j) {
				return
			}
		default:
			go new(helper).help(j)
			return
		}
	}
}

func (h *helper) help(j *job) {
	for ; j != gone; j = h.next.Load() {
		h.next.Store(nil)
		done := j.tasks()
		stays := h.stay() // before the report, after which the caller may start its next job
		j.report(done)
		if !stays {
			return
		}
		if soon(func() bool { return h.next.Load() != nil }) {
			vain.Store(0)
		} else {
			h.next.CompareAndSwap(nil, gone)
		}
	}
}

// A tile is as large as the second-level caches of two or three cores, so that it is still in a cache when it is used.
// Tiles of short rows have at most tallTile rows, so that contexts are checked often enough. Tiles of long rows have at
// least shortTile rows, even if they do not fit the caches: a product packs all of its other factor for each tile.
const (
	tileBytes = 2 << 20
	shortTile = 256
	tallTile  = 1024
)

// TileRows returns the number of rows of a tile with the given number of columns. Tiles are the pieces in which a
// matrix that is long, or not stored at all, is read or computed: 2 MiB of numbers, but between 256 and 1024 rows. The
// number depends only on columns, so that sums over tiles have the same order on all machines.
func TileRows(columns int) int {
	return min(tallTile, max(shortTile, tileBytes/(8*max(1, columns))))
}

// Tiles yields the ranges lo, hi that make up [0, n), ascending, each of the given size ≥ 1 except the last, which may
// be smaller. It does not check a context: a loop that may take long must do so. It panics for a size below 1.
func Tiles(n, size int) iter.Seq2[int, int] {
	if size < 1 {
		panic("linalg: tiles of no size")
	}
	return func(yield func(lo, hi int) bool) {
		for lo := 0; lo < n; lo += size {
			if !yield(lo, min(n, lo+size)) {
				return
			}
		}
	}
}
