package linalg

import (
	"context"
	"fmt"
	"runtime"
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
	j := &job{ctx: ctx, n: n, f: f}
	for range workers - 1 {
		j.hand()
	}
	j.work(func() {})
	j.wait()
	if text := j.panicked.Load(); text != nil {
		panic(*text)
	}
	return ctx.Err()
}

// job is what parallel does. It ends when all tasks have: a helper that comes later
// finds none, and is not waited for.
type job struct {
	ctx      context.Context
	n        int
	f        func(task int)
	next     atomic.Int64
	working  atomic.Int64 // on tasks, or about to look for one
	waiting  atomic.Pointer[chan struct{}]
	panicked atomic.Pointer[string]
}

// work does tasks until there are no more, and then calls after.
func (j *job) work(after func()) {
	j.working.Add(1)
	defer j.leave()
	j.tasks()
	after()
}

// leave wakes who waits for all to have left.
func (j *job) leave() {
	if j.working.Add(-1) > 0 {
		return
	}
	if wake := j.waiting.Load(); wake != nil {
		select {
		case *wake <- struct{}{}:
		default:
		}
	}
}

func (j *job) tasks() {
	defer func() {
		if p := recover(); p != nil {
			text := fmt.Sprint(p)
			j.panicked.CompareAndSwap(nil, &text)
			j.next.Store(int64(j.n))
		}
	}()
	for j.ctx.Err() == nil {
		i := int(j.next.Add(1)) - 1
		if i >= j.n {
			return
		}
		j.f(i)
	}
}

// wait returns when nobody works on a task, after none is left.
func (j *job) wait() {
	ended := func() bool { return j.working.Load() == 0 }
	if soon(ended) {
		return
	}
	wake := make(chan struct{}, 1)
	j.waiting.Store(&wake)
	for !ended() {
		<-wake
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

// worthwhile is whether a helper should stay: where it was in vain for some time, as
// other programs have the processors, only now and then.
func worthwhile() bool {
	jobs := vain.Add(1)
	return jobs < 8 || jobs%32 == 0
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
			go j.help()
			return
		}
	}
}

func (j *job) help() {
	h := new(helper)
	for stays := true; stays; {
		h.next.Store(nil)
		stays = worthwhile()
		j.work(func() { // or who waits for the job would begin the next without this helper
			if stays {
				select {
				case helpers <- h:
				default:
					stays = false
				}
			}
		})
		if !stays {
			return
		}
		if soon(func() bool { return h.next.Load() != nil }) {
			vain.Store(0)
		} else {
			stays = !h.next.CompareAndSwap(nil, gone)
		}
		j = h.next.Load()
	}
}
