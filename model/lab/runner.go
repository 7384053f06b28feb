package lab

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"
)

// pace is the least time between two wake-ups of Update by results.
const pace = 33 * time.Millisecond

// Lane names a kind of work of which only the latest counts. Screens have one each.
type Lane string

// The lanes that are no screen's.
const (
	NoLane     Lane = ""       // of screens without work
	SweepLane  Lane = "sweep"  // the current setting, the grid, then the floor
	FilesLane  Lane = "files"  // folders and files of the data chooser
	WriteLane  Lane = "write"  // files that are written
	RescueLane Lane = "rescue" // sessions that are written after a panic
)

// Writes tells whether a lane's work writes files, which quitting waits for.
func (l Lane) Writes() bool { return l == WriteLane || l == RescueLane }

// Work is what runs in a lane. It returns soon after ctx is cancelled and
// hands out what it has by post, which never blocks.
type Work func(ctx context.Context, post func(any))

// Runner runs work off the event loop, the latest of each lane wins: starting
// one cancels the one before, whose messages are dropped from then on.
type Runner struct {
	root   context.Context
	Cancel context.CancelFunc
	Bell   chan struct{} // holds one ring while the inbox has something
	Wg     sync.WaitGroup
	files  sync.WaitGroup // those that write files

	// turns bounds how much stale work finishes its last cell beside the
	// new. A gonum call can't be interrupted: without the bound, ten quick
	// changes would have eleven of them compete for the cores.
	turns chan struct{}
	Slow  chan struct{} // room for the one job of O(n³) that may run

	Search chan struct{} // room for the one search of the map or pass over a stream, which take long and shall keep nothing else waiting

	lanes map[Lane]*latest // of the event loop alone

	mu    sync.Mutex
	inbox []Letter
	woken time.Time
}

// latest is the work that counts in a lane.
type latest struct {
	gen    int
	cancel context.CancelFunc // nil before there was any
	busy   bool               // its last message has not been taken out of the inbox
}

// Letter is a message with the generation it belongs to.
type Letter struct {
	Lane Lane
	Gen  int
	Body any
}

// Wake tells Update that the inbox has something.
type Wake struct{}

// Crashed is the message of work that panicked.
type Crashed struct{ Err error }

// Finished is the last message of every work that was not cancelled.
type Finished struct{}

// NewRunner runs work until ctx is cancelled, or it is closed.
func NewRunner(ctx context.Context) *Runner {
	r := &Runner{Bell: make(chan struct{}, 1), turns: make(chan struct{}, 2), Slow: make(chan struct{}, 1), Search: make(chan struct{}, 1), lanes: map[Lane]*latest{}}
	r.root, r.Cancel = context.WithCancel(ctx)
	return r
}

// Start cancels what runs in the lane and starts w in its place.
func (r *Runner) Start(l Lane, w Work) {
	r.Stop(l)
	ctx, cancel := context.WithCancel(r.root)
	gen := r.lanes[l].gen
	r.lanes[l].cancel, r.lanes[l].busy = cancel, true
	post := func(body any) { r.Post(Letter{l, gen, body}) }
	r.Wg.Add(1)
	if l.Writes() {
		r.files.Add(1)
	}
	go func() {
		defer r.Wg.Done()
		if l.Writes() {
			defer r.files.Done()
		}
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				post(Crashed{fmt.Errorf("internal error: %v (please report it)", p)})
			}
			post(Finished{})
		}()
		w(ctx, post)
	}()
}

// Stop cancels what runs in the lane; its messages are dropped from now on.
func (r *Runner) Stop(l Lane) {
	if r.lanes[l] == nil {
		r.lanes[l] = new(latest)
	}
	if r.lanes[l].cancel != nil {
		r.lanes[l].cancel()
	}
	r.lanes[l].gen++
	r.lanes[l].busy = false
}

// Busy tells whether work in a lane goes on, or has told what has not been heard yet.
func (r *Runner) Busy(l Lane) bool { return r.lanes[l] != nil && r.lanes[l].busy }

// StopComputing cancels what runs in all lanes but those given and those of files.
func (r *Runner) StopComputing(but ...Lane) {
	for l := range r.lanes {
		if l != FilesLane && !l.Writes() && !slices.Contains(but, l) {
			r.Stop(l)
		}
	}
}

// Gen counts the work of a lane.
func (r *Runner) Gen(l Lane) int {
	if r.lanes[l] == nil {
		return 0
	}
	return r.lanes[l].gen
}

// Post hands a message in, which never blocks.
func (r *Runner) Post(l Letter) {
	r.mu.Lock()
	r.inbox = append(r.inbox, l)
	r.mu.Unlock()
	select {
	case r.Bell <- struct{}{}:
	default:
	}
}

// Wait is the command that ends with the next wake-up. Exactly one must be
// under way at any time.
func (r *Runner) Wait() any {
	select {
	case <-r.Bell:
	case <-r.root.Done():
		return nil
	}
	r.mu.Lock()
	rest := pace - time.Since(r.woken)
	r.mu.Unlock()
	if rest > 0 {
		timer := time.NewTimer(rest)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.root.Done():
			return nil
		}
	}
	r.mu.Lock()
	r.woken = time.Now()
	r.mu.Unlock()
	return Wake{}
}

// Drain takes the messages out of the inbox and yields them, without those of work that
// was stopped by the time of their turn: what one message brings about, such as other data,
// may stop the work that others come from.
func (r *Runner) Drain() iter.Seq[Letter] {
	return func(yield func(Letter) bool) {
		r.mu.Lock()
		all := r.inbox
		r.inbox = nil
		r.mu.Unlock()
		for _, l := range all {
			if l.Gen != r.Gen(l.Lane) {
				continue
			}
			if _, ended := l.Body.(Finished); ended && r.lanes[l.Lane] != nil {
				r.lanes[l.Lane].busy = false
			}
			if !yield(l) {
				return
			}
		}
	}
}

// AwaitFiles waits for files that are being written, so that none is lost for being
// asked for just before the end.
func (r *Runner) AwaitFiles(patience time.Duration) { within(patience, &r.files) }

// Close cancels everything and waits a little for it to end. What is inside
// a call that can't be interrupted ends with the program.
func (r *Runner) Close(patience time.Duration) {
	r.Cancel()
	within(patience, &r.Wg)
}

// within waits for a group, but no longer than that.
func within(patience time.Duration, group *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// Take waits for room in one of the runner's semaphores; false means that ctx
// was cancelled before.
func Take(ctx context.Context, room chan struct{}) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case room <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// FailureOf is the error of work that has ended with one.
func FailureOf(body any) error {
	switch b := body.(type) {
	case Refusal:
		return b.Err
	case Crashed:
		return b.Err
	}
	return nil
}
