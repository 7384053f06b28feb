package linalg

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
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

// inParts does what [Parallel] does, with a context and on ranges of the given size for any
// number of threads.
func inParts(ctx context.Context, n, size int, do func(lo, hi int)) error {
	if n <= size {
		do(0, n)
		return ctx.Err()
	}
	return parallel(ctx, blocks(n, size), func(p int) { do(p*size, min(n, (p+1)*size)) })
}

// parallel calls f with 0, …, n−1 on at most as many threads as there are
// processors for the program, each call on one of them. It takes no further task
// once ctx has ended, and returns its error. A panic in f becomes one here.
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
	if text := j.panicked.Load(); text != nil {
		panic(*text)
	}
	return ctx.Err()
}

// serial does what parallel does, on the calling thread alone.
func serial(ctx context.Context, n int, f func(task int)) error {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(i)
	}
	return ctx.Err()
}

// job is what parallel does. It ends when all tasks have: a helper that comes later
// finds none, and is not waited for.
type job struct {
	ctx      context.Context
	n        int64
	f        func(task int)
	next     atomic.Int64
	left     atomic.Int64   // tasks that have not ended, for who looks
	ended    sync.WaitGroup // and the same for who sleeps
	panicked atomic.Pointer[string]
}

// tasks does tasks until there are no more, and counts them.
func (j *job) tasks() (done int64) {
	for task := j.next.Add(1); task <= j.n; task = j.next.Add(1) {
		j.do(int(task) - 1)
		done++
	}
	return done
}

// do is one task, unless the job is to end.
func (j *job) do(task int) {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprint(p)
			j.panicked.CompareAndSwap(nil, &text)
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

// patience is how long a thread stays awake for what is about to come: to wake it
// takes about as long as a product of a matrix with a vector.
const patience = 20 * time.Microsecond

// soon waits for what happens within patience, and is whether it did.
func soon(happens func() bool) bool {
	start := time.Now()
	for {
		for range 64 {
			if happens() {
				return true
			}
		}
		if time.Since(start) > patience {
			return false
		}
	}
}

// helper is a goroutine that has ended a job, and stays for the next if that comes soon.
type helper struct{ next atomic.Pointer[job] }

var (
	helpers = make(chan *helper, 64) // who stay, or stayed
	gone    = new(job)               // the next job of a helper who has left
	vain    atomic.Int64             // jobs since staying was last of use
)

// stay offers to take the next job, if that is worthwhile: where it was in vain for some
// time, as other programs have the processors, only now and then.
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

// hand gives the job to a helper, a new one if none has stayed.
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
		stays := h.stay() // before who waits for the job begins the next without this helper
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

// A tile is as large as the second caches of two or three cores, so that it is still
// near when it is used. Of short rows it has tallTile at most, so that the next look
// at a context is not far; of long ones it outgrows those caches rather than have
// fewer than shortTile: a product packs the whole of its other factor for each tile.
const (
	tileBytes = 2 << 20
	shortTile = 256
	tallTile  = 1024
)

// TileRows returns how many rows of so many columns make up a tile, the piece in which a
// matrix that is long, or not held at all, is read or computed: 2 MiB of numbers, but
// between 256 and 1024 rows. The columns alone determine it, so that sums over tiles
// have one order on all machines.
func TileRows(columns int) int {
	return min(tallTile, max(shortTile, tileBytes/(8*max(1, columns))))
}

// Tiles yields the ranges lo, hi that make up [0, n), ascending, each of the given
// size ≥ 1 but the last, which may be smaller. It does so for as long as it is asked:
// a loop that may take long looks at its context itself. For a size below 1 it panics.
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
